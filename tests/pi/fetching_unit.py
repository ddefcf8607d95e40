"""The card's unit that fetches an update, in an emulated Pi, with a server in its network."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from tests.image.update_server import UpdateServer
from tests.pi.emulated_pi import EmulatedPi

AT_HOST, NOBODY = "10.0.2.2", "10.0.2.99"
"""In QEMU's network: this computer, and an address that no computer has."""
SETTINGS = "cdgdevice-update.txt"
SAID = f"{SETTINGS}: {{}}"
OFFLINE = "no update was fetched: no network reaches the address yet."


@dataclass(frozen=True)
class Fetching:
    """The unit that fetches, its sandbox as it is, with a server in the Pi's network."""

    pi: EmulatedPi
    server: UpdateServer
    shell: Callable[[str], str]

    def starts(self, address: str) -> None:
        """Have the unit ask for this address, and wait for its end."""
        self.writes(address)
        self.shell("systemctl start cdgdevice-fetch-update")

    def writes(self, address: str) -> None:
        """Let the owner's file have this address, while the boot partition stays as it is."""
        self.shell(
            f"echo {address} >/run/address; mountpoint -q /boot/firmware/{SETTINGS} ||"
            f" mount --bind /run/address /boot/firmware/{SETTINGS}"
        )

    def says(self, what: str) -> None:
        """Wait until the log has this sentence, once."""
        self.pi.logs(SAID.format(what))
        assert self.pi.log().count(SAID.format(what)) == 1

    def kept(self) -> str:
        """Give the names in the folder of what was fetched, and the whole one's checksum."""
        return self.shell("cd /srv/card/fetched && ls && sha256sum <cdgdevice-fetched.update")


def address_of(server: UpdateServer, host: str = AT_HOST) -> str:
    """Give the address of the server's update in QEMU's network."""
    return f"http://{host}:{server.port}/card.update"


def kept_of(server: UpdateServer) -> list[str]:
    """Give what `Fetching.kept` says once this server's update is there, whole and alone."""
    assert server.content is not None
    return ["cdgdevice-fetched.update", sha256(server.content).hexdigest(), "-"]

"""The card image in an emulated Raspberry Pi: from the first start to "Safe to unplug".

The scenarios follow each other on one card, as an owner's evenings do: a start takes minutes here.
"""

import io
import os
import re
import tarfile
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.rules.card_display import Side
from cdgdevice.service.web_page import PAIRED_BROWSERS
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.image.update_server import UpdateServer
from tests.machine.emulated_machine import run_tool
from tests.machine.laptop import Laptop, answers
from tests.machine.world_port import RIGHT
from tests.pi.emulated_pi import EmulatedPi
from tests.pi.fetching_unit import NOBODY, OFFLINE, SETTINGS, Fetching, address_of, kept_of
from tests.pi.raspi3b import CARD
from tests.web.browser_end import COOKIE, PAIRED, Page, connected
from tools.make_splash import load_splash_picture

CONFIG = """\
set_up = false
sheet = "paths-of-glory-2022"

[reader]
port = "/dev/ttyUSB0"
"""
WINDOWS = b"\xef\xbb\xbf" + CONFIG.replace("\n", "\r\n").encode()
"""The same as an editor of Windows saves it."""
MACOS = b"\0\5\x16\7\0\2\0\0Mac OS X        "
"""The beginning of each file that a Mac puts beside another that was copied to a card."""
BESIDE = (
    "._cdgdevice.toml",
    "._cdgdevice-page",
    "._cdgdevice_9.0.0_all.deb",
    "cdgdevice-sheets/._mine.toml",
)
SPLASH = load_splash_picture("splash").convert("1").tobytes()
SAFE = load_splash_picture("last_words").convert("1").tobytes()
RATIOS = Path(__file__).parents[2] / "bench/counted/ratios.toml"
MOST = tomllib.loads(RATIOS.read_text("utf-8"))["seconds"]
"""What `.ci/counted --boot` holds; here the Pi's clock also goes on while this machine is busy."""
TURN = {Side.LEFT: (4, Control.LEFT), Side.RIGHT: (2, Control.RIGHT)}
"""The face thrown for each side's round, and the button that takes the card and is done."""
THROWN_NEXT = 3
UPDATE, UPDATE_KEY = "9.9.9", Path(os.environ.get("PI_UPDATE_KEY", "none"))
UPDATED = {name: name.encode() * 1000 for name in ("vmlinuz", "initrd.img", "root.squashfs")}
"""What an update brings that is written in seconds here; it would not start."""
FETCHED, FETCHED_LATER = "9.9.10", "9.9.11"
GONE = f"No screen answers at 0x{RIGHT:02X}"
SETTLED = 3.0
"""Seconds after which a result fills the glass no more."""
MAX_STEPS = 20
"""Steps of the knob that the page takes at once; more than any list here has."""


@pytest.fixture(scope="module")
def server() -> Iterator[UpdateServer]:
    """A web server of this computer, with a signed update."""
    with UpdateServer() as server:
        yield server


@pytest.fixture(scope="module")
def first(pi: EmulatedPi, server: UpdateServer) -> EmulatedPi:
    """A Pi at its first start, with a boot partition that was written to in two laptops."""
    pi.put_on_boot("cdgdevice.toml", WINDOWS)
    for name in BESIDE:
        pi.put_on_boot(name, MACOS)
    pi.put_on_boot("cdgdevice-page", b"")
    pi.put_on_boot("ssh-key.pub", pi.make_key())
    if UPDATE_KEY.is_file():
        update = pi.make_update(UPDATE, UPDATE_KEY, UPDATED)
        pi.put_on_boot(f"cdgdevice-{UPDATE}-arm64.update", update)
        server.content = pi.make_update(FETCHED, UPDATE_KEY, UPDATED)
        pi.put_on_boot(SETTINGS, address_of(server).encode())
    # A copy of games in which a browser was let in: all else is as on a fresh card.
    pi.put_on_boot("cdgdevice-games.tar.gz", _copy({PAIRED_BROWSERS: PAIRED}))
    pi.switch_on()
    with Laptop() as laptop:
        first_page = laptop.picture(Side.LEFT)
    pi.until("the game is on the glass", lambda: pi.picture(Side.LEFT) == first_page)
    pi.settles()
    return pi


def test_the_splash_and_then_the_game_come_to_both_panels_over_the_pi_s_own_bus(
    first: EmulatedPi,
) -> None:
    with Laptop() as laptop:
        for side in Side:
            assert SPLASH in first.seen(side)
            assert first.seen(side)[-1] == laptop.picture(side)
    assert "no splash" not in first.log()


def test_the_games_partition_fills_the_card(first: EmulatedPi) -> None:
    assert first.partition_end(3) == CARD
    assert "could not be made larger" not in first.log()


def test_nothing_failed_at_the_first_start(first: EmulatedPi) -> None:
    first.logs("Reached target multi-user.target")
    failed = re.compile(r"systemd\[1\]: .*(Failed to start|Dependency failed|failed with result)")
    assert [line for line in first.log().splitlines() if failed.search(line)] == []


def test_what_editors_of_windows_and_macos_leave_on_the_card_is_read_or_left_alone(
    first: EmulatedPi,
) -> None:
    first.logs("playing paths-of-glory-2022")
    assert "cdgdevice.toml" not in first.log()
    assert "._" not in first.log()


@pytest.fixture(scope="module")
def page(first: EmulatedPi) -> Iterator[Page]:
    """The gadget's page in a browser that was let in, over the network on USB."""
    url = f"http://127.0.0.1:{first.port}"
    first.until("the page answers", first.answers_at_the_page)
    with connected(url, COOKIE) as page:
        yield page


@pytest.fixture(scope="module")
def shell(first: EmulatedPi) -> Callable[[str], str]:
    """Root's shell over ssh."""
    first.logs("Reached target multi-user.target")
    return first.shell


def test_nothing_of_the_gadget_listens_to_the_network_but_page_shell_and_name(
    shell: Callable[[str], str],
) -> None:
    heard = set()
    for protocol, listens in (("tcp", "0A"), ("udp", "07")):
        for line in shell(f"cat /proc/net/{protocol} /proc/net/{protocol}6").splitlines():
            _, local, _, state, *_ = line.split()
            address, _, port = local.partition(":")
            if state == listens and not address.endswith("7F"):
                heard.add((protocol, int(port, 16)))
    dhcp, mdns = ("udp", 68), ("udp", 5353)
    assert heard == {("tcp", 22), ("tcp", 80), dhcp, mdns}


def test_the_gadget_can_write_to_its_own_folders_alone_whatever_is_mounted_later(
    shell: Callable[[str], str],
) -> None:
    can = shell(
        "pid=$(systemctl show --property MainPID --value cdgdevice);"
        "cut -d ' ' -f 5 /proc/$pid/mountinfo | sort -u | grep -vE '^/(dev|proc|sys)(/|$)' |"
        " while read -r there; do nsenter --target $pid --mount"
        " setpriv --reuid cdgdevice --regid cdgdevice --clear-groups"
        ' sh -c \'touch "$1/tried" 2>/dev/null && rm "$1/tried" && echo "$1"\' - $there; done; true'
    )
    assert can.split() == ["/run/cdgdevice", "/var/lib/cdgdevice"]


def test_a_shutdown_makes_its_copy_from_the_gadget_s_own_start_on(
    shell: Callable[[str], str],
) -> None:
    asked = "systemctl show --property ActiveEnterTimestampMonotonic --value"
    copy, gadget, rest = shell(f"{asked} cdgdevice-keep-games cdgdevice multi-user.target").split()
    assert 0 < int(copy) < int(gadget) < int(rest)


def test_the_clock_is_asked_for_and_a_shell_can_shut_down(shell: Callable[[str], str]) -> None:
    assert shell("systemctl is-active systemd-timesyncd").strip() == "active"
    can = "busctl call org.freedesktop.login1 /org/freedesktop/login1 {}.Manager CanPowerOff"
    assert shell(can.format("org.freedesktop.login1")).split() == ["s", '"yes"']


@pytest.mark.skipif(not UPDATE_KEY.is_file(), reason="the image is of another builder")
def test_a_signed_update_is_written_into_the_other_slot_by_its_unit_in_its_sandbox(
    first: EmulatedPi,
) -> None:
    first.logs("cdgdevice-update.service: ")
    assert f"-arm64.update: the next start tries {UPDATE} of 2100-01-01." in first.log()
    assert first.slot() == ("b/", "tryline.txt")
    for name in ("vmlinuz", "initrd.img"):
        assert first.on_boot(f"b/{name}") == UPDATED[name]
    root = UPDATED["root.squashfs"]
    assert first.root("b", len(root)) == root


@pytest.fixture(scope="module")
def fetching(first: EmulatedPi, server: UpdateServer, shell: Callable[[str], str]) -> Fetching:
    """The unit after it fetched what was there at the start."""
    if not UPDATE_KEY.is_file():
        pytest.skip("the image is of another builder")
    made = Fetching(first, server, shell)
    made.says(f"{FETCHED} of 2100-01-01 was fetched. The next start writes it.")
    return made


def test_an_update_of_the_network_is_fetched_by_its_unit_in_its_sandbox(
    fetching: Fetching,
) -> None:
    assert fetching.kept().split() == kept_of(fetching.server)
    told = fetching.shell("cat /run/cdgdevice-update/outcomes").splitlines()
    assert f"{SETTINGS}\tfetched\t{FETCHED}\t2100-01-01" in told


def test_what_another_key_signed_is_refused_in_a_sentence_and_nothing_of_it_kept(
    fetching: Fetching,
) -> None:
    before = fetching.kept()
    other = fetching.pi.folder / "other"
    run_tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other)
    fetching.server.content = fetching.pi.make_update(FETCHED_LATER, other, UPDATED)
    # By a name: `_gateway` is this computer's, says the Pi's own resolver.
    fetching.starts(address_of(fetching.server, "_gateway"))
    fetching.says(
        "no update was fetched: this card's key did not sign it: "
        "take one from where its image is from."
    )
    assert fetching.kept() == before


def test_a_server_that_is_not_there_is_one_sentence_and_no_fault_of_a_unit(
    fetching: Fetching,
) -> None:
    with UpdateServer() as gone:
        pass
    fetching.starts(address_of(gone))
    fetching.says("no update was fetched: check the address and its server.")
    assert fetching.shell("systemctl is-failed cdgdevice-fetch-update || true").strip() != "failed"


def test_a_network_that_does_not_reach_the_address_is_waited_for(fetching: Fetching) -> None:
    fetching.server.content = fetching.pi.make_update(FETCHED_LATER, UPDATE_KEY, UPDATED)
    waits = fetching.pi.log().count(OFFLINE)
    fetching.writes(f"http://{NOBODY}/card.update")
    fetching.shell("systemctl start --no-block cdgdevice-fetch-update")
    fetching.pi.until("it waits", lambda: fetching.pi.log().count(OFFLINE) > waits)
    fetching.writes(address_of(fetching.server))
    fetching.says(f"{FETCHED_LATER} of 2100-01-01 was fetched. The next start writes it.")
    assert fetching.kept().split() == kept_of(fetching.server)


@dataclass(frozen=True)
class Turn:
    """A turn: what each throw and each press of it led to."""

    shown: tuple[tuple[bytes, ...], ...]
    """Both pictures, once they were still."""
    kept: tuple[int, ...]
    """Answers on the card once the glass was seen to change, as a pulled plug would leave it."""


@pytest.fixture(scope="module")
def turn_played(first: EmulatedPi, page: Page, reader: SimulatedReader) -> Turn:
    """A turn, and the plug as good as pulled six times in it: the Pi stands still meanwhile."""
    first.logs("The die reader is ready.")
    shown: list[tuple[bytes, ...]] = []
    kept: list[int] = []

    def cut() -> None:
        kept.append(first.answers_if_pulled_now())

    for face, button in TURN.values():
        shown.append(first.shows_after(partial(reader.throw, face), at_change=cut))
        for _ in range(2):
            shown.append(first.shows_after(partial(press, page, button), at_change=cut))
    return Turn(tuple(shown), tuple(kept))


@pytest.fixture(scope="module")
def pulled(first: EmulatedPi, turn_played: Turn) -> bytes:
    """The game's journal on the card, after the plug was pulled with the turn on the glass."""
    first.cut_power()
    return first.journal()


def test_a_turn_by_thrown_dice_gives_the_pictures_that_it_gives_on_a_laptop(
    turn_played: Turn, pulled: bytes
) -> None:
    with Laptop() as laptop:
        assert turn_played.shown == play_turn(laptop).shown
        assert len(answers(pulled)) == laptop.answers()


def test_an_answer_is_on_the_card_once_the_screen_is_seen_to_change(turn_played: Turn) -> None:
    with Laptop() as laptop:
        assert turn_played.kept == play_turn(laptop).kept


@pytest.fixture(scope="module")
def back(first: EmulatedPi, pulled: bytes, turn_played: Turn) -> EmulatedPi:
    """The Pi once more under power, after the plug was pulled, with another slot to be tried."""
    first.update_to_second_slot()
    first.switch_on()
    first.until("the game is back", lambda: first.pictures() == turn_played.shown[-1])
    first.settles()
    return first


def test_after_a_pulled_plug_the_game_goes_on_where_it_was(
    back: EmulatedPi, turn_played: Turn
) -> None:
    assert back.pictures() == turn_played.shown[-1]


def test_splash_and_game_come_early_even_after_a_pulled_plug(
    back: EmulatedPi,
) -> None:
    for side in Side:
        assert back.times(side, SPLASH)[0] <= 2 * MOST["picture"]
        assert back.times(side, back.picture(side))[0] <= 2 * MOST["game"]


def test_a_slot_that_is_tried_names_the_other_one_before_all_else(back: EmulatedPi) -> None:
    assert " cdgdevice.trial " in back.log(), "the kernel's words"
    # Until it was kept, which takes half a minute.
    assert back.slot() == (("b/" if "cdgdevice keeps " in back.log() else "a/"), "cmdline.txt")


@pytest.fixture(scope="module")
def healed(back: EmulatedPi, reader: SimulatedReader) -> EmulatedPi:
    """The Pi after a card was played while one panel was out of its socket."""
    back.logs("The die reader is ready.")
    back.until("the page answers", back.answers_at_the_page)
    with connected(f"http://127.0.0.1:{back.port}", COOKIE) as page:
        back.shows_after(partial(reader.throw, THROWN_NEXT))
        back.pull(Side.RIGHT)
        press(page, Control.LEFT)
        back.logs(f"fault: {GONE}")
    back.put_back(Side.RIGHT)
    back.logs(f"fixed: {GONE}")
    back.settles()
    return back


def test_a_panel_that_gives_no_ack_in_mid_game_stops_no_game_and_is_healed(
    healed: EmulatedPi,
) -> None:
    assert "Traceback" not in healed.log()
    with Laptop() as laptop:
        play_turn(laptop)
        laptop.throw(THROWN_NEXT).passes(SETTLED)
        assert [healed.pictures()] == laptop.plays(Control.LEFT)


@pytest.fixture(scope="module")
def off(healed: EmulatedPi) -> EmulatedPi:
    """The Pi after a shutdown by the menu."""
    healed.logs("cdgdevice keeps ")
    with connected(f"http://127.0.0.1:{healed.port}", COOKIE) as page:
        push, turn = partial(press, page, Control.KNOB), partial(turn_knob, page)
        # The knob opens the menu where a round is due: the card that is being played is done first.
        healed.shows_after(partial(press, page, Control.LEFT))
        healed.shows_after(push)
        for _ in range(2):  # the last group of the menu, and its last entry
            healed.shows_after(partial(turn, MAX_STEPS))
            healed.shows_after(partial(turn, -1))
            healed.shows_after(push)
        healed.shows_after(partial(turn, -1))
        push()
        healed.waits_for_off()
    return healed


def test_a_shutdown_by_the_menu_leaves_safe_to_unplug_on_both_panels(off: EmulatedPi) -> None:
    assert [off.picture(side) for side in Side] == [SAFE, SAFE]


def test_a_slot_that_was_tried_and_proved_itself_starts_from_now_on(off: EmulatedPi) -> None:
    assert off.slot() == ("b/", "cmdline.txt")


def test_a_shutdown_fails_nowhere(off: EmulatedPi) -> None:
    began = off.log().rindex("Stopped target multi-user.target")
    failed = re.compile(r"(?i)fail|error|cannot|read-only")
    assert [line for line in off.log()[began:].splitlines() if failed.search(line)] == []


def test_a_shutdown_leaves_a_whole_copy_of_the_games_and_the_log_on_the_boot_partition(
    off: EmulatedPi,
) -> None:
    copy = off.on_boot("cdgdevice-games.tar.gz")
    with tarfile.open(fileobj=io.BytesIO(copy)) as tar:
        kept = {
            member.name.removeprefix("./"): tar.extractfile(member).read()  # type: ignore[union-attr]
            for member in tar
            if member.isfile()
        }
    games = off.games()
    assert games.pop(PAIRED_BROWSERS) == PAIRED
    assert kept == games
    assert b"playing paths-of-glory-2022" in off.on_boot("cdgdevice-log.txt")


def play_turn(laptop: Laptop) -> Turn:
    """Play the turn on a laptop."""
    shown: list[tuple[bytes, ...]] = []
    kept: list[int] = []

    def look() -> None:
        laptop.passes(SETTLED)
        shown.append(tuple(map(laptop.picture, Side)))
        kept.append(laptop.answers())

    laptop.plug_reader()
    for face, button in TURN.values():
        laptop.throw(face)
        look()
        for _ in range(2):
            laptop.press(button)
            look()
    return Turn(tuple(shown), tuple(kept))


def press(page: Page, control: Control) -> None:
    """Press a control on the page, and let go."""
    for what in ("down", "up"):
        assert page.do(do=what, control=control.name.lower()).status == 204


def turn_knob(page: Page, steps: int) -> None:
    """Turn the knob on the page."""
    assert page.do(do="turn", steps=steps).status == 204


def _copy(files: dict[str, bytes]) -> bytes:
    """Give a copy of games, as a shutdown leaves it on the boot partition."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(f"./{name}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return made.getvalue()

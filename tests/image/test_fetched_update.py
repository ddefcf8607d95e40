"""A signed update that the card fetches over the network, if its owner wrote down an address."""

import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from cdgdevice.ui.intents_and_commands import UpdateOutcome
from tests.image.updated_card import IMAGE, UpdatedCard, make_key, on_linux_with_ssh, started

pytestmark = on_linux_with_ssh

FETCHED = "cdgdevice-fetched.update"


class Server:
    """A web server in the owner's network, with one file, and how many bytes of it were taken."""

    def __init__(self) -> None:
        self.content: bytes | None = None
        self.promised = 0
        """Bytes that it announces and then does not send."""
        self.sent = 0
        served = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if served.content is None:
                    self.send_error(404)
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(len(served.content) + served.promised))
                self.end_headers()
                served.sent += self.wfile.write(served.content)

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}/card.update"


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    with made.http:
        thread = Thread(target=made.http.serve_forever, args=(0.01,))
        thread.start()
        yield made
        made.http.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_key(tmp_path_factory.mktemp("key"))


@pytest.fixture
def card(tmp_path: Path, key: Path) -> UpdatedCard:
    """A card that runs version 1."""
    return UpdatedCard(tmp_path, key)


def load_fetch_update() -> Any:
    """Return the card's program as a module."""
    module = ModuleType("fetch_update")
    sys.modules["fetch_update"] = module
    source = IMAGE / "root/usr/lib/cdgdevice-image/fetch-update"
    module.__file__ = str(source)
    exec(compile(source.read_text("utf-8"), source, "exec"), module.__dict__)
    return module


class Fetching:
    """The card's program on this card, with a file that names an address."""

    def __init__(self, card: UpdatedCard, capsys: pytest.CaptureFixture[str]) -> None:
        self.card, self.capsys = card, capsys
        self.settings = card.boot / "cdgdevice-update.txt"
        self.program = load_fetch_update()
        self.program.load_take_update = lambda: card.program
        # An update of these tests is longer than what is read before its signature is verified.
        card.program.HEAD = 2048
        card.program.find_card = lambda: card.card

    def fetch(self, settings: str) -> str:
        """Do what the card does after a start; return what it said."""
        self.settings.write_text(settings)
        self.program.main(str(self.settings))
        return self.capsys.readouterr().out

    def files(self) -> list[str]:
        """Return what is in the folder of what came over the network."""
        return sorted(path.name for path in self.card.fetched.iterdir())


@pytest.fixture
def fetching(card: UpdatedCard, capsys: pytest.CaptureFixture[str]) -> Fetching:
    return Fetching(card, capsys)


def serve(server: Server, card: UpdatedCard, number: int, **told: Any) -> None:
    """Put an update on the server, and on no card."""
    update = card.put_update(number, **told)
    server.content = update.read_bytes()
    update.unlink()


def test_an_update_of_the_network_is_fetched_once_and_taken_like_any_other(
    server: Server, card: UpdatedCard, fetching: Fetching, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(server, card, 2)
    said = fetching.fetch(f"# mine\r\n\r\n  {server.address}\r\n")
    assert said == (
        "cdgdevice-update.txt: 0.2.0 of 1970-01-03 was fetched. The next start writes it.\n"
    )
    assert fetching.files() == [FETCHED]
    assert card.shown() == [(FETCHED, UpdateOutcome.FETCHED, "0.2.0")]
    assert "nothing newer is there." in fetching.fetch(server.address)
    card.write()
    assert f"{FETCHED}: the next start tries 0.2.0" in capsys.readouterr().out
    assert started(card.content()) == ("b", True, 2)


def test_what_was_fetched_is_not_taken_once_its_owner_took_the_address_away(
    server: Server, card: UpdatedCard, fetching: Fetching, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(server, card, 2)
    fetching.fetch(server.address)
    fetching.settings.unlink()
    card.write()
    assert capsys.readouterr().out == ""
    assert started(card.content()) == ("a", False, 1)


def test_what_runs_already_is_not_kept(
    server: Server, card: UpdatedCard, fetching: Fetching
) -> None:
    serve(server, card, 2)
    fetching.fetch(server.address)
    card.write()
    assert started(card.content()) == ("b", True, 2)
    card.runs("b", 2)
    assert "nothing newer is there." in fetching.fetch(server.address)
    assert fetching.files() == []


def test_a_newer_one_takes_the_place_of_what_was_fetched(
    server: Server, card: UpdatedCard, fetching: Fetching
) -> None:
    for number in (2, 3):
        serve(server, card, number)
        assert f"0.{number}.0" in fetching.fetch(server.address)
    assert fetching.files() == [FETCHED]
    card.write()
    assert started(card.content()) == ("b", True, 3)


def _other_key(server: Server, card: UpdatedCard) -> None:
    folder = card.folder / "other"
    folder.mkdir()
    serve(server, card, 2, key=make_key(folder))


def _cut(server: Server, card: UpdatedCard) -> None:
    serve(server, card, 2)
    assert server.content
    server.content = server.content[:9000]
    server.promised = 5000


def _endless(server: Server, card: UpdatedCard) -> None:
    serve(server, card, 2)
    assert server.content
    server.content += bytes(400_000)


def _nothing(server: Server, card: UpdatedCard) -> None:
    server.content = None


def _web_page(server: Server, card: UpdatedCard) -> None:
    server.content = b"<html>Log in to this network</html>"


REFUSED = {
    "another key": (_other_key, UpdateOutcome.SIGNATURE),
    "older": (lambda server, card: serve(server, card, 0), UpdateOutcome.OLDER),
    "cut": (_cut, UpdateOutcome.DAMAGED),
    "more than was signed": (_endless, UpdateOutcome.DAMAGED),
    "no such file": (_nothing, UpdateOutcome.ADDRESS),
    "a page in place of it": (_web_page, UpdateOutcome.ADDRESS),
}


@pytest.mark.parametrize(("put", "outcome"), REFUSED.values(), ids=REFUSED.keys())
def test_what_can_t_be_fetched_leaves_nothing_behind_and_the_menu_says_why(
    server: Server, card: UpdatedCard, fetching: Fetching, put: Any, outcome: UpdateOutcome
) -> None:
    put(server, card)
    fetching.settings.write_text(server.address)
    before = card.content()
    assert "no update was fetched: " in fetching.fetch(server.address)
    assert card.shown() == [(FETCHED, outcome, "")]
    assert fetching.files() == []
    assert card.content() == before


def test_without_a_network_it_is_tried_again(card: UpdatedCard, fetching: Fetching) -> None:
    with pytest.raises(SystemExit) as ended:
        fetching.fetch("http://127.0.0.1:1/card.update")
    assert ended.value.code == 1
    assert card.shown() == [(FETCHED, UpdateOutcome.ADDRESS, "")]
    unit = IMAGE / "root/usr/lib/systemd/system/cdgdevice-fetch-update.service"
    assert "\nRestart=on-failure\n" in unit.read_text("utf-8")


@pytest.mark.parametrize(
    "settings", ["", "# none\n", "ftp://there/x", "file:///etc/passwd", "gadget.local", "\0"]
)
def test_what_is_no_address_is_not_asked_for(
    card: UpdatedCard, fetching: Fetching, settings: str
) -> None:
    assert "write where it is, as http://" in fetching.fetch(settings)
    assert card.shown() == [(FETCHED, UpdateOutcome.ADDRESS, "")]


def test_a_card_without_room_keeps_its_room_for_the_games(
    server: Server, card: UpdatedCard, fetching: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(server, card, 2)
    full = SimpleNamespace(f_bavail=1, f_frsize=fetching.program.RESERVE)
    monkeypatch.setattr(fetching.program.os, "statvfs", lambda _: full)
    assert "there is no room for it" in fetching.fetch(server.address)
    assert card.shown() == [(FETCHED, UpdateOutcome.SPACE, "")]
    assert fetching.files() == []


def test_a_network_comes_up_for_each_file_that_asks_for_one() -> None:
    units = IMAGE / "root/etc/systemd/system"
    for program in ("networkd", "resolved", "timesyncd"):
        text = (units / f"systemd-{program}.service.d/cdgdevice.conf").read_text("utf-8")
        assert "\nConditionPathExists=|/boot/firmware/cdgdevice-update.txt\n" in text


def test_no_more_is_asked_of_the_network_than_the_owner_wrote_down() -> None:
    unit = IMAGE / "root/usr/lib/systemd/system/cdgdevice-fetch-update.service"
    text = unit.read_text("utf-8")
    assert "\nConditionPathExists=/boot/firmware/cdgdevice-update.txt\n" in text
    assert not (IMAGE / "boot/cdgdevice-update.txt").exists()
    writes = [line for line in text.splitlines() if line.startswith("ReadWritePaths=")]
    assert writes == ["ReadWritePaths=-/srv/card/fetched"]
    assert "\nCapabilityBoundingSet=\n" in text


def test_the_program_finds_what_knows_of_updates_beside_it() -> None:
    taking = load_fetch_update().load_take_update()
    assert taking.UPDATES == "cdgdevice-*.update"

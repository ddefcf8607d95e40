"""A signed update that the card fetches over the network, if its owner wrote down an address."""

import os
import re
import socket
import sys
from collections.abc import Iterator
from errno import EHOSTUNREACH, ENETUNREACH, EROFS
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from cdgdevice.ui.intents_and_commands import UpdateOutcome
from tests.image.update_server import UpdateServer
from tests.image.updated_card import IMAGE, UpdatedCard, make_key, on_linux_with_ssh, started

pytestmark = on_linux_with_ssh

FETCHED, SETTINGS = "cdgdevice-fetched.update", "cdgdevice-update.txt"
UNIT = IMAGE / "root/usr/lib/systemd/system/cdgdevice-fetch-update.service"
HEAD = 2048
"""Most bytes of a manifest or a signature here: an update is longer than what is read first."""


@pytest.fixture
def server() -> Iterator[UpdateServer]:
    with UpdateServer() as made:
        yield made


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
        self.settings = card.boot / SETTINGS
        self.slept: list[float] = []
        self.program = load_fetch_update()
        self.program.load_take_update = lambda: card.program
        self.program.sleep = self.slept.append
        card.program.HEAD = HEAD
        card.program.find_card = lambda: card.card

    def fetch(self, settings: str) -> str:
        """Do what the card does after a start; return what it said."""
        self.settings.write_text(settings)
        return self.starts()

    def starts(self) -> str:
        """Do the same with the owner's file as it is, if it is there."""
        self.program.main(self.settings)
        return self.capsys.readouterr().out

    def files(self) -> list[str]:
        """Return what is in the folder of what came over the network."""
        return sorted(path.name for path in self.card.fetched.iterdir())


@pytest.fixture
def fetching(card: UpdatedCard, capsys: pytest.CaptureFixture[str]) -> Fetching:
    return Fetching(card, capsys)


def serve(server: UpdateServer, card: UpdatedCard, number: int, **told: Any) -> None:
    """Put an update on the server, and on no card."""
    update = card.put_update(number, **told)
    server.content = update.read_bytes()
    update.unlink()


def test_an_update_of_the_network_is_fetched_once_and_taken_like_any_other(
    server: UpdateServer, card: UpdatedCard, fetching: Fetching, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(server, card, 2)
    said = fetching.fetch(f"# mine\r\n\r\n  {server.address}\r\n")
    assert said == (
        "cdgdevice-update.txt: 0.2.0 of 1970-01-03 was fetched. The next start writes it.\n"
    )
    assert fetching.files() == [FETCHED]
    assert card.shown() == [(SETTINGS, UpdateOutcome.FETCHED, "0.2.0")]
    assert "nothing newer is at the address." in fetching.fetch(server.address)
    assert card.shown() == [(SETTINGS, UpdateOutcome.NEWEST, "0.2.0")]
    card.write()
    assert f"{FETCHED}: the next start tries 0.2.0" in capsys.readouterr().out
    assert started(card.content()) == ("b", True, 2)


def test_what_was_fetched_is_not_taken_once_its_owner_took_the_address_away(
    server: UpdateServer, card: UpdatedCard, fetching: Fetching, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(server, card, 2)
    fetching.fetch(server.address)
    (card.fetched / "part").write_bytes(b"as a pulled plug left it")
    fetching.settings.unlink()
    card.write()
    assert capsys.readouterr().out == ""
    assert started(card.content()) == ("a", False, 1)
    assert fetching.starts() == ""
    assert fetching.files() == []


def test_what_runs_already_is_not_kept(
    server: UpdateServer, card: UpdatedCard, fetching: Fetching
) -> None:
    serve(server, card, 2)
    fetching.fetch(server.address)
    card.write()
    assert started(card.content()) == ("b", True, 2)
    card.runs("b", 2)
    assert "nothing newer is at the address." in fetching.fetch(server.address)
    assert fetching.files() == []


def test_a_newer_one_takes_the_place_of_what_was_fetched(
    server: UpdateServer, card: UpdatedCard, fetching: Fetching
) -> None:
    for number in (2, 3):
        serve(server, card, number)
        assert f"0.{number}.0" in fetching.fetch(server.address)
    assert fetching.files() == [FETCHED]
    card.write()
    assert started(card.content()) == ("b", True, 3)


def test_what_is_superseded_makes_room_before_the_newer_one_comes(
    server: UpdateServer, card: UpdatedCard, fetching: Fetching
) -> None:
    serve(server, card, 2)
    fetching.fetch(server.address)
    serve(server, card, 3)
    there: list[list[str]] = []
    fetching.program.os = SimpleNamespace(
        statvfs=os.statvfs, sync=os.sync, fsync=lambda _: there.append(fetching.files())
    )
    fetching.fetch(server.address)
    assert {*map(tuple, there)} == {("part",)}
    assert fetching.files() == [FETCHED]


def test_what_take_update_made_of_an_update_is_shown_whatever_the_server_does(
    server: UpdateServer, card: UpdatedCard, fetching: Fetching
) -> None:
    serve(server, card, 2)
    fetching.fetch(server.address)
    card.runs("a", 1)
    card.write()
    server.content = None
    fetching.fetch(server.address)
    assert card.shown() == [
        (FETCHED, UpdateOutcome.NEXT, "0.2.0"),
        (SETTINGS, UpdateOutcome.MISSING, ""),
    ]


def test_a_file_that_another_key_signed_costs_no_more_than_its_first_bytes(
    server: UpdateServer, card: UpdatedCard, fetching: Fetching
) -> None:
    _other_key(server, card)
    server.most = 2 * HEAD + 2048
    assert server.content
    assert len(server.content) > server.most
    # Asked for more, the server would be silent until this is over.
    fetching.program.SILENCE = 1.0
    fetching.fetch(server.address)
    assert card.shown() == [(SETTINGS, UpdateOutcome.SIGNATURE, "")]


def _other_key(server: UpdateServer, card: UpdatedCard) -> None:
    folder = card.folder / "other"
    folder.mkdir()
    serve(server, card, 2, key=make_key(folder))


def _cut(server: UpdateServer, card: UpdatedCard) -> None:
    serve(server, card, 2)
    assert server.content
    server.content = server.content[:9000]
    server.promised = 5000


def _endless(server: UpdateServer, card: UpdatedCard) -> None:
    serve(server, card, 2)
    assert server.content
    server.content += bytes(400_000)


def _elsewhere(server: UpdateServer, card: UpdatedCard) -> None:
    serve(server, card, 2)
    server.elsewhere = True


def _nothing(server: UpdateServer, card: UpdatedCard) -> None:
    server.content = None


def _web_page(server: UpdateServer, card: UpdatedCard) -> None:
    server.content = b"<html>Log in to this network</html>"


REFUSED = {
    "another key": (_other_key, UpdateOutcome.SIGNATURE),
    "older": (lambda server, card: serve(server, card, 0), UpdateOutcome.OLDER),
    "cut": (_cut, UpdateOutcome.MISSING),
    "more than was signed": (_endless, UpdateOutcome.MISSING),
    "no such file": (_nothing, UpdateOutcome.MISSING),
    "a page in place of it": (_web_page, UpdateOutcome.MISSING),
    "at another address": (_elsewhere, UpdateOutcome.MISSING),
}


@pytest.mark.parametrize(("put", "outcome"), REFUSED.values(), ids=REFUSED.keys())
def test_what_can_t_be_fetched_leaves_nothing_behind_and_the_menu_says_why(
    server: UpdateServer, card: UpdatedCard, fetching: Fetching, put: Any, outcome: UpdateOutcome
) -> None:
    put(server, card)
    fetching.settings.write_text(server.address)
    before = card.content()
    assert "no update was fetched: " in fetching.fetch(server.address)
    assert card.shown() == [(SETTINGS, outcome, "")]
    assert fetching.files() == []
    assert fetching.slept == []
    assert card.content() == before


def no_network(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no name be known and no address be reached, for this reason."""

    def fails(*_: object) -> None:
        raise socket.gaierror(number, "") if number < 0 else OSError(number, "")

    monkeypatch.setattr(socket, "getaddrinfo", fails)


@pytest.mark.parametrize("number", [socket.EAI_AGAIN, ENETUNREACH, EHOSTUNREACH])
def test_it_waits_for_a_network_and_says_so_once(
    server: UpdateServer,
    card: UpdatedCard,
    fetching: Fetching,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
) -> None:
    serve(server, card, 2)
    shown = []

    def sleep(_: float) -> None:
        shown.append(card.shown())
        if len(shown) == 3:
            monkeypatch.undo()

    no_network(number, monkeypatch)
    fetching.program.sleep = sleep
    missing, fetched = fetching.fetch(server.address).splitlines()
    assert missing.endswith("no update was fetched: no network reaches the address yet.")
    assert "0.2.0 of 1970-01-03 was fetched." in fetched
    assert shown == [[(SETTINGS, UpdateOutcome.NETWORK, "")]] * 3
    assert card.shown() == [(SETTINGS, UpdateOutcome.FETCHED, "0.2.0")]


def test_it_gives_up_after_ten_minutes_without_a_network(
    fetching: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_network(socket.EAI_AGAIN, monkeypatch)
    assert len(fetching.fetch("http://there/card.update").splitlines()) == 1
    assert sum(fetching.slept) == 600


def test_a_name_that_nobody_has_is_asked_for_once(
    card: UpdatedCard, fetching: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_network(socket.EAI_NONAME, monkeypatch)
    fetching.fetch("http://mistyped/card.update")
    assert card.shown() == [(SETTINGS, UpdateOutcome.MISSING, "")]
    assert fetching.slept == []


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:1/x", "http:///x", "http://a..b/", "http://a:b/"]
)
def test_what_nobody_answers_is_asked_for_once(
    card: UpdatedCard, fetching: Fetching, address: str
) -> None:
    said = fetching.fetch(address)
    assert said.endswith("no update was fetched: check the address and its server.\n")
    assert card.shown() == [(SETTINGS, UpdateOutcome.MISSING, "")]
    assert fetching.slept == []


@pytest.mark.parametrize(
    "settings",
    [
        "",
        "# none\n",
        "ftp://there/x",
        "file:///etc/passwd",
        "https://there/x",
        "gadget.local",
        "\0",
    ],
)
def test_what_is_no_address_is_not_asked_for(
    card: UpdatedCard, fetching: Fetching, settings: str
) -> None:
    assert "write an address that begins with http://" in fetching.fetch(settings)
    assert card.shown() == [(SETTINGS, UpdateOutcome.ADDRESS, "")]


def test_a_card_that_can_t_be_written_is_named(
    server: UpdateServer, card: UpdatedCard, fetching: Fetching
) -> None:
    serve(server, card, 2)

    def fails(_: int) -> None:
        raise OSError(EROFS, "")

    fetching.program.os = SimpleNamespace(statvfs=os.statvfs, fsync=fails)
    assert "the card can't be read or written." in fetching.fetch(server.address)
    assert card.shown() == [(SETTINGS, UpdateOutcome.CARD, "")]


def test_a_card_without_room_keeps_its_room_for_the_games(
    server: UpdateServer, card: UpdatedCard, fetching: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(server, card, 2)
    full = SimpleNamespace(f_bavail=1, f_frsize=fetching.program.RESERVE)
    monkeypatch.setattr(fetching.program.os, "statvfs", lambda _: full)
    assert "copy it to the boot partition." in fetching.fetch(server.address)
    assert card.shown() == [(SETTINGS, UpdateOutcome.SPACE, "")]
    assert fetching.files() == []


def test_a_network_comes_up_for_each_file_that_asks_for_one() -> None:
    units = IMAGE / "root/etc/systemd/system"
    for program in ("networkd", "resolved", "timesyncd"):
        text = (units / f"systemd-{program}.service.d/cdgdevice.conf").read_text("utf-8")
        assert "\nConditionPathExists=|/boot/firmware/cdgdevice-update.txt\n" in text


def test_no_more_is_asked_of_the_network_than_the_owner_wrote_down() -> None:
    text = UNIT.read_text("utf-8")
    assert f"\nExecStart=/usr/lib/cdgdevice-image/fetch-update /boot/firmware/{SETTINGS}\n" in text
    assert re.findall("^Condition.*\\|.*$", text, re.MULTILINE) == [
        f"ConditionPathExists=|/boot/firmware/{SETTINGS}",
        # Which it empties without that file.
        "ConditionDirectoryNotEmpty=|/srv/card/fetched",
    ]
    assert not (IMAGE / "boot/cdgdevice-update.txt").exists()
    writes = [line for line in text.splitlines() if line.startswith("ReadWritePaths=")]
    assert writes == ["ReadWritePaths=-/srv/card/fetched"]
    assert "\nCapabilityBoundingSet=\n" in text
    assert "\nUser=_apt\n" in text
    assert re.findall("^RestrictAddressFamilies=(.*)$", text, re.MULTILINE) == [
        "AF_INET AF_INET6 AF_NETLINK"
    ]


@pytest.mark.parametrize("unit", ["update", "fetch-update"])
def test_what_else_is_on_the_card_is_hidden_from_who_updates_it(unit: str) -> None:
    text = UNIT.with_name(f"cdgdevice-{unit}.service").read_text("utf-8")
    hidden = re.findall("^InaccessiblePaths=(.*)$", text, re.MULTILINE)
    named = {path.removeprefix("-") for line in hidden for path in line.split()}
    sources = [path for path in (IMAGE / "root/usr/lib").rglob("*") if path.is_file()]
    text = "".join(path.read_text("utf-8") for path in sources)
    there = {*re.findall(r"(?:/srv/card|\$card)/(\w+)", text)} - {"fetched", "filled", "copy"}
    assert {f"/srv/card/{folder}" for folder in there} <= named


def test_the_program_finds_what_knows_of_updates_beside_it() -> None:
    taking = load_fetch_update().load_take_update()
    assert taking.UPDATES == "cdgdevice-*.update"

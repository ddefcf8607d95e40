"""The page of the gadget itself, at a socket that was opened for it."""

import os
import signal
import socket
import subprocess
import sys
import threading
from base64 import b64decode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from msgspec.structs import replace

from cdgdevice.browser.page_board import write_board, write_history
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import (
    Control,
    PinEdge,
    RemoteTouch,
    RemoteTouchKind,
    Turned,
)
from cdgdevice.drivers.oled.framebuffer import pages_to_image
from cdgdevice.games.board_answers import MAX_UNDONE_AT_ONCE, STALE
from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.sheet_library import BUILT_IN
from cdgdevice.render.views import DiceView, PageKind, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game_log import write_log
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, NotAllowedError, RollDice
from cdgdevice.rules.texts.sentences import name_result
from cdgdevice.service import page_state, web_page
from cdgdevice.service.assembly import assemble_gadget
from cdgdevice.service.board_requests import PageRequest, find_board_id, undo_answers
from cdgdevice.service.front_panel import ScreenPower
from cdgdevice.service.lamps_and_buzzer import Outputs
from cdgdevice.service.loop import LoopEvent, Service
from cdgdevice.service.page_state import BusyError, PageRequests
from cdgdevice.simulator.simulated_reader import SimulatedReader
from cdgdevice.simulator.simulation import Simulation
from cdgdevice.ui.intents_and_commands import Press, PressSide, Signal
from cdgdevice.ui.state import UiContext
from tests.patience import PATIENCE
from tests.rules.playing import new
from tests.running_gadget import GOODBYE, Running
from tests.service.session_table import Table
from tests.system.test_units import NEEDED
from tests.web.browser_end import COOKIE, PAIRED, ask, connected
from tests.web.browser_end import Page as Browser

BUSY = "The gadget has its hands full: try again in a moment."


@pytest.fixture
def door() -> Iterator[socket.socket]:
    with closing(socket.socket()) as door:
        door.bind(("127.0.0.1", 0))
        door.listen(64)
        yield door


def url(door: socket.socket) -> str:
    host, port = door.getsockname()
    return f"http://{host}:{port}/"


@dataclass
class Opened:
    """A gadget whose loop does not run: what the page does stays on the queue."""

    page: web_page.GadgetPage
    service: Service
    simulation: Simulation
    queue: "SimpleQueue[LoopEvent]"
    log: list[str] = field(default_factory=list)

    def state(self, browser: Browser) -> dict[str, Any]:
        self.page.show(self.service)
        return browser.next_state()

    def answers(self, asks: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Do what the page asks for as the loop does it, and give the page's reply."""
        with ThreadPoolExecutor(1) as page:
            reply = page.submit(asks)
            request = self.queue.get(timeout=PATIENCE)
            assert isinstance(request, PageRequest)
            request.do(self.service.session, 0.0)
            self.page.show(self.service)
            return reply.result(PATIENCE)

    def edge(self) -> tuple[object, bool]:
        edge = self.queue.get(timeout=PATIENCE)
        assert isinstance(edge, PinEdge)
        return edge.pin, edge.active


@contextmanager
def opened(folder: Path, door: socket.socket) -> Iterator[Opened]:
    (folder / web_page.PAIRED_BROWSERS).write_bytes(PAIRED)
    config, queue, log = (
        Config(folder, sheet="paths-of-glory-2022", set_up=False),
        SimpleQueue[LoopEvent](),
        list[str](),
    )
    with (
        Simulation(config) as simulation,
        web_page.GadgetPage(config, door.dup(), queue, log.append, FolderDisk(folder)) as page,
        assemble_gadget(
            config,
            replace(simulation.world, reader=None),
            queue,
            log=log.append,
        ) as service,
    ):
        service.front_panel.show(
            dict.fromkeys(Side, PageView(PageKind.NOTE, "Hello", ("It is on.",)))
        )
        page.show(service)
        yield Opened(page, service, simulation, queue, log)


def answered(
    gadget: Opened, browser: Browser, shown: dict[str, Any], choice: int
) -> dict[str, Any]:
    """Answer the board of a reply with one of its choices, and give the next reply."""
    request = shown["board"]["choices"][choice]["request"]
    return gadget.answers(lambda: browser.asks(do="answer", request=request, id=shown["id"]))


def rolled_on(gadget: Opened, browser: Browser) -> dict[str, Any]:
    """Take the plain choice of the board that stands, and give the reply."""
    shown = browser.asks(do="board")
    return answered(gadget, browser, shown, shown["board"]["enter"])


@pytest.fixture
def gadget(tmp_path: Path, door: socket.socket) -> Iterator[Opened]:
    with opened(tmp_path, door) as gadget:
        yield gadget


@pytest.fixture
def browser(gadget: Opened, door: socket.socket) -> Iterator[Browser]:
    with connected(url(door), COOKIE) as browser:
        browser.next_state()
        yield browser


def test_screens_are_as_bright_and_lamps_burn_as_on_the_gadget(
    gadget: Opened, browser: Browser
) -> None:
    front = gadget.service.front_panel
    front.set_power(ScreenPower.DIM)
    front.set_outputs(Outputs(frozenset({Side.RIGHT})))
    state = gadget.state(browser)
    assert state["lit"] == ["right"]
    assert state["die"] is None
    assert [(screen["name"], screen["contrast"]) for screen in state["screens"]] == [
        ("left", 16),
        ("right", 16),
    ]
    assert all("It is on." in screen["words"] for screen in state["screens"])
    front.set_power(ScreenPower.DARK)
    assert not any(screen["on"] for screen in gadget.state(browser)["screens"])


def test_before_the_first_game_is_chosen_no_side_and_no_game_is_named(
    gadget: Opened, browser: Browser, door: socket.socket
) -> None:
    gadget.service.session.send(Signal.FIRST_GAME_WANTED, 0.0)
    state = gadget.state(browser)
    assert [screen["label"] for screen in state["screens"]] == ["", ""]
    assert (state["board"], state["games"]) == (None, True)
    assert browser.asks(do="board")["board"] is None
    for question in ("odds", "log", "undo"):
        assert browser.asks(do=question) == {"error": "No game has been chosen yet."}
    assert ask(url(door), "/log", headers={"Cookie": COOKIE}).status == 404
    # A page that asked just before sees it no other way.
    session = gadget.service.session
    with pytest.raises(NotAllowedError, match="No game has been chosen yet"):
        undo_answers(0, find_board_id(session), session, 0.0)


def test_each_state_names_the_board_and_counts_the_throws_that_were_not_undone(
    gadget: Opened, browser: Browser
) -> None:
    gadget.service.session.send(PressSide(Side.LEFT), 0.0)
    state = gadget.state(browser)
    assert state["throws"] == 1
    rolled = state["board"]
    gadget.service.session.send(Press.UNDO, 0.0)
    state = gadget.state(browser)
    assert state["throws"] == 0
    assert state["board"] not in (None, rolled)


def test_what_has_not_changed_is_not_sent_again(gadget: Opened, browser: Browser) -> None:
    for _ in range(3):
        gadget.page.show(gadget.service)
    gadget.service.front_panel.set_outputs(Outputs(frozenset({Side.LEFT})))
    gadget.page.show(gadget.service)
    assert browser.next_state()["lit"] == ["left"]


def test_page_and_pins_are_two_hands_that_press_each_for_itself(
    gadget: Opened, browser: Browser
) -> None:
    assert browser.do(do="down", control="left").status == 204
    gadget.simulation.hand.down(Control.LEFT)
    assert browser.do(do="up", control="left").status == 204
    gadget.simulation.hand.up(Control.LEFT)
    came = [gadget.queue.get(timeout=PATIENCE) for _ in range(4)]
    assert [type(event) for event in came] == [RemoteTouch, PinEdge, RemoteTouch, PinEdge]


def test_more_than_the_game_can_take_is_refused_but_never_a_release(
    gadget: Opened, browser: Browser
) -> None:
    assert browser.do(do="down", control="left").status == 204
    for _ in range(web_page.MAX_WAITING_EVENTS):
        gadget.queue.put(Turned(0.0, 1))
    for wish in ({"do": "turn", "steps": 1}, {"do": "down", "control": "right"}):
        assert browser.do(**wish).sentence == BUSY
    assert browser.do(do="still", control="left").status == 204
    assert browser.do(do="up", control="left").status == 204
    assert browser.do(do="up", control="right").status == 204
    assert gadget.queue.qsize() == 1 + web_page.MAX_WAITING_EVENTS + 1


def test_nothing_stays_held_when_the_page_is_closed(tmp_path: Path, door: socket.socket) -> None:
    with opened(tmp_path, door) as gadget, connected(url(door), COOKIE) as browser:
        browser.do(do="down", control="knob")
        gadget.page.__exit__()
        came = [gadget.queue.get(timeout=PATIENCE) for _ in range(2)]
        assert [(type(event), getattr(event, "touch", None)) for event in came] == [
            (RemoteTouch, RemoteTouchKind.DOWN),
            (RemoteTouch, RemoteTouchKind.LOST),
        ]


def test_the_odds_of_this_state_are_those_of_every_throw(gadget: Opened, browser: Browser) -> None:
    odds = browser.asks(do="odds")
    history = gadget.service.session.history
    rolled = [
        {
            str(option.card.card)
            for option in prompt(
                answer_request(history, RollDice(history.now.active, (n,))).history.now
            ).options
            if option.card is not None
        }
        for n in range(1, 7)
    ]
    assert odds["throws"] == 6
    assert {card["name"]: card["count"] for card in odds["cards"]} == {
        name: sum(name in cards for cards in rolled) for name in "ABCDE"
    }


def test_a_page_tells_what_was_played_the_latest_first_with_what_was_rolled(
    gadget: Opened, browser: Browser
) -> None:
    assert browser.asks(do="log") == {"more": 0, "lines": []}
    session = gadget.service.session
    session.send(PressSide(session.history.now.active), 0.0)
    gadget.page.show(gadget.service)
    (line,) = browser.asks(do="log")["lines"]
    game = session.history.now
    assert game.roll is not None
    assert game.roll.method_result is not None
    shown = name_result(game.roll.method_result, game.sheet.words)
    assert line == {"before": 0, "count": 1, "said": f"T1 R1 Central Powers: {shown}."}


def test_the_log_of_the_whole_game_can_be_kept_as_a_text(
    gadget: Opened, door: socket.socket
) -> None:
    gadget.service.session.send(PressSide(gadget.service.session.history.now.active), 0.0)
    gadget.page.show(gadget.service)
    answer = ask(url(door), "/log", headers={"Cookie": COOKIE})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="log.txt"'
    title, *lines = answer.body.decode().splitlines()
    assert title == "Paths of Glory"
    assert lines == [line.said for line in write_log(gadget.service.session.history)]
    german = ask(url(door), "/log?language=de", headers={"Cookie": COOKIE}).body.decode()
    assert german.splitlines()[-1].startswith("Z1 R1 Mittelmächte")
    assert ask(url(door), "/log?language=xx", headers={"Cookie": COOKIE}).body == answer.body


@pytest.mark.parametrize("question", ["board", "odds", "log"])
def test_a_page_reads_the_game_as_it_was_published_until_it_is_published_again(
    question: str, gadget: Opened, browser: Browser
) -> None:
    session, before = gadget.service.session, browser.asks(do=question)
    session.send(PressSide(session.history.now.active), 0.0)
    assert browser.asks(do=question) == before
    gadget.page.show(gadget.service)
    assert browser.asks(do=question) != before


def test_an_answer_at_the_page_is_the_game_s_and_the_screens_show_it(
    gadget: Opened, browser: Browser
) -> None:
    rolled = rolled_on(gadget, browser)
    assert rolled["board"]["answers"] == 1
    assert len(gadget.service.session.history.past) == 1
    card = next(n for n, each in enumerate(rolled["board"]["choices"]) if each["card"])
    played = answered(gadget, browser, rolled, card)
    assert played["board"]["answers"] == 2
    while browser.next_state()["board"] != played["id"]:
        pass  # each state tells a page that is open which board stands


def test_an_answer_to_a_board_that_has_gone_on_is_refused_and_shown_on_no_screen(
    gadget: Opened, browser: Browser
) -> None:
    shown, session = browser.asks(do="board"), gadget.service.session
    for intent in (PressSide(Side.LEFT), Press.UNDO):
        session.send(intent, 0.0)  # it stands after as many answers as before
        before = session.views(tuple(Side)), session.history
        assert answered(gadget, browser, shown, shown["board"]["enter"]) == {"error": STALE}
        undo = gadget.answers(lambda: browser.asks(do="undo", to=0, id=shown["id"]))
        assert undo == {"error": STALE}
        assert (session.views(tuple(Side)), session.history) == before


def test_an_answer_to_the_board_of_another_game_changes_neither(
    gadget: Opened, browser: Browser
) -> None:
    shown, session = rolled_on(gadget, browser), gadget.service.session
    session.games.begin(NewGame("paths-of-glory-2018"))
    session.send(PressSide(Side.LEFT), 0.0)
    before = session.history
    assert answered(gadget, browser, shown, 0) == {"error": STALE}
    undo = gadget.answers(lambda: browser.asks(do="undo", to=0, id=shown["id"]))
    assert (undo, session.history) == ({"error": STALE}, before)


def test_what_is_asked_in_vain_is_not_done_later(
    gadget: Opened, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_state, "LONGEST_WAIT", 0.01)
    shown, session = browser.asks(do="board"), gadget.service.session
    request = shown["board"]["choices"][shown["board"]["enter"]]["request"]
    refused = browser.asks(do="answer", request=request, id=shown["id"])
    assert refused == {"error": "The gadget is busy, and has done nothing: try again."}
    late = gadget.queue.get(timeout=PATIENCE)
    assert isinstance(late, PageRequest)
    late.do(session, 0.0)
    assert not session.history.past


def test_a_gadget_that_ends_waits_for_no_page(
    tmp_path: Path, door: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_state, "LONGEST_WAIT", 10 * PATIENCE)
    with (
        opened(tmp_path, door) as gadget,
        connected(url(door), COOKIE) as browser,
        ThreadPoolExecutor(1) as page,
    ):
        shown = browser.asks(do="board")
        waits = page.submit(browser.asks, do="undo", to=0, id=shown["id"])
        gadget.queue.get(timeout=PATIENCE)
        gadget.page.__exit__()
        # The line may break before the reply is through.
        with suppress(HTTPException, OSError, ValueError):
            waits.result(PATIENCE)


def test_a_page_is_told_what_came_of_it_once_the_state_that_follows_is_published() -> None:
    asked, session = SimpleQueue[PageRequest](), Table(4).session
    requests = PageRequests(asked.put)
    with ThreadPoolExecutor(1) as page:
        waits = page.submit(requests.have_done, lambda *_: "done")
        asked.get(timeout=PATIENCE).do(session, 0.0)
        with pytest.raises(TimeoutError):
            waits.result(0.05)
        requests.tell()
        assert waits.result(PATIENCE) == "done"


def test_who_waits_for_a_loop_that_has_ended_is_told_that_nothing_was_done() -> None:
    asked, session = SimpleQueue[PageRequest](), Table(4).session
    requests = PageRequests(asked.put)
    with ThreadPoolExecutor(1) as page:
        waits = page.submit(requests.have_done, lambda *_: pytest.fail("it is not done any more"))
        late = asked.get(timeout=PATIENCE)
        requests.close()
        with pytest.raises(BusyError, match="is being switched off"):
            waits.result(PATIENCE)
    late.do(session, 0.0)
    with pytest.raises(BusyError, match="is being switched off"):
        requests.have_done(lambda *_: None)


def test_a_page_s_answer_is_refused_when_the_game_has_too_much_to_do(
    gadget: Opened, browser: Browser
) -> None:
    shown = browser.asks(do="board")
    for _ in range(web_page.MAX_WAITING_EVENTS):
        gadget.queue.put(Turned(0.0, 1))
    assert browser.asks(do="undo", to=0, id=shown["id"]) == {"error": BUSY}


def test_a_page_begins_a_game_and_goes_back_to_another(gadget: Opened, browser: Browser) -> None:
    session = gadget.service.session
    rolled_on(gadget, browser)
    (caesar,) = [each for each in browser.asks(do="sheets")["sheets"] if "caesar" in each["id"]]
    begin = partial(browser.asks, do="begin", sheet=caesar["id"], names=["Rome", "Arverni"])
    assert gadget.answers(begin) == {}
    assert (session.playing, len(session.history.past)) == (caesar["id"], 0)
    named = browser.asks(do="board")["board"]["sides"]
    assert [side["name"] for side in named] == ["Rome", "Arverni"]
    assert gadget.answers(lambda: browser.asks(do="resume", number=1)) == {}
    assert (session.playing, len(session.history.past)) == ("paths-of-glory-2022", 1)
    alike = browser.asks(do="begin", sheet=caesar["id"], names=["Rome", "Rome"])
    assert "two different names" in alike["error"]
    for question in ({"do": "begin", "sheet": "no-such-game"}, {"do": "resume", "number": 9}):
        refused = gadget.answers(partial(browser.asks, **question))
        assert refused["error"].endswith(".")
    assert session.playing == "paths-of-glory-2022"


def test_several_answers_are_taken_back_at_once_and_told_as_one(
    gadget: Opened, browser: Browser
) -> None:
    board = browser.asks(do="board")["board"]
    rolled = rolled_on(gadget, browser)
    card = next(n for n, each in enumerate(rolled["board"]["choices"]) if each["card"])
    played = answered(gadget, browser, rolled, card)
    undone = gadget.answers(lambda: browser.asks(do="undo", to=0, id=played["id"]))
    assert undone["board"]["sides"] == board["sides"]
    assert undone["told"]["title"] == "Undone: 2 answers"
    assert undone["told"]["text"]
    refused = gadget.answers(lambda: browser.asks(do="undo", to=0, id=undone["id"]))
    assert refused == {"error": "The game can't be taken back to there."}


@pytest.mark.parametrize(
    "question",
    [
        {"do": "delete", "number": 1},
        {"do": "begin"},
        {"do": "answer", "request": {"do": "new", "sheet": "paths-of-glory-2018"}, "id": ""},
        {"do": "answer", "request": {"do": "fly"}, "id": ""},
        {"do": "answer"},
        {"do": "undo", "to": "0"},
        {"do": 7},
        {},
    ],
)
def test_what_no_board_asks_is_refused_in_a_sentence(
    question: dict[str, Any], gadget: Opened, browser: Browser
) -> None:
    assert browser.asks(**question)["error"].endswith(".")
    assert gadget.queue.empty()


@pytest.mark.parametrize(
    ("source", "rolls"), [("button", True), ("reader", False), ("hand", False)]
)
def test_where_the_dice_are_the_player_s_a_roll_asks_what_they_show(
    source: str, rolls: bool
) -> None:
    board = write_board(new("paths-of-glory-2018"), context=UiContext(die=DieSource(source)))
    choices = board["choices"]
    assert isinstance(choices, list)
    (roll,) = [each for each in choices if each["rolls"]]
    assert (roll["request"] is not None) is rolls
    own = [each["title"] for each in roll["own"]]
    assert (own[-1] == "Let the gadget roll") is not rolls


def test_of_a_long_game_the_lines_that_can_be_undone_are_told_and_the_others_counted() -> None:
    history = begin_game(BUILT_IN.sheet("washingtons-war-2022"), NewGame("washingtons-war-2022"))
    rounds = MAX_UNDONE_AT_ONCE // 3 + 2
    while len(history.past) < 3 * rounds:
        options = [option.id for option in prompt(history.now).options]
        request = (
            RollDice(result=DieResult.AB)
            if history.now.active in prompt(history.now).rollers
            else ChooseOption(options[-1] if "A" not in options else "A")
        )
        history = answer_request(history, request).history
    told = write_history(history)
    lines = told["lines"]
    assert isinstance(lines, list)
    assert MAX_UNDONE_AT_ONCE - 3 < lines[-1]["count"] <= MAX_UNDONE_AT_ONCE
    assert told["more"] == len(history.past) - lines[-1]["count"]
    assert [line["said"] for line in lines] == [
        line.said for line in islice(write_log(history), len(lines))
    ]


def test_a_strangers_requests_change_nothing_at_the_gadget(
    gadget: Opened, door: socket.socket
) -> None:
    before = gadget.service.session.views(tuple(Side))
    for body in (b"{}", b'{"code": "000000"}', b'{"code": "\\ud800"}'):
        answer = ask(url(door), "/pair", "POST", body, {"Content-Type": "application/json"})
        assert answer.status in (400, 403)
    assert gadget.queue.empty()
    assert gadget.service.session.views(tuple(Side)) == before


def test_no_page_throws_the_player_s_own_die(gadget: Opened, browser: Browser) -> None:
    answer = browser.do(do="throw", face=6)
    assert (answer.status, answer.sentence) == (409, "The die is a real one: roll it yourself.")


def test_without_its_library_there_is_a_sentence_and_a_game(
    tmp_path: Path, door: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "bottle", None)
    monkeypatch.delitem(sys.modules, "cdgdevice.web.routes", raising=False)
    with opened(tmp_path, door) as gadget:
        gadget.page.__exit__()
        assert [line[:35] for line in gadget.log] == ["page: The page needs the package bot"[:35]]
        gadget.simulation.hand.down(Control.LEFT)
        assert gadget.edge() == (Control.LEFT, True)


def test_a_gadget_without_the_library_can_load_its_page() -> None:
    program = "import sys; sys.modules['bottle'] = None; import cdgdevice.service.web_page"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_where_no_page_is_wanted_nothing_of_it_is_loaded() -> None:
    program = (
        "import sys, cdgdevice.cli.gadget_commands\n"
        "print(*sorted(m for m in sys.modules if m in ('bottle', 'wsgiref', 'http.server')"
        " or m.startswith('cdgdevice.web')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"\n"


needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs FIFOs and signals")


@needs_posix
def test_the_page_shows_the_screen_and_a_press_on_it_plays(
    tmp_path: Path, door: socket.socket
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / web_page.PAIRED_BROWSERS).write_bytes(PAIRED)
    with Running(tmp_path, handed=door) as gadget:
        assert gadget.says().startswith("READY=1")
        with connected(url(door), COOKIE) as page:
            assert page.hello["controls"] == ["left", "right", "knob"]
            before = _pictures(page.next_state())
            for side in Side:
                gadget.shows_picture(side, before[side])
            for operation in ("down", "up"):
                assert page.do(do=operation, control="left").status == 204
            after = _pictures(page.next_state())
            assert after != before
            for side in Side:
                gadget.shows_picture(side, after[side])
            assert gadget.signal(signal.SIGTERM) == 0
            assert page.ended()
        gadget.shows(Side.LEFT, GOODBYE)
        # The door is systemd's, and stays open for the next start.
        socket.create_connection(door.getsockname(), PATIENCE).close()


def _pictures(state: dict[str, Any]) -> dict[Side, bytes]:
    return {
        Side(each["name"]): pages_to_image(b64decode(each["picture"])).tobytes()
        for each in state["screens"]
    }


@needs_posix
def test_a_flood_from_the_network_stops_neither_game_nor_watchdog(
    tmp_path: Path, door: socket.socket
) -> None:
    over = threading.Event()

    def floods() -> None:
        while not over.is_set():
            with ExitStack() as lines:
                for _ in range(20):
                    if over.is_set():
                        return
                    try:
                        # With the gadget gone nobody takes a line any more.
                        line = socket.create_connection(door.getsockname(), 1.0)
                        lines.enter_context(closing(line)).sendall(b"GET / HTTP/1.0\r\n\r\n")
                    except OSError:
                        continue

    with SimulatedReader() as reader, Running(tmp_path, reader.url, handed=door) as gadget:
        gadget.says()
        assert ask(url(door), "/").status == 200
        threads = [threading.Thread(target=floods) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(3):
                gadget.waits_for("WATCHDOG=1")
            reader.throw(4)
            gadget.shows(Side.LEFT, DiceView(DieResult.ABC))
            assert gadget.signal(signal.SIGTERM) == 0
        finally:
            over.set()
            for thread in threads:
                thread.join()


HEADS = 32
"""As many as are listened to at once."""
MAX_MEMORY = 8 * 1024
"""Kibibytes that the gadget may need more for all of them together."""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux' /proc")
def test_heads_without_an_end_cost_the_gadget_next_to_no_memory(
    tmp_path: Path, door: socket.socket
) -> None:
    line = b"X: " + 65_000 * b"a" + b"\r\n"
    with Running(tmp_path, handed=door) as gadget, ExitStack() as flood:
        gadget.says()
        assert ask(url(door), "/").status == 200
        before = _peak(gadget.process.pid)
        lines = [
            flood.enter_context(socket.create_connection(door.getsockname(), PATIENCE))
            for _ in range(HEADS)
        ]
        for each in lines:
            each.sendall(b"GET / HTTP/1.0\r\n")
        for _ in range(30):
            for each in lines:
                with suppress(OSError):  # the gadget has heard enough
                    each.sendall(line)
        assert _peak(gadget.process.pid) - before < MAX_MEMORY
        assert _peak(gadget.process.pid) < NEEDED * 1024
        assert gadget.signal(signal.SIGTERM) == 0


def _peak(process: int) -> int:
    """Give the most resident memory that a process has had, in KiB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(row.split()[1] for row in status.splitlines() if row.startswith("VmHWM:")))

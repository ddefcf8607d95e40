"""Who sees and presses a page that the network can reach: browsers that named the code."""

import json
import queue
import socket
from contextlib import closing

import pytest
from browser_end import Page, ask, asking

from cdgdevice.games.disk import replace_file
from cdgdevice.service.web_page import PAIRED_BROWSERS, open_pairing
from cdgdevice.web.access import (
    CODE_SECONDS,
    MOST_BROWSERS,
    TRIES,
    TRY_SECONDS,
    Pairing,
    PairingError,
    TooManyTriesError,
)
from cdgdevice.web.page_messages import PageState, TurnKnob
from cdgdevice.web.server import PageServer
from tests.patience import PATIENCE
from tests.simulated_disk import SimulatedDisk

JSON = {"Content-Type": "application/json"}
WRONG = "000000"


class Desk:
    """A pairing with a clock that is set by hand, and the codes that it showed."""

    def __init__(self) -> None:
        self.now = 0.0
        self.disk = SimulatedDisk()
        self.shown: list[str] = []
        self.next_code = 123_456
        self.pairing = self.restart()

    def restart(self) -> Pairing:
        try:
            kept = self.disk.read(PAIRED_BROWSERS)
        except OSError:
            kept = b""
        self.pairing = Pairing(
            self.shown.append,
            lambda content: replace_file(self.disk, PAIRED_BROWSERS, content),
            kept,
            lambda: self.now,
            lambda below: self.next_code % below,
        )
        return self.pairing

    def lets_in(self) -> str:
        return self.pairing.try_code(self.pairing.ask_for_code())


def test_who_names_the_code_is_let_in_and_nobody_else() -> None:
    desk = Desk()
    token = desk.lets_in()
    assert desk.shown == ["123456"]
    assert desk.pairing.admits(token)
    assert not any(desk.pairing.admits(other) for other in ("", "x", token[:-1], token + "x"))


def test_a_code_of_few_figures_is_shown_with_all_six() -> None:
    desk = Desk()
    desk.next_code = 42
    assert desk.pairing.ask_for_code() == "000042"


def test_before_anybody_asks_no_code_counts() -> None:
    with pytest.raises(PairingError):
        Desk().pairing.try_code("")


def test_a_code_is_shown_once_while_it_counts_and_a_new_one_after() -> None:
    desk = Desk()
    first = desk.pairing.ask_for_code()
    desk.next_code += 1
    assert desk.pairing.ask_for_code() == first
    desk.now += CODE_SECONDS
    with pytest.raises(PairingError, match="has expired"):
        desk.pairing.try_code(first)
    assert desk.pairing.ask_for_code() != first
    assert desk.shown == ["123456", "123457"]


def test_guessing_is_slow_for_all_together_and_the_right_code_waits_too() -> None:
    desk = Desk()
    right = desk.pairing.ask_for_code()
    for _ in range(TRIES):
        with pytest.raises(PairingError, match="not the code"):
            desk.pairing.try_code(WRONG)
    with pytest.raises(TooManyTriesError):
        desk.pairing.try_code(right)
    desk.now += TRY_SECONDS
    assert desk.pairing.admits(desk.pairing.try_code(right))


def test_all_codes_that_can_be_tried_in_its_time_are_few_of_the_million() -> None:
    desk = Desk()
    desk.pairing.ask_for_code()
    tried = 0
    while desk.now < CODE_SECONDS:
        try:
            desk.pairing.try_code(WRONG)
        except TooManyTriesError:
            desk.now += 1
        except PairingError:
            tried += 1
    assert tried <= TRIES * (CODE_SECONDS / TRY_SECONDS)


def test_who_was_let_in_is_known_after_a_restart_and_after_a_cut_of_power() -> None:
    desk = Desk()
    token = desk.lets_in()
    assert desk.restart().admits(token)
    for after in desk.disk.every_cut():
        assert open_pairing(after, desk.shown.append).admits(token)


def test_the_file_of_those_let_in_lets_nobody_in() -> None:
    desk = Desk()
    desk.lets_in()
    for line in desk.disk.read(PAIRED_BROWSERS).decode().split():
        assert not desk.pairing.admits(line)


@pytest.mark.parametrize("garbage", [b"\xff\xfe", b"x" * 64, b"hello\n", b"\n" * 99])
def test_a_file_of_garbage_lets_nobody_in(garbage: bytes) -> None:
    desk = Desk()
    pairing = Pairing(desk.shown.append, lambda _: None, garbage)
    assert not any(pairing.admits(token) for token in ("", "x", "hello", "x" * 64))


def test_one_browser_or_all_others_can_be_sent_away() -> None:
    desk = Desk()
    mine, theirs, third = desk.lets_in(), desk.lets_in(), desk.lets_in()
    desk.pairing.withdraw(third)
    assert [desk.pairing.admits(each) for each in (mine, theirs, third)] == [True, True, False]
    desk.pairing.withdraw(mine, all_but_this=True)
    assert [desk.restart().admits(each) for each in (mine, theirs, third)] == [True, False, False]


def test_a_disk_that_fails_sends_a_browser_away_all_the_same() -> None:
    desk = Desk()
    token = desk.lets_in()
    desk.disk.make_read_only()
    with pytest.raises(OSError, match="ead-only"):
        desk.pairing.withdraw(token)
    assert not desk.pairing.admits(token)


def test_the_first_of_too_many_makes_room() -> None:
    desk = Desk()
    tokens = []
    for _ in range(MOST_BROWSERS + 1):
        tokens.append(desk.lets_in())
        desk.now += TRY_SECONDS
    assert [desk.pairing.admits(token) for token in tokens[:2]] == [False, True]
    assert desk.pairing.admits(tokens[-1])


# Over the wire


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def done() -> "queue.Queue[object]":
    return queue.Queue()


@pytest.fixture
def url(desk, done):
    door = socket.create_server(("127.0.0.1", 0))
    with closing(PageServer(done.put, listener=door, pairing=desk.pairing, beat=0.05)) as server:
        server.start()
        server.publish(PageState((), frozenset(), "A secret."))
        yield "http://127.0.0.1:{}/".format(*door.getsockname()[1:])


def _pair(url, **said):
    return ask(url, "/pair", "POST", json.dumps(said).encode(), JSON)


def _cookie(answer) -> str:
    return answer.headers["Set-Cookie"].split(";")[0]


def _connect(url: str, cookie: str):
    token = json.loads(ask(url, "/token", "POST", headers={**JSON, "Cookie": cookie}).body)
    return asking(url, "GET", f"/events?token={token['token']}", headers={"Cookie": cookie})


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/token"),
        ("GET", "/events"),
        ("GET", "/notes?words=1"),
        ("GET", "/table"),
        ("HEAD", "/table"),
        ("GET", "/odds"),
        ("GET", "/history"),
        ("GET", "/games"),
        ("GET", "/game?number=1"),
        ("POST", "/game"),
        ("POST", "/operate"),
        ("POST", "/leave"),
    ],
)
@pytest.mark.parametrize("cookie", ["", "cdgdevice=", "cdgdevice=guess", "\xff=;;=", "a=b"])
def test_who_was_not_let_in_sees_and_does_nothing(url, done, method, path, cookie) -> None:
    body = b'{"do": "turn", "steps": 1}' if method == "POST" else None
    headers = {**JSON, "X-Panel-Hand": "x"} | ({"Cookie": cookie} if cookie else {})
    answer = ask(url, path, method, body, headers)
    assert answer.status == 401
    assert b"secret" not in answer.body
    assert done.empty()


def test_the_empty_page_itself_is_for_everybody(url) -> None:
    for path in ("/", "/panel.js", "/door.js", "/panel.css"):
        assert ask(url, path).status == 200


def test_who_names_the_code_sees_the_game_and_presses(url, desk, done) -> None:
    assert _pair(url).status == 204
    answer = _pair(url, code="123 456")
    assert answer.status == 204
    said = answer.headers["Set-Cookie"]
    assert "HttpOnly" in said
    assert "samesite=strict" in said.lower()
    cookie = _cookie(answer)
    with _connect(url, cookie) as response:
        page = Page(url, response)
        _, hello = page.next_event()
        assert page.next_state()["reader"] == "A secret."
        pressed = {**JSON, "X-Panel-Hand": hello["hand"], "Cookie": cookie}
        assert ask(url, "/operate", "POST", b'{"do": "turn", "steps": 2}', pressed).status == 204
        assert done.get(timeout=PATIENCE) == TurnKnob(2)


def test_a_hand_that_was_overheard_is_worth_nothing_without_the_cookie(url, desk, done) -> None:
    _pair(url)
    cookie = _cookie(_pair(url, code="123456"))
    with _connect(url, cookie) as response:
        _, hello = Page(url, response).next_event()
        stolen = {**JSON, "X-Panel-Hand": hello["hand"]}
        assert ask(url, "/operate", "POST", b'{"do": "turn", "steps": 2}', stolen).status == 401
    assert done.empty()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"code": WRONG}, 403),
        ({"code": 123456}, 400),
        ({"code": None}, 400),
        ({"other": "x"}, 400),
        ({"code": "x" * 2000}, 413),
        ({"code": "\uff11\uff12\uff13\uff14\uff15\uff16"}, 403),
    ],
)
def test_what_is_no_code_lets_nobody_in(url, said, status) -> None:
    _pair(url)
    answer = _pair(url, **said)
    assert answer.status == status
    assert "Set-Cookie" not in answer.headers
    assert answer.sentence


def test_a_sixth_code_within_a_minute_is_refused_with_a_sentence(url) -> None:
    _pair(url)
    statuses = [_pair(url, code=WRONG).status for _ in range(TRIES + 1)]
    assert statuses == [403] * TRIES + [429]
    assert _pair(url, code="123456").sentence == (
        "Too many codes were tried: wait a minute, then try again."
    )


def test_another_site_can_neither_have_a_code_shown_nor_name_one(url, desk) -> None:
    for body in (b"{}", b'{"code": "123456"}'):
        evil = {**JSON, "Origin": "http://evil.example"}
        assert ask(url, "/pair", "POST", body, evil).status == 403
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        assert ask(url, "/pair", "POST", body, form).status == 415
    assert desk.shown == []


def test_a_browser_that_is_sent_away_sees_no_more(url, desk) -> None:
    _pair(url)
    cookie, other = (_cookie(_pair(url, code="123456")) for _ in range(2))
    with _connect(url, cookie) as response:
        page = Page(url, response)
        page.next_state()
        away = {**JSON, "Cookie": other}
        assert ask(url, "/leave", "POST", b'{"who": "others"}', away).status == 204
        assert page.ended()
    assert ask(url, "/token", "POST", headers={**JSON, "Cookie": cookie}).status == 401
    assert ask(url, "/leave", "POST", b'{"who": "me"}', away).status == 204
    assert ask(url, "/token", "POST", headers=away).status == 401


def test_a_page_for_this_computer_alone_asks_for_no_code() -> None:
    with closing(PageServer(lambda _: None)) as server:
        server.start()
        assert ask(server.url, "/token", "POST", headers=JSON).status == 200
        assert _pair(server.url).status == 404

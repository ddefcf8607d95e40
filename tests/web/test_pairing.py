"""Who sees and presses a page that the network can reach: browsers that named the code."""

import json
import queue
import socket
from contextlib import closing
from http.client import HTTPConnection

import pytest
from browser_end import Page, ask, asking

from cdgdevice.drivers.gpio.control_events import Turned
from cdgdevice.games.disk import replace_file
from cdgdevice.service.web_page import PAIRED_BROWSERS, open_pairing
from cdgdevice.web import access
from cdgdevice.web.page_messages import PageState
from cdgdevice.web.server import PageServer
from tests.patience import PATIENCE
from tests.simulated_disk import SimulatedDisk

JSON = {"Content-Type": "application/json"}
WRONG = "000000"


HOME = "192.168.1.7"


class Desk:
    """A pairing with a clock that is set by hand, and what it reported."""

    def __init__(self) -> None:
        self.now = 0.0
        self.disk = SimulatedDisk()
        self.allowed = 0
        self.refused: list[tuple[str, int, bool]] = []
        self.next_code = 123_456
        self.pairing = self.restart()

    def restart(self) -> access.Pairing:
        try:
            kept = self.disk.read(PAIRED_BROWSERS)
        except OSError:
            kept = b""
        self.pairing = access.Pairing(
            lambda content: replace_file(self.disk, PAIRED_BROWSERS, content),
            kept,
            allowed=self._count_allowed,
            refused=lambda *tried: self.refused.append(tried),
            clock=lambda: self.now,
            choose=lambda below: self.next_code % below,
        )
        return self.pairing

    def _count_allowed(self) -> None:
        self.allowed += 1

    def allows(self) -> str:
        return self.pairing.try_code(self.pairing.open(), HOME)


def test_the_browser_that_names_the_code_is_allowed_and_nobody_else() -> None:
    desk = Desk()
    token = desk.allows()
    assert desk.allowed == 1
    assert desk.pairing.is_authorized(token)
    others = ("", "x", token[:-1], token + "x")
    assert not any(desk.pairing.is_authorized(other) for other in others)


def test_a_code_of_few_figures_has_all_six() -> None:
    desk = Desk()
    desk.next_code = 42
    assert desk.pairing.open() == "000042"


@pytest.mark.parametrize("code", ["", "123456"])
def test_until_the_owner_asks_no_code_is_valid(code: str) -> None:
    desk = Desk()
    with pytest.raises(access.PairingClosedError, match="Allow a browser"):
        desk.pairing.try_code(code, HOME)
    with pytest.raises(access.PairingClosedError):
        desk.pairing.check_open()
    assert desk.refused == []


def test_a_code_is_the_same_while_it_is_valid_and_then_another() -> None:
    desk = Desk()
    first = desk.pairing.open()
    desk.next_code += 1
    desk.now += access.CODE_SECONDS - 1
    assert desk.pairing.open() == first
    desk.now += 1
    with pytest.raises(access.PairingClosedError):
        desk.pairing.try_code(first, HOME)
    assert desk.pairing.open() != first


def test_the_browser_that_names_a_code_uses_it_up() -> None:
    desk = Desk()
    code = desk.pairing.open()
    desk.pairing.try_code(code, HOME)
    with pytest.raises(access.PairingClosedError):
        desk.pairing.try_code(code, HOME)


def test_an_address_may_name_few_wrong_codes_and_then_not_even_the_right_one() -> None:
    desk = Desk()
    right = desk.pairing.open()
    for count in range(1, access.TRIES_EACH + 1):
        with pytest.raises(access.PairingError, match="not the code"):
            desk.pairing.try_code(WRONG, HOME)
        assert desk.refused[-1] == (HOME, count, False)
    with pytest.raises(access.TooManyTriesError):
        desk.pairing.try_code(right, HOME)


def test_a_thousand_wrong_codes_from_fifty_addresses_keep_no_owner_out() -> None:
    desk = Desk()
    right = desk.pairing.open()
    for number in range(1000):
        with pytest.raises(access.PairingError):
            desk.pairing.try_code(WRONG, f"192.168.1.{100 + number % 50}")
    assert desk.pairing.is_authorized(desk.pairing.try_code(right, HOME))


def test_of_a_million_codes_few_can_be_tried_and_the_owner_may_ask_for_another() -> None:
    desk = Desk()
    desk.pairing.open()
    for number in range(2 * access.TRIES):
        with pytest.raises(access.PairingError):
            desk.pairing.try_code(WRONG, f"10.0.{number // 250}.{number % 250}")
    assert len(desk.refused) == access.TRIES
    assert desk.refused[-1][1:] == (access.TRIES, True)
    assert desk.pairing.is_authorized(desk.allows())


def test_who_was_let_in_is_known_after_a_restart_and_after_a_cut_of_power() -> None:
    desk = Desk()
    token = desk.allows()
    assert desk.restart().is_authorized(token)
    for after in desk.disk.every_cut():
        assert open_pairing(after, lambda _: None).is_authorized(token)


def test_the_file_of_those_let_in_lets_nobody_in() -> None:
    desk = Desk()
    desk.allows()
    for line in desk.disk.read(PAIRED_BROWSERS).decode().split():
        assert not desk.pairing.is_authorized(line)


@pytest.mark.parametrize("garbage", [b"\xff\xfe", b"x" * 64, b"hello\n", b"\n" * 99])
def test_a_file_of_garbage_lets_nobody_in(garbage: bytes) -> None:
    pairing = access.Pairing(lambda _: None, garbage)
    assert not any(pairing.is_authorized(token) for token in ("", "x", "hello", "x" * 64))


def test_one_browser_or_all_others_can_be_sent_away() -> None:
    desk = Desk()
    mine, theirs, third = desk.allows(), desk.allows(), desk.allows()
    desk.pairing.withdraw(third)
    assert [desk.pairing.is_authorized(each) for each in (mine, theirs, third)] == [
        True,
        True,
        False,
    ]
    desk.pairing.withdraw(mine, all_but_this=True)
    assert [desk.restart().is_authorized(each) for each in (mine, theirs, third)] == [
        True,
        False,
        False,
    ]


def test_a_disk_that_fails_sends_a_browser_away_all_the_same() -> None:
    desk = Desk()
    token = desk.allows()
    desk.disk.make_read_only()
    with pytest.raises(OSError, match="ead-only"):
        desk.pairing.withdraw(token)
    assert not desk.pairing.is_authorized(token)


def test_the_first_of_too_many_makes_room() -> None:
    desk = Desk()
    tokens = []
    for _ in range(access.MAX_BROWSERS + 1):
        tokens.append(desk.allows())
    assert [desk.pairing.is_authorized(token) for token in tokens[:2]] == [False, True]
    assert desk.pairing.is_authorized(tokens[-1])


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
    with closing(
        PageServer(done.put, listener=door, pairing=desk.pairing, beat=0.05, clock=lambda: 0.0)
    ) as server:
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
        ("POST", "/ask"),
        ("GET", "/log"),
        ("HEAD", "/log"),
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
    for path in ("/", "/panel.js", "/pairing.js", "/panel.css"):
        assert ask(url, path).status == 200


def test_until_the_owner_asks_a_stranger_is_told_what_to_do(url, desk, done) -> None:
    for said in ({}, {"code": WRONG}):
        answer = _pair(url, **said)
        assert answer.status == 403
        assert answer.sentence == (
            'At the gadget, open the menu and choose "Gadget", then "Allow a browser".'
        )
    assert (desk.allowed, desk.refused) == (0, [])
    assert done.empty()


def test_who_names_the_code_sees_the_game_and_presses(url, desk, done) -> None:
    desk.pairing.open()
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
        assert done.get(timeout=PATIENCE) == Turned(0.0, 2)


def test_a_hand_that_was_overheard_is_worth_nothing_without_the_cookie(url, desk, done) -> None:
    desk.pairing.open()
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
def test_what_is_no_code_allows_nobody(url, desk, said, status) -> None:
    desk.pairing.open()
    answer = _pair(url, **said)
    assert answer.status == status
    assert "Set-Cookie" not in answer.headers
    assert answer.sentence


BROKEN = [
    b"",
    b"null",
    b"[]",
    b"NaN",
    b"{",
    b"\xff",
    b"\xef\xbb\xbf{}x",
    b'{"code": "\\ud800"}',
    b'{"who": "\\udfff"}',
    b'{"code": 1e999}',
    b'{"code": {"code": {}}}',
    b'{"do": "\\ud800"}',
    b"[" * 900,
    b'{"a":' * 150,
]


@pytest.mark.parametrize("path", ["/pair", "/leave", "/operate"])
@pytest.mark.parametrize("body", BROKEN)
def test_whatever_json_permits_is_refused_in_a_sentence(url, desk, path, body) -> None:
    token = desk.allows()
    desk.pairing.open()
    headers = {**JSON, "Cookie": f"cdgdevice={token}", "X-Panel-Hand": "x"}
    answer = ask(url, path, "POST", body, headers)
    assert answer.status == 400
    assert answer.sentence


def test_too_many_wrong_codes_are_refused_with_a_sentence(url, desk) -> None:
    desk.pairing.open()
    statuses = [_pair(url, code=WRONG).status for _ in range(access.TRIES_EACH + 1)]
    assert statuses == [403] * access.TRIES_EACH + [429]
    assert _pair(url, code="123456").sentence.startswith("Too many wrong codes came from here")


def test_another_site_can_not_name_a_code(url, desk) -> None:
    desk.pairing.open()
    for body in (b"{}", b'{"code": "123456"}'):
        evil = {**JSON, "Origin": "http://evil.example"}
        assert ask(url, "/pair", "POST", body, evil).status == 403
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        assert ask(url, "/pair", "POST", body, form).status == 415
    assert (desk.allowed, desk.refused) == (0, [])


def test_a_browser_that_is_sent_away_sees_no_more(url, desk) -> None:
    cookie, other = (f"cdgdevice={desk.allows()}" for _ in range(2))
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


def test_the_computer_of_a_shared_page_needs_no_code_and_every_other_does(desk) -> None:
    door = socket.create_server(("127.0.0.1", 0))
    with closing(
        PageServer(lambda _: None, listener=door, pairing=desk.pairing, trusts_this_computer=True)
    ) as server:
        server.start()
        server.publish(PageState((), frozenset(), ""))
        for address, status in (("127.0.0.1", 200), ("127.0.0.2", 401)):
            host, port = door.getsockname()
            asking = HTTPConnection(host, port, source_address=(address, 0))
            asking.request("POST", "/token", headers=JSON)
            assert asking.getresponse().status == status
            asking.close()

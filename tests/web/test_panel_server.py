import base64
import gc
import json
import queue
import re
import socket
import threading
from contextlib import closing
from http.client import HTTPResponse
from time import monotonic
from urllib.parse import urlsplit

import pytest
from browser_end import ask, asking, connected, events
from msgspec.structs import replace

from cdgdevice.drivers.gpio.control_events import Control, RemoteTouch, RemoteTouchKind, Turned
from cdgdevice.errors import HardwareError
from cdgdevice.web import page_messages
from cdgdevice.web.access import MAX_CLIENTS
from cdgdevice.web.requests_and_answers import BOARD
from cdgdevice.web.server import PageServer
from tests.patience import PATIENCE

PICTURE = bytes(range(256)) * 4


def a_state(reader="The die reader is ready.", picture=PICTURE, lit=frozenset({"left"})):
    return page_messages.PageState(
        (
            page_messages.PageScreen(
                "left", "Central Powers", picture, True, 127, ("Play A, B or C",)
            ),
        ),
        lit,
        reader,
    )


class EchoingGame:
    """Answers each question with it."""

    def ask(self, asked):
        return {"asked": asked}


@pytest.fixture
def done():
    return queue.Queue()


@pytest.fixture
def panel(done):
    # By this clock a press is always one of just now, however slow the machine is.
    with closing(PageServer(done.put, port=0, beat=10 * PATIENCE, clock=lambda: 0.0)) as panel:
        panel.start()
        yield panel


@pytest.fixture
def page(panel):
    with connected(panel.url) as page:
        yield page


def nothing_done(panel, done, page):
    """Whether nothing came through; what is done afterwards comes first."""
    page.do(do="turn", steps=7)
    return done.get(timeout=PATIENCE) == Turned(0.0, 7)


# What the page gets


def test_a_new_page_gets_the_controls_and_the_newest_state(panel):
    panel.publish(a_state("Old."))
    panel.publish(a_state("New."))
    with connected(panel.url) as page:
        assert page.hello["controls"] == ["left", "right", "knob"]
        assert page.next_state()["reader"] == "New."


def test_a_state_travels_whole(panel, page):
    panel.publish(a_state())
    state = page.next_state()
    assert base64.b64decode(state["screens"][0].pop("picture")) == PICTURE
    assert state == {
        "screens": [
            {
                "name": "left",
                "label": "Central Powers",
                "on": True,
                "contrast": 127,
                "words": ["Play A, B or C"],
            }
        ],
        "lit": ["left"],
        "reader": "The die reader is ready.",
        "die": {"face": None, "leans": False, "throws": 0},
        "plain_die": False,
        "games": False,
        "throws": 0,
        "board": None,
        "file": None,
        "language": "en",
        "menu": False,
        "holds": [1000, 2400],
    }


def test_each_page_gets_each_state_that_it_waits_for(panel, page):
    with connected(panel.url) as other:
        for reader in ("One.", "Two.", "Three."):
            panel.publish(a_state(reader))
            assert page.next_state()["reader"] == reader
            assert other.next_state()["reader"] == reader


def test_a_page_that_does_not_read_holds_nobody_up_and_misses_only_old_states(panel, page):
    # Each is 200 kB: together far more than the sockets to a page that does not read can hold.
    with connected(panel.url) as other:
        for n in range(100):
            panel.publish(a_state(f"{n} " + 200_000 * "."))
            assert other.next_state()["reader"].startswith(f"{n} ")
    seen = [0]
    while seen[-1] != 99:
        seen.append(int(page.next_state()["reader"].split()[0]))
    assert seen == sorted(seen)
    assert len(seen) < 100


def test_a_quiet_gadget_still_shows_signs_of_life(done):
    with closing(PageServer(done.put, port=0, beat=0.01)) as panel:
        panel.start()
        with connected(panel.url) as page:
            assert page.hello["beat"] == 0.01
            assert page.next_event() == ("beat", {})


@pytest.mark.parametrize(
    "path", ["/", "/panel.css", "/panel.js", "/board.js", "/icon.svg", "/touch.png"]
)
def test_the_page_comes_with_headers_that_keep_it_to_itself(panel, path):
    answer = ask(panel.url, path)
    assert answer.status == 200
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/nothing.js", "/../app.py", "/%2e%2e/app.py", "/app.py", "/x/y"])
def test_nothing_but_the_page_is_served(panel, path):
    assert ask(panel.url, path).status == 404


def test_every_file_that_the_page_names_is_served_and_none_names_another_computer(panel):
    named = {""}
    for name in (waiting := [""]):
        answer = ask(panel.url, f"/{name}")
        assert answer.status == 200, name
        if not name.endswith((".svg", ".png")):
            body = answer.body.decode()
            assert "//" not in re.sub(r"// |http://www\.w3\.org", "", body), name
            found = set(re.findall(r"""(?:src="|href="|from "\./)(\w+\.[a-z]+)\"""", body)) - named
            named |= found
            waiting += sorted(found)
    assert {"panel.js", "board.js", "board_screens.css", "roll_sound.js"} < named


def test_who_puts_the_page_on_a_home_screen_gets_its_name_and_pictures(panel):
    manifest = ask(panel.url, "/page.webmanifest")
    assert manifest.headers["Content-Type"].startswith("application/manifest+json")
    for icon in json.loads(manifest.body)["icons"]:
        answer = ask(panel.url, f"/{icon['src']}")
        assert (answer.status, answer.headers["Content-Type"].split(";")[0]) == (200, icon["type"])


# What its board asks


def test_a_question_of_the_board_is_the_game_s_to_answer(panel, page):
    assert page.post(b'{"do": "board"}', path="/ask").status == 404, "before there is a game"
    panel.publish(replace(a_state(), game=EchoingGame()))
    question = {"do": "notes", "words": "Mata Hari"}
    assert page.asks(**question) == {"asked": question}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        *((body, 400) for body in (b"", b"[]", b"{", b"\xff", b'{"do": "\xff"}')),
        (b'{"a": ' + b"[" * 900, 400),
        (b'{"do": "%s"}' % (b"a" * 4000), 413),
    ],
)
def test_what_is_no_question_is_refused_in_a_sentence(panel, page, body, status):
    panel.publish(replace(a_state(), game=EchoingGame()))
    answer = page.post(body, path="/ask")
    assert (answer.status, answer.sentence[-1]) == (status, ".")


def test_only_a_page_that_is_open_asks(panel, page):
    panel.publish(replace(a_state(), game=EchoingGame()))
    assert page.post(b'{"do": "board"}', path="/ask", X_Panel_Hand="gone").status == 410


@pytest.mark.parametrize("name", ["board.js", "board_cards.js", "board.css"])
def test_the_board_is_the_one_of_the_page_without_a_gadget(panel, name):
    assert ask(panel.url, f"/{name}").body == (BOARD / name).read_bytes()


# What the page does


def test_operations_arrive_in_order(done, page):
    assert page.do(do="down", control="left").status == 204
    assert page.do(do="throw", face=3).status == 204
    assert page.do(do="up", control="left").status == 204
    assert [done.get(timeout=PATIENCE) for _ in range(3)] == [
        RemoteTouch(0.0, Control.LEFT, RemoteTouchKind.DOWN),
        page_messages.ThrowDie(3),
        RemoteTouch(0.0, Control.LEFT, RemoteTouchKind.UP),
    ]


def test_a_page_that_goes_away_lets_go_at_once_and_gives_its_place_back(panel, done):
    # It has nothing to hear before our patience is over, and no write would fail before.
    for _ in range(2 * MAX_CLIENTS):
        with connected(panel.url) as page:
            assert page.do(do="down", control="knob").status == 204
            assert done.get(timeout=PATIENCE) == RemoteTouch(
                0.0, Control.KNOB, RemoteTouchKind.DOWN
            )
        assert done.get(timeout=PATIENCE) == RemoteTouch(0.0, Control.KNOB, RemoteTouchKind.LOST)


def test_without_a_token_there_is_no_place(panel):
    for path in ("/events", "/events?token=", "/events?token=guess", "/events?token=%ff"):
        answer = ask(panel.url, path)
        assert answer.status == 403
        assert answer.sentence == "The stream wants the gadget's token: reload this page."


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {}, 405),
        ("POST", {}, 415),
        ("POST", {"Content-Type": "text/plain"}, 415),
        ("POST", {"Content-Type": "application/json", "Origin": "http://evil.example"}, 403),
        ("POST", {"Content-Type": "application/json", "Origin": "null"}, 403),
        ("OPTIONS", {"Access-Control-Request-Headers": "content-type"}, 405),
    ],
)
def test_no_other_site_gets_the_token(panel, method, headers, status):
    answer = ask(panel.url, "/token", method, headers=headers)
    assert answer.status == status
    assert b"token" not in answer.body
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"{", "An operation is one JSON object; this is not JSON."),
        (
            b'{"do": "dance"}',
            '"do" is one of down, still, up, turn, tap, throw, cock, lift, unplug, replug; '
            'not "dance".',
        ),
        (b'{"do": "throw", "face": 0}', '"face" is a whole number from 1 to 6, or null; not 0.'),
        (b'{"do": "down", "control": "a"}', 'This gadget has no control "a".'),
    ],
)
def test_a_bad_operation_is_refused_in_a_sentence(panel, done, page, body, sentence):
    answer = page.post(body)
    assert (answer.status, answer.sentence) == (400, sentence)
    assert nothing_done(panel, done, page)


def test_a_build_without_a_knob_can_not_be_turned(done):
    only = frozenset({Control.LEFT})
    with closing(PageServer(done.put, port=0, controls=only)) as panel:
        panel.start()
        with connected(panel.url) as page:
            assert page.hello["controls"] == ["left"]
            assert page.do(do="turn", steps=1).sentence == 'This gadget has no control "knob".'
    assert done.empty()


def test_an_operation_without_a_length_is_refused(panel, page):
    headers = {"Content-Type": "application/json", "X-Panel-Hand": page.hand}
    with closing(socket.create_connection(address(panel), PATIENCE)) as line:
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        line.sendall(f"POST /operate HTTP/1.0\r\nHost: localhost\r\n{head}\r\n".encode())
        assert b" 411 " in line.makefile("rb").readline()


@pytest.mark.parametrize("length", ["1001", "0" * 5000, "9" * 5000])
def test_a_length_of_any_length_is_refused(panel, page, length):
    answer = page.post(b"{}", Content_Length=length)
    assert (answer.status, answer.sentence) == (413, "An operation has at most 1000 bytes.")


def test_an_operation_that_does_not_arrive_holds_nobody_up(done):
    with closing(PageServer(done.put, port=0, patience=0.05)) as panel:
        panel.start()
        with connected(panel.url) as page:
            answer = page.post(b"{", Content_Length="9")
            assert (answer.status, answer.sentence) == (408, "The operation did not arrive.")
            panel.publish(a_state("Still here."))
            assert page.next_state()["reader"] == "Still here."
        with closing(socket.create_connection(address(panel), PATIENCE)) as silent:
            assert silent.recv(1) == b""


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.0\r\n", b"POST /operate HTTP/1.0\r\n"])
def test_a_request_that_comes_a_byte_at_a_time_ends_with_the_patience(done, begun):
    with (
        closing(PageServer(done.put, port=0, patience=0.2)) as panel,
        closing(socket.create_connection(address(panel), PATIENCE)) as slow,
    ):
        panel.start()
        slow.sendall(begun)
        slow.settimeout(0.02)  # far more often than the patience ends
        until = monotonic() + PATIENCE
        while monotonic() < until:
            try:
                slow.sendall(b"a")
                assert slow.recv(1) == b""
            except TimeoutError:
                continue
            except ConnectionError:
                pass
            break
        else:
            raise AssertionError("It is still listened to.")


def answered(panel, request):
    """Send these bytes; give the status, the headers and the sentence of the answer."""
    with closing(socket.create_connection(address(panel), PATIENCE)) as line:
        line.sendall(request)
        with HTTPResponse(line) as answer:
            answer.begin()
            return answer.status, dict(answer.headers), json.loads(answer.read())["error"]


NO_REQUESTS = {
    b"nonsense\r\n\r\n": 400,
    b"GET / a b HTTP/1.1\r\n\r\n": 400,
    b"GET /%s HTTP/1.0\r\n\r\n" % (16_384 * b"a"): 414,
    b"GET / HTTP/1.0\r\nLong: %s\r\n\r\n" % (16_384 * b"a"): 431,
    b"GET / HTTP/1.0\r\n%s\r\n" % (200 * b"Many: 1\r\n"): 431,
    b"GET / HTTP/3.0\r\n\r\n": 505,
}


@pytest.mark.parametrize(("request_", "status"), NO_REQUESTS.items(), ids=range(len(NO_REQUESTS)))
def test_what_is_no_request_is_refused_as_everything_else_is(panel, request_, status):
    ordinary = ask(panel.url, "/nothing.js")
    told, headers, sentence = answered(panel, request_)
    assert (told, sentence[-1]) == (status, ".")
    ordinary.headers.pop("Date"), headers.pop("Date")
    ordinary.headers.pop("Content-Length"), headers.pop("Content-Length")
    assert headers == ordinary.headers
    assert headers["Server"] == "cdgdevice"


def test_a_head_as_large_as_it_may_be_is_heard(panel):
    head = b"GET /nothing.js HTTP/1.0\r\nHost: localhost\r\nLong: %s\r\n\r\n"
    room = 16_384 - len(head % b"")
    assert answered(panel, head % (room * b"a"))[0] == 404
    assert answered(panel, head % ((room + 1) * b"a"))[0] == 431


def test_a_long_operation_is_refused_without_tearing_up_the_answer(panel, done, page):
    answer = page.post(b" " * 30_000)
    assert (answer.status, answer.sentence) == (413, "An operation has at most 1000 bytes.")
    assert nothing_done(panel, done, page)


def test_what_the_gadget_refuses_is_told_in_its_own_words():
    def refuse(operation):
        raise HardwareError("No reader is plugged in.")

    with closing(PageServer(refuse, port=0)) as panel:
        panel.start()
        with connected(panel.url) as page:
            answer = page.do(do="cock")
    assert (answer.status, answer.sentence) == (409, "No reader is plugged in.")


# Who may


@pytest.mark.parametrize("path", ["/", "/events", "/panel.js", "/board.js", "/log", "/games"])
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8017", "", "localhost.evil.example"]
)
def test_another_host_name_is_refused(panel, path, host):
    answer = ask(panel.url, path, headers={"Host": host})
    assert answer.status == 403
    assert answer.sentence == f"This page answers as 127.0.0.1, not as {host}."


def test_the_name_localhost_and_a_tunnel_on_another_port_are_welcome(panel):
    assert ask(panel.url, "/", headers={"Host": "localhost:9000"}).status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "null"])
def test_an_order_from_another_site_is_refused(panel, done, page, origin):
    answer = page.post(b'{"do": "cock"}', Origin=origin)
    assert (answer.status, answer.sentence) == (403, f"The gadget takes no orders from {origin}.")
    for path in ("/events", "/log", "/games"):
        assert ask(panel.url, path, headers={"Origin": origin}).status == 403
    assert nothing_done(panel, done, page)


def test_an_order_from_the_page_itself_is_taken(panel, page):
    assert page.post(b'{"do": "cock"}', Origin=panel.url.rstrip("/")).status == 204


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_a_form_could_send_is_refused(panel, done, page, kind):
    assert page.post(b'{"do": "cock"}', Content_Type=kind).status == 415
    assert nothing_done(panel, done, page)


def test_an_order_without_a_hand_is_refused(panel, done, page):
    assert page.post(b'{"do": "cock"}', X_Panel_Hand="").status == 403
    assert page.post(b'{"do": "cock"}', X_Panel_Hand="guess").status == 410
    assert nothing_done(panel, done, page)


def test_the_page_is_at_this_computer_s_own_address_alone(panel):
    port = int(panel.url.rstrip("/").rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), PATIENCE):
        pass
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port), PATIENCE)


@pytest.mark.parametrize("name", ["Host", "Origin", "X-Panel-Hand", "Content-Type"])
def test_a_header_that_is_no_text_is_refused_like_any_other(panel, page, capsys, name):
    answer = page.post(b'{"do": "cock"}', **{name.replace("-", "_"): b"\xff\xfe"})
    assert answer.status in (403, 410, 415)
    assert answer.sentence
    assert capsys.readouterr().err == ""


def test_a_mistake_of_the_program_is_one_sentence_here_and_there(capsys):
    def fail(operation):
        raise LookupError("where is it?")

    with closing(PageServer(fail, port=0)) as panel:
        panel.start()
        with connected(panel.url) as page:
            answer = page.do(do="cock")
            assert (answer.status, answer.sentence) == (
                500,
                "This is a mistake of cdgdevice; its log says which.",
            )
    assert capsys.readouterr().err.startswith(
        "This is a mistake of cdgdevice; please report it: LookupError: where is it? (test_panel_"
    )


# Begin and end


def test_a_port_in_use_is_told_with_the_remedy(panel):
    port = address(panel)[1]
    with pytest.raises(HardwareError) as refused:
        PageServer(print, port=port)
    assert str(refused.value) == (
        f"Port {port} of 127.0.0.1 can't be used (Address already in use); "
        "choose another with --port, or --port 0 for any free one."
    )


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_can_not_be_is_told_with_the_remedy(port):
    with pytest.raises(HardwareError, match="choose another with --port"):
        PageServer(print, port=port)


def test_closing_ends_every_thread_and_connection(done):
    before = set(threading.enumerate())
    panel = PageServer(done.put, port=0, beat=60.0, clock=lambda: 0.0)
    panel.start()
    with (
        connected(panel.url) as page,
        asking(panel.url, "GET", events(panel.url)) as unread,
        closing(socket.create_connection(address(panel), PATIENCE)) as silent,
    ):
        page.do(do="down", control="right")
        panel.close()
        assert page.ended()
        assert unread.read() is not None
        assert silent.recv(1) == b""
    assert set(threading.enumerate()) == before
    assert [done.get_nowait() for _ in range(2)] == [
        RemoteTouch(0.0, Control.RIGHT, RemoteTouchKind.DOWN),
        RemoteTouch(0.0, Control.RIGHT, RemoteTouchKind.LOST),
    ]
    with pytest.raises(ConnectionRefusedError):
        ask(panel.url, "/")
    gc.collect()


def test_closing_twice_or_before_the_start_is_fine():
    panel = PageServer(print, port=0)
    panel.close()
    panel.close()


def test_a_closed_port_can_be_taken_again_at_once(panel):
    port = address(panel)[1]
    with connected(panel.url):
        panel.close()
    with closing(PageServer(print, port=port)) as again:
        assert again.url == panel.url


def test_a_picture_of_the_wrong_size_is_a_mistake():
    with pytest.raises(ValueError, match="1024 bytes, not 3"):
        a_state(picture=b"abc")


def address(panel):
    parts = urlsplit(panel.url)
    return parts.hostname, parts.port

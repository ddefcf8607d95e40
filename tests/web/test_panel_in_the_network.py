"""The page at a socket that somebody else has opened, and too many who want to see it."""

import json
import queue
import socket
import threading
import time
from contextlib import ExitStack, closing
from urllib.parse import urlsplit

import pytest
from browser_end import ask, asking, connected, events

from cdgdevice.drivers.gpio.control_events import Control, RemoteTouch, RemoteTouchKind, Turned
from cdgdevice.web.access import MAX_CLIENTS
from cdgdevice.web.page_messages import PageState
from cdgdevice.web.server import MAX_CONNECTIONS, PageServer
from tests.patience import PATIENCE

STATE = PageState((), frozenset(), "")


@pytest.fixture
def door():
    with closing(socket.socket()) as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        yield door


@pytest.fixture
def done():
    return queue.Queue()


@pytest.fixture
def panel(door, done):
    with closing(PageServer(done.put, listener=door.dup(), clock=lambda: 0.0)) as panel:
        panel.start()
        panel.publish(STATE)
        yield panel


@pytest.fixture
def url(door):
    return "http://{}:{}/".format(*door.getsockname())


def test_it_says_where_it_is_by_this_computers_own_name(panel, door, url):
    own = socket.gethostname().split(".")[0].lower() or "localhost"
    assert panel.url == f"http://{own}.local:{door.getsockname()[1]}/"
    host = urlsplit(panel.url).netloc
    with connected(url) as page:
        answer = page.post(
            b'{"do": "turn", "steps": 1}', Host=host.upper(), Origin=f"http://{host.lower()}"
        )
        assert answer.status == 204


def test_a_number_is_welcome_and_a_bent_name_is_not(panel, url, done):
    assert ask(url, "/", headers={"Host": "192.168.1.5"}).status == 200
    for path in ("/", "/events", "/games"):
        assert ask(url, path, headers={"Host": "gadget.evil.example"}).status == 403
    with connected(url) as page:
        order = b'{"do": "down", "control": "left"}'
        site = page.post(order, Host="192.168.1.5", Origin="http://192.168.1.6")
        assert (site.status, done.empty()) == (403, True)


class CalledFrom(socket.socket):
    """A listener whose callers all have one address."""

    address = "192.168.1.77"

    def accept(self):
        connection, (_, port) = super().accept()
        return connection, (self.address, port)


@pytest.mark.parametrize(("address", "heard"), [("192.168.1.77", True), ("203.0.113.9", False)])
def test_who_calls_from_the_internet_is_hung_up_on_unheard(done, address, heard):
    with closing(CalledFrom()) as door:
        door.address = address
        door.bind(("127.0.0.1", 0))
        door.listen()
        with closing(PageServer(done.put, listener=door, home_only=True)) as panel:
            panel.start()
            at = "http://{}:{}/".format(*door.getsockname())
            if heard:
                assert ask(at, "/").status == 200
            else:
                with pytest.raises(ConnectionError):
                    ask(at, "/")


def test_closing_leaves_the_door_to_whoever_opened_it(door, url, done):
    for _ in range(2):
        with closing(PageServer(done.put, listener=door.dup())) as panel:
            panel.start()
            assert ask(url, "/").status == 200


def test_more_pages_than_there_may_be_are_refused_in_a_sentence(panel, url):
    with ExitStack() as open_pages:
        for _ in range(MAX_CLIENTS):
            open_pages.enter_context(connected(url)).next_state()
        answer = ask(url, events(url))
        assert (answer.status, answer.sentence) == (503, "8 pages are open already: close one.")
        assert ask(url, "/").status == 200


def test_more_connections_than_there_may_be_are_shut_and_a_page_that_is_there_works_on(
    panel, url, done
):
    before = threading.active_count()
    with ExitStack() as flood, connected(url) as page:
        lines = [
            flood.enter_context(closing(socket.create_connection(panel_address(url), PATIENCE)))
            for _ in range(3 * MAX_CONNECTIONS)
        ]
        # One of the silent ones goes: there is room for the next who asks.
        assert any(line.recv(1) == b"" for line in lines[MAX_CONNECTIONS:])
        listening = 1  # for the end of the page's own stream
        assert threading.active_count() - before <= MAX_CONNECTIONS + listening
        lines[0].close()
        while True:
            try:
                assert page.do(do="turn", steps=2).status == 204
                break
            except OSError:
                continue  # the one that went is still being heard out
        assert done.get(timeout=PATIENCE) == Turned(0.0, 2)
        panel.publish(PageState((), frozenset(), "Still here."))
        while page.next_state()["reader"] != "Still here.":
            pass


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system can't tell")
def test_a_browser_that_hears_nothing_any_more_lets_go(door, url, done):
    # However slow the machine is, by this clock the press was heard of just now.
    server = PageServer(done.put, listener=door.dup(), beat=0.05, clock=lambda: 0.0)
    with closing(server) as panel:
        panel.start()
        panel.publish(STATE)
        with asking(url, "GET", events(url)) as deaf:
            deaf.readline()
            hand = json.loads(deaf.readline().removeprefix(b"data: "))["hand"]
            head = {"Content-Type": "application/json", "X-Panel-Hand": hand}
            held = b'{"do": "down", "control": "left"}'
            assert ask(url, "/operate", "POST", held, head).status == 204
            assert done.get(timeout=PATIENCE) == RemoteTouch(
                0.0, Control.LEFT, RemoteTouchKind.DOWN
            )
            # It reads no more, as one whose network is gone: its window fills, and stays full.
            # A busy machine sends only the newest states: they go on until it is full.
            until, n = time.monotonic() + PATIENCE, 0
            while done.empty() and time.monotonic() < until:
                panel.publish(PageState((), frozenset(), f"{n}" + 400_000 * "."))
                n += 1
            assert done.get(timeout=PATIENCE) == RemoteTouch(
                0.0, Control.LEFT, RemoteTouchKind.LOST
            )


def panel_address(url):
    parts = urlsplit(url)
    return parts.hostname, parts.port

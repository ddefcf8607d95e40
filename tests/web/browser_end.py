"""The browser's end of the line, without a browser: plain HTTP over the loopback."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from tests.patience import PATIENCE

TOKEN = "let-in-before"
PAIRED = sha256(TOKEN.encode()).hexdigest().encode() + b"\n"
"""What the file of the paired browsers holds where the browser with the token was allowed."""
COOKIE = f"cdgdevice={TOKEN}"


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def sentence(self) -> str:
        error: str = json.loads(self.body)["error"]
        return error


@contextmanager
def asking(
    url: str,
    method: str,
    path: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> Iterator[HTTPResponse]:
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    try:
        connection.request(method, path, body, headers or {})
        with connection.getresponse() as response:
            yield response
    finally:
        connection.close()


def ask(
    url: str,
    path: str,
    method: str = "GET",
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    with asking(url, method, path, body, headers) as response:
        return Answer(response.status, dict(response.headers), response.read())


@dataclass
class Page:
    """A connected page: reads its stream event by event, and operates as its hand."""

    url: str
    response: HTTPResponse
    hand: str = ""
    cookie: str = ""
    hello: dict[str, Any] = field(default_factory=dict)

    def next_event(self) -> tuple[str, Any]:
        lines = []
        while line := self.response.readline().decode().rstrip("\n"):
            lines.append(line)
        name, data = lines
        return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))

    def next_state(self) -> dict[str, Any]:
        while (event := self.next_event())[0] != "state":
            pass
        state: dict[str, Any] = event[1]
        return state

    def ended(self) -> bool:
        """Read on to the end; True when it comes."""
        while self.response.readline():
            pass
        return True

    def do(self, **operation: Any) -> Answer:
        return self.post(json.dumps(operation).encode())

    def asks(self, **question: Any) -> dict[str, Any]:
        """Ask what the board of the page asks, and give the reply."""
        answer = self.post(json.dumps(question).encode(), path="/ask")
        assert answer.status == 200, answer
        reply: dict[str, Any] = json.loads(answer.body)
        return reply

    def post(self, body: bytes, path: str = "/operate", **headers: str) -> Answer:
        sent = {**_as_browser(self.cookie), "X-Panel-Hand": self.hand}
        sent.update({name.replace("_", "-"): value for name, value in headers.items()})
        return ask(self.url, path, "POST", body, sent)


def _as_browser(cookie: str) -> dict[str, str]:
    return {"Content-Type": "application/json"} | ({"Cookie": cookie} if cookie else {})


def events(url: str, cookie: str = "") -> str:
    """Ask for the token, and give the path of the stream with it."""
    answer = ask(url, "/token", "POST", headers=_as_browser(cookie))
    return f"/events?token={json.loads(answer.body)['token']}"


@contextmanager
def connected(url: str, cookie: str = "") -> Iterator[Page]:
    """Open the page in a browser; with a `cookie` as one that was allowed."""
    with asking(url, "GET", events(url, cookie), headers=_as_browser(cookie)) as response:
        page = Page(url, response, cookie=cookie)
        name, page.hello = page.next_event()
        assert name == "hello"
        page.hand = page.hello["hand"]
        yield page

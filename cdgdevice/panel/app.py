"""The page's requests: the page, its files, a token, the stream of states, notes, an operation.

Anyone who can reach the page may open it, but no web site may: a foreign Host (a name that was
bent to point here) or a foreign Origin is refused. The stream takes up a place, so it wants a
token, which only a page from here can ask for and read; and an operation must name its hand, which
only the stream tells, in a header that a foreign page can't send. To look changes nothing.
"""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import NoReturn
from wsgiref.types import StartResponse, WSGIEnvironment

import bottle

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.events import Control
from cdgdevice.method.notes import found, heading
from cdgdevice.panel.connections import WHEN_GONE
from cdgdevice.panel.hands import Hands, NoPlaceError, UnknownHandError
from cdgdevice.panel.headers import HEADERS, JSON
from cdgdevice.panel.mistake import ON_THE_PAGE, own_up
from cdgdevice.panel.names import Names
from cdgdevice.panel.newest import Newest
from cdgdevice.panel.operations import (
    BadOperationError,
    Down,
    Operation,
    Still,
    Turn,
    Up,
    read_operation,
)
from cdgdevice.panel.state import PanelState, as_json

PAGE = Path(__file__).parent / "page"
LONGEST_OPERATION = 1000
LONGEST_SEARCH = 100


class PanelApp:
    """The page as a WSGI application.

    `names` are whom it answers as. `beat` is how many seconds a stream may be silent: a
    page that hears nothing for several beats shows that it has lost the gadget.
    """

    def __init__(
        self,
        states: Newest[PanelState],
        hands: Hands,
        controls: frozenset[Control],
        names: Names,
        beat: float,
    ) -> None:
        self._states = states
        self._hands = hands
        self._controls = controls
        self._names = names
        self._beat = beat
        self._token = secrets.token_urlsafe(16)
        self._pages = bottle.Bottle()
        # It would print a traceback; __call__ knows better.
        self._pages.config["catchall"] = False
        self._pages.default_error_handler = _sentence
        self._pages.add_hook("before_request", self._refuse_strangers)
        self._pages.add_hook("after_request", lambda: bottle.response.headers.update(HEADERS))
        self._pages.route("/", "GET", lambda: _file("index.html"))
        self._pages.route(r"/<name:re:[a-z]+\.(?:css|js|svg)>", "GET", _file)
        self._pages.route("/token", "POST", self._give_token)
        self._pages.route("/events", "GET", self._events)
        self._pages.route("/notes", "GET", self._notes)
        self._pages.route("/operate", "POST", self._do)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer a request; a mistake of the program is told here and to the page."""
        try:
            answer: Iterable[bytes] = self._pages(environ, start)
        except OSError:  # the connection has broken off
            raise
        except Exception as mistake:
            own_up(mistake)
            start("500 Internal Server Error", [*HEADERS.items(), JSON])
            return [json.dumps({"error": ON_THE_PAGE}).encode()]
        return answer

    def _refuse_strangers(self) -> None:
        host = _header("HTTP_HOST") or ""
        if host.rsplit(":", 1)[0] not in self._names:
            _refuse(
                HTTPStatus.FORBIDDEN, f"This page answers as {self._names.first}, not as {host}."
            )
        origin = _header("HTTP_ORIGIN")
        # Behind a tunnel the port may differ from ours, but Host and Origin differ alike.
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            _refuse(HTTPStatus.FORBIDDEN, f"The gadget takes no orders from {origin}.")

    def _give_token(self) -> str:
        """Give the token that the stream wants: no other site's page may ask this, or read it."""
        _must_be_json()
        bottle.response.set_header(*JSON)
        return json.dumps({"token": self._token})

    def _events(self) -> Iterator[bytes]:
        token: str = bottle.request.query.getunicode("token", "") or ""
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            _refuse(HTTPStatus.FORBIDDEN, "The stream wants the gadget's token: reload this page.")
        bottle.response.content_type = "text/event-stream; charset=utf-8"
        return self._stream(bottle.request.environ[WHEN_GONE])

    def _stream(self, when_gone: Callable[[Callable[[], None]], None]) -> Iterator[bytes]:
        try:
            hand = self._hands.join()
        except NoPlaceError as error:
            _refuse(HTTPStatus.SERVICE_UNAVAILABLE, str(error))
        try:
            when_gone(lambda: self._hands.leave(hand))
            controls = [control.value for control in Control if control in self._controls]
            yield _event("hello", {"hand": hand, "controls": controls, "beat": self._beat})
            count = 0
            while not self._states.closed:
                count, state = self._states.after(count, self._beat)
                yield _event("beat", {}) if state is None else _event("state", as_json(state))
        except Exception as mistake:
            own_up(mistake)
        finally:
            self._hands.leave(hand)

    def _notes(self) -> str:
        """Give the notes that the page asks for, found as the gadget itself finds them."""
        words: str = bottle.request.query.getunicode("words", "")
        if len(words) > LONGEST_SEARCH:
            _refuse(HTTPStatus.BAD_REQUEST, f"A search has at most {LONGEST_SEARCH} characters.")
        state = self._states.value
        notes = () if state is None else found(state.notes.notes, words)
        bottle.response.set_header(*JSON)
        return json.dumps(
            [{"heading": heading(note), "text": note.text, "source": note.source} for note in notes]
        )

    def _do(self) -> bottle.HTTPResponse:
        hand, operation = self._read()
        self._must_be_fitted(operation)
        try:
            self._hands.do(hand, operation)
        except UnknownHandError as error:
            _refuse(HTTPStatus.GONE, str(error))
        except CdgDeviceError as error:
            _refuse(HTTPStatus.CONFLICT, str(error))
        return bottle.HTTPResponse(status=HTTPStatus.NO_CONTENT)

    def _read(self) -> tuple[str, Operation]:
        hand = _header("HTTP_X_PANEL_HAND")
        if not hand:
            _refuse(HTTPStatus.FORBIDDEN, "An operation names its hand in X-Panel-Hand.")
        _must_be_json()
        length = _header("CONTENT_LENGTH") or ""
        if not (length.isascii() and length.isdigit()):
            _refuse(HTTPStatus.LENGTH_REQUIRED, "An operation comes with its length.")
        # Digits are counted first: Python refuses to read thousands of them.
        if len(length) > len(str(LONGEST_OPERATION)) or int(length) > LONGEST_OPERATION:
            _refuse(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                f"An operation has at most {LONGEST_OPERATION} bytes.",
            )
        try:
            return hand, read_operation(bottle.request.environ["wsgi.input"].read(int(length)))
        except BadOperationError as error:
            _refuse(HTTPStatus.BAD_REQUEST, str(error))
        except TimeoutError:
            _refuse(HTTPStatus.REQUEST_TIMEOUT, "The operation did not arrive.")

    def _must_be_fitted(self, operation: Operation) -> None:
        match operation:
            case Down(control) | Still(control) | Up(control):
                needed = control
            case Turn():
                needed = Control.KNOB
            case _:
                return
        if needed not in self._controls:
            _refuse(HTTPStatus.BAD_REQUEST, f'This gadget has no control "{needed.value}".')


def _must_be_json() -> None:
    # What a form could send is not: for this a browser asks first whether a foreign page may.
    if (_header("CONTENT_TYPE") or "").split(";")[0].strip() != "application/json":
        _refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "What is sent here is application/json.")


def _header(name: str) -> str | None:
    """Give a header by its WSGI name. Bottle's own look-up fails where it is not UTF-8."""
    value: str | None = bottle.request.environ.get(name)
    return value


def _file(name: str) -> bottle.HTTPResponse:
    return bottle.static_file(name, PAGE)


def _event(name: str, data: dict[str, object]) -> bytes:
    # JSON on one line holds no line break, which would end the data.
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


def _refuse(status: HTTPStatus, sentence: str) -> NoReturn:
    raise bottle.HTTPError(status.value, sentence)


def _sentence(error: bottle.HTTPError) -> str:
    """Give every refusal, also Bottle's own, as `{"error": sentence}`."""
    bottle.response.headers.update(HEADERS)
    bottle.response.set_header(*JSON)
    return json.dumps({"error": str(error.body)})

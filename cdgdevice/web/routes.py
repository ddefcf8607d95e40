"""The page's requests: its files, the stream of states, the board's questions, operations."""

import json
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from http import HTTPStatus
from typing import TypeVar
from wsgiref.types import StartResponse, WSGIEnvironment

import bottle
from msgspec import UNSET

from cdgdevice.drivers.gpio.control_events import Control, RemoteTouch, Turned
from cdgdevice.errors import CdgDeviceError, report_mistake
from cdgdevice.web import access, page_messages
from cdgdevice.web.latest_value import LatestValue
from cdgdevice.web.requests_and_answers import (
    BOARD,
    LARGEST_BROUGHT,
    LONGEST_QUESTION,
    TOKEN_COOKIE,
    TOO_LARGE_TO_BRING,
    TOO_LONG_TO_ASK,
    LeaveRequest,
    PairRequest,
    as_file,
    as_json,
    client_address,
    format_event,
    kept_token,
    must_be,
    must_be_json,
    read_body,
    read_header,
    read_message,
    refusal_sentence,
    refuse,
    serve_file,
)

ON_THE_PAGE = "This is a mistake of cdgdevice; its log says which."
"""What the page shows of a mistake of the program."""


Answered = TypeVar("Answered")


GAME_FILE_TYPE = "application/octet-stream"
"""No form can send this type, so a browser asks first whether another site's page may."""
_COOKIE_SECONDS = 400 * 24 * 3600  # no browser keeps a cookie for longer
NOT_PAIRED = "This browser is not allowed yet: it needs the six digits that the gadget shows."


class PageApp:
    """The page as a WSGI application.

    `names` are the hosts that it answers to. `beat` is how many seconds a stream may be silent: a
    page that hears nothing for several beats shows that it has lost the gadget. With `pairing`,
    a browser that is not allowed gets the empty page and may name the code, and nothing else;
    `trusts_this_computer` allows every browser of the computer where the page is.
    """

    def __init__(
        self,
        states: LatestValue[page_messages.PageState],
        clients: access.PageClients,
        controls: frozenset[Control],
        names: access.AllowedHosts,
        beat: float,
        pairing: access.Pairing | None = None,
        *,
        trusts_this_computer: bool = False,
    ) -> None:
        self._states = states
        self._clients = clients
        self._controls = controls
        self._names = names
        self._beat = beat
        self._pairing = pairing
        self._trusts_this_computer = trusts_this_computer
        self._bringing = threading.Lock()
        self._token = secrets.token_urlsafe(16)
        self._pages = bottle.Bottle()
        # It would print a traceback; __call__ reports a mistake in one sentence.
        self._pages.config["catchall"] = False
        self._pages.default_error_handler = refusal_sentence
        self._pages.add_hook("before_request", self._refuse_strangers)
        self._pages.add_hook(
            "after_request", lambda: bottle.response.headers.update(access.SECURITY_HEADERS)
        )
        self._pages.route("/", "GET", lambda: serve_file("index.html"))
        serve_board = partial(serve_file, folder=BOARD)
        self._pages.route(r"/<name:re:board[a-z_]*\.(?:css|js)>", "GET", serve_board)
        self._pages.route(r"/<name:re:[a-z_]+\.(?:css|js|svg|png|webmanifest)>", "GET", serve_file)
        self._pages.route("/pair", "POST", self._pair)
        self._route_for_paired()

    def _route_for_paired(self) -> None:
        """Answer, to browsers that were allowed, what is about the gadget and its game."""
        answers: tuple[tuple[str, str, Callable[[], object]], ...] = (
            ("/token", "POST", self._give_token),
            ("/events", "GET", self._events),
            ("/ask", "POST", self._ask),
            ("/log", "GET", self._log),
            ("/games", "GET", self._games),
            ("/game", "GET", self._export),
            ("/game", "POST", self._import_game),
            ("/operate", "POST", self._operate),
            ("/leave", "POST", self._leave),
        )
        for path, method, answer in answers:
            self._pages.route(path, method, self._requires_pairing(answer))

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer a request; a mistake of the program is reported here and to the page."""
        try:
            answer: Iterable[bytes] = self._pages(environ, start)
        except OSError:  # the connection has broken off
            raise
        except Exception as mistake:
            report_mistake(mistake)
            start(
                "500 Internal Server Error", [*access.SECURITY_HEADERS.items(), access.JSON_HEADER]
            )
            return [json.dumps({"error": ON_THE_PAGE}).encode()]
        return answer

    def _refuse_strangers(self) -> None:
        host = read_header("HTTP_HOST") or ""
        if host.rsplit(":", 1)[0] not in self._names:
            refuse(
                HTTPStatus.FORBIDDEN, f"This page answers as {self._names.first}, not as {host}."
            )
        origin = read_header("HTTP_ORIGIN")
        # Behind a tunnel the port may differ from ours, but Host and Origin differ alike.
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            refuse(HTTPStatus.FORBIDDEN, f"The gadget takes no orders from {origin}.")

    def _requires_pairing(self, answer: Callable[[], Answered]) -> Callable[[], Answered]:
        """Have a request answered only for a browser that was allowed."""

        def answered() -> Answered:
            if not self._admits(kept_token()):
                refuse(HTTPStatus.UNAUTHORIZED, NOT_PAIRED)
            return answer()

        return answered

    def _pair(self) -> bottle.HTTPResponse:
        """Allow the browser that names the code; without one, say whether a code is valid."""
        must_be_json()
        if self._pairing is None:
            refuse(HTTPStatus.NOT_FOUND, "This page allows everybody who can reach it.")
        asked = read_message(PairRequest)
        try:
            if asked.code is UNSET:
                self._pairing.check_open()
                return bottle.HTTPResponse(status=HTTPStatus.NO_CONTENT)
            token = self._pairing.try_code("".join(asked.code.split()), client_address())
        except access.TooManyTriesError as error:
            refuse(HTTPStatus.TOO_MANY_REQUESTS, str(error))
        except access.PairingError as error:
            refuse(HTTPStatus.FORBIDDEN, str(error))
        except OSError as error:
            refuse(HTTPStatus.INSUFFICIENT_STORAGE, f"The disk: {error.strerror}.")
        answer = bottle.HTTPResponse(status=HTTPStatus.NO_CONTENT)
        # It is plain http: whoever reads along on the network can read this too.
        answer.set_cookie(
            TOKEN_COOKIE, token, max_age=_COOKIE_SECONDS, path="/", httponly=True, samesite="strict"
        )
        return answer

    def _leave(self) -> bottle.HTTPResponse:
        """Send this browser away, or all the others."""
        must_be_json()
        if self._pairing is not None:
            others = read_message(LeaveRequest).who == "others"
            try:
                self._pairing.withdraw(kept_token(), all_but_this=others)
            except OSError as error:
                refuse(HTTPStatus.INSUFFICIENT_STORAGE, f"The disk: {error.strerror}.")
        return bottle.HTTPResponse(status=HTTPStatus.NO_CONTENT)

    def _give_token(self) -> str:
        """Return the token that the stream wants: no other site's page may ask this, or read it."""
        must_be_json()
        return as_json({"token": self._token})

    def _events(self) -> Iterator[bytes]:
        token: str = bottle.request.query.getunicode("token", "") or ""
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            refuse(HTTPStatus.FORBIDDEN, "The stream wants the gadget's token: reload this page.")
        bottle.response.content_type = "text/event-stream; charset=utf-8"
        return self._stream(bottle.request.environ[access.WHEN_GONE], kept_token())

    def _admits(self, token: str) -> bool:
        """Return whether a request may see and press; `token` is what its browser keeps."""
        return (
            self._pairing is None
            or (self._trusts_this_computer and client_address() == "127.0.0.1")
            or self._pairing.is_authorized(token)
        )

    def _stream(
        self, when_gone: Callable[[Callable[[], None]], None], token: str
    ) -> Iterator[bytes]:
        try:
            client = self._clients.join()
        except access.TooManyConnectionsError as error:
            refuse(HTTPStatus.SERVICE_UNAVAILABLE, str(error))
        try:
            when_gone(lambda: self._clients.leave(client))
            controls = [control.value for control in Control if control in self._controls]
            yield format_event(
                "hello",
                {
                    "hand": client,
                    "controls": controls,
                    "beat": self._beat,
                    "paired": self._pairing is not None,
                },
            )
            count = 0
            while not self._states.closed:
                count, state = self._states.after(count, self._beat)
                if not self._admits(token):  # it was sent away meanwhile
                    return
                yield (
                    format_event("beat", {})
                    if state is None
                    else format_event("state", page_messages.page_state_json(state))
                )
        except Exception as mistake:
            report_mistake(mistake)
        finally:
            self._clients.leave(client)

    def _ask(self) -> str:
        """Answer what the board of a page that is open asks."""
        must_be_json()
        self._must_be_here()
        asked = read_message(dict[str, object], LONGEST_QUESTION, TOO_LONG_TO_ASK)
        return as_json(self._game().ask(asked))

    def _log(self) -> bottle.HTTPResponse:
        """Return the log of the game on the table, as a text file to keep."""
        state = self._states.value
        if state is not None and state.board is None:
            refuse(HTTPStatus.NOT_FOUND, "No game has been chosen yet.")
        language: str = bottle.request.query.getunicode("language", "") or ""
        return as_file(self._game().log(language), "text/plain; charset=utf-8", "log.txt")

    def _games(self) -> str:
        try:
            return as_json(self._game().games())
        except CdgDeviceError as error:
            refuse(HTTPStatus.CONFLICT, str(error))

    def _export(self) -> bottle.HTTPResponse:
        """Return the file that carries a game to another computer."""
        asked: str = bottle.request.query.getunicode("number", "")
        if not re.fullmatch("[0-9]{1,9}", asked):
            refuse(HTTPStatus.BAD_REQUEST, "Name the number of a game.")
        try:
            packed = self._game().export(int(asked))
        except CdgDeviceError as error:
            refuse(HTTPStatus.CONFLICT, str(error))
        return as_file(packed, GAME_FILE_TYPE, f"game-{int(asked)}.cdg")

    def _import_game(self) -> str:
        """Keep a game from elsewhere: only for a page that is open and sees what comes of it."""
        must_be(GAME_FILE_TYPE)
        self._must_be_here()
        # One at a time: each takes memory.
        if not self._bringing.acquire(blocking=False):
            refuse(HTTPStatus.CONFLICT, "Another game is being added: try again in a moment.")
        try:
            packed = read_body(LARGEST_BROUGHT, TOO_LARGE_TO_BRING)
            number = self._game().bring(packed, "The file")
        except CdgDeviceError as error:
            refuse(HTTPStatus.CONFLICT, str(error))
        finally:
            self._bringing.release()
        return as_json({"number": number})

    def _game(self) -> page_messages.GameReader:
        state = self._states.value
        if state is None or state.game is None:
            refuse(HTTPStatus.NOT_FOUND, "There is no game to be shown yet.")
        return state.game

    def _must_be_here(self) -> None:
        """Refuse who has no page open that sees what comes of a request."""
        try:
            self._clients.must_be_here(read_header("HTTP_X_PANEL_HAND") or "")
        except access.UnknownClientError as error:
            refuse(HTTPStatus.GONE, str(error))

    def _operate(self) -> bottle.HTTPResponse:
        client, operation = self._read()
        self._must_be_fitted(operation)
        try:
            self._clients.do(client, operation)
        except access.UnknownClientError as error:
            refuse(HTTPStatus.GONE, str(error))
        except CdgDeviceError as error:
            refuse(HTTPStatus.CONFLICT, str(error))
        return bottle.HTTPResponse(status=HTTPStatus.NO_CONTENT)

    def _read(self) -> tuple[str, page_messages.Operation]:
        client = read_header("HTTP_X_PANEL_HAND")
        if not client:
            refuse(HTTPStatus.FORBIDDEN, "An operation names its hand in X-Panel-Hand.")
        must_be_json()
        try:
            # Touches of two pages may be queued in another order than they are timed in: only a
            # press's length comes of it, give or take the wait in `do`. A page sends one by one.
            return client, page_messages.read_operation(read_body(), self._clients.clock())
        except page_messages.BadOperationError as error:
            refuse(HTTPStatus.BAD_REQUEST, str(error))

    def _must_be_fitted(self, operation: page_messages.Operation) -> None:
        match operation:
            case RemoteTouch(_, control):
                needed = control
            case Turned():
                needed = Control.KNOB
            case _:
                return
        if needed not in self._controls:
            refuse(HTTPStatus.BAD_REQUEST, f'This gadget has no control "{needed.value}".')

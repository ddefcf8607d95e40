"""What a request to the page sends, what it is answered with, and how it is refused."""

import json
from http import HTTPStatus
from http.cookies import CookieError
from pathlib import Path
from typing import Literal, NoReturn, TypeVar

import bottle
import msgspec
from msgspec import UNSET, Struct, UnsetType

from cdgdevice.web import access

PAGE = Path(__file__).parent / "page"
BOARD = PAGE.parent.parent / "browser" / "static"
"""Where the board is: a page without a gadget has the same."""
LONGEST_OPERATION = 1000
LONGEST_QUESTION = 4000
"""Bytes of what a board asks: the longest answer tells how a whole table lies."""
LARGEST_BROUGHT = 2 * 2**20
"""Bytes of a game that a page may bring: a dozen evenings. The gadget has little memory."""
TOKEN_COOKIE = "cdgdevice"
"""The cookie in which a browser that was allowed keeps its token."""
_TOO_LARGE = f"An operation has at most {LONGEST_OPERATION} bytes."
TOO_LONG_TO_ASK = f"A question has at most {LONGEST_QUESTION} bytes."
TOO_LARGE_TO_BRING = (
    f"Here a game may have at most {LARGEST_BROUGHT >> 20} MiB; "
    "add a larger one with the command `games import`."
)


def must_be_json() -> None:
    """Refuse what a form could send: for JSON a browser asks first whether a foreign page may."""
    must_be("application/json")


def must_be(kind: str) -> None:
    """Refuse a request that sends something of another media type."""
    if (read_header("CONTENT_TYPE") or "").split(";")[0].strip() != kind:
        refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"What is sent here is {kind}.")


def read_body(most: int = LONGEST_OPERATION, too_large: str = _TOO_LARGE) -> bytes:
    """Return what a request sends, at most so many bytes."""
    length = read_header("CONTENT_LENGTH") or ""
    if not (length.isascii() and length.isdigit()):
        refuse(HTTPStatus.LENGTH_REQUIRED, "An operation comes with its length.")
    # Digits are counted first: Python refuses to read thousands of them.
    if len(length) > len(str(most)) or int(length) > most:
        refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, too_large)
    try:
        body: bytes = bottle.request.environ["wsgi.input"].read(int(length))
    except TimeoutError:
        refuse(HTTPStatus.REQUEST_TIMEOUT, "The operation did not arrive.")
    return body


class PairRequest(Struct, forbid_unknown_fields=True):
    """What a browser sends that is not allowed yet: the code that it was told, if any."""

    code: str | UnsetType = UNSET


class LeaveRequest(Struct, forbid_unknown_fields=True):
    """Which browsers are sent away."""

    who: Literal["me", "others"]


Message = TypeVar("Message")


def read_message(
    kind: type[Message], most: int = LONGEST_OPERATION, too_large: str = _TOO_LARGE
) -> Message:
    """Return what a request sends, which must be JSON of this kind, in at most so many bytes."""
    body = read_body(most, too_large)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        refuse(HTTPStatus.BAD_REQUEST, f"What was sent is no such request: {error}.")


def client_address() -> str:
    """Return the address that a request comes from."""
    address: str = bottle.request.environ.get("REMOTE_ADDR", "")
    return address


def kept_token() -> str:
    """Return the token that a browser keeps; empty where it has none."""
    try:
        token: str | None = bottle.request.get_cookie(TOKEN_COOKIE)
    except CookieError:
        token = None
    return token or ""


def read_header(name: str) -> str | None:
    """Return a header by its WSGI name. Bottle's own look-up fails where it is not UTF-8."""
    value: str | None = bottle.request.environ.get(name)
    return value


def serve_file(name: str, folder: Path = PAGE) -> bottle.HTTPResponse:
    """Return a file of the page."""
    return bottle.static_file(name, folder)


def as_json(said: object) -> str:
    """Answer with JSON."""
    bottle.response.set_header(*access.JSON_HEADER)
    return json.dumps(said)


def as_file(content: str | bytes, kind: str, name: str) -> bottle.HTTPResponse:
    """Return what a browser keeps as a file of this name."""
    named = f'attachment; filename="{name}"'
    return bottle.HTTPResponse(
        content, headers={"Content-Type": kind, "Content-Disposition": named}
    )


def format_event(name: str, data: dict[str, object]) -> bytes:
    """Return an event of the stream."""
    # JSON on one line holds no line break, which would end the data.
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


def refuse(status: HTTPStatus, sentence: str) -> NoReturn:
    """Refuse the request that is being answered, in one sentence."""
    raise bottle.HTTPError(status.value, sentence)


def refusal_sentence(error: bottle.HTTPError) -> str:
    """Return every refusal, also Bottle's own, as `{"error": sentence}`."""
    bottle.response.headers.update(access.SECURITY_HEADERS)
    return as_json({"error": str(error.body)})

"""Short hands for tests: begin a game, answer it in the words of the text protocol, look at it."""

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.engine import AnswerResult, answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, Request, read_request

LEFT, RIGHT = Side.LEFT, Side.RIGHT


def new(sheet_id: str, hands: tuple[int, int] | None = None, **options: bool) -> GameHistory:
    """Begin a game; options are named with underscores for hyphens."""
    named = tuple(sorted((name.replace("_", "-"), on) for name, on in options.items()))
    return begin_game(load_sheet(sheet_id), NewGame(sheet_id, hands, named))


def asked(history: GameHistory, do: str, **fields: object) -> AnswerResult:
    """Take one request, with all that came of it."""
    request = read_request({"do": do, **fields})
    assert not isinstance(request, NewGame)
    return answer_request(history, request)


def play(history: GameHistory, *requests: str) -> GameHistory:
    """Take requests in short: see `read`."""
    for request in requests:
        history = answer_request(history, read(request)).history
    return history


def answer_plainly(history: GameHistory) -> str:
    """The roll, or the first choice."""
    now = prompt(history.now)
    if now.rollers and not any(option.id == "done" for option in now.options):
        dice = 1 if now.ask is None else len(now.ask.dice)
        return " ".join(["roll", *["3", "5"][:dice]])
    return f"choose {now.options[0].id}"


def read(request: str) -> Request:
    """Read `roll [right] ABC`, `roll 4`, `roll 3 5`, `correct JR`, `choose A`, `combat right B`,
    `hand left 5`, `mark left A scoring`, `undo`, or an action with its arguments: `swap card=A`.
    """
    found = read_request(_fields(request.split()))
    assert not isinstance(found, NewGame)
    return found


def _fields(words: list[str]) -> dict[str, object]:
    match words:
        case ["roll" | "correct" as do, *dice] if all(die.isdigit() for die in dice):
            return {"do": do, "die": [int(die) for die in dice]}
        case ["roll" | "correct" as do, result]:
            return {"do": do, "result": result}
        case ["roll", side, result]:
            return {"do": "roll", "side": side, "result": result}
        case ["choose", option]:
            return {"do": "choose", "option": option}
        case ["combat", side, card]:
            return {"do": "act", "action": "combat-card", "side": side, "card": card}
        case ["hand", side, of]:
            return {"do": "act", "action": "hand-size", "side": side, "of": int(of)}
        case ["mark", side, card, kind]:
            return {"do": "act", "action": "mark", "side": side, "card": card, "as": kind}
        case ["undo"]:
            return {"do": "undo"}
        case [action, *args]:
            return {"do": "act", "action": action, **dict(arg.split("=") for arg in args)}
        case _:
            raise AssertionError("an empty request")


def lies(history: GameHistory, side: Side) -> str:
    """A display in letters: u up, d down, - a gap; the cards of a doubled space in brackets."""
    words = []
    for space, held in zip(Space, history.now.seats[side].display.spaces, strict=True):
        letters = "".join(facing.value[0] if facing else "-" for facing in held)
        words.append(letters if len(held) == 1 else f"{space.value}[{letters}]")
    return "".join(words)


def chits(history: GameHistory, side: Side) -> tuple[int | None, int | None]:
    """Cards left and hand size."""
    seat = history.now.seats[side]
    return seat.chits_left, seat.hand_size


def options(history: GameHistory) -> list[str]:
    """The ids of what may be chosen."""
    return [option.id for option in prompt(history.now).options]


def actions(history: GameHistory) -> set[str]:
    """What may be done beside choosing, with each combination of arguments."""
    found = set()
    for action in prompt(history.now).actions:
        if action.id == "combat-card":
            args = dict(action.args)
            found |= {f"combat {side} {card}" for side in args["side"] for card in args["card"]}
        else:
            found.add(action.id)
    return found

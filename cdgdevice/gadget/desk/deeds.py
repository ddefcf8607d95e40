"""What may be done beside choosing, as entries of the menu: a submenu for what is still open."""

from cdgdevice.gadget.desk.moment import Entry
from cdgdevice.gadget.desk.wishes import Ask
from cdgdevice.gadget.views.menu import SCROLLED_COLUMNS
from cdgdevice.method.actions import UNMARKED
from cdgdevice.method.display import Side, Space
from cdgdevice.method.game import Game
from cdgdevice.method.prompt import prompt
from cdgdevice.method.prompted import Action
from cdgdevice.method.request import Do
from cdgdevice.method.row import range_option

Arg = tuple[str, str | int]
Args = tuple[Arg, ...]


def deeds(game: Game) -> tuple[tuple[str, Entry], ...]:
    """Give what the state offers to do, each with the id of its action.

    Each argument that is open is a menu of its own, the active side first; what can be said in
    only one way needs no further press.
    """
    grouped: dict[str, list[Action]] = {}
    for action in prompt(game).actions:
        grouped.setdefault(action.id, []).append(action)
    return tuple((id_, _deed(game, same)) for id_, same in grouped.items())


def _deed(game: Game, same: list[Action]) -> Entry:
    every = [args for action in same for args in _combinations(action.args)]
    wanted = [args for args in every if same[0].id != "mark" or not _is_idle(game, dict(args))]
    return _narrowed(game, same[0].title, same[0].id, wanted, ())


def _combinations(args: tuple[tuple[str, tuple[str | int, ...]], ...]) -> list[Args]:
    if not args:
        return [()]
    (name, values), *rest = args
    return [((name, value), *others) for value in values for others in _combinations(tuple(rest))]


def _is_idle(game: Game, args: dict[str, str | int]) -> bool:
    """Tell whether a mark would change nothing."""
    marks = game.seats[Side(args["side"])].display.marks
    marked = next((mark.value for card, mark in marks if str(card) == args["card"]), UNMARKED)
    return args["as"] == marked


def _narrowed(game: Game, title: str, action: str, left: list[Args], given: Args) -> Entry:
    """Give the entry for these combinations, of which all arguments `given` are said already."""
    if not left[0]:
        return Entry(title, Ask(Do(action, given)))
    by_value: dict[Arg, list[Args]] = {}
    for first, *rest in left:
        by_value.setdefault(first, []).append(tuple(rest))
    ordered = sorted(by_value, key=lambda arg: _rank(game, *arg))
    if len(ordered) == 1:
        (arg,) = ordered
        return _narrowed(
            game, _saying(game, action, title, *arg), action, by_value[arg], (*given, arg)
        )
    entries = tuple(
        _narrowed(game, _named(game, action, *arg), action, by_value[arg], (*given, arg))
        for arg in ordered
    )
    return Entry(title, entries=entries)


def _saying(game: Game, action: str, title: str, name: str, value: str | int) -> str:
    """Add to a title what goes without a question, if there is room; the active side needs none."""
    if name == "side" and value == game.active.value:
        return title
    longer = f"{title}{' ' if ':' in title else ': '}{_named(game, action, name, value)}"
    return longer if len(longer) <= SCROLLED_COLUMNS else title


def _rank(game: Game, name: str, value: str | int) -> tuple[bool, bool, str | int]:
    """Put the active side first, and no mark last; everything else is in its own order."""
    return (name == "side" and value != game.active.value, value == UNMARKED, value)


def _named(game: Game, action: str, name: str, value: str | int) -> str:
    """Name a value; one that has a number to change with that number."""
    match action, name:
        case "hand-size", "side":
            seat = game.seats[Side(value)]
            return f"{game.sheet.sides[Side(value)]}: {seat.of if seat.hand is None else seat.hand}"
        case "range", "space":
            return f"{value}: {game.options[range_option(Space(value))]}"
        case _, "side":
            return game.sheet.sides[Side(value)]
        case _, "as":
            return "No mark" if value == UNMARKED else str(value).capitalize().replace("-", " ")
        case _:
            return str(value)

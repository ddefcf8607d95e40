"""The menu: what the moment allows beside the plain press, and nothing else."""

from collections.abc import Callable

from cdgdevice.gadget.desk.moment import Around, DieSource, Entry, OpenMenu
from cdgdevice.gadget.desk.wishes import Ask, BeginGame, ResumeGame
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.die import Result
from cdgdevice.method.display import Side
from cdgdevice.method.game import Game, Ready
from cdgdevice.method.history import History, can_correct
from cdgdevice.method.prompt import Action, prompt
from cdgdevice.method.request import Choose, Correct, Do, Request, Roll, Undo

BACK = Entry("Back")
"""Closes the menu that it is in."""

RESULT_NAMES = {
    Result.JR: "Jolly Roger",
    Result.AB: "A or B",
    Result.DE: "D or E",
    Result.ABC: "A, B or C",
    Result.CDE: "C, D or E",
    Result.EVENT: "Event",
}
_LAST_ROLLS = 12


def menu(history: History, around: Around) -> OpenMenu:
    """Give the menu of this moment; what ends something comes last."""
    doing, ending = _actions(history)
    entries = (*doing, *_die(history, around), *_games(around), *ending, BACK)
    return OpenMenu("Menu", entries)


def actions(history: History) -> OpenMenu:
    """Give what may be done while a card is carried out."""
    doing, ending = _actions(history)
    return OpenMenu("While it is played", (*doing, *ending, BACK))


def _actions(history: History) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Give what the state offers beside its plain choices, apart from what ends something."""
    game = history.now
    now = prompt(game)
    doing: list[Entry] = []
    ending: list[Entry] = []
    if isinstance(game.stage, Ready):
        doing = [Entry(option.title, Ask(Choose(option.id))) for option in now.options]
    grouped: dict[str, list[Action]] = {}
    for action in now.actions:
        grouped.setdefault(action.id, []).append(action)
    for id_, same in grouped.items():
        (ending if id_.startswith("end-") else doing).append(_action(game, same))
    return tuple(doing), tuple(ending)


def results(around: Around, side: Side) -> OpenMenu:
    """Ask for the result of a die that was thrown on the table."""
    return OpenMenu("The die shows", (*_results(around, lambda r: Roll(side, result=r)), BACK))


def _results(around: Around, request: Callable[[Result], Request]) -> tuple[Entry, ...]:
    """Give an entry for each number of the owner's die."""
    return tuple(
        Entry(f"{number}: {RESULT_NAMES[result]}", Ask(request(result)))
        for number, result in enumerate(around.conversion.results, 1)
    )


def _die(history: History, around: Around) -> tuple[Entry, ...]:
    game = history.now
    entries = []
    if can_correct(history):
        corrections = _results(around, lambda result: Correct(result=result))
        entries.append(Entry("Correct the die", entries=corrections))
    elif game.active in prompt(game).rollers and around.die is not DieSource.HAND:
        named = _results(around, lambda result: Roll(game.active, result=result))
        entries.append(Entry("Name the result", entries=named))
    if history.past:
        entries.append(Entry("Undo", Ask(Undo())))
    rolls = _last_rolls(history)
    if rolls:
        entries.append(Entry("Last rolls", page=Page(Mood.NOTE, "Last rolls", rolls)))
    return tuple(entries)


def _games(around: Around) -> tuple[Entry, ...]:
    entries = []
    if around.games:
        games = tuple(Entry(title, ResumeGame(game)) for game, title in around.games)
        entries.append(Entry("Switch game", entries=games))
    if around.sheets:
        sheets = tuple(Entry(title, BeginGame(sheet)) for sheet, title in around.sheets)
        entries.append(Entry("New game", entries=sheets))
    return tuple(entries)


def _action(game: Game, same: list[Action]) -> Entry:
    """Open a menu for each argument in turn, until the action is complete."""
    title = same[0].title
    pairs = [combination for action in same for combination in _combinations(action.args)]
    return _narrowed(game, title, same[0].id, pairs, ())


def _combinations(
    args: tuple[tuple[str, tuple[str | int, ...]], ...],
) -> list[tuple[tuple[str, str | int], ...]]:
    if not args:
        return [()]
    (name, values), *rest = args
    return [((name, value), *others) for value in values for others in _combinations(tuple(rest))]


def _narrowed(
    game: Game,
    title: str,
    action: str,
    left: list[tuple[tuple[str, str | int], ...]],
    given: tuple[tuple[str, str | int], ...],
) -> Entry:
    if not left[0]:
        return Entry(title, Ask(Do(action, given)))
    by_value: dict[tuple[str, str | int], list[tuple[tuple[str, str | int], ...]]] = {}
    for first, *rest in left:
        by_value.setdefault(first, []).append(tuple(rest))
    ordered = sorted(by_value, key=lambda arg: _rank(game, *arg))
    entries = tuple(
        _narrowed(game, _named(game, *arg), action, by_value[arg], (*given, arg)) for arg in ordered
    )
    return Entry(title, entries=entries)


def _rank(game: Game, name: str, value: str | int) -> tuple[bool, str | int]:
    """Put the active side first; everything else in its own order."""
    return (name == "side" and value != game.active.value, value)


def _named(game: Game, name: str, value: str | int) -> str:
    return game.sheet.sides[Side(value)] if name == "side" else str(value)


def _last_rolls(history: History) -> tuple[str, ...]:
    rolls = [
        f"T{past.before.turn} R{past.before.round} {past.before.sheet.sides[past.rolled[0]]}: "
        f"{past.rolled[1].result.value}"
        for past in history.past
        if past.rolled is not None
    ]
    return tuple(reversed(rolls[-_LAST_ROLLS:]))

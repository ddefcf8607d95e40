"""The menu: what the moment allows beside the plain press, and nothing else."""

from collections.abc import Callable
from dataclasses import replace

from cdgdevice.gadget.desk.moment import Around, DieSource, Entry, OfferedSheet, OpenMenu
from cdgdevice.gadget.desk.notes import notes
from cdgdevice.gadget.desk.wishes import Ask, BeginGame, ResumeGame
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.die import STANDARD, Result
from cdgdevice.method.display import Side
from cdgdevice.method.game import Game, Ready
from cdgdevice.method.history import History, can_correct, kept_roll
from cdgdevice.method.prompt import METHOD_DIE, prompt
from cdgdevice.method.prompted import Action
from cdgdevice.method.request import Choose, Correct, Do, New, Request, Roll, Undo
from cdgdevice.method.sheet import Variant

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
    of_game = notes(history.now.sheet.notes)
    entries = (*doing, *_die(history, around), *of_game, *_games(around), *ending, BACK)
    return OpenMenu("Menu", entries)


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
        entry = _action(game, same)
        if id_.startswith("end-"):
            ending.append(Entry(entry.title, entries=(Entry("Yes", entry.wish),)))
        else:
            doing.append(entry)
    return tuple(doing), tuple(ending)


def results(around: Around, side: Side) -> OpenMenu:
    """Ask for the result of a die that was thrown on the table, or offer the gadget's own."""
    named = _results(around, lambda result: Roll(side, result=result))
    return OpenMenu("The die shows", (*named, Entry("Let the gadget roll", Ask(Roll(side))), BACK))


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
    elif _may_name(history, around):
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
    games = tuple(Entry(title, ResumeGame(game)) for game, title in around.games())
    if games:
        entries.append(Entry("Switch game", entries=games))
    if around.sheets:
        entries.append(Entry("New game", entries=tuple(map(_new_game, around.sheets))))
    return tuple(entries)


def _may_name(history: History, around: Around) -> bool:
    """Tell whether the die may be named: not where a throw that was taken back shows again."""
    may_roll = history.now.active in prompt(history.now).rollers
    return may_roll and around.die is not DieSource.HAND and kept_roll(history) is None


def _new_game(sheet: OfferedSheet) -> Entry:
    """Ask for the hand size, then for each variant, where there is anything to choose."""
    sizes = {f"{size} card{'' if size == 1 else 's'} a side": (size, size) for size in sheet.hands}
    if len(sizes) == 1:
        return _varied(sheet.title, New(sheet.id), sheet.variants)
    return Entry(
        sheet.title,
        entries=tuple(
            _varied(title, New(sheet.id, hands), sheet.variants) for title, hands in sizes.items()
        ),
    )


def _varied(title: str, new: New, variants: tuple[Variant, ...]) -> Entry:
    if not variants:
        return Entry(title, BeginGame(new))
    first, *rest = variants
    entries = tuple(
        _varied(
            f"{first.title}: {'on' if on else 'off'}",
            replace(new, options=tuple(sorted((*new.options, (first.id, on))))),
            tuple(rest),
        )
        for on in (first.default, not first.default)
    )
    return Entry(title, entries=entries)


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
        f"T{past.before.turn} R{past.before.round} {side.value}: {_shown(past.before, numbers)}"
        for past in history.past
        if past.rolled is not None
        for side, numbers in [past.rolled]
    ]
    return tuple(reversed(rolls[-_LAST_ROLLS:]))


def _shown(game: Game, numbers: tuple[int, ...]) -> str:
    """Give what dice showed: the result of a Method die, else the numbers."""
    ask = prompt(game).ask
    if ask is not None and ask.dice == METHOD_DIE:
        return STANDARD.result(numbers[0]).value
    return " and ".join(map(str, numbers))

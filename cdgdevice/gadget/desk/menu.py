"""The menu: what the moment allows beside the plain press, and nothing else."""

from cdgdevice.gadget.desk.dice import dice
from cdgdevice.gadget.desk.moment import BACK, Around, Entry, OfferedSheet, OpenMenu
from cdgdevice.gadget.desk.notes import notes
from cdgdevice.gadget.desk.setting_up import needs_setting_up
from cdgdevice.gadget.desk.wishes import Ask, BeginGame, ResumeGame
from cdgdevice.method.display import Side
from cdgdevice.method.game import Game, Nominating, Ready
from cdgdevice.method.history import History
from cdgdevice.method.prompt import prompt
from cdgdevice.method.prompted import Action
from cdgdevice.method.request import Choose, Do, New


def menu(history: History, around: Around) -> OpenMenu:
    """Give the menu of this moment; what ends something comes last."""
    doing, ending = _actions(history)
    of_game = notes(history.now.sheet.notes)
    entries = (*doing, *dice(history, around), *of_game, *_games(around), *ending, BACK)
    return OpenMenu("Menu", entries)


def _actions(history: History) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Give what the state offers beside its plain choices, apart from what ends something."""
    game = history.now
    now = prompt(game)
    doing: list[Entry] = []
    ending: list[Entry] = []
    if isinstance(game.stage, (Ready, Nominating)):
        doing = [
            Entry(option.title, Ask(Choose(option.id)))
            for option in now.options
            if option.card is None
        ]
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


def _games(around: Around) -> tuple[Entry, ...]:
    entries = []
    games = tuple(Entry(title, ResumeGame(game)) for game, title in around.games())
    if games:
        entries.append(Entry("Switch game", entries=games))
    if around.sheets:
        entries.append(Entry("New game", entries=tuple(map(_new_game, around.sheets))))
    return tuple(entries)


def _new_game(sheet: OfferedSheet) -> Entry:
    if needs_setting_up(sheet):
        return Entry(sheet.title, sheet=sheet)
    return Entry(sheet.title, BeginGame(New(sheet.id)))


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

"""What a player sees of what guided lists keep: numbers, names, and what a question starts at."""

from msgspec import Struct

from cdgdevice.rules.game import Game, Waiting
from cdgdevice.rules.guided.list_steps import Remember, SetNumber, SetTo
from cdgdevice.rules.sheet import walk_sheet_steps
from cdgdevice.rules.steps import Step
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.wants import WantsNumber


class KeptValue(Struct, frozen=True):
    """A number that a sheet keeps in sight, or names that it has told."""

    title: str
    value: int | tuple[str, ...]

    @property
    def sentence(self) -> str:
        """Return it in words, as `Aggression: 4.`."""
        return sentences.describe_kept(self.title, self.value)


def describe_kept_numbers(game: Game) -> tuple[str, ...]:
    """Describe what a sheet keeps in sight, as `Aggression: 4.`."""
    return tuple(each.sentence for each in list_kept_values(game))


def list_kept_values(game: Game) -> tuple[KeptValue, ...]:
    """Return what a sheet keeps in sight, in the order of its table [[kept]].

    A sheet without that table shows each number that is thrown for, added to or spent from.
    """
    if not game.sheet.kept:
        return _list_counted_numbers(game)
    kept = []
    for each in game.sheet.kept:
        if each.id in game.lists.numbers:
            kept.append(KeptValue(each.title, game.lists.numbers[each.id]))
        elif each.id in game.lists.told and isinstance(game.stage, Waiting):
            kept.append(KeptValue(each.title, game.lists.told[each.id]))
    return tuple(kept)


def _list_counted_numbers(game: Game) -> tuple[KeptValue, ...]:
    if not game.lists.numbers:
        return ()
    names = {name for step in walk_sheet_steps(game.sheet) if (name := _find_counted(step))}
    return tuple(
        KeptValue(sentences.title_kept(name), number)
        for name, number in game.lists.numbers.items()
        if name in names
    )


def _find_counted(step: Step) -> str | None:
    """Return the name of the number that a step throws for, adds to or spends from."""
    match step:
        case SetNumber(value=SetTo()):
            return None
        case Remember(name) | SetNumber(name):
            return name
        case _:
            return None


def find_number_now(game: Game, want: WantsNumber) -> int | None:
    """Return the number that is asked for again: the kept one, or the last answer of its kind."""
    if want.kind is None:
        return game.lists.numbers.get(want.name)
    return game.lists.last_answers.get(want.kind)

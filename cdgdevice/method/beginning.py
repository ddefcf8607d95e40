"""The beginning of a game: its options and hands, the display, and the first round."""

from dataclasses import replace

from cdgdevice.method import row, turns
from cdgdevice.method.acts import Tell
from cdgdevice.method.dealing import dealt, doubled_at_set_up
from cdgdevice.method.display import Side
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.game import Game
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.request import New, did_you_mean
from cdgdevice.method.running.course import run
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.stage import Ready


def begin(sheet: Sheet, new: New) -> Game:
    """Set up a game of this sheet.

    Raises:
        NotAllowedError: when the hand sizes or options are not the sheet's.
    """
    options = _options(sheet, new)
    hands = _hands(sheet, new, options)
    game = Game(
        sheet=_named(sheet, options),
        options=options,
        turn=1,
        active=sheet.turn.first,
        seats={
            side: turns.seated(sheet, side, of, options)
            for side, of in zip(Side, hands, strict=True)
        },
        stage=Ready(),
        roll=None,
        acts=(),
    )
    game = doubled_at_set_up(game)
    before = tuple(Tell(side, text) for side in Side for text in sheet.before_deal.get(side, ()))
    return run(*turns.begun(replace(game, acts=(*before, *dealt(game)))))


def _named(sheet: Sheet, options: dict[str, int]) -> Sheet:
    """Give the sheet with the sides called as in the chosen scenario."""
    names = dict(sheet.sides)
    for variant in sheet.variants:
        if options[variant.id]:
            names.update(variant.names)
    return sheet if names == sheet.sides else replace(sheet, sides=names)


def _hands(sheet: Sheet, new: New, options: dict[str, int]) -> tuple[int, int]:
    chosen = (v.hands for v in sheet.variants if v.hands and options[v.id])
    hands = new.hands or next(chosen, sheet.hands.default)
    low, high = sheet.hands.low, sheet.hands.high
    if not all(low <= size <= high for size in hands):
        sizes = str(low) if low == high else f"from {low} to {high}"
        raise NotAllowedError(f"Hand sizes in {sheet.title} are {sizes} cards a side.")
    return hands


def _options(sheet: Sheet, new: New) -> dict[str, int]:
    options: dict[str, int] = {variant.id: variant.default for variant in sheet.variants}
    if sheet.row is not None:
        options |= {row.range_option(space): high for space, high in sheet.row.ranges.items()}
    chosen = {name for name, _ in new.options}
    for name, given in new.options:
        if name not in options:
            raise NotAllowedError(
                f"{sheet.title} has no option {quoted(name)}.{did_you_mean(name, options)} "
                f"Its options: {', '.join(options) or 'none'}."
            )
        is_switch = isinstance(options[name], bool)
        if is_switch is not isinstance(given, bool) or not (is_switch or 1 <= given <= 6):
            wanted = "true or false" if is_switch else "a whole number from 1 to 6"
            raise NotAllowedError(f"The option {quoted(name)} must be {wanted}.")
        options[name] = given
        if given:
            # What is chosen takes the place of its group's default.
            options |= dict.fromkeys(_rivals(sheet, name) - chosen, False)
    grouped = [v for v in sheet.variants if v.group is not None and options[v.id]]
    for number, variant in enumerate(grouped):
        for other in grouped[number + 1 :]:
            if variant.group == other.group:
                raise NotAllowedError(
                    f"Only one of {variant.id} and {other.id} can be on; switch one off."
                )
    return options


def _rivals(sheet: Sheet, name: str) -> set[str]:
    groups = {variant.id: variant.group for variant in sheet.variants}
    group = groups.get(name)
    return {id_ for id_, other in groups.items() if group is not None and other == group} - {name}

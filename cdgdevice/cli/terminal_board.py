"""The table of a game drawn in lines of a terminal, in the language of the game."""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.cli.typed_actions import form, typed_choices
from cdgdevice.fold_lines import fold_text
from cdgdevice.render.language import IN_ENGLISH, Language
from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.card_row import target_number
from cdgdevice.rules.game import (
    AskingHandSizes,
    Game,
    Nominating,
    Ready,
    SettingUp,
    TurnEnd,
    Waiting,
    list_cards_in_sight,
)
from cdgdevice.rules.guided.kept_values import describe_kept_numbers
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.instructions import Instruction
from cdgdevice.rules.prompt import (
    describe_what_to_do,
    find_plain_turn_end,
    is_first_side_undecided,
    list_kept,
    list_options,
    name_period,
    prompt,
)
from cdgdevice.rules.questions import Prompt
from cdgdevice.rules.set_up import NEXT
from cdgdevice.rules.texts.sentences import describe_roll, describe_when
from cdgdevice.rules.texts.templates import GivenName, Template, join_lines
from cdgdevice.rules.texts.words import describe_of
from cdgdevice.rules.wants import PickedCard
from cdgdevice.ui import choices, texts

_left_of = Template("{left} of {of} left")
_phase = Template("{phase}:")
_marked, _marked_card = Template("Marked, {name}: {cards:list}."), Template("{card} {mark}")
_kept_of = Template("Noted for {name}: {kept:list}.")
_ranges_of = Template("{words.white:begin} plays a {words.nominated} card: {ranges}.")
_type_side, _for_side = Template("Type {sides:list}."), Template("{typed} for {name}")
_type_it, _enter = Template("Type {typed}."), Template("Enter: {typed}.")
_enter_no = Template("Enter: no, {typed}.")
_instead_of_roll = Template("Instead of a roll: {typed:or}.")
_OR_ENTER = " (or Enter)"
_ALL_DONE = "All this is done"

_BOLD, _GREEN, _PLAIN = "\x1b[1m", "\x1b[1;32m", "\x1b[0m"
_MARKS_OF_SIDE = re.compile(r"^->|[\[(][A-E][12]?[\])]\*")
"""What stands out of a side's line: that it is its round, and the cards that are offered."""


class Look(Struct, frozen=True):
    """How the table is shown: its language, and whether in the colours of a terminal."""

    language: Language = IN_ENGLISH
    in_colour: bool = False

    def write(self, text: str) -> str:
        """Return a text in the language, in lines that are not too long."""
        return fold_text(self.language.write(text))

    def write_bold(self, text: str) -> str:
        """Return such a text so that it stands out."""
        written = self.write(text)
        return f"{_BOLD}{written}{_PLAIN}" if self.in_colour else written

    def write_side(self, text: str) -> str:
        """Return the line of a side, which is in the language already."""
        folded = fold_text(text)
        return _MARKS_OF_SIDE.sub(rf"{_GREEN}\g<0>{_PLAIN}", folded) if self.in_colour else folded


PLAIN_LOOK = Look()


def resumed_lines(history: GameHistory, look: Look = PLAIN_LOOK) -> str:
    """Draw the table for who comes to it: orders from before the last answer ask if it is done."""
    game, orders = history.now, history.orders.every
    latest = tuple(act for act in orders if act in game.instructions)
    older = tuple(act for act in orders if act not in latest)
    return board_lines(game, latest, older, choices.describe_which_throws_count(history), look)


def board_lines(
    game: Game,
    orders: tuple[Instruction, ...] | None = None,
    older: tuple[Instruction, ...] = (),
    throws_that_count: tuple[str, ...] = (),
    look: Look = PLAIN_LOOK,
) -> str:
    """Draw the table in lines of at most 80 columns, with what the hands are to do.

    It is what this state asks, unless `orders` are given. Of `older` ones it is asked whether they
    are done. `throws_that_count` says which dice the next rolls show again.
    """
    now = prompt(game)
    when = describe_when(game.turn, game.round, game.sheet.words, name_period(game))
    title = f"{look.language.write(game.sheet.title)}, {look.language.write(when)}"
    lines = ["", look.write_bold(title), *map(look.write_side, _sides(game, now, look))]
    lines.extend(map(look.write, _kept_in_sight(game, now)))
    if game.roll is not None:
        roll = describe_roll(game.roll.method_result, game.roll.numbers, game.sheet.words)
        lines.append(look.write_bold(roll))
    asked = (*_orders(game, orders, older), *_questions(game, now), *throws_that_count)
    lines.extend(map(look.write, asked))
    lines.extend(map(look.write, _answers(game, now)))
    lines.extend(map(fold_text, _listed_answers(game, now, look.language)))
    return "\n".join(lines)


def _sides(game: Game, now: Prompt, look: Look) -> Iterator[str]:
    """Yield a line a side: whose round it is, its cards and how many are left."""
    offered = {option.card for option in now.options if option.card is not None}
    names = {side: look.language.write(name) for side, name in game.sheet.sides.items()}
    width = max(map(len, names.values()))
    for side, seat in game.seats.items():
        cards = chits = ""
        if game.sheet.family.has_display:
            cards = " ".join(_space(game, side, space, offered) for space in Space)
        if seat.chits_left is not None:
            chits = f"   {look.language.write(_left_of(seat.chits_left, seat.hand_size))}"
        mark = "->" if side is game.active else "  "
        yield f"{mark} {names[side]:{width}}  {cards}{chits}".rstrip()


def _space(game: Game, side: Side, space: Space, offered: set[PickedCard]) -> str:
    drawn = ""
    for place, facing in list_cards_in_sight(game, side):
        if place.space is not space:
            continue
        star = "*" if PickedCard(side, place) in offered else ""
        if facing is None:
            drawn += "..."
        elif facing is Facing.UP:
            drawn += f"[{place}]{star}"
        else:
            drawn += f"({place}){star}"
    return drawn


def _kept_in_sight(game: Game, now: Prompt) -> Iterator[str]:
    """Yield the phase, the marks of cards and what is kept in mind, a line a side each."""
    if game.phase:
        yield _phase(game.phase)
    for side, name in game.sheet.sides.items():
        marks = sorted((str(card), mark.value) for card, mark in game.seats[side].display.marks)
        if marks:
            yield _marked(name, tuple(_marked_card(card, mark) for card, mark in marks))
    for side, name in game.sheet.sides.items():
        if kept := list_kept(game, side, in_full=True):
            yield _kept_of(name, tuple(kept))
    if any(option.card for option in now.options) and isinstance(game.stage, Nominating):
        ranges = (f"{space.value} 1-{target_number(game, Place(space))}" for space in Space)
        yield _ranges_of(words=game.sheet.words, ranges=", ".join(ranges))
    if numbers := describe_kept_numbers(game):
        yield join_lines(*numbers)


def _orders(
    game: Game, orders: tuple[Instruction, ...] | None, older: tuple[Instruction, ...]
) -> Iterator[str]:
    """Yield what the hands are to do, after what is asked whether it is done."""
    if asked_before := describe_what_to_do(game, older):
        yield texts.ask_if_done(asked_before[0])
        yield from asked_before[1:]
    yield from describe_what_to_do(game, orders)


def _questions(game: Game, now: Prompt) -> Iterator[str]:
    """Yield what is asked, after the name of the side whose round it is."""
    of_side = (
        isinstance(game.stage, Ready)
        and game.sheet.family.has_display
        and not is_first_side_undecided(game)
    )
    name = game.sheet.sides[game.active]
    yield from (describe_of(name, said) if of_side else said for said in now.text)


def _answers(game: Game, now: Prompt) -> Iterator[str]:
    """Yield which side or turn may be typed where the question itself doesn't say it."""
    if isinstance(game.stage, Ready) and is_first_side_undecided(game):
        sides = game.sheet.sides
        named = tuple(_for_side(GivenName(side.value), sides[side]) for side in Side)
        yield join_lines(_type_side(named), _enter(sides[game.active]))
        typed = [f"{side.value} {way.id}" for side in Side for way in list_options(game, side)]
        if typed:
            yield _instead_of_roll(tuple(map(GivenName, typed)))
    if isinstance(game.stage, TurnEnd) and now.options:
        plain = GivenName(find_plain_turn_end(game, now).id)
        yield join_lines(_type_it(typed_choices(now)), _enter(plain))


def _listed_answers(game: Game, now: Prompt, language: Language) -> Iterator[str]:
    """Yield the answers that may be typed, each with its title where that is not the same."""
    write = language.write
    asking = {action.id for action in game.sheet.actions if action.asks}
    asked = [action for action in now.actions if action.id in asking]
    yield from (f"  {form(action)}  {write(action.title)}" for action in asked)
    if asked and now.stage == "play" and any(option.id == "done" for option in now.options):
        yield write(_enter_no(GivenName("done")))
    asks = isinstance(game.stage, Waiting | SettingUp | AskingHandSizes)
    if not asks or len(now.options) < 2:
        return
    enter = () if now.default is None else (_enter(GivenName(now.default)),)
    if all(option.card is not None or option.title == option.id for option in now.options):
        yield write(join_lines(_type_it(typed_choices(now)), *enter))
        return
    numbers = tuple(each for each in now.options if each.number is not None)
    if len(numbers) > 2:
        typed = typed_choices(replace(now, options=numbers))
        yield write(join_lines(_type_it(typed), *enter))
    listed = [option for option in now.options if len(numbers) <= 2 or option not in numbers]
    width = max(len(option.id) for option in listed)
    for option in listed:
        takes = write(_OR_ENTER) if option.id == now.default else ""
        title = write(_ALL_DONE if option.id == NEXT else option.title)
        yield f"  {option.id:{width}}  {title}{takes}"

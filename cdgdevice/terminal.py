"""The same game by hand, in a plain terminal: lines in, lines out, 80 columns, no colours."""

from collections.abc import Callable, Iterator
from textwrap import fill

from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.acts import Act, net
from cdgdevice.method.die import Conversion
from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.errors import MethodError
from cdgdevice.method.game import Game, Rolled
from cdgdevice.method.history import Answered, History
from cdgdevice.method.prompt import prompt
from cdgdevice.method.prompted import Prompt
from cdgdevice.method.request import Correct, Request, Undo
from cdgdevice.method.row import target
from cdgdevice.method.sheet import Family, Sheet
from cdgdevice.method.stage import Nominating, Picked, Waiting
from cdgdevice.method.words import say_both, told
from cdgdevice.notes_text import headings, looked_up
from cdgdevice.table.dice import throw, with_die
from cdgdevice.typed import Aside, LookUp, choices, form, understood

COLUMNS = 80
"""Of the narrowest terminal that is written for."""

HELP = """\
  [A] lies face-up, (A) face-down; a star: may be taken; ... is a gap.

  Enter        the plain thing: roll, done, or the next turn
  roll         the program throws the die
  1 to 6, JR, AB, DE, ABC, CDE, EVENT    the die that you threw yourself
  3 5          two dice that you threw yourself, the white one first
  A to E       play, turn up or discard that card (A1, A2 of a double space)
  left, right  before a roll: that side takes the round
  correct ABC  the die was misread: it shows this
  undo         take back the last answer, with what to put back by hand
  notes        what there is to read on this game's cards and rules
  notes 22     what is to be read on card 22; words do as well: notes reshuffle
  help         this page
  quit         leave (also Ctrl-D)"""

Take = Callable[[Request], Answered]
"""Puts a request to the game on the table."""


def folded(text: str) -> str:
    """Break a text into lines for the terminal; a word such as end-game stays whole."""
    return fill(text, COLUMNS, break_on_hyphens=False)


def play(
    history: History,
    take: Take,
    read: Callable[[str], str],
    write: Callable[[str], None],
    conversion: Conversion,
) -> None:
    """Play a game until the player leaves.

    `read` shows a prompt and gives a line, or raises EOFError; `write` shows one line or more;
    `conversion` says what the numbers of the player's own die stand for.
    """
    write("Type help for the words that are understood, quit to leave.")
    write(screen(history.now))
    while True:
        try:
            line = read("> ")
        except EOFError:
            write("")
            return
        try:
            meant = understood(line.split(), history, conversion)
            if meant is Aside.QUIT:
                return
            if meant is Aside.HELP:
                write(help_page(history.now))
                continue
            if isinstance(meant, LookUp):
                write(_notes(history.now.sheet, meant.words))
                continue
            answered = take(with_die(history, meant, throw))
        except (MethodError, CdgDeviceError) as refused:
            write(folded(str(refused)))
            continue
        history = answered.history
        now = history.now
        back = _to_put_back(meant, answered)
        if back:
            write("\n".join(["By hand:", *(f"  {s}" for s in say_both(back, now.sheet.sides))]))
        write(screen(now, done=isinstance(meant, Undo | Correct)))


def _notes(sheet: Sheet, words: str) -> str:
    return looked_up(sheet, words) if words or not sheet.notes else headings(sheet.notes)


def _to_put_back(request: Request, answered: Answered) -> tuple[Act, ...]:
    """Give what the hands do after an undo or a correction; no card is turned twice."""
    if isinstance(request, Correct):
        return net((*answered.restore, *answered.history.now.acts))
    return answered.restore


def screen(game: Game, *, done: bool = False) -> str:
    """Draw the table in lines of at most 80 columns; `done`: its acts were done already."""
    now = prompt(game)
    offered = {option.card for option in now.options if option.card is not None}
    lines = ["", f"{game.sheet.title}, turn {game.turn}, round {game.round}"]
    width = max(len(name) for name in game.sheet.sides.values())
    for side in Side:
        seat = game.seats[side]
        cards = " ".join(_space(game, side, space, offered) for space in Space)
        if game.sheet.family is Family.CHECKS:
            cards = ""
        mark = "->" if side is game.active else "  "
        chits = "" if seat.left is None else f"   {seat.left} of {seat.of} left"
        lines.append(f"{mark} {game.sheet.sides[side]:{width}}  {cards}{chits}".rstrip())
    lines.extend(_marks(game))
    lines.extend(_ranges(game))
    if game.roll is not None:
        lines.append(_rolled(game.roll))
    lines.extend(() if done else told(game))
    name = game.sheet.sides[game.active]
    lines.extend(f"{name}: {sentence}" if now.rollers else sentence for sentence in now.text)
    lines.extend(_answers(game, now))
    return "\n".join(folded(line) for line in lines)


def _marks(game: Game) -> Iterator[str]:
    """Tell the marks of cards, a line a side."""
    for side in Side:
        marks = sorted((str(card), mark.value) for card, mark in game.seats[side].display.marks)
        if marks:
            said = ", ".join(f"{card} {mark}" for card, mark in marks)
            yield f"Marked, {game.sheet.sides[side]}: {said}."


def _ranges(game: Game) -> Iterator[str]:
    """Tell the range of each space, where a card is nominated."""
    if isinstance(game.stage, Nominating):
        ranges = ", ".join(f"{space.value} 1-{target(game, Place(space))}" for space in Space)
        yield f"White plays a nominated card: {ranges}."


def _rolled(roll: Rolled) -> str:
    if len(roll.numbers) == 1:
        return f"The die: {roll.result}."
    white, coloured = roll.numbers
    return f"The dice: white {white}, coloured {coloured}."


def _answers(game: Game, now: Prompt) -> Iterator[str]:
    """Tell what may be typed where the question itself doesn't say it."""
    if not isinstance(game.stage, Waiting) or len(now.options) < 2:
        return
    if all(option.card is not None or option.title == option.id for option in now.options):
        yield f"Type {choices(now)}."
        return
    width = max(len(option.id) for option in now.options)
    yield from (f"  {option.id:{width}}  {option.title}" for option in now.options)


def help_page(game: Game) -> str:
    """Give the words that are understood, and those of this moment."""
    now = prompt(game)
    more = [option.id for option in now.options if option.card is None]
    more.extend(form(action) for action in now.actions)
    listed = (
        fill(
            entry,
            COLUMNS,
            initial_indent=" " * 4,
            subsequent_indent=" " * 8,
            break_on_hyphens=False,
        )
        for entry in more
    )
    return "\n".join([HELP, "", "  Now also:", *listed])


def _space(game: Game, side: Side, space: Space, offered: set[Picked]) -> str:
    display = game.seats[side].display
    drawn = ""
    for place in display.places((space,)):
        facing = display.facing(place)
        star = "*" if Picked(side, place) in offered else ""
        if facing is None:
            drawn += "..."
        elif facing is Facing.UP:
            drawn += f"[{place}]{star}"
        else:
            drawn += f"({place}){star}"
    return drawn

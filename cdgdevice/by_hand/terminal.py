"""The same game by hand, in a plain terminal: lines in, lines out, 80 columns, no colours."""

from collections.abc import Callable, Iterator

from cdgdevice.by_hand.typed import Aside, LookUp, choices, form, understood
from cdgdevice.columns import folded
from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.desk.dice import kept, shown
from cdgdevice.method.acts import Act, net
from cdgdevice.method.die import Conversion
from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.errors import MethodError
from cdgdevice.method.game import Game, Rolled
from cdgdevice.method.history import Answered, History
from cdgdevice.method.kept_numbers import kept_numbers
from cdgdevice.method.notes import in_order, number
from cdgdevice.method.prompt import prompt
from cdgdevice.method.prompted import Prompt
from cdgdevice.method.request import Correct, Request, Roll, Undo
from cdgdevice.method.row import target
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.stage import Nominating, Picked, Ready, Waiting
from cdgdevice.method.terms import Family
from cdgdevice.method.words import say_both, told
from cdgdevice.notes_text import headings, looked_up
from cdgdevice.table.dice import throw, with_die

Take = Callable[[Request, bool], Answered]
"""Puts a request to the game on the table; True: its dice were thrown by the program."""


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
    write(screen(history.now, history.orders.every))
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
            asked = with_die(history, meant, throw)
            thrown = _dice_told(history, meant, asked)
            answered = take(asked, asked != meant)
        except (MethodError, CdgDeviceError) as refused:
            write(folded(str(refused)))
            continue
        history = answered.history
        now = history.now
        if thrown:
            write(thrown)
        back = _to_put_back(meant, answered)
        if back:
            by_hand = say_both(back, now.sheet.sides, now.active)
            write("\n".join(["By hand:", *(f"  {s}" for s in by_hand)]))
        told_above = isinstance(meant, Undo | Correct)
        write(screen(now, () if told_above else history.orders.latest))


def _dice_told(before: History, meant: Request, asked: Request) -> str:
    """Tell which dice count, where the player did not type them and the table will not show them.

    The table shows the roll of the round. A throw that was taken back counts again, whatever was
    typed.
    """
    if not isinstance(meant, Roll) or not isinstance(asked, Roll):
        return ""
    again = kept(before, meant.side)
    if again:
        return f"The throw that was taken back counts: {shown(before.now, again)}."
    if meant.die or meant.result or not isinstance(before.now.stage, Waiting):
        return ""
    return f"The die: {shown(before.now, asked.die)}."


def _notes(sheet: Sheet, words: str) -> str:
    return looked_up(sheet, words) if words or not sheet.notes else headings(sheet.notes)


def _to_put_back(request: Request, answered: Answered) -> tuple[Act, ...]:
    """Give what the hands do after an undo or a correction; no card is turned twice."""
    if isinstance(request, Correct):
        return net((*answered.restore, *answered.history.now.acts))
    return answered.restore


def screen(game: Game, orders: tuple[Act, ...] | None = None) -> str:
    """Draw the table in lines of at most 80 columns, with what the hands are to do.

    It is what this state asks, unless `orders` are given.
    """
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
    lines.extend(kept_numbers(game))
    if game.roll is not None:
        lines.append(_rolled(game.roll))
    lines.extend(told(game, orders))
    rolls = isinstance(game.stage, Ready) and bool(now.rollers)
    name = f"{game.sheet.sides[game.active]}: " if rolls else ""
    lines.extend(f"{name}{sentence}" for sentence in now.text)
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
    listed = (folded(entry, " " * 4, " " * 8) for entry in more)
    return "\n".join([*_help(game.sheet), "", "  Now also:", *listed])


def _help(sheet: Sheet) -> Iterator[str]:
    """Give the words that are understood in any game of a sheet."""
    family = sheet.family
    method = family in (Family.PILE, Family.OPEN)
    row = family is Family.ROW
    display = family is not Family.CHECKS
    if display:
        yield "  [A] lies face-up, (A) face-down; a star: may be taken; ... is a gap."
        yield ""
    words = [
        ("Enter", "the plain thing: roll, done, or the next turn"),
        ("roll", f"the program throws the {'dice' if row else 'die'}"),
    ]
    if method:
        words.append(("ABC", "what your own Method die shows: JR, AB, DE, ABC, CDE or EVENT"))
    words.append(("1 to 6", "the die that you threw yourself"))
    if row:
        words.append(("3 5", "two dice that you threw yourself, the white one first"))
    if display:
        taken = "nominate, pick or discard" if row else "play, turn up or discard"
        double = "" if row else " (A1, A2 of a double space)"
        words.append(("A to E", f"{taken} that card{double}"))
    if method:
        words.append(("left, right", "that side takes the round: the program throws at once"))
        words.append(("right 4", "the same with your own die: right 4, right ABC"))
    dice = "correct ABC" if method else "correct 3 5" if row else "correct 4"
    misread = "dice were misread: they show" if row else "die was misread: it shows"
    words.extend(
        (
            (dice, f"the {misread} this"),
            ("undo", "take back the last answer, with what to put back by hand"),
            ("notes", "what there is to read on this game's cards and rules"),
            *_note_words(sheet),
            ("help", "this page"),
            ("quit", "leave (also Ctrl-D)"),
        )
    )
    for word, meaning in words:
        yield f"  {word:11}  {meaning}"


def _note_words(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Give examples of looking up notes, which this sheet has."""
    card = next(filter(None, map(number, in_order(sheet.notes))), None)
    if card is not None:
        yield f"notes {card}", f"what is to be read on card {card}"
    title = next((note.title for note in sheet.notes if note.card is None), None)
    if title is not None:
        word = title.split()[0].lower()
        yield f"notes {word}", "the same by words"


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

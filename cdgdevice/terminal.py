"""The same game by hand, in a plain terminal: lines in, lines out, 80 columns, no colours."""

from collections.abc import Callable
from dataclasses import replace
from secrets import randbelow
from textwrap import fill

from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.acts import Act, net
from cdgdevice.method.die import Conversion, Result
from cdgdevice.method.display import Facing, Side, Space
from cdgdevice.method.errors import MethodError, NotAllowedError
from cdgdevice.method.game import Game
from cdgdevice.method.history import Answered, History, kept_roll
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.prompt import Prompt, prompt
from cdgdevice.method.request import Choose, Correct, Do, Request, Roll, Undo, did_you_mean
from cdgdevice.method.words import listed, say_both

COLUMNS = 80
"""Of the narrowest terminal that is written for."""

HELP = """\
  [A] lies face-up, (A) face-down; a star: may be taken; ... is a gap.

  Enter        the plain thing: roll, done, or the next turn
  roll         the program throws the die
  1 to 6, JR, AB, DE, ABC, CDE, EVENT    the die that you threw yourself
  A to E       play, turn up or discard that card (A1, A2 of a double space)
  left, right  before a roll: that side takes the round
  correct ABC  the die was misread: it shows this
  undo         take back the last answer, with what to put back by hand
  help         this page
  quit         leave (also Ctrl-D)"""

Take = Callable[[Request], Answered]
"""Puts a request to the game on the table."""


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
        words = line.split()
        if words[:1] in (["quit"], ["q"], ["exit"]):
            return
        if words[:1] in (["help"], ["h"], ["?"]):
            write(help_page(history.now))
            continue
        try:
            request = _with_die(history, understood(words, history.now, conversion))
            answered = take(request)
        except (MethodError, CdgDeviceError) as refused:
            write(fill(str(refused), COLUMNS))
            continue
        history = answered.history
        now = history.now
        back = _to_put_back(request, answered)
        if back:
            write("\n".join(["By hand:", *(f"  {s}" for s in say_both(back, now.sheet.sides))]))
        write(screen(now, done=isinstance(request, Undo | Correct)))


def _to_put_back(request: Request, answered: Answered) -> tuple[Act, ...]:
    """Give what the hands do after an undo or a correction; no card is turned twice."""
    if isinstance(request, Correct):
        return net((*answered.restore, *answered.history.now.acts))
    return answered.restore


def screen(game: Game, *, done: bool = False) -> str:
    """Draw the table in lines of at most 80 columns; `done`: its acts were done already."""
    now = prompt(game)
    offered = {option.id for option in now.options}
    lines = ["", f"{game.sheet.title}, turn {game.turn}, round {game.round}"]
    width = max(len(name) for name in game.sheet.sides.values())
    for side in Side:
        seat = game.seats[side]
        mine = side is game.active and now.stage in ("choose", "flip", "turn-end")
        cards = " ".join(_space(game, side, space, offered if mine else set()) for space in Space)
        mark = "->" if side is game.active else "  "
        chits = "" if seat.left is None else f"   {seat.left} of {seat.of} left"
        lines.append(f"{mark} {game.sheet.sides[side]:{width}}  {cards}{chits}")
    if game.roll is not None:
        lines.append(f"The die: {game.roll.result.value}.")
    lines.extend(() if done else say_both(game.acts, game.sheet.sides))
    name = game.sheet.sides[game.active]
    lines.extend(f"{name}: {sentence}" if now.rollers else sentence for sentence in now.text)
    return "\n".join(lines)


def help_page(game: Game) -> str:
    """Give the words that are understood, and those of this moment."""
    now = prompt(game)
    more = [option.id for option in now.options if len(option.id) > 2]
    for action in now.actions:
        args = " ".join("|".join(map(str, values)) for _, values in action.args)
        more.append(f"{action.id} {args}".strip())
    return "\n".join([HELP, "", "  Now also:", *(f"    {entry}" for entry in more)])


def understood(words: list[str], game: Game, conversion: Conversion) -> Request:
    """Turn the words of a line into a request.

    Raises:
        NotAllowedError: when they mean nothing; the sentence says what is allowed.
    """
    now = prompt(game)
    if not words:
        return _plain(game, now)
    first, rest = words[0].lower(), words[1:]
    if first in ("undo", "u"):
        return Undo()
    if first == "correct" and len(rest) == 1 and (die := _die(rest[0], conversion)) is not None:
        return Correct(die.die, die.result)
    if first in ("left", "right", "roll", "r"):
        roll = _die(rest[0], conversion) if len(rest) == 1 else None if rest else Roll()
        if roll is not None:
            return replace(roll, side=Side(first)) if first in ("left", "right") else roll
    options = {option.id.lower(): option.id for option in now.options}
    if first in options and not rest:
        return Choose(options[first])
    if not rest and (die := _die(first, conversion)) is not None:
        return die
    for action in now.actions:
        if action.id == first and len(rest) == len(action.args):
            args = [(name, _value(word)) for (name, _), word in zip(action.args, rest, strict=True)]
            return Do(action.id, tuple(args))
    known = ("undo", "correct", "roll", "help", *options, *(action.id for action in now.actions))
    raise NotAllowedError(
        f"{quoted(' '.join(words))} means nothing now.{did_you_mean(first, known)} "
        f"{' '.join(now.text)} Or type help."
    )


def _plain(game: Game, now: Prompt) -> Request:
    if game.active in now.rollers:
        return Roll()
    for option in now.options:
        if option.id in ("done", "next-turn") or len(now.options) == 1:
            return Choose(option.id)
    names = listed([option.id for option in now.options], "or") if now.options else "undo or quit"
    raise NotAllowedError(f"Type {names}.")


def _die(word: str, conversion: Conversion) -> Roll | None:
    if word in ("1", "2", "3", "4", "5", "6"):
        return Roll(result=conversion.result(int(word)))
    if word.upper() in {result.value for result in Result}:
        return Roll(result=Result(word.upper()))
    return None


def _value(word: str) -> str | int:
    if word.isdecimal():
        return int(word)
    return word.lower() if word.lower() in ("left", "right") else word.upper()


def _with_die(history: History, request: Request) -> Request:
    if isinstance(request, Roll) and request.die is None and request.result is None:
        if kept_roll(history, request.side) is not None:
            return request
        return replace(request, die=randbelow(6) + 1)
    return request


def _space(game: Game, side: Side, space: Space, offered: set[str]) -> str:
    display = game.seats[side].display
    drawn = ""
    for place in display.places((space,)):
        facing = display.facing(place)
        star = "*" if str(place) in offered else ""
        if facing is None:
            drawn += "..."
        elif facing is Facing.UP:
            drawn += f"[{place}]{star}"
        else:
            drawn += f"({place}){star}"
    return drawn

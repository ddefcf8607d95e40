"""`cdgdevice reader test`: what the reader sees, reading by reading, and the throws it reports."""

from collections.abc import Callable, Iterator
from typing import TextIO

from cdgdevice.columns import folded
from cdgdevice.gadget.reader.asking import acknowledge, ask_raw
from cdgdevice.gadget.reader.messages import (
    DieState,
    Heartbeat,
    Hello,
    Message,
    Nak,
    Raw,
    Roll,
    State,
)
from cdgdevice.reader_commands.names import LIES, UNTOLD, name_of, on_top, seen_below
from cdgdevice.reader_commands.talk import ANSWERED_WITHIN, NakError, Talk
from cdgdevice.reader_commands.troubles import trouble_told

PERIOD = 0.1
"""Seconds between two questions; the reader has a new reading each 0.06."""
HEADING = (
    f"{'red':>6}{'green':>7}{'blue':>7}{'clear':>7}  {'on top':13}{'sees':7}margin  stray  die"
)

_WIDTH = 79


class LiveView:
    """Shows readings on `out`: on a terminal one line that is rewritten, else a line for each."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._rewrites = out.isatty()
        self._open = False
        self.die: DieState | None = None
        """How the die lies, as was said last."""
        self._last: tuple[int, int | None] | None = None

    def say(self, sentence: str) -> None:
        """Show a line that stays."""
        self.end()
        print(folded(sentence), file=self._out, flush=True)

    def show(self, message: Message) -> None:
        """Show what the reader said, if it is to be seen."""
        match message:
            case Raw():
                self._rewrite(reading_line(message, self.die))
            case Nak(reason):
                self._rewrite(str(NakError(reason)))
            case Heartbeat(_, die) | State(die):
                self.die = die
            case Roll(boot, seq, face, confidence):
                # Until it is acknowledged it comes again and again.
                if seq is None or (boot, seq) != self._last:
                    self._last = boot, seq
                    sure = "" if confidence is None else f", {confidence} % sure"
                    self.say(f"Thrown: {name_of(face)}{sure}.")
            case Hello():
                if message.trouble is not None:
                    self.say(trouble_told(message.trouble))

    def end(self) -> None:
        """Leave the line that is rewritten."""
        if self._open:
            print(file=self._out, flush=True)
            self._open = False

    def _rewrite(self, line: str) -> None:
        if self._rewrites:
            print("\r" + line.ljust(_WIDTH)[:_WIDTH], end="", file=self._out, flush=True)
            self._open = True
        else:
            self.say(line)


def watch(
    talk: Talk,
    view: LiveView,
    *,
    keep: Callable[[Raw], None] | None = None,
    readings: int | None = None,
    take: bool = False,
) -> None:
    """Show what the reader says until so many `readings` were asked for; None: for ever.

    A reader that shows no colours shows its throws. Of one that does, `keep` is given each
    reading, and then only those that came are counted. With `take` a throw is acknowledged, and
    the game never hears of it: the reader tells the next one.

    Raises:
        HardwareError: as `Talk`.
    """
    hello = talk.greet()
    colours = "raw" in hello.capabilities
    view.show(hello)
    view.say(HEADING if colours else "This reader shows no colours, only its throws.")

    def heard(seconds: float) -> Iterator[Message]:
        for message in talk.listen(seconds):
            view.show(message)
            if take and isinstance(message, Roll):
                talk.send(acknowledge(message.boot, message.seq))
            yield message

    counted = 0
    while readings is None or counted < readings:
        counted += keep is None or not colours
        if colours:
            talk.send(ask_raw())
            answers = (each for each in heard(ANSWERED_WITHIN) if isinstance(each, Raw | Nak))
            answer = next(answers, None)
            if keep is not None and isinstance(answer, Raw):
                keep(answer)
                counted += 1
        for _ in heard(PERIOD):
            pass


def reading_line(raw: Raw, die: DieState | None) -> str:
    """Give a reading in a line of at most 79 characters."""
    margin = "" if raw.margin is None else f"{raw.margin} %"
    stray = "" if raw.stray is None else str(raw.stray)
    colours = f"{raw.red:6}{raw.green:7}{raw.blue:7}{raw.clear:7}"
    lies = UNTOLD if die is None else LIES[die]
    face = f"{on_top(raw.like):13}{seen_below(raw.like):7}"
    return f"{colours}  {face}{margin:>6}{stray:>7}  {lies}"

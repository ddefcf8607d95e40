"""`cdgdevice reader simulate`: a die reader without hardware, for the other commands to try."""

from collections.abc import Callable, Iterable

from cdgdevice.gadget.reader.simulated import SimulatedReader

TUMBLE = 1.0
"""Seconds that a thrown die rolls."""
WORDS = "1 to 6 throw that face, t any; out, lean; unplug, plug."


def simulate(reader: SimulatedReader, lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Say where the reader is, and do with it what each line asks for, until there is no more."""
    write(f"A simulated die reader is at {reader.url} (Ctrl-C ends it).")
    write(f"Type and press Enter: {WORDS}")
    doing: dict[str, Callable[[], object]] = {
        "t": reader.throw,
        "out": reader.lift,
        "lean": reader.cock,
        "unplug": reader.unplug,
        "plug": reader.replug,
    }
    for line in lines:
        word = line.strip().lower()
        if word in tuple("123456"):
            reader.throw(int(word))
        elif word in doing:
            doing[word]()
        elif word:
            write(f"There is no {word!r}: {WORDS}")


def simulated(*, blank: bool) -> SimulatedReader:
    """Give a reader that knows its die, or a `blank` one that is to be taught it first."""
    capabilities = ("blank", "cal", "raw") if blank else ("cal", "raw")
    return SimulatedReader(capabilities=capabilities, tumble=TUMBLE)

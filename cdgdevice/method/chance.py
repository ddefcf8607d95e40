"""Fair choices with six-sided dice: the Random Card Selection chart, and what it leaves open."""

CHARTED = 5
"""The chart of the documents ends here; beyond it every chance is used, so that few are rolled."""

START = (0, 1)
"""No throw yet: the only one of one chance."""


def drawn(number: int, among: int, so_far: tuple[int, int]) -> int | tuple[int, int]:
    """Give which of `among` things, from 0, a throw of `number` picks; or how far it has led.

    `so_far` is the chance, from 0, that earlier throws led to, and of how many equal ones.

    Up to five it is the chart's: 1-3 and 4-6; 1-2, 3-4 and 5-6; 1-4 or again; 1-5 or again. Beyond,
    throws are read as digits of base six, and the chances that don't divide evenly are kept for
    the next throw: no way of keeping the choice fair takes fewer throws on average.
    """
    at, chances = so_far
    at, chances = at * 6 + number - 1, chances * 6
    each = chances // among
    if at < each * among:
        return at // each
    return START if among <= CHARTED else (at - each * among, chances - each * among)


def chart(among: int) -> tuple[str, ...]:
    """Give the numbers of a single throw that pick each of up to six things: `1-3`, `4-6`."""
    each = 6 // among
    firsts = range(1, each * among + 1, each)
    return tuple(str(n) if each == 1 else f"{n}-{n + each - 1}" for n in firsts)

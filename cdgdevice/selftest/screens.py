"""What a person sees of the pattern on a screen, and what is wrong where it is not the pattern."""

from enum import Enum

from cdgdevice.gadget.glass.controller import Controller
from cdgdevice.gadget.views.view import Pattern
from cdgdevice.method.display import Side
from cdgdevice.selftest.finding import Finding, What


class Seen(Enum):
    """What a person may see; the text is what is offered, in at most 22 letters."""

    WHOLE = "Whole, on its side"
    """The pattern as it is."""
    SHIFTED = "Frame cut at an edge"
    """Shifted by two columns: an SSD13xx that is driven as an SH1106."""
    SNOW = "Snow, or a few rows"
    """An SH1106 that is driven as an SSD13xx takes one row of what it is sent."""
    UPSIDE_DOWN = "Upside down"
    """The panel is built in with its pins at the other edge."""
    MIRRORED = "In mirror writing"
    """The panel's own columns run the other way."""
    ROWS = "Every other row only"
    """The panel has fewer rows than 64, or they are wired otherwise."""
    SWAPPED = "The other side's name"
    """Left and right are exchanged."""
    DARK = "Nothing"
    """It answers and shows nothing."""


def may_be_seen(screens: int) -> tuple[Seen, ...]:
    """Give what may be seen on one of so many screens: only two can be exchanged."""
    return tuple(seen for seen in Seen if screens > 1 or seen is not Seen.SWAPPED)


def pattern(side: Side, address: int, controller: Controller) -> Pattern:
    """Give the pattern for a side's screen."""
    return Pattern(side.value, (f"0x{address:02X} {controller.value.upper()}", "Press to go on."))


def judged(seen: Seen, sides: tuple[Side, ...]) -> Finding:
    """Say what is wrong with the screens of these sides that show this."""
    which = " and ".join(side.value for side in sides)
    many = len(sides) > 1
    the = f"The {which} screen{'s' if many else ''}"
    has = "have" if many else "has"
    section = " and ".join(f"[screens.{side.value}]" for side in sides)
    match seen:
        case Seen.WHOLE:
            return Finding(What.SCREENS_WHOLE, f"{the} {'show' if many else 'shows'} all.")
        case Seen.SHIFTED:
            return Finding(
                What.SCREENS_SHIFTED,
                f"{the} {has} another chip than configured: write controller = "
                f'"ssd1306" or "ssd1309" in {section}.',
            )
        case Seen.SNOW:
            return Finding(
                What.SCREENS_SNOW,
                f'{the} {has} another chip than configured: write controller = "sh1106" '
                f"in {section}.",
            )
        case Seen.UPSIDE_DOWN:
            return Finding(
                What.SCREENS_UPSIDE_DOWN,
                f"{the} {has} to be turned: write rotate = 180 in {section}, or 0 if 180 "
                "is written there.",
            )
        case Seen.MIRRORED:
            return Finding(
                What.SCREENS_MIRRORED,
                f"{the} {has} columns that run the other way, which no setting mends: use "
                "an SSD1306, SSD1309 or SH1106 panel.",
            )
        case Seen.ROWS:
            return Finding(
                What.SCREENS_ROWS,
                f"{the} {has} not 64 rows of their own: use a panel of 128 by 64 pixels.",
            )
        case Seen.SWAPPED:
            return Finding(
                What.SCREENS_SWAPPED,
                "The screens are in each other's places: exchange them, or the two addresses in "
                "[screens.left] and [screens.right].",
            )
        case Seen.DARK:
            return Finding(
                What.SCREENS_DARK,
                f"{the} {'answer' if many else 'answers'} but {'show' if many else 'shows'} "
                f"nothing: raise contrast in {section}; else the glass is dead.",
            )


def unseen() -> Finding:
    """Say that nobody was asked what the screens show."""
    return Finding(
        What.SCREENS_UNSEEN,
        "Nobody was asked what the screens show: `cdgdevice selftest` in a terminal asks, and so "
        "does Self-test in the gadget's menu.",
    )

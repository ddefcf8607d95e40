"""The bought parts: what to buy, how large it is, what it takes and gives."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Final

from cdgdevice.tomlform.form import Form
from hardware.tables.builds import BOARD, BUILDS, CONSOLE, GOES_INTO
from hardware.tables.figure import Figure, read_figure
from hardware.tables.mistaken import HERE, TablesError, read_file
from hardware.tables.roles import Role, role_of

PARTS = HERE / "parts"
DISTRIBUTORS: Final = ("LCSC", "DigiKey", "Mouser")
"""Who sells single parts by numbers of their own; JLCPCB takes LCSC's."""


class Terminal(Enum):
    """What a terminal of a part is for."""

    THREE = "3v3"
    """Takes 3.3 V."""
    GROUND = "gnd"
    """Ground."""
    SIGNAL = "signal"
    """Carries a line of the Pi or the Pico: never more than 3.3 V."""
    SDA = "sda"
    """Such a line: the data of the I2C bus."""
    SCL = "scl"
    """Such a line: the clock of the I2C bus."""
    CLOCK = "clock"
    """Such a line: the clock of the SPI bus."""
    DATA = "data"
    """Such a line: the data of the SPI bus."""
    DATA_COMMAND = "data_command"
    """Such a line: high for pixels, low for commands."""
    SELECT = "select"
    """Such a line: low while this screen is spoken to."""
    RESET = "reset"
    """Such a line: low for a moment at the start."""
    FREE = "free"
    """Nothing is wired to it."""


class Joint(Enum):
    """How a wire is joined to a terminal."""

    SOCKET = "socket"
    """The wire's own socket is pushed onto a pin."""
    SOLDER = "solder"
    """It is soldered."""
    RECEPTACLE = "receptacle"
    """A receptacle at its end is pushed onto a flat tab."""
    PLUG = "plug"
    """A cable's plug goes into a socket of the board, all its wires at once."""


@dataclass(frozen=True, slots=True)
class Wired:
    """A thing that wires go to: what `wires.toml` and the pictures call it."""

    thing: str
    build: str
    terminals: Mapping[str, Terminal]
    """By the words printed on the part, or that the drawings give them."""
    joint: Joint
    """How wires are joined to all of them."""


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of part that is bought."""

    id: str
    name: str
    maker: str
    """Empty for what many make."""
    number: str
    """The maker's; empty where there is none."""
    what_for: str
    looks: str
    """A description that can't be mistaken."""
    builds: Mapping[str, int]
    """How many each build needs; none for an option that no build counts on."""
    board: int
    """How many the board under the panel needs, on it or to its plugs."""
    console: int
    """How many the box for that board needs, beside what is on the board and plugged into it."""
    substitutes: tuple[str, ...]
    traps: tuple[str, ...]
    euro: tuple[float, float]
    """What one costs, from and to: a rough estimate."""
    priced: date
    """When that was estimated: a month, by its first day."""
    sold: Mapping[str, str]
    """The number that a distributor sells it by, for those of `DISTRIBUTORS` that are known to."""
    looked_up: date | None
    """When that was looked up; None where nobody is known to sell it."""
    wired: tuple[Wired, ...]
    size: Mapping[str, Figure]
    """In millimetres."""
    electric: Mapping[str, Figure]
    """The unit is the name's end: `current_typical_mA`, `forward_V`, `resistance_ohm`."""

    @property
    def is_option(self) -> bool:
        """Whether no build counts on it: a buzzer is one, also where the board takes it."""
        return not self.builds and not self.console and not self.id.startswith(f"{BOARD}-")

    def count(self, what: str) -> int:
        """Give how many a build, the board or its box needs, by its word of `LISTS`."""
        own = {BOARD: self.board, CONSOLE: self.console}
        return own[what] if what in own else self.builds.get(what, 0)

    def wired_in(self, build: str) -> tuple[Wired, ...]:
        """Give the things that it is in a build; none where it has no terminals there."""
        return tuple(one for one in self.wired if one.build == build)

    def mm(self, name: str) -> float:
        """Give a size in millimetres; TablesError with a sentence where the file has none."""
        return _known(self, "size", self.size, name).value

    def figure(self, name: str) -> Figure:
        """Give an electric figure; TablesError with a sentence where the file has none."""
        return _known(self, "electric", self.electric, name)


def _known(part: Part, section: str, figures: Mapping[str, Figure], name: str) -> Figure:
    if name in figures:
        return figures[name]
    raise TablesError(f"parts/{part.id}.toml has no {section}.{name}; write it there.")


class Parts(dict[str, Part]):
    """Every part by its id; one that has no file is asked for in a sentence."""

    def __missing__(self, name: str) -> Part:
        raise TablesError(f"parts/{name}.toml is not there; write it, or give it this name.")


def read_parts(folder: Path = PARTS) -> Parts:
    """Read every part, by id, which is its file's name.

    Raises:
        TablesError: with a sentence for every mistake of every file.
    """
    parts = Parts()
    mistakes = []
    for path in sorted(folder.glob("*.toml")):
        try:
            parts[path.stem] = read_part(path)
        except TablesError as why:
            mistakes.append(str(why))
    if mistakes:
        raise TablesError("\n".join(mistakes))
    return parts


def read_part(path: Path) -> Part:
    """Read one part's file."""
    return read_file(path, lambda form: _part(form, path.stem))


def terminals_of(build: str, parts: Mapping[str, Part]) -> Mapping[str, Mapping[str, Terminal]]:
    """Give the terminals of every thing that wires of a build go to; the boards are left out."""
    return {
        wired.thing: wired.terminals
        for part in parts.values()
        for wired in part.wired
        if wired.build == build
    }


def joint_of(thing: str, build: str, parts: Mapping[str, Part]) -> Joint:
    """Give how wires are joined to a thing of a build; those to a board by their sockets."""
    for part in parts.values():
        for one in part.wired_in(build):
            if one.thing == thing:
                return one.joint
    return _usual_joint(thing)


_WITH_PINS: Final = (Role.BOARD, Role.SCREEN, Role.SENSOR)


def _usual_joint(thing: str) -> Joint:
    return Joint.SOCKET if role_of(thing) in _WITH_PINS else Joint.SOLDER


def _part(form: Form, name: str) -> Part:
    builds = form.table("builds", required=True)
    counts = {build: builds.whole(build, low=1, high=500) for build in BUILDS if build in builds}
    return Part(
        id=name,
        name=form.text("name"),
        maker=form.text("maker", ""),
        number=form.text("number", ""),
        what_for=form.text("what_for"),
        looks=form.text("looks"),
        builds=counts,
        board=form.whole(BOARD, 0, low=1, high=100),
        console=form.whole(CONSOLE, 0, low=1, high=100),
        substitutes=form.texts("substitutes", ()),
        traps=form.texts("traps", ()),
        euro=_euro(form),
        priced=_month(form),
        sold=_sold(form),
        looked_up=_day(form),
        wired=tuple(_wired(form, counts)),
        size=_figures(form.table("size"), ""),
        electric=_figures(
            form.table("electric"), r".+_(V|A|mA|uA|W|mW|ohm|pF|mN|kHz|Hz|percent|ms|ns)"
        ),
    )


def _euro(form: Form) -> tuple[float, float]:
    inner = form.table("euro", required=True)
    low = inner.number("low", low=0, high=1000)
    high = inner.number("high", low=0, high=1000)
    if low > high:
        form.refuse("euro", "must go from low to high; exchange the two.")
    return low, high


def _month(form: Form) -> date:
    text = form.text("priced", pattern=r"20\d\d-(0[1-9]|1[0-2])", like="2026-11")
    return date.fromisoformat(f"{text}-01") if text else date.min


def _sold(form: Form) -> dict[str, str]:
    inner = form.table("sold")
    return {name: inner.text(name) for name in DISTRIBUTORS if name in inner}


def _day(form: Form) -> date | None:
    if "sold" not in form:
        return None
    pattern = r"20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    text = form.text("looked_up", pattern=pattern, like="2026-11-30")
    return date.fromisoformat(text) if text else None


def _wired(form: Form, counts: Mapping[str, int]) -> list[Wired]:
    found = []
    for inner in form.each("wired"):
        things = inner.texts("things", pattern="[a-z_]+", like="left_screen")
        builds = inner.texts("builds", choices=BUILDS)
        names = inner.table("terminals", required=True)
        terminals = {word: names.one_of(word, Terminal) for word in names.keys}
        asked = inner.one_of("joint", Joint, None)
        joints: dict[str, Joint] = {}
        for thing in things:
            try:
                usual = _usual_joint(thing)
            except ValueError as why:
                inner.refuse("things", str(why))
            else:
                joints[thing] = asked or usual
        for build in builds:
            bought = counts.get(build) or counts.get(GOES_INTO.get(build, ""), 0)
            if len(things) != bought:
                inner.refuse("things", f"has {len(things)} for {build}; builds must say so too.")
        found += [
            Wired(thing, build, terminals, how) for build in builds for thing, how in joints.items()
        ]
    return found


def _figures(form: Form, pattern: str) -> dict[str, Figure]:
    for key in form.keys:
        if pattern and not re.fullmatch(pattern, key):
            form.refuse(key, "must end with its unit, as current_typical_mA and forward_V do.")
    return {key: read_figure(form, key) for key in form.keys}

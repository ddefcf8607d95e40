"""The kinds of keys in a configuration: what each takes, and how its value is read and written.

`config/keys_and_defaults.py` declares every key with one of these functions; reading, writing, the
menu and the documentation go by the `Key` that comes out.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.config.settings import Setting
from cdgdevice.drivers.oled import panels
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.texts.templates import quote
from cdgdevice.tomlform.form import Form
from cdgdevice.tomlform.value_checks import (
    WrongValueError,
    check_member,
    check_pick,
    check_text,
    check_whole,
    check_whole_or_false,
    check_yes_no,
)

NONE: Final = "none"
"""What stands for a port or a bus where there is none."""

_ADDRESSES = (0x3C, 0x3D)

ReadKey = Callable[[Form, str, Any], Any]
"""Reads a key of a section, given its name and its default; notes mistakes and never raises."""


def _write_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


class Key(Struct, frozen=True):
    """One key of the configuration."""

    about: str
    """What it says, to owners, with its unit: one or two sentences."""
    takes: str
    """What it may be, in Markdown."""
    read: ReadKey
    write: Callable[[Any], str | Mapping[str, str]] = _write_text
    """Writes a value as TOML has it; a table of one field as its keys and values."""
    menu: Setting | None = None
    """The setting of the menu that changes it."""
    place: str = ""
    """Where it stands in the file, if not under the name of its field: `games.folder`."""

    def lines(self, path: str, value: Any) -> dict[str, str]:
        """Return its whole name, or those of its parts, each with its value in TOML."""
        written = self.write(value)  # of a value that no file can say: nothing
        if isinstance(written, str):
            return {path: written}
        return {f"{path}.{part}": text for part, text in written.items()}


def checked_by(check: Callable[[object], Any]) -> ReadKey:
    """Return what reads a value that `check` takes; it raises `WrongValueError` for others."""
    return lambda form, name, default: form.checked(name, default, check)


def whole(about: str, low: int, high: int, menu: Setting | None = None) -> Key:
    """Declare a whole number from `low` to `high`, both included."""
    check = partial(check_whole, low=low, high=high)
    return Key(about, f"{low} to {high:,}", checked_by(check), str, menu)


def pick(about: str, *allowed: int) -> Key:
    """Declare one of a few whole numbers."""
    check = partial(check_pick, allowed=allowed)
    return Key(about, " or ".join(map(str, allowed)), checked_by(check), str)


def switch(about: str, menu: Setting | None = None) -> Key:
    """Declare what is true or false."""
    return Key(about, "`true` or `false`", checked_by(check_yes_no), json.dumps, menu)


def member(about: str, kind: type[Enum], menu: Setting | None = None) -> Key:
    """Declare one of the texts of an enum."""
    takes = _list_choices(each.value for each in kind)
    check = partial(check_member, kind=kind)
    return Key(about, takes, checked_by(check), lambda value: _write_text(value.value), menu)


def choice(
    about: str, choices: Collection[str], more: Callable[[], Iterable[str]] = tuple, takes: str = ""
) -> Key:
    """Declare one of some texts; `more` finds further ones once there is something to be read."""

    def check(value: object) -> str:
        # To find more takes long, and the game is to start soon.
        if isinstance(value, str) and value in choices:
            return value
        return check_text(value, choices=tuple(dict.fromkeys((*choices, *more()))))

    return Key(about, takes or _list_choices(choices), checked_by(check))


def place(about: str, pattern: str, wanted: str, *, or_none: bool = True) -> Key:
    """Declare where something is: a text that `pattern` matches, or `none`, which gives None.

    Where it can't be `none`, None is for what no file says.
    """

    def check(value: object) -> str | None:
        text = check_text(value)
        if or_none and text == NONE:
            return None
        if text.isprintable() and re.fullmatch(pattern, text):
            return text
        raise WrongValueError(f"must be {wanted}, not {quote(text)}.")

    def write(value: str | None) -> str | Mapping[str, str]:
        return _write_text(value or NONE) if value or or_none else {}

    takes = re.sub(r'("[^"]*")', r"`\1`", wanted)
    return Key(about, takes, checked_by(check), write)


def folder(about: str, place: str) -> Key:
    """Declare a folder by its whole path; a tilde stands for the user's own."""

    def read(form: Form, name: str, default: Path) -> Any:
        def check(value: object) -> Path:
            text = check_text(value)
            if text.isprintable():
                try:
                    found = Path(text).expanduser()
                except RuntimeError:  # "~somebody": no such person
                    found = Path(text)
                if found.is_absolute():
                    return found
            raise WrongValueError(f'must be a whole path, like "{default}", not {quote(text)}.')

        return form.checked(name, default, check)

    return Key(about, "a whole path", read, lambda value: _write_text(str(value)), place=place)


def pin(about: str) -> Key:
    """Declare a pin by its BCM number; false is for what is not fitted, and gives None."""
    check = partial(check_whole_or_false, low=0, high=27)
    write = {None: "false"}
    return Key(about, "0 to 27, or `false`", checked_by(check), lambda v: write.get(v, str(v)))


def reset_pin(about: str) -> Key:
    """Declare a pin by its BCM number: False is for none, and None for what the bus usually has."""

    def check(value: object) -> int | Literal[False]:
        found = check_whole_or_false(value, 0, 27)
        return False if found is None else found

    def write(value: int | None) -> str | Mapping[str, str]:
        return {} if value is None else json.dumps(value)

    return Key(about, "0 to 27, or `false`", checked_by(check), write)


def controller(about: str) -> Key:
    """Declare a chip of the tables of panels, by its name."""

    def check(value: object) -> panels.Panel:
        too_small = {
            name: f"an {name.upper()} panel shows {pixels} pixels, and the gadget draws 128 x 64: "
            "use another panel."
            for name, pixels in panels.TOO_SMALL.items()
        }
        names = dict.fromkeys(panel.name for panel in panels.list_panels())
        return panels.list_panels(check_text(value, choices=names, refused=too_small))[0]

    ours = ", ".join(f'`"{chip.name}"` ({chip.sold})' for chip in panels.CHIPS.values())
    others = dict.fromkeys(
        panel.name for panel in panels.list_panels() if panel.name not in panels.CHIPS
    )
    takes = f"{ours}; by luma.oled {_list_choices(others)}"
    return Key(about, takes, checked_by(check), lambda chip: _write_text(chip.name))


def size(about: str) -> Key:
    """Declare the pixels of a panel, across and down; None: those that its chip mostly has."""
    sizes = dict.fromkeys(panel.size for panel in panels.list_panels())

    def check(value: object) -> str:
        text = check_text(value)
        if panels.turn_size(text) in sizes:
            return text
        found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
        few, many = sorted(map(int, found.groups())) if found else (panels.ROWS, panels.COLUMNS)
        if few < panels.ROWS or many < panels.COLUMNS:
            raise WrongValueError(
                f"a panel of {text} pixels is too small, as the gadget draws 128 x 64: "
                "use another panel."
            )
        return check_text(value, choices=sizes)

    def write(value: str | None) -> str | Mapping[str, str]:
        return {} if value is None else _write_text(value)

    return Key(about, _list_choices(sizes), checked_by(check), write)


def address(about: str) -> Key:
    """Declare the address of a panel on the I2C bus."""

    def check(value: object) -> int:
        given = check_whole(value, 0, 0xFF)
        if given in _ADDRESSES:
            return given
        if given >> 1 in _ADDRESSES and not given & 1:
            # Many panels are printed with the address as it goes over the wire.
            raise WrongValueError(f"0x{given:02X} is the 8-bit form; write 0x{given >> 1:02X}.")
        raise WrongValueError(f"must be 0x3C or 0x3D, not 0x{given:02X}.")

    return Key(about, "`0x3C` or `0x3D`", checked_by(check), "0x{:02X}".format)


def com_pins(about: str) -> Key:
    """Declare how the rows of a glass are wired to its chip."""
    allowed = panels.SSD1309.com_pins
    takes = ", ".join(f"`0x{each:02X}`" for each in allowed)

    def check(value: object) -> int:
        given = check_whole(value, 0, 0xFF)
        if given in allowed:
            return given
        raise WrongValueError(f"must be {takes.replace('`', '')}, not 0x{given:02X}.")

    return Key(about, takes, checked_by(check), "0x{:02X}".format)


def multiplex(about: str) -> Key:
    """Declare how many rows a chip drives in turn; None: as many as it mostly does."""
    picked = pick(
        about, *sorted({rows for chip in panels.CHIPS.values() for rows in chip.multiplexes})
    )
    return replace(picked, write=lambda rows: {} if rows is None else str(rows))


def conversion(about: str) -> Key:
    """Declare what each number of a die stands for: a table whose six numbers are one value."""

    def write(value: DieConversion) -> dict[str, str]:
        return {str(n): _write_text(result.value) for n, result in enumerate(value.results, 1)}

    return Key(about, "each result under one number", _read_conversion, write)


def _read_conversion(form: Form, name: str, default: DieConversion) -> DieConversion:
    if name not in form:
        return default
    inner = form.table(name)
    numbers = tuple(str(number) for number in range(1, 7))
    named = {number: inner.one_of(number, DieResult, None) for number in numbers if number in inner}
    faults = [f"{number} has no result" for number in numbers if number not in inner]
    for result in DieResult:
        having = [number for number, value in named.items() if value is result]
        if len(having) > 1:
            faults.append(f"{result.value} has {' and '.join(having)}")
        elif not having and None not in named.values():
            faults.append(f"{result.value} has no number")
    if faults:
        inner.refuse("", f"{', '.join(faults)}; give each result one number of 1 to 6.")
    results = tuple(result for result in named.values() if result is not None)
    return DieConversion() if faults or len(results) < 6 else DieConversion(results)


def _list_choices(choices: Iterable[str]) -> str:
    return ", ".join(f'`"{each}"`' for each in choices)

"""Writes what the documentation says of the configuration's keys, from where they are declared:

.venv/bin/python -m tests.config.write_documentation

All of docs/cdgdevice.toml, and in docs/CONFIGURATION.md the tables between `<!-- made: keys -->`
and `<!-- end -->`.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from cdgdevice.config import keys_and_defaults
from cdgdevice.config.default_pins import RESETS
from cdgdevice.config.keys import Key
from hardware.program.configurations import example
from hardware.tables.blocks import table, with_blocks
from hardware.tables.pins import read_pin_table

DOCS = Path(__file__).parents[2] / "docs"
GUIDE, EXAMPLE = DOCS / "CONFIGURATION.md", DOCS / "cdgdevice.toml"

GAMES = Path("/var/lib/cdgdevice")
HEAD = """\
# The configuration of cdgdevice, with every key at its default: four-pin screens, on I2C.
# Leave out what you don't change. Check the file with: cdgdevice check-config FILE
# On a gadget your own is /boot/firmware/cdgdevice.toml; docs/CONFIGURATION.md says more.
# Written by tests/config/write_documentation.py, from where the keys are declared.
"""
PINS_NOTE = """\
# BCM numbers, 0 to 27; false is for what is not fitted. Switches close to ground. GPIO2 and GPIO3
# carry the screens on I2C; on SPI 7 to 11 and 23 to 25 do. Leave 14 and 15 to a serial console."""
NOT_SAID = {
    "games.folder": ("", "the folder of the state"),
    "screens.left.bus": ('"/dev/i2c-3"', "that of `[screens]`"),
    "screens.right.bus": ('"/dev/i2c-3"', ""),
    "screens.left.size": ('"128x64"', "the usual"),
    "screens.right.size": ('"128x64"', ""),
    "screens.left.multiplex": ("64", "64, on an SH1107 128"),
    "screens.right.multiplex": ("64", ""),
    "screens.left.reset": (str(RESETS["left"]), f"`{RESETS['left']}` on SPI, none on I2C"),
    "screens.right.reset": (str(RESETS["right"]), ""),
}
"""The keys whose default is no value: what the example has in a comment, and the table's words."""

HEADS = ("key", "default", "may be", "what it is")

Keys = list[tuple[str, Key, object]]


def documents() -> dict[Path, str]:
    """Return what is to be in each file."""
    guide = GUIDE.read_text(encoding="utf-8")
    blocks = {"keys": "\n\n".join(_chapters())}
    return {GUIDE: with_blocks(guide, blocks), EXAMPLE: "\n".join(_example()) + "\n"}


def _sections() -> Iterator[tuple[str, Keys]]:
    """Return each section's name and its keys; the first is the top, without a name."""
    for name, keys in groupby(
        keys_and_defaults.list_keys(keys_and_defaults.Config(GAMES)),
        lambda each: each[0].rpartition(".")[0],
    ):
        yield name, list(keys)


def _example() -> Iterator[str]:
    yield HEAD.rstrip()
    told: list[Key] = []
    idle = dict(keys_and_defaults.list_without_effect(keys_and_defaults.Config(GAMES)))
    for section, keys in _sections():
        yield from ["", f"[{section}]"] if section else [""]
        for key, group in _by_key(keys):
            if key is keys_and_defaults.WIRING:
                yield f"{PINS_NOTE}\n# made: pins\n{example(read_pin_table())}\n# end"
                continue
            if key not in told:  # the second screen's are the first one's
                text = f"{key.about} May be: {key.takes}.".replace("`", "")
                yield from wrap(text, 98, initial_indent="# ", subsequent_indent="# ")
            told.append(key)
            for path, _, value in group:
                comment = "# " if path in idle or path in NOT_SAID else ""
                yield f"{comment}{_line(path, key, value)}"


def _chapters() -> Iterator[str]:
    like: dict[tuple[Key, ...], tuple[str, Keys]] = {}
    for section, keys in _sections():
        yield f"### `[{section}]`" if section else "### Above the first section"
        name, before = like.setdefault(tuple(key for _, key, _ in keys), (section, keys))
        if name != section:
            others = zip(keys, before, strict=True)
            changed = [f"`{_line(*key)}`" for key, other in others if key[2] != other[2]]
            yield f"{_about(section)} Its keys are those of `[{name}]`, with {', '.join(changed)}."
            continue
        if about := _about(section):
            yield about
        yield table(HEADS, (_row(key, list(group)) for key, group in _by_key(keys)))


def _by_key(keys: Keys) -> Iterator[tuple[Key, Iterator[tuple[str, Key, object]]]]:
    yield from groupby(keys, lambda each: each[1])


def _row(key: Key, group: Keys) -> tuple[str, str, str, str]:
    names = ", ".join(f"`{_last(path)}`" for path, _, _ in group)
    path, _, value = group[0]
    default = f"`{_write(key, path, value)}`"
    if path in NOT_SAID:
        _, default = NOT_SAID[path]
    if key is keys_and_defaults.WIRING:
        default = "[the reference build's](cdgdevice.toml)"
    menu = f" In the menu: {key.menu.value.capitalize()}." if key.menu else ""
    return names, default, key.takes, key.about + menu


def _line(path: str, key: Key, value: object) -> str:
    return f"{_last(path)} = {_write(key, path, value)}"


def _write(key: Key, path: str, value: object) -> str:
    """Write a value on one line, a table too."""
    lines = key.lines(path, value) or {path: NOT_SAID[path][0]}
    parts = (f"{_last(name)} = {text}" for name, text in lines.items())
    return lines[path] if path in lines else f"{{ {', '.join(parts)} }}"


def _last(path: str) -> str:
    return path.rpartition(".")[2]


def _about(section: str) -> str:
    value: object = keys_and_defaults.Config(GAMES)
    about = ""
    for name in section.split("."):
        match keys_and_defaults.find_declared(type(value)).get(name):
            case keys_and_defaults.Section(about=about):
                value = getattr(value, name)
    return about and f"{about[0].upper()}{about[1:]}."


if __name__ == "__main__":
    for file, text in documents().items():
        file.write_text(text, encoding="utf-8")
        print(f"wrote {file}")

"""The command `check-config`."""

import sys
from pathlib import Path

from cdgdevice.columns import sentences
from cdgdevice.config.reading import read_config
from cdgdevice.configured import layers
from cdgdevice.errors import ConfigError
from cdgdevice.gadget.desk.settings import DieSource, Value
from cdgdevice.in_force import Found, in_force, service_folder
from cdgdevice.places import BOOT_CONFIG, SYSTEM_CONFIG
from cdgdevice.sandbox import perhaps_shut_out
from cdgdevice.shelves import shelf_beside


def check_config(file: Path | None) -> int:
    """Report every mistake of a configuration, and of this computer's own what is in force.

    Raises:
        ConfigError: there are mistakes; it has a sentence for each.
    """
    sheets = shelf_beside(file).ids()
    state = service_folder()
    if file is None:
        found, _ = in_force(None, sheets, state=state)
        return _report(found)
    (only,) = layers(file)
    if only.unread:
        raise ConfigError((only.unread,))
    read_config(only.content, only.name, sheets=sheets, games=state)
    print(f"{file}: no mistakes.")
    return 0


def _report(found: Found) -> int:
    reading = {layer.name: "not read" if layer.unread else "read" for layer in found.files}
    for place in (SYSTEM_CONFIG, BOOT_CONFIG):
        _say(f"{place}: {reading.get(place, 'not there')}.")
    for setting, change in found.changes.items():
        _say(f"Set in the menu: {setting.value} = {_written(change.value)}.")
    for note in (*found.notes, *perhaps_shut_out(found.config.games)):
        _say(note)
    if found.told:
        sys.stdout.flush()  # the mistakes go another way, and come last
        raise ConfigError(found.told)
    _say("No mistakes.")
    return 0


def _say(sentence: str) -> None:
    print(sentences(sentence, sys.stdout))


def _written(value: Value) -> str:
    match value:
        case DieSource():
            return value.value
        case bool():
            return "on" if value else "off"
    return str(value)

"""What the gadget changed, over what the files say: it counts until they are edited there.

That is what was set in its menu, and how its self-test found a screen to be wired.

Each change remembers what the files said of its fields when it was made. Once they say anything
else, somebody has edited them since, and the change is past.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.config.config_file import ConfigTable, read_table
from cdgdevice.config.keys import Key
from cdgdevice.config.keys_and_defaults import Config, list_keys
from cdgdevice.config.panel_keys import FIT_KEYS, PanelConfig
from cdgdevice.config.settings import DieSource, Setting, Settings, SettingValue
from cdgdevice.rules.card_display import Side
from cdgdevice.tomlform.form import Form
from cdgdevice.tomlform.toml_source import Mistakes, TomlLines, describe_value

_IN_MENU: Final = [
    (path, key) for path, key, _ in list_keys(Config(Path())) if key.menu is not None
]
SETTING_KEYS: Final[Mapping[Setting, Mapping[str, Key]]] = {
    setting: {path: key for path, key in _IN_MENU if key.menu is setting} for setting in Setting
}
"""The keys of the files that each setting stands for, by their whole names."""

Changeable = Setting | Side
"""What the gadget can change: a setting, or how the screen of a side is wired."""
_PATHS: Final[Mapping[Changeable, tuple[str, ...]]] = {
    **{setting: tuple(keys) for setting, keys in SETTING_KEYS.items()},
    **{side: tuple(f"screens.{side.value}.{key}" for key in FIT_KEYS) for side in Side},
}

FileValues = Mapping[str, Any]
"""What files say of fields, by their paths; a field that they leave out is not in it."""


class MenuChange(Struct, frozen=True):
    """Something that was changed on the gadget."""

    value: SettingValue | PanelConfig
    """Of a screen's keys those of `FIT_KEYS` count."""
    said: FileValues
    """What the files said of its fields then."""


MenuChanges = Mapping[Changeable, MenuChange]

KeepPanel = Callable[[Side, PanelConfig], str]
"""Has a screen driven so from now on. Returns the file that must say so, or "" if that is kept.

May raise CdgDeviceError: the disk refuses.
"""


def keep_nothing(_side: Side, _panel: PanelConfig) -> str:
    """Keep nothing, where nothing can be kept: a file must say it."""
    return "the configuration"


def name_change(what: Changeable) -> str:
    """Name what can be changed, as it is kept."""
    return f"{what.value} screen" if isinstance(what, Side) else what.value


_NAMED: Final = {name_change(what): what for what in _PATHS}


def file_values(what: Changeable, table: ConfigTable) -> FileValues:
    """Return what files say of the fields of what can be changed."""
    found = {}
    for path in _PATHS[what]:
        value: Any = table
        for key in path.split("."):
            value = value.get(key) if isinstance(value, Mapping) else None
        if value is not None:
            # What is mistaken there need not be kept whole to be known again.
            found[path] = value if isinstance(value, str | int) else describe_value(value)
    return found


def drop_edited(changes: MenuChanges, table: ConfigTable) -> MenuChanges:
    """Return the changes whose fields the files have not been edited in since."""
    return {s: change for s, change in changes.items() if change.said == file_values(s, table)}


def apply_changes(config: Config, changes: MenuChanges) -> Config:
    """Return the configuration with these changes made.

    A die that is to come from a die reader where there is no port for one stays as it is.
    """
    for what, change in changes.items():
        if change.value is not DieSource.READER or config.reader.port is not None:
            for path in _PATHS[what]:
                *_, key = keys = path.split(".")
                screen = isinstance(change.value, PanelConfig)
                config = _with_value(
                    config, keys, getattr(change.value, key) if screen else change.value
                )
    return config


def _with_value(section: Any, path: list[str], value: object) -> Any:
    """Return a section with another value; a part of it that is not fitted stays as it is."""
    if section is None:
        return None
    name, *deeper = path
    return replace(
        section, **{name: _with_value(getattr(section, name), deeper, value) if deeper else value}
    )


def menu_settings(config: Config) -> Settings:
    """Return what is in force of all that can be set in the menu."""
    panels = (config.screens.left, config.screens.right)
    levels = {panel.contrast for panel in panels if panel is not None} or {PanelConfig().contrast}
    return Settings(
        brightness=levels.pop() if len(levels) == 1 else None,
        sleep=config.sleep.off_after_s,
        die=config.die.source,
        sound=None if config.pins.buzzer is None else config.sound.on,
        chances=config.screens.chances,
        large_type=config.screens.large_type,
        reader=config.reader.port is not None,
    )


def write_changes(changes: MenuChanges) -> dict[str, object]:
    """Write changes as the JSON object that `read_changes` reads back to equal ones."""
    return {
        name_change(what): {"value": _write_value(change.value), "said": dict(change.said)}
        for what, change in changes.items()
    }


def _write_value(value: SettingValue | PanelConfig) -> object:
    match value:
        case DieSource():
            return value.value
        case PanelConfig(controller):
            fit = {key: getattr(value, key) for key in FIT_KEYS} | {"controller": controller.name}
            return {key: each for key, each in fit.items() if each is not None}
    return value


def read_changes(raw: Mapping[str, object]) -> tuple[MenuChanges, tuple[str, ...]]:
    """Read changes, and give the names of what this version does not know."""
    changes: dict[Changeable, MenuChange] = {}
    unknown = []
    for name, each in raw.items():
        try:
            changes[_NAMED[name]] = _read_change(_NAMED[name], each)
        except (KeyError, ValueError):
            unknown.append(name)
    return changes, tuple(unknown)


def _read_change(what: Changeable, raw: object) -> MenuChange:
    match raw:
        case {"value": kept, "said": dict(then)}:
            if isinstance(what, Side):
                read = read_table({"screens": {what.value: kept}}, sheets=(), games=Path())
                panel = read.config.screens.fitted.get(what)
                if panel is not None and not read.mistakes:
                    return MenuChange(panel, then)
                raise ValueError(*read.mistakes)
            mistakes = Mistakes("")
            key = next(iter(SETTING_KEYS[what].values()))
            form = Form({"value": kept}, (), TomlLines(""), mistakes)
            value = key.read(form, "value", None)
            if not mistakes.sentences:
                return MenuChange(value, then)
    raise ValueError("not a change")

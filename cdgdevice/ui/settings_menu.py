"""The menu's settings: what each is and may be."""

from cdgdevice.config.settings import DieSource, Setting, Settings, SettingValue
from cdgdevice.rules.texts.words import describe_of
from cdgdevice.ui import texts
from cdgdevice.ui.intents_and_commands import ChangeSetting
from cdgdevice.ui.state import BACK_ENTRY, EntryId, MenuEntry, MenuLayer

_SLEEP_TIMES = (60, 300, 900, 3600, 0)


def settings_entries(settings: Settings | None) -> tuple[MenuEntry, ...]:
    """Return the menu's entry; none where nothing can be set."""
    return (
        ()
        if settings is None
        else (
            MenuEntry(
                texts.SETTINGS_TITLE, entries=_setting_entries(settings), id=EntryId.SETTINGS
            ),
        )
    )


def open_setting(setting: Setting, settings: Settings, top: MenuLayer) -> MenuLayer:
    """Return the list of what one setting may be, as opened from the menu `top`."""
    number = list(_setting_values(settings)).index(setting)
    entry = _setting_entries(settings)[number]
    at = _find_entry(top.entries, EntryId.GADGET)
    of_gadget = (*top.entries[at].entries, BACK_ENTRY)
    inside = _find_entry(of_gadget, EntryId.SETTINGS)
    outside = MenuLayer(top.title, top.entries, at, top.below)
    group = MenuLayer(texts.GADGET_TITLE, of_gadget, inside, below=outside)
    below = MenuLayer(
        texts.SETTINGS_TITLE, (*_setting_entries(settings), BACK_ENTRY), number, group
    )
    return MenuLayer(entry.title, (*entry.entries, BACK_ENTRY), entry.highlighted, below)


def _find_entry(entries: tuple[MenuEntry, ...], id_: EntryId) -> int:
    return next(number for number, entry in enumerate(entries) if entry.id is id_)


def _setting_entries(settings: Settings) -> tuple[MenuEntry, ...]:
    return tuple(_setting_entry(*each) for each in _setting_values(settings).items())


def _setting_entry(
    setting: Setting, choice: tuple[SettingValue | None, dict[SettingValue, str]]
) -> MenuEntry:
    """Return the list of a setting's values, which starts at the present one, if it is one."""
    is_now, values = choice
    entries = tuple(
        MenuEntry(texts.tick_box(name, on=value == is_now), ChangeSetting(setting, value))
        for value, name in values.items()
    )
    name, at = (
        (texts.EACH_ITS_OWN, 0) if is_now is None else (values[is_now], list(values).index(is_now))
    )
    return MenuEntry(describe_of(setting.value.capitalize(), name), entries=entries, highlighted=at)


def _setting_values(
    settings: Settings,
) -> dict[Setting, tuple[SettingValue | None, dict[SettingValue, str]]]:
    """Give, of all that this build can set, what is in force and what each value is called.

    A value in force that is not among the usual ones has its place among them; None: it is not
    one value.
    """
    contrast, sleep = settings.brightness, settings.sleep
    steps = {} if contrast is None else {contrast: texts.name_contrast(contrast)}
    levels: dict[SettingValue, str] = dict(sorted({**steps, **texts.BRIGHTNESS}.items()))
    times = sorted({*_SLEEP_TIMES, sleep}, key=lambda seconds: (seconds == 0, seconds))
    sources: dict[SettingValue, str] = {
        source: name
        for source, name in texts.DIE_SOURCES.items()
        if source is not DieSource.READER or settings.reader
    }
    found: dict[Setting, tuple[SettingValue | None, dict[SettingValue, str]]] = {
        Setting.BRIGHTNESS: (contrast, levels),
        Setting.SLEEP: (sleep, {seconds: texts.name_time(seconds) for seconds in times}),
        Setting.DIE: (settings.die, sources),
    }
    if settings.sound is not None:
        found[Setting.SOUND] = (settings.sound, texts.SWITCHED)
    found[Setting.CHANCES] = (settings.chances, texts.SWITCHED)
    found[Setting.LARGE_TYPE] = (settings.large_type, texts.SWITCHED)
    return found

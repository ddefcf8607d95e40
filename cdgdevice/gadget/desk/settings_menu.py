"""The menu's entry for the settings: what each may be, and a mark at what is in force."""

from cdgdevice.gadget.desk.moment import BACK, Entry, OpenMenu
from cdgdevice.gadget.desk.settings import DieSource, Setting, Settings, Value
from cdgdevice.gadget.desk.wishes import Change

TITLE = "Settings"

_BRIGHTNESS = {16: "darkest", 64: "dark", 128: "middle", 192: "bright", 255: "brightest"}
"""Steps of the contrast; the darkest is that of a dimmed screen."""
_SLEEP = (60, 300, 900, 3600, 0)
_DIE = {DieSource.BUTTON: "button", DieSource.READER: "reader", DieSource.HAND: "by hand"}
_SOUND: dict[Value, str] = {True: "on", False: "off"}
_EACH = "each its own"
"""What the brightness is called while the two screens differ."""


def settings_menu(settings: Settings | None) -> tuple[Entry, ...]:
    """Give the menu's entry; none where nothing can be set."""
    return () if settings is None else (Entry(TITLE, entries=_entries(settings)),)


def opened(setting: Setting, settings: Settings, top: OpenMenu) -> OpenMenu:
    """Give the list of what one setting may be, as opened from the menu `top`."""
    number = list(_choices(settings)).index(setting)
    entry = _entries(settings)[number]
    at = [entry.title for entry in top.entries].index(TITLE)
    below = OpenMenu(TITLE, (*_entries(settings), BACK), number, _at(top, at))
    return OpenMenu(entry.title, (*entry.entries, BACK), entry.highlighted, below)


def _at(menu: OpenMenu, highlighted: int) -> OpenMenu:
    return OpenMenu(menu.title, menu.entries, highlighted, menu.below)


def _entries(settings: Settings) -> tuple[Entry, ...]:
    return tuple(_entry(*each) for each in _choices(settings).items())


def _entry(setting: Setting, choice: tuple[Value | None, dict[Value, str]]) -> Entry:
    """Give the list of what a setting may be, which begins at what it is, if that is one value."""
    is_now, values = choice
    entries = tuple(
        Entry(f"[{'x' if value == is_now else ' '}] {name}", Change(setting, value))
        for value, name in values.items()
    )
    name, at = (_EACH, 0) if is_now is None else (values[is_now], list(values).index(is_now))
    return Entry(f"{setting.value.capitalize()}: {name}", entries=entries, highlighted=at)


def _choices(settings: Settings) -> dict[Setting, tuple[Value | None, dict[Value, str]]]:
    """Give, of all that this build can set, what is in force and what each value is called.

    A value in force that is not among the usual ones has its place among them; None: it is not
    one value.
    """
    contrast, sleep = settings.brightness, settings.sleep
    steps = {} if contrast is None else {contrast: f"{contrast} of 255"}
    levels: dict[Value, str] = dict(sorted({**steps, **_BRIGHTNESS}.items()))
    times = sorted({*_SLEEP, sleep}, key=lambda seconds: (seconds == 0, seconds))
    sources: dict[Value, str] = {
        source: name
        for source, name in _DIE.items()
        if source is not DieSource.READER or settings.reader
    }
    found: dict[Setting, tuple[Value | None, dict[Value, str]]] = {
        Setting.BRIGHTNESS: (contrast, levels),
        Setting.SLEEP: (sleep, {seconds: _time(seconds) for seconds in times}),
        Setting.DIE: (settings.die, sources),
    }
    if settings.sound is not None:
        found[Setting.SOUND] = (settings.sound, _SOUND)
    return found


def _time(seconds: int) -> str:
    if seconds == 0:
        return "never"
    return f"{seconds} s" if seconds % 60 else f"{seconds // 60} min"

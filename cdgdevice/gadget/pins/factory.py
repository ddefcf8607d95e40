"""Which way to the pins: a gpiozero factory by its name, real or simulated, never a guess."""

from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points

from gpiozero.pins import Factory

from cdgdevice.errors import CdgDeviceError, ConfigError, HardwareError

OURS = "cdgdevice"
MOCK = "mock"


def open_factory(name: str) -> Factory:
    """Open the pin factory `name`: "cdgdevice", "mock", or one that gpiozero knows, like "lgpio".

    gpiozero's own choice (`Device.pin_factory`) is left alone, and another factory is never taken
    instead: a gadget that runs on simulated pins unasked would seem dead.

    Raises:
        ConfigError: no factory has this name.
        HardwareError: it lacks its library, or does not work on this machine.
    """
    if name == OURS:
        from cdgdevice.gadget.pins.gpiod_factory import GpiodFactory

        return GpiodFactory()
    if name == MOCK:
        from gpiozero.pins.mock import MockFactory

        return MockFactory()
    factory = _load(_entry_point(name))
    try:
        return factory()
    except CdgDeviceError:
        raise
    except Exception as why:  # each back end has errors of its own
        raise HardwareError(
            f'The pin factory "{name}" does not work on this machine: {why}. '
            f'Choose "{OURS}" on a Raspberry Pi, or "{MOCK}" elsewhere.'
        ) from why


def _entry_point(name: str) -> EntryPoint:
    known = {entry.name: entry for entry in entry_points(group="gpiozero_pin_factories")}
    if name in known:
        return known[name]
    names = sorted({*known, OURS, MOCK})
    close = get_close_matches(name.lower(), names, n=1)
    meant = f' Did you mean "{close[0]}"?' if close else ""
    raise ConfigError((f'There is no pin factory "{name}".{meant} Known are {", ".join(names)}.',))


def _load(entry: EntryPoint) -> type[Factory]:
    try:
        factory: type[Factory] = entry.load()
    except ImportError as why:
        library = f"the library {why.name}" if why.name else "a library"
        raise HardwareError(
            f'The pin factory "{entry.name}" needs {library}, which can\'t be loaded ({why}): '
            f'install it, or choose "{OURS}".'
        ) from why
    return factory

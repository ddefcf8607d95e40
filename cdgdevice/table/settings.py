"""What the player changed at the gadget itself: a small file, always whole."""

import json
from collections.abc import Mapping

from cdgdevice.table.disk import Disk, reason, replace

Value = bool | int | float | str
"""What a setting can be."""


class Settings:
    """Named values that survive a power cut.

    `fault` is None, or says in a sentence why a setting was lost or was not kept; the gadget goes
    on with the defaults, or with the value in memory.
    """

    def __init__(
        self, disk: Disk, defaults: Mapping[str, Value], name: str = "settings.json"
    ) -> None:
        """Read the file. A value of another type than its default is passed over."""
        self.fault: str | None = None
        self._disk = disk
        self._name = name
        self._defaults = dict(defaults)
        self._values = self._read()

    def __getitem__(self, key: str) -> Value:
        """Give the value of a setting that has a default; KeyError for any other."""
        default = self._defaults[key]
        value = self._values.get(key, default)
        return value if type(value) is type(default) else default

    def change(self, key: str, value: Value) -> None:
        """Change a setting: durable on return unless `fault` says otherwise.

        Raises:
            KeyError: there is no such setting.
            TypeError: the value is of another type than the default.
        """
        if type(value) is not type(self._defaults[key]):
            raise TypeError(f"{key} must be of the type of {self._defaults[key]!r}")
        self._values[key] = value
        text = json.dumps(self._values, indent=2, sort_keys=True) + "\n"
        try:
            replace(self._disk, self._name, text.encode())
        except OSError as error:
            self.fault = f"{self._name} can't be written: {reason(error)}; {key} is not kept."
        else:
            self.fault = None

    def _read(self) -> dict[str, Value]:
        try:
            values = json.loads(self._disk.read(self._name))
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.fault = f"{self._name} can't be read: {reason(error)}; the defaults are used."
            return {}
        except ValueError:
            values = None
        if not isinstance(values, dict):
            self.fault = f"{self._name} is damaged; the defaults are used until one is changed."
            return {}
        # Settings of a newer version stay in the file for the day it is installed again.
        return values

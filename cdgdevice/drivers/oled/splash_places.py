"""Where the screens are, at a first look into the configuration: for the very first splash.

From then on a file remembers it. To read the whole configuration would load half of the program,
so only its section of the screens is looked at; what is wrong in it is told by those who read all.
A module of its own because every start but the first does without it.
"""

# ruff: noqa: PTH123 - pathlib costs milliseconds of dark glass

from cdgdevice.drivers.oled import splash

DEFAULT_BUS = {"bus": "/dev/i2c-1", "acknowledge": True, "data_command": 24}
DEFAULT_PANELS = {
    "left": {
        "controller": "ssd1309",
        "rotate": 0,
        "fitted": True,
        "address": 0x3C,
        "chip_select": 0,
        "reset": 25,
    },
    "right": {
        "controller": "ssd1309",
        "rotate": 0,
        "fitted": True,
        "address": 0x3D,
        "chip_select": 1,
        "reset": 23,
    },
}
"""The screens of the reference build, as the configuration's defaults have them."""
_MOST_BYTES = 100_000  # no configuration is longer


def read_splash_places(files: tuple[str, ...]) -> list[splash.PanelPlace]:
    """Return the places of the screens; of these files, which need not be there, the last wins."""
    found: dict[str, object] = {}
    for name in files:
        for key, value in _read_section(name).items():
            match found.get(key), value:
                case dict(before), dict(more):
                    found[key] = before | more
                case _:
                    found[key] = value
    return [place for side in DEFAULT_PANELS for place in _find_fitted(found, side)]


def _read_section(name: str) -> dict[str, object]:
    """Read the section of the screens; nothing where there is none or it can't be read."""
    try:
        with open(name, "rb") as file:
            text = file.read(_MOST_BYTES)
        # What reads TOML takes as long to load as Python itself, and is seldom needed: the file
        # that is installed has headings only.
        said = b"".join(line.split(b"#")[0] for line in text.splitlines())
        if b"screens" not in said or b"=" not in said:
            return {}
        import tomllib

        section = tomllib.loads(text.decode("utf-8-sig").replace("\r", "\n")).get("screens")
    except (OSError, ValueError, RecursionError):
        return {}
    return section if isinstance(section, dict) else {}


def _find_fitted(screens: dict[str, object], side: str) -> list[splash.PanelPlace]:
    own = screens.get(side)
    panel = {**DEFAULT_PANELS[side], **own} if isinstance(own, dict) else DEFAULT_PANELS[side]
    if panel["fitted"] is False:
        return []
    bus = {key: screens.get(key, usual) for key, usual in DEFAULT_BUS.items()}
    name = str(bus["bus"])
    address = panel["chip_select" if name.startswith("/dev/spidev") else "address"]
    way = splash.name_way(name, address, bus["acknowledge"], bus["data_command"], panel["reset"])
    words = panel["controller"], address, panel["rotate"], way
    line = " ".join(map(str, words)) + "\n"
    return splash.parse_places(line.encode("utf-8", "surrogatepass"))

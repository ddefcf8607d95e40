"""Make `splash.recording` and `last_words.recording`: the pictures that are sent without a driver.

    python -m tools.make_splash

A recording holds what luma's drivers send to set each controller up, and a picture (a PNG of its
name, 128 x 64, black and white). Run it when one of them changes; a test says so.
"""

from pathlib import Path
from typing import get_args

from luma.oled import device
from PIL import Image

from cdgdevice.drivers.oled import splash
from cdgdevice.drivers.oled.framebuffer import Rotation, full_frame_windows, image_to_pages
from cdgdevice.drivers.oled.i2c_transfer import TransferInterface
from cdgdevice.drivers.oled.panels import DISPLAY_OFF, DISPLAY_ON, SET_CONTRAST, Controller

# A Pi that is off still feeds its panels: the last words may stand for weeks, so they are faint.
PICTURE_CONTRAST = {"splash": 0x7F, "last_words": 0x20}
"""The pictures, and the contrast of each, 0 to 255."""


def recording_file(picture: str) -> Path:
    """Return the file that is made of a picture."""
    return Path(splash.__file__).with_name(f"{picture}.recording")


def load_splash_picture(picture: str) -> Image.Image:
    """Return a picture as a panel shows it: mode "1", 128 x 64."""
    with Image.open(Path(__file__).with_name(f"{picture}.png")) as png:
        return png.convert("1")


def make_recording(picture: str) -> bytes:
    """Return the file's content: a line for each transfer, `ssd1306 180 00ae`."""
    image = load_splash_picture(picture)
    return b"".join(
        b"%s %d %s\n" % (controller.value.encode(), rotation, payload.hex().encode())
        for controller in Controller
        for rotation in get_args(Rotation)
        for payload in _make_payloads(
            controller, image_to_pages(image, rotation), PICTURE_CONTRAST[picture]
        )
    )


class _CommandTape:
    """Stands in for a bus and keeps the commands."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, ...]] = []

    def command(self, *command: int) -> None:
        self.commands.append(command)

    def cleanup(self) -> None:
        """Nothing was opened."""


def _luma_init_commands(controller: Controller) -> tuple[tuple[int, ...], ...]:
    """Return what luma's driver says first to a panel, but contrast, off and on."""
    # It draws bit by bit, and registers a hook for the program's end; so on the tape it draws
    # nothing and persists.
    driver = getattr(device, controller.value)
    silent = type(driver.__name__, (driver,), {"display": lambda _device, _image: None})
    tape = _CommandTape()
    silent(tape).persist = True
    commands = [command[1:] if command[0] == DISPLAY_OFF else command for command in tape.commands]
    return tuple(
        command for command in commands if command and command[0] not in (SET_CONTRAST, DISPLAY_ON)
    )


def _make_payloads(controller: Controller, pages: bytes, brightness: int) -> list[bytes]:
    sent: list[bytes] = []
    panel = TransferInterface(lambda _address, payload: sent.append(payload), address=0)
    panel.command(DISPLAY_OFF)
    for command in (*_luma_init_commands(controller), (SET_CONTRAST, brightness)):
        panel.command(*command)
    for window in full_frame_windows(pages, controller.addressing):
        panel.command(*controller.window_commands(window))
        panel.data(window.data)
    panel.command(DISPLAY_ON)
    return sent


if __name__ == "__main__":
    for name in PICTURE_CONTRAST:
        recording_file(name).write_bytes(make_recording(name))
        print(f"wrote {recording_file(name)}")

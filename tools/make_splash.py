"""Make `splash.frames` and `last_words.frames`: the pictures that are sent without a driver.

    python -m tools.make_splash

Each is made of a PNG of its name, 128 x 64, black and white. Run it when one of them changes; a
test says so.
"""

from pathlib import Path
from typing import get_args

from PIL import Image

from cdgdevice.drivers.oled import splash
from cdgdevice.drivers.oled.framebuffer import HEIGHT, WIDTH, Rotation, image_to_pages


def frames_file(picture: str) -> Path:
    """Return the file that is made of a picture."""
    return Path(splash.__file__).with_name(f"{picture}.frames")


def load_splash_picture(picture: str) -> Image.Image:
    """Return a picture as a panel shows it: mode "1", 128 x 64."""
    with Image.open(Path(__file__).with_name(f"{picture}.png")) as png:
        return png.convert("1")


def make_frames(picture: str) -> bytes:
    """Return the file's content: a line for each way a glass lies, its 1024 bytes in hex behind it.

    That is by how many columns a page has, and by the rotation.
    """
    image = load_splash_picture(picture)
    return b"".join(
        b"%d/%d %s\n" % (columns, turn, image_to_pages(image, turn, columns).hex().encode())
        for columns in (WIDTH, HEIGHT)
        for turn in get_args(Rotation)
    )


if __name__ == "__main__":
    for name in splash.CONTRAST:
        frames_file(name).write_bytes(make_frames(name))
        print(f"wrote {frames_file(name)}")

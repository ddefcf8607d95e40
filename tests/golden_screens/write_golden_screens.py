"""Draw the golden screens and the moving picture of the README anew:
`python -m tests.golden_screens.write_golden_screens`.

Look at what `git diff` shows of them before you commit: they are what the player sees.
"""

from pathlib import Path

from tests.golden_screens.moments import MOMENTS, sheet
from tests.golden_screens.moving_picture import PICTURE, draw_moving_picture

FOLDER = Path(__file__).parent


def main() -> None:
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name in MOMENTS:
        sheet(name).save(FOLDER / f"{name}.png", optimize=True)
    PICTURE.write_bytes(draw_moving_picture())
    print(f"wrote {len(MOMENTS)} pictures to {FOLDER}")


if __name__ == "__main__":
    main()

"""Draw the golden pictures anew: python tests/gadget/views/write_golden_pictures.py

Look at what `git diff` shows of them before you commit: they are what the player sees.
"""

from pathlib import Path

from cdgdevice.gadget.views.draw import draw
from cdgdevice.gadget.views.examples import EXAMPLES

FOLDER = Path(__file__).parent / "golden"


def main() -> None:
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, view in EXAMPLES.items():
        draw(view).save(FOLDER / f"{name}.png", optimize=True)
    print(f"wrote {len(EXAMPLES)} pictures to {FOLDER}")


if __name__ == "__main__":
    main()

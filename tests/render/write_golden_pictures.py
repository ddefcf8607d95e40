"""Draw the golden pictures anew: python tests/render/write_golden_pictures.py

Look at what `git diff` shows of them before you commit: they are what the player sees.
"""

from pathlib import Path

from tests.drawn import draw_view
from tools.example_views import EXAMPLE_VIEWS

FOLDER = Path(__file__).parent / "golden"


def main() -> None:
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, view in EXAMPLE_VIEWS.items():
        draw_view(view).save(FOLDER / f"{name}.png", optimize=True)
    print(f"wrote {len(EXAMPLE_VIEWS)} pictures to {FOLDER}")


if __name__ == "__main__":
    main()

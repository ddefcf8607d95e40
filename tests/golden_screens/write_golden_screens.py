"""Draw the golden screens anew: python -m tests.golden_screens.write_golden_screens

Look at what `git diff` shows of them before you commit: they are what the player sees.
"""

from pathlib import Path

from tests.golden_screens.moments import MOMENTS, sheet

FOLDER = Path(__file__).parent


def main() -> None:
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name in MOMENTS:
        sheet(name).save(FOLDER / f"{name}.png", optimize=True)
    print(f"wrote {len(MOMENTS)} pictures to {FOLDER}")


if __name__ == "__main__":
    main()

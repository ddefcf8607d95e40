"""Makes the files of everything that is printed: `python -m hardware.case`."""

from __future__ import annotations

from pathlib import Path

from hardware.case.exports import made_files

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Write every file and name it."""
    for path, content in made_files().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_bytes(content)
        print(f"{path}  {len(content) / 1000:.0f} kB")


if __name__ == "__main__":
    main()

"""Makes everything that comes from the tables: `make hardware`.

python -m hardware            makes it all
python -m hardware texts      what needs no tools but the project's own
python -m hardware --check    changes nothing; fails where something is out of date
"""

import argparse
import sys
import time
from collections.abc import Sequence

from hardware.making.makers import MODELS, ROOT, TEXTS, stale, write
from hardware.making.stamp import STAMP, stamp


def main(words: Sequence[str] | None = None) -> int:
    """Make what is asked for, or say what is out of date; 1 where something is."""
    parser = argparse.ArgumentParser(prog="python -m hardware", description="Makes hardware/made.")
    parser.add_argument("what", nargs="?", choices=("all", "texts"), default="all")
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    asked = parser.parse_args(words)
    makers = TEXTS if asked.what == "texts" else TEXTS + MODELS
    found = 0
    for maker in makers:
        began = time.monotonic()
        paths = list(stale(maker) if asked.check else write(maker))
        found += len(paths)
        print(f"{maker.what}: {len(paths) or 'nothing'} changed, {time.monotonic() - began:.0f} s")
        for path in paths:
            print(f"  {path}")
    if asked.what == "all" and not asked.check:
        (ROOT / STAMP).write_text(stamp(), encoding="utf-8")
    if asked.check and found:
        print("Out of date: run `make hardware` and commit what it changed.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

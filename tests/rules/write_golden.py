"""Write the golden files anew from the second reading: `python -m tests.rules.write_golden`."""

from functools import cache
from pathlib import Path

from tests.naive.golden_lines import all_facings, lines

FOLDER = Path(__file__).parent / "golden"

HEADING = """\
# {title}
# facing before the roll | result | cards turned up | card, uses -> facing after the refill
# A facing is the cards in A, B, C, D, E: u face-up, d face-down.
# Written by `python -m tests.rules.write_golden` from tests/naive.
"""

SEEN_C = """
# C face-up before the roll: only after a card that shows the draw pile's top card.
"""


@cache
def golden_texts() -> dict[str, str]:
    """Each golden file's name and what it holds."""
    hidden = [facing for facing in all_facings() if facing[2] == "d"]
    seen = [facing for facing in all_facings() if facing[2] == "u"]
    pile = HEADING.format(title="The draw pile is space C: the top card fills a gap as it lies.")
    open_ = HEADING.format(title="The draw pile is off the display: every gap is filled face-down.")
    pile += "\n".join(lines(hidden, "standard-2018")) + "\n" + SEEN_C
    pile += "\n".join(lines(seen, "standard-2018")) + "\n"
    open_ += "\n".join(lines(all_facings(), "washingtons-war-2022")) + "\n"
    return {"pile.txt": pile, "open-with-discards.txt": open_}


if __name__ == "__main__":
    for name, text in golden_texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")

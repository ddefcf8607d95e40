"""Documents that are written by hand, but for blocks that are made.

A block stands between `<!-- made: NAME -->` and `<!-- end -->`, each on a line of its own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

_BLOCK: Final = re.compile(
    r"(^<!-- made: (\S+) -->\n).*?(^<!-- end -->$)", re.MULTILINE | re.DOTALL
)


def with_blocks(text: str, blocks: Mapping[str, str]) -> str:
    """Put each block into its place in `text`.

    Raises:
        ValueError: when the text has not just these blocks, each once.
    """
    there = [name for _, name, _ in _BLOCK.findall(text)]
    if sorted(there) != sorted(blocks):
        raise ValueError(
            f"has the blocks {', '.join(there) or '(none)'} where {', '.join(blocks)} are made; "
            "write <!-- made: NAME --> and <!-- end --> around the place of each."
        )
    return _BLOCK.sub(lambda found: f"{found[1]}{blocks[found[2]].strip()}\n{found[3]}", text)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)

"""Documents that are written by hand, but for blocks that are made.

A block stands between `<!-- made: NAME -->` and `<!-- end -->`, each on a line of its own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from hardware.tables.mistaken import HERE

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


def filled(path: Path, blocks: Mapping[str, str]) -> str:
    """Give a document's text with its blocks; `path` is from the repository's root.

    Raises:
        ValueError: as `with_blocks` does, with the document's name.
    """
    try:
        return with_blocks((HERE.parent / path).read_text(encoding="utf-8"), blocks)
    except ValueError as why:
        raise ValueError(f"{path} {why}") from why


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)

"""Documents that are written by hand, but for blocks that are made.

A block stands between `<!-- made: NAME -->` and `<!-- end -->`, each on a line of its own; in TOML
between `# made: NAME` and `# end`.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from io import StringIO
from pathlib import Path

from hardware.tables.mistaken import HERE


class Marks(Enum):
    """How the lines around a block are written."""

    MARKDOWN = ("<!-- made: {} -->", "<!-- end -->")
    """As a comment of HTML, which no reader sees."""
    TOML = ("# made: {}", "# end")
    """As a comment of TOML."""

    def block(self) -> re.Pattern[str]:
        """Give what finds a block: its first line, its name and its last line."""
        before, after = (re.escape(part) for part in self.value[0].split("{}"))
        last = re.escape(self.value[1])
        lines = rf"(^{before}(\S+){after}\n).*?(^{last}$)"
        return re.compile(lines, re.MULTILINE | re.DOTALL)


def with_blocks(text: str, blocks: Mapping[str, str], marks: Marks = Marks.MARKDOWN) -> str:
    """Put each block into its place in `text`.

    Raises:
        ValueError: when the text has not just these blocks, each once.
    """
    block = marks.block()
    there = [name for _, name, _ in block.findall(text)]
    if sorted(there) != sorted(blocks):
        first, last = marks.value
        raise ValueError(
            f"has the blocks {', '.join(there) or '(none)'} where {', '.join(blocks)} are made; "
            f"write {first.format('NAME')} and {last} around the place of each."
        )
    return block.sub(lambda found: f"{found[1]}{blocks[found[2]].strip()}\n{found[3]}", text)


def filled(path: Path, blocks: Mapping[str, str]) -> str:
    """Give a document's text with its blocks; `path` is from the repository's root.

    Raises:
        ValueError: as `with_blocks` does, with the document's name.
    """
    marks = Marks.TOML if path.suffix == ".toml" else Marks.MARKDOWN
    try:
        return with_blocks((HERE.parent / path).read_text(encoding="utf-8"), blocks, marks)
    except ValueError as why:
        raise ValueError(f"{path} {why}") from why


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table in Markdown."""
    first, *others = ("| " + " | ".join(line) + " |" for line in (heads, *rows))
    return "\n".join((first, "|" + "---|" * len(heads), *others))


def write_csv(columns: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Return a data file: CSV, whose first line names the columns."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows((columns, *rows))
    return text.getvalue()

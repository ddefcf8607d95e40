"""Sentences for a person are folded at 80 columns; a log or a pipe gets each on its own line."""

import io

from cdgdevice.fold_lines import COLUMNS, fold_sentences


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        """Be a terminal."""
        return True


def test_each_sentence_begins_a_line_of_a_terminal_and_goes_on_indented() -> None:
    text = f"One {'word ' * 40}end.\nTwo."
    folded = fold_sentences(text, Terminal()).splitlines()
    assert max(map(len, folded)) <= COLUMNS
    assert [line for line in folded if not line.startswith("  ")] == [folded[0], "Two."]
    assert fold_sentences(text, io.StringIO()) == text

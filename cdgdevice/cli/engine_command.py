"""The command `engine`.

It stands alone so that it loads fast: another program starts it, and nothing else is needed.
"""

import sys
from pathlib import Path

from cdgdevice.errors import report_mistake
from cdgdevice.games.engine_protocol import LONGEST_REQUEST, EngineProtocol
from cdgdevice.games.sheet_library import open_sheet_library


def serve_engine(config_file: Path | None) -> int:
    """Answer each line of standard input by the text protocol, until there is no more."""
    protocol = EngineProtocol(open_sheet_library(config_file), report=report_mistake)
    # Bytes, so that a line which is no UTF-8 is answered with a sentence like any other; and no
    # more of them than show that a line is too long: a character has at most four.
    most = 4 * LONGEST_REQUEST + 1
    while raw := sys.stdin.buffer.readline(most):
        rest = raw
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(most)
        print(protocol.answer_line(raw.decode("utf-8", "replace")), flush=True)
    return 0

"""The manual page says what the command line says."""

import re
from pathlib import Path

from tests.cli.write_manual import FILE, manual

CHECKOUT = Path(__file__).parents[2]


def test_the_manual_page_is_in_step_with_the_command_line() -> None:
    assert FILE.read_text(encoding="utf-8") == manual(), (
        "write it anew: .venv/bin/python -m tests.cli.write_manual"
    )


def test_every_command_is_in_it_and_nothing_that_roff_would_take_for_its_own() -> None:
    page = FILE.read_text(encoding="utf-8")
    assert page.isascii()
    assert "%(" not in page, "argparse would fill it in"
    for command in ("run", "check-sheet", "reader flash", "selftest", "dice"):
        assert f'.SS "cdgdevice {command} '.replace("-", r"\-") in page
    for line in page.splitlines():
        assert re.match(r"\.(\\\"|TH |SH |SS |PP$|TP$|br$)|[^.']", line), line


def test_the_debian_package_lays_it_where_man_looks() -> None:
    assert (
        "lay docs/cdgdevice.1 usr/share/man/man1/cdgdevice.1" in (CHECKOUT / ".ci/deb").read_text()
    )

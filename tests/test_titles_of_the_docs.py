"""Titles use the words that people search for: each is found where its answer is."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
INDEX = (ROOT / "docs" / "INDEX.md").read_text("utf-8")

SEARCHED = {
    "CHANGELOG.md": "changelog, security, before you update",
    "CONTRIBUTING.md": "report, licence, change, commits",
    "SECURITY.md": "security, vulnerability, supported versions",
    "contrib/README.md": "patches",
    "docs/ARCHITECTURE.md": "architecture",
    "docs/BLUETOOTH.md": "bluetooth, godice, pixels",
    "docs/BROWSER.md": "browser, without a network, saved, server",
    "docs/CLAIMS.md": "odds",
    "docs/CONFIGURATION.md": "configuration, oled, spi, i2c, address, settings, mistakes",
    "docs/DICE.md": "dice, fair",
    "docs/ENGINE.md": "protocol, api, python, json",
    "docs/FIRST_EVENING.md": "getting started, set up, combat cards",
    "docs/FIRST_SHEET.md": "your own game, first sheet",
    "docs/GLOSSARY.md": "glossary",
    "docs/IMAGE.md": "sd card, image",
    "docs/INSTALL.md": "installing, raspberry pi, windows, macos, linux, wi-fi, update, uninstall, "
    "backup, wiring, read-only, without a network",
    "docs/PAGE.md": "phone, security",
    "docs/PLAYING.md": "controls, menu, screens, undo, large type, games, terminal, odds, limits",
    "docs/POWER.md": "power cut",
    "docs/PRINTING.md": "stickers, chits, mats",
    "docs/READER.md": "calibrate, firmware, die reader",
    "docs/SELFTEST.md": "self-test, faults, report",
    "docs/SIGNALS.md": "lamps, sounds, shut down",
    "docs/SPEED.md": "performance",
    "docs/TROUBLESHOOTING.md": "troubleshooting",
    "firmware/README.md": "firmware, wiring",
    "hardware/BOARD.md": "circuit board, pcb",
    "hardware/PARTS.md": "parts list, tools",
    "hardware/README.md": "build, costs, files to print, licence",
    "hardware/SOLDER-FREE.md": "solder",
}


@pytest.mark.parametrize("page", SEARCHED)
def test_what_people_search_for_stands_in_a_title_of_the_page_that_answers(page: str) -> None:
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text("utf-8"), flags=re.M | re.S)
    titles = re.findall(r"^#+ .*$", text, re.MULTILINE)
    link = page.removeprefix("docs/") if page.startswith("docs/") else f"../{page}"
    named = [line for line in INDEX.splitlines() if f"]({link})" in line]
    found = "\n".join((*titles, *named)).casefold()
    assert [word for word in SEARCHED[page].split(", ") if word not in found] == []


def test_no_two_pages_have_the_same_title() -> None:
    pages = [ROOT / page for page in SEARCHED] + sorted((ROOT / "docs").glob("*.md"))
    titles = [page.read_text("utf-8").partition("\n")[0] for page in dict.fromkeys(pages)]
    assert len(set(titles)) == len(titles)

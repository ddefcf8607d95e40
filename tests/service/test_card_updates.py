"""What became of an update of the whole card: the menu says it where it names the version."""

from pathlib import Path

import pytest

from cdgdevice.render.draw import check_fit
from cdgdevice.render.language import load_language
from cdgdevice.render.views import PageView
from cdgdevice.service.world import CARD_UPDATES_VARIABLE, find_card_updates
from cdgdevice.ui.intents_and_commands import CardUpdate, UpdateOutcome
from cdgdevice.ui.state import UiContext
from tests.service.session_table import Table

FILE = "cdgdevice-0.3.0-arm64.update"


def version_page(*updates: CardUpdate) -> PageView:
    """Return what the menu's entry shows with these updates."""
    context = UiContext(about=("cdgdevice 0.2.0",), card_updates=lambda: updates)
    page = Table(context=context).enters("Version").view()
    assert isinstance(page, PageView)
    return page


@pytest.mark.parametrize("outcome", UpdateOutcome)
def test_what_became_of_an_update_fits_the_screen_in_every_language(outcome: UpdateOutcome) -> None:
    update = CardUpdate(FILE, outcome, "0.3.0", "2026-12-01")
    english = version_page(update)
    assert {FILE, "0.3.0"} & {*english.text[1].replace(":", "").split()}
    german = load_language("de").write(english)
    assert german.text[1] != english.text[1]
    for page in (english, german):
        assert check_fit(page) == []


def test_a_kept_version_is_named_and_a_refusal_says_why() -> None:
    kept = CardUpdate("", UpdateOutcome.RUNS, "0.3.0", "2026-12-01")
    refused = CardUpdate(FILE, UpdateOutcome.SIGNATURE)
    program, *said = version_page(kept, refused).text[:3]
    assert program == "cdgdevice 0.2.0"
    assert said == [
        "Updated: the card runs 0.3.0 of 2026-12-01.",
        f"{FILE}: refused, because this card's key did not sign the update.",
    ]


def test_the_menu_shows_what_the_image_says_at_that_moment() -> None:
    told: list[CardUpdate] = []
    context = UiContext(about=("cdgdevice 0.2.0",), card_updates=lambda: tuple(told))
    table = Table(context=context)
    assert "0.3.0" not in table.enters("Version").reads()
    told.append(CardUpdate(FILE, UpdateOutcome.WRITING, "0.3.0", "2026-12-01"))
    assert "Writing 0.3.0" in Table(context=context).enters("Version").reads()


@pytest.mark.parametrize(
    ("written", "outcomes"),
    [
        (b"x.update\tnext\t0.3.0\t2026-12-01\n", [UpdateOutcome.NEXT]),
        (b"a\twhat a later image says\t\t\nb\tolder\t\t\n", [UpdateOutcome.OLDER]),
        (b"no such line\n\n\t\t\n", []),
        (b"\xff\tolder\t\t\n", []),
        (None, []),
    ],
)
def test_what_the_image_says_is_read_line_by_line(
    tmp_path: Path, written: bytes | None, outcomes: list[UpdateOutcome]
) -> None:
    file = tmp_path / "outcomes"
    if written is not None:
        file.write_bytes(written)
    found = find_card_updates({CARD_UPDATES_VARIABLE: str(file)})
    assert [each.outcome for each in found] == outcomes


def test_without_the_card_image_nothing_is_said() -> None:
    assert find_card_updates({}) == ()

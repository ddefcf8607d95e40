"""Allow a browser, in the menu: the code is shown where its owner asks for it, and nowhere else."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import BoardView
from cdgdevice.service.web_page import WIFI_VARIABLE, find_wifi_trouble
from cdgdevice.ui.intents_and_commands import PairingCode, Press, WifiTrouble, WrongCodeTried
from cdgdevice.ui.state import UiContext
from cdgdevice.ui.texts import BROWSER_ALLOWED_PAGE, build_pairing_page, describe_wrong_codes
from tests.drawn import draw_view
from tests.service.session_table import Table

CODE = PairingCode("123456", "gadget.local")


def table_with_page() -> Table:
    return Table(4, context=UiContext(open_pairing=lambda: CODE))


def test_the_menu_shows_the_code_and_shows_it_again() -> None:
    table = table_with_page()
    for _ in range(2):
        view = table.enters("Allow a browser").view()
        assert view == build_pairing_page(CODE)
        while not isinstance(table.view(), BoardView):
            table.does(Press.KNOB)


def test_without_a_page_the_menu_has_no_such_entry() -> None:
    table = Table(4, context=UiContext(self_test=lambda: pytest.fail("not begun")))
    assert "Allow a browser" not in table.does(Press.KNOB).takes("Gadget").shown_menu().items


@pytest.mark.parametrize("wifi", [None, *WifiTrouble])
def test_every_page_about_the_code_fits_the_screen(wifi: WifiTrouble | None) -> None:
    address = "a-rather-long-name-of-a-computer.local:8017"
    shown = build_pairing_page(PairingCode("000042", address, wifi))
    tried = WrongCodeTried("192.168.100.200", 299, expired=False)
    for text in ((), (describe_wrong_codes(tried),)):
        page = replace(shown, text=(*shown.text, *text))
        assert list(check_fit(page)) == []
    assert list(check_fit(BROWSER_ALLOWED_PAGE)) == []
    assert draw_view(shown).size == (128, 64)


@pytest.mark.parametrize(
    ("written", "trouble"),
    [
        ("radio\n", WifiTrouble.RADIO),
        ("settings\n", WifiTrouble.SETTINGS),
        ("network\n", WifiTrouble.NETWORK),
        ("what a later image says\n", None),
        ("", None),
        (None, None),
    ],
)
def test_the_card_image_says_why_there_is_no_wifi(
    tmp_path: Path, written: str | None, trouble: WifiTrouble | None
) -> None:
    if written is not None:
        (tmp_path / "trouble").write_text(written)
    assert find_wifi_trouble({WIFI_VARIABLE: str(tmp_path / "trouble")}) is trouble


def test_where_no_image_watches_the_wifi_nothing_is_said() -> None:
    assert find_wifi_trouble({}) is None

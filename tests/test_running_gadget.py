"""What the tests of the whole program see of its screens."""

import os
from pathlib import Path

import pytest

from cdgdevice.drivers.oled.i2c_bus import RecordingBus
from cdgdevice.drivers.oled.panels import SSD1309
from cdgdevice.drivers.oled.screen import Screen
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side
from tests.drawn import draw_view, show
from tests.running_gadget import ADDRESSES, RecordedScreens


@pytest.mark.skipif(os.name != "posix", reason="needs FIFOs")
def test_a_picture_that_was_replaced_before_anybody_looked_is_seen(tmp_path: Path) -> None:
    screens = RecordedScreens(tmp_path / "screens")
    bus = RecordingBus(str(tmp_path / "screens"))
    panel = Screen(SSD1309, bus, ADDRESSES[Side.LEFT])
    pictures = [
        draw_view(PageView(PageKind.NOTE, title, ("A text.",))) for title in ("First", "Second")
    ]
    for picture in pictures:
        show(panel, picture)
    for picture in pictures:
        seen = screens.await_picture(Side.LEFT, {picture.tobytes()})
        assert seen == picture.tobytes()
    bus.close()
    screens.close()

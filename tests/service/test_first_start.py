"""A gadget without any game asks which one to begin, and begins none before."""

from pathlib import Path

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.rules.card_display import Side
from tests.service_manager import Manager
from tests.whole_gadget import Gadget, plain


def _asks(**built: object) -> Config:
    return plain(sheet="ask", set_up=True, **built)  # type: ignore[arg-type]


def test_the_first_start_asks_for_the_game_and_begins_the_one_that_is_taken() -> None:
    with Gadget(config=_asks()) as gadget:
        assert "Which game?" in gadget.reads()
        assert "Turn the knob to your game, then push it." in gadget.reads(Side.RIGHT)
        assert gadget.lamp(Side.LEFT)
        assert gadget.lamp(Side.RIGHT)
        menu = gadget.shown_menu()
        gadget.turn(menu.items.index("Twilight Struggle"))
        assert gadget.disk.names() == ()
        gadget.press(Control.KNOB)
        assert [n for n in gadget.disk.names() if n.endswith("journal")] == [
            "0001-twilight-struggle-five-card.journal"
        ]
        assert gadget.session.sheet.id == "twilight-struggle-five-card"
        assert "Which game?" not in gadget.reads()
    with Gadget(config=_asks(), disk=gadget.disk) as again:
        assert again.session.sheet.id == "twilight-struggle-five-card"
        assert "Which game?" not in again.reads()


def test_until_a_game_is_taken_nothing_leads_past_the_question_nor_to_the_disk() -> None:
    with Gadget(config=_asks(die=DieSource.READER)) as gadget:
        gadget.plug_reader().passes(1.0)
        gadget.throw(4)
        assert "Choose a game first" in gadget.reads()
        gadget.press(Control.RIGHT)
        assert "Which game?" in gadget.reads()
        gadget.press(Control.KNOB, 1.0)  # undo
        assert "Which game?" in gadget.reads()
        assert gadget.answers() == 0
        assert gadget.disk.names() == ()


def test_a_sheet_that_the_owner_has_set_is_begun_without_a_question() -> None:
    with Gadget(config=plain(sheet="washingtons-war-2022", set_up=True)) as gadget:
        assert gadget.session.sheet.id == "washingtons-war-2022"
        assert "Which game?" not in gadget.reads()


def test_systemd_hears_of_no_game_before_one_is_chosen(tmp_path: Path) -> None:
    with Manager(tmp_path) as manager, Gadget(config=_asks(), manager=manager) as gadget:
        assert manager.heard() == ["READY=1\nSTATUS=Asking which game is played."]
        assert not any("playing" in line for line in gadget.log)
        gadget.takes("Twilight Struggle")
        assert manager.heard() == ["STATUS=Playing twilight-struggle-five-card."]


def test_the_way_back_is_told_only_where_there_is_one() -> None:
    with Gadget(config=_asks()) as gadget:
        first = gadget.reads(Side.RIGHT)
        assert "goes back" not in first
        menu = gadget.shown_menu()
        gadget.turn(next(n for n, name in enumerate(menu.items) if name.startswith("Washington")))
        gadget.press(Control.KNOB)
        assert "A long push goes back." in gadget.reads(Side.RIGHT)
        assert "your game" not in gadget.reads(Side.RIGHT)
        gadget.press(Control.KNOB, 1.0)
        assert gadget.reads(Side.RIGHT) == first

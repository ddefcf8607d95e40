"""What stays on the glass for long is dim, moves, and goes."""

from pathlib import Path
from queue import SimpleQueue

import pytest
from gpiozero.pins import Factory

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.oled.panels import SSD1309
from cdgdevice.errors import HardwareError
from cdgdevice.render import draw
from cdgdevice.render.bitmap import shift_picture
from cdgdevice.render.views import PatternView
from cdgdevice.rules.card_display import Side
from cdgdevice.service.assembly import assemble_gadget
from cdgdevice.service.front_panel import DIM_CONTRAST, ScreenPower
from cdgdevice.service.loop import LoopEvent
from cdgdevice.service.world import World
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from cdgdevice.ui.update import NAME_SECONDS
from tests.drawn import draw_view
from tests.week_of_light import WAYS, Used, lived
from tests.whole_gadget import ADDRESSES, Gadget

LEFT = Control.LEFT


def contrasts(gadget: Gadget) -> list[int]:
    return [panel.contrast for panel in gadget.panels.values()]


def test_a_dim_picture_moves_on_both_screens_and_comes_back() -> None:
    with Gadget(dim_after=120, shift_every=60) as gadget:
        gadget.passes(1.0)
        own = {side: draw.draw_view(gadget.front.shown_views[side]) for side in Side}
        gadget.passes(119.0)
        for shifts in (0, 1, 2, 3, 4, 5):
            for side in Side:
                assert gadget.picture(side) == shift_picture(own[side], shifts).to_image().tobytes()
            gadget.passes(60.0)
        assert len({shift_picture(own[Side.LEFT], shifts).bits for shifts in range(4)}) == 4


def test_the_first_touch_of_a_dim_gadget_counts_and_its_picture_is_in_its_place() -> None:
    with Gadget(4, dim_after=120, shift_every=60) as gadget:
        gadget.passes(200.0)
        assert contrasts(gadget) == [DIM_CONTRAST] * 2
        gadget.press(LEFT)
        assert gadget.reads() == "The die: A, B or C."
        assert contrasts(gadget) == [128] * 2
        assert (
            gadget.picture(Side.RIGHT) == draw_view(gadget.front.shown_views[Side.RIGHT]).tobytes()
        )


def test_the_self_test_s_pattern_stays_whole_in_its_place() -> None:
    with Gadget(dim_after=120, shift_every=60) as gadget:
        pattern = PatternView("left", ("0x3C SSD1309",))
        gadget.passes(200.0)
        assert gadget.service.front_panel.power is ScreenPower.DIM
        gadget.service.front_panel.show({Side.LEFT: pattern})
        assert gadget.picture(Side.LEFT) == draw_view(pattern).tobytes()


def test_a_gadget_that_was_dark_wakes_with_its_picture_in_its_place() -> None:
    with Gadget(4, dim_after=120, dark_after=200, shift_every=60) as gadget:
        gadget.passes(1.0)
        shown = gadget.reads(), gadget.reads(Side.RIGHT)
        gadget.passes(1000.0)
        assert gadget.dark()
        gadget.press(LEFT).passes(NAME_SECONDS)
        assert (gadget.reads(), gadget.reads(Side.RIGHT)) == shown


def test_it_wakes_up_to_dim_to_move_and_to_go_dark_and_for_nothing_else() -> None:
    with Gadget(dim_after=120, dark_after=900, shift_every=60) as gadget:
        gadget.passes(1.0)
        before = gadget.time.waits
        gadget.passes(7 * 86_400.0)
        # At 120 s, each minute from 180 to 840, and at 900.
        assert gadget.time.waits - before == 1 + 12 + 1


def test_what_comes_due_while_the_loop_works_is_not_forgotten() -> None:
    gadget = Gadget(dim_after=30, dark_after=31)
    gadget.time.step = 0.6
    with gadget:
        gadget.passes(60.0)
        assert gadget.dark()


def test_a_picture_that_does_not_move_is_not_sent_again() -> None:
    with Gadget(dim_after=120, shift_every=60) as gadget:
        gadget.passes(121.0)
        sent = gadget.bus.wire_bytes
        gadget.passes(58.0)
        assert gadget.bus.wire_bytes == sent
        gadget.passes(2.0)
        assert 0 < gadget.bus.wire_bytes - sent <= 2 * 1100


@pytest.mark.parametrize("title", ["Configuration", "Fault"])
def test_a_page_that_nobody_reads_ages_away_too(title: str) -> None:
    mistakes = ["No sheet by this name."] if title == "Configuration" else []
    with Gadget(mistakes=mistakes, dim_after=120, dark_after=900) as gadget:
        if title == "Fault":
            gadget.disk.make_read_only()
            gadget.bus.unplug(0x3D)
            gadget.passes(3.0)
        gadget.passes(120.0)
        assert gadget.panels[0x3C].contrast == DIM_CONTRAST
        gadget.passes(900.0)
        assert not any(gadget.picture(Side.LEFT))


# --- last words ---------------------------------------------------------------------------------


def test_the_last_words_stay_on_the_screen_dim() -> None:
    with Gadget() as gadget:
        assert contrasts(gadget) == [128] * 2
        gadget.stops()
        assert "Stopped" in gadget.reads()
        assert contrasts(gadget) == [DIM_CONTRAST] * 2


def test_a_gadget_that_is_dark_when_it_ends_says_so_and_is_dim() -> None:
    with Gadget(dark_after=60, dim_after=30, shift_every=5) as gadget:
        gadget.passes(100.0)
        gadget.stops()
        assert "Stopped" in gadget.reads(Side.RIGHT)
        assert contrasts(gadget) == [DIM_CONTRAST] * 2


def test_what_broke_it_down_is_told_dim() -> None:
    with Gadget() as gadget:
        gadget.breaks(ZeroDivisionError("in a callback"))
        assert "A mistake in the program." in gadget.reads()
        assert contrasts(gadget) == [DIM_CONTRAST] * 2


def test_why_it_can_t_start_is_told_dim(tmp_path: Path) -> None:
    panels = {address: SimulatedPanel(SSD1309) for address in ADDRESSES.values()}
    queue: SimpleQueue[LoopEvent] = SimpleQueue()

    def no_pins() -> Factory:
        raise HardwareError("There are no pins.")

    edge = World(no_pins, dict.fromkeys(Side, SimulatedI2cBus(panels)), None)
    with (
        pytest.raises(HardwareError, match="There are no pins"),
        assemble_gadget(Config(tmp_path), edge, queue, log=print),
    ):
        pass
    assert [panel.contrast for panel in panels.values()] == [DIM_CONTRAST] * 2
    assert all(panel.on for panel in panels.values())


# --- a week -------------------------------------------------------------------------------------


def test_rest_spares_the_pixels_and_moving_evens_them_out() -> None:
    """A short day of each kind; a whole week is printed by python -m tests.week_of_light."""
    always, still, moved, configured = (_a_short_day(number) for number in range(len(WAYS)))
    assert always.most > 5.9, "the title of the side to play is lit all the time"
    assert still.most < 0.25 * always.most
    assert moved.step < 0.8 * still.step
    assert moved.mean == pytest.approx(still.mean, rel=0.05), "nothing of the picture is lost"
    assert configured.most < 0.11 * always.most
    assert configured.most < 0.25 + 120 / 3600 + 780 / 3600 * DIM_CONTRAST / 128 + 0.01


def _a_short_day(way: int) -> Used:
    return lived(WAYS[way], days=1, playing=0.25, day=6.0)

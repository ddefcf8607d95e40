import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from bench import maker_script, play
from bench.bus import Stopwatch
from bench.counted.boot import _read_glass, read_steps
from bench.finger import Finger
from bench.memory import measure
from bench.rest import memory, number, switches
from bench.start import _is_lit
from bench.table import WIDTH, Row, table
from bench.tabs import time_presses
from tests.processes import Process
from tests.system.test_units import NEEDED

FRAME = 2 + 7 + 2 + 1024
"""Bytes on the wire for a whole frame: where it goes, then all of it."""

# luma packs a frame with a call that Pillow will drop some day.
lumas_way = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


@pytest.fixture
def mock_pins(monkeypatch):
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.close()


@pytest.fixture
def maker(mock_pins):
    bus = Stopwatch()
    game, *controls = maker_script.main(bus.carry)
    yield game, Finger(mock_pins, bus), bus
    for control in controls:
        control.close()


@lumas_way
def test_the_makers_script_plays_a_round_in_three_presses_and_a_turn_of_the_knob(maker):
    game, finger, _ = maker
    finger.press(0)
    assert game.result in maker_script.RESULTS
    finger.turn()
    assert game.highlight == 1 % len(game.offered)
    finger.press(0)
    assert game.chosen in game.offered
    finger.press(0)
    assert (game.active, game.left, game.result) == (1, [6, 7], None)


@lumas_way
def test_the_makers_script_passes_over_the_other_sides_button(maker):
    game, finger, _ = maker
    finger.press(1)
    assert game.result is None
    assert finger.times == []


@lumas_way
def test_the_makers_script_draws_only_the_screen_that_changes(maker):
    _, finger, bus = maker
    before = bus.sent
    finger.press(0)
    assert bus.sent - before <= FRAME
    finger.press(0)
    before = bus.sent
    finger.press(0)
    assert FRAME < bus.sent - before <= 2 * FRAME


@lumas_way
def test_every_touch_of_the_makers_script_is_timed(maker):
    _, finger, _ = maker
    finger.press(0)
    finger.turn()
    finger.press(0)
    assert len(finger.times) == 3
    assert all(0 < taken < 1000 for taken in finger.times)


def test_a_round_on_this_gadget_takes_fewer_bytes_than_the_makers(tmp_path):
    played = play.play_ours(tmp_path, 2)
    assert len(played["bytes"]) == 2
    assert len(played["times"]) >= 6
    # The first round also covers what set-up left on the glass: take the leaner.
    assert 0 < min(played["bytes"]) < 5 * FRAME
    touches = zip(*(played[touch] for touch in play.TOUCHES), strict=True)
    assert [sum(each) for each in touches] == played["bytes"]
    assert list(tmp_path.glob("*.journal"))


def test_a_whole_frame_goes_over_the_bus_in_one_piece():
    sent: list[bytes] = []
    bus = Stopwatch()
    bus.carry = lambda _, payload: sent.append(payload)
    bus.open_serial(0x3C).data(bytes(1024))
    assert sent == [b"\x40" + bytes(1024)]


def test_the_stopwatch_counts_the_address_and_control_bytes():
    bus = Stopwatch()
    before = time.perf_counter()
    bus.open_serial(0x3C).command(0xAE)
    assert bus.sent == 3
    assert bus.at >= before


@pytest.mark.parametrize(
    ("line", "lit"), [("3c 00ff", False), ("3c 400000", False), ("3c 400001", True)]
)
def test_a_transfer_lights_the_screen_only_with_set_pixels(line, lit):
    assert _is_lit(line) is lit


@lumas_way
def test_a_round_is_played_and_timed_while_a_tab_has_the_page_open():
    assert len(time_presses(tabs=1, rounds=1)) >= 3


def test_the_table_is_never_wider_than_the_screen():
    rows = ["A heading", Row("x" * 42, 123456.789, 0.5, 2), Row("no share", None, 1.0)]
    assert max(len(line) for line in table(rows).splitlines()) <= WIDTH


def test_the_ratio_is_ours_as_a_part_of_the_makers():
    assert table([Row("it", 1, 4)]).split()[-1] == "0.25"


@pytest.mark.parametrize(("ours", "maker"), [(1.0, None), (None, 1.0), (1.0, 0.0)])
def test_what_was_not_measured_has_no_ratio(ours, maker):
    assert table([Row("it", ours, maker)]).split()[-1] == "-"


def test_a_number_of_proc_is_found_by_its_whole_name():
    status = "nonvoluntary_ctxt_switches:\t7\nvoluntary_ctxt_switches:\t3\n"
    assert number(status, "voluntary_ctxt_switches") == 3


@linux
def test_a_gadget_with_a_long_game_holds_no_more_memory_than_its_unit_counts_on():
    _, (peak, share) = measure(1000)
    assert 20 < peak < NEEDED
    assert share is None or 0 < share <= peak


@linux
def test_a_sleeping_process_is_seen_to_hold_memory_and_to_wake_up_seldom():
    program = [sys.executable, "-c", "print(flush=True); input()"]
    with Process(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        before = switches(process.pid)
        peak, share = memory(process.pid)
        assert peak > 1
        assert share is None or 0 < share <= peak
        assert switches(process.pid) - before <= 1


def test_the_makers_script_names_no_part_of_this_gadget():
    script = Path(maker_script.__file__).read_text(encoding="utf-8")
    assert not re.search(r"\bcdgdevice\b", script)


def test_a_step_of_a_start_is_over_when_the_log_first_says_so():
    log = (
        "[    1.25] Run /init as init process\n"
        "x[    3.5] systemd[1]: systemd 257\n[    9.0] systemd[1]: systemd 258\n"
    )
    assert list(read_steps(log).values()) == [1.25, 3.5]


def test_a_game_comes_to_a_glass_after_the_splash_was_shown_twice():
    dark, splash, game = b"\0\0", b"\1\0", b"\1\1"
    assert _read_glass([(2.8, splash), (4.0, dark), (4.1, splash), (4.9, game)]) == (2.8, 4.9)

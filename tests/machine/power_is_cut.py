"""The plug is pulled in play, the card is edited, and the machine comes back without a clock."""

import time
from collections.abc import Iterator

import pytest

from cdgdevice.config.effective import USES_LAST_GOOD
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.service.notices import CONFIGURATION_TITLE
from tests.drawn import draw_view
from tests.machine.laptop import Laptop, answers
from tests.machine.machine import Machine
from tests.machine.world_port import LEFT, RIGHT

PLAYED = (Control.LEFT, Control.LEFT, Control.LEFT, Control.RIGHT)
DAY = 24 * 60 * 60
CONTRAST = 77
EDITED = f"\ufeff[screens.left]\r\ncontrast = {CONTRAST}\r\n".encode()
"""As an editor of Windows leaves it: a mark before the text, and its own ends of lines."""


@pytest.fixture(scope="module")
def before(booted: Machine) -> Iterator[tuple[bytes, ...]]:
    """The pictures of the moment in which the plug was pulled; then all that is below happened."""
    booted.as_kept()
    for control in PLAYED:
        booted.press(control)
    pictures = booted.pictures()
    booted.cut_power()
    booted.put_on_boot({"cdgdevice.toml": EDITED})
    booted.boots(clock="1970-01-01")
    yield pictures
    booted.cut_power()
    booted.as_kept()


def test_the_game_goes_on_from_the_last_answer_that_was_shown(
    booted: Machine, before: tuple[bytes, ...]
) -> None:
    assert booted.pictures() == before
    assert len(answers(booted.journal())) == len(PLAYED)
    print(f"\nafter the power cut: booted in {booted.booted_in:.0f} s")


def test_without_a_clock_it_plays_on_correctly(booted: Machine, before: tuple[bytes, ...]) -> None:
    # systemd does not believe in 1970: it takes the day on which it was built.
    assert int(booted.shell("date +%s")) < time.time() - DAY
    booted.press(Control.RIGHT)
    booted.press(Control.RIGHT)

    with Laptop(booted.journal()) as laptop:
        shown = laptop.plays(*PLAYED, Control.RIGHT, Control.RIGHT)
        assert booted.pictures() == shown[-1]


def test_the_file_on_the_boot_partition_is_laid_over_the_system_s(
    booted: Machine, before: tuple[bytes, ...]
) -> None:
    glass = booted.world.glass
    assert glass[LEFT].panel.contrast == CONTRAST
    assert glass[RIGHT].panel.contrast == 128


def test_the_file_on_the_boot_partition_stays_as_it_was(
    booted: Machine, before: tuple[bytes, ...]
) -> None:
    assert (
        bytes.fromhex(
            booted.shell(
                "xxd -p /boot/firmware/cdgdevice.toml || "
                "od -An -v -tx1 /boot/firmware/cdgdevice.toml"
            )
        )
        == EDITED
    )


def test_a_mistake_in_it_is_told_on_the_screen_and_by_the_lamps_until_the_first_touch(
    booted: Machine, before: tuple[bytes, ...]
) -> None:
    booted.shell("echo 'contrast = \"bright\"' >>/boot/firmware/cdgdevice.toml")
    booted.restarts_with()
    booted.until_playing()
    booted.logs("cdgdevice.toml line 3: ")
    (mistake,) = {line for line in booted.log().splitlines() if "line 3: " in line}
    page = draw_view(
        PageView(PageKind.ERROR, CONFIGURATION_TITLE, (mistake, USES_LAST_GOOD))
    ).tobytes()
    booted.until("on one glass: the mistake", lambda: page in booted.pictures())
    # A machine that is slow beside others may be late with one of them.
    booted.until("three flashes, again and again", lambda: _flashes(booted) == {3})
    assert booted.world.glass[LEFT].panel.contrast == CONTRAST, "the last good one is used"
    booted.press(Control.KNOB)
    assert page not in booted.pictures()
    assert not _flashes(booted)


def _flashes(machine: Machine) -> set[int]:
    """Watch both lamps for two rounds of a code, and give how often they flashed together."""
    seen = machine.world.ask("watch", pins=[12, 13], seconds=18)["seen"]
    burn = {12: 0, 13: 0}
    flashed: list[float] = []
    for at, pin, level in seen:
        burn[pin] = level
        if all(burn.values()):
            flashed.append(at)
    codes: list[int] = []
    for before, at in zip([-9.0, *flashed], flashed, strict=False):
        if at - before > 1.5:
            codes.append(0)
        codes[-1] += 1
    # The first and the last may have been cut short by the watching.
    return set(codes[1:-1])

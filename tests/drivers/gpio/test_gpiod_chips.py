"""The adapter to libgpiod, as far as a machine without GPIO lines can tell."""

import inspect
from pathlib import Path

import pytest

from cdgdevice.drivers.gpio.gpio_lines import EdgeDetection, LineSettings, Pull

gpiod = pytest.importorskip("gpiod")

from gpiod.line import Bias, Clock, Direction, Edge, Value  # noqa: E402

from cdgdevice.drivers.gpio.gpiod_chips import GpiodChips, to_gpiod_settings  # noqa: E402


def test_a_button_is_a_pulled_up_input_that_reports_both_edges_by_the_monotonic_clock() -> None:
    settings = to_gpiod_settings(LineSettings(pull=Pull.UP, edges=EdgeDetection.BOTH))
    assert settings == gpiod.LineSettings(
        direction=Direction.INPUT,
        bias=Bias.PULL_UP,
        edge_detection=Edge.BOTH,
        event_clock=Clock.MONOTONIC,
    )


def test_a_lamp_is_an_output_that_starts_at_its_level() -> None:
    settings = to_gpiod_settings(LineSettings(output=True, high=True))
    assert settings == gpiod.LineSettings(
        direction=Direction.OUTPUT, bias=Bias.DISABLED, output_value=Value.ACTIVE
    )


def test_every_pull_and_every_kind_of_edge_has_its_own_word() -> None:
    assert len({to_gpiod_settings(LineSettings(pull=pull)).bias for pull in Pull}) == 3
    assert (
        len({to_gpiod_settings(LineSettings(edges=e)).edge_detection for e in EdgeDetection}) == 4
    )


def test_a_machine_without_chips_has_no_labels(tmp_path: Path) -> None:
    assert GpiodChips(tmp_path).labels() == {}


def test_a_file_that_is_no_chip_is_named_in_the_error(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").write_text("not a chip")
    with pytest.raises(OSError, match="gpiochip0") as caught:
        GpiodChips(tmp_path).labels()
    assert caught.value.filename == str(tmp_path / "gpiochip0")


def test_a_line_of_a_chip_that_is_not_there_is_an_os_error() -> None:
    with pytest.raises(OSError, match="No such file"):
        GpiodChips().request("/nowhere/gpiochip0", 17, LineSettings())


@pytest.mark.parametrize(
    ("call", "names"),
    [
        (gpiod.request_lines, {"path", "config", "consumer"}),
        (gpiod.LineRequest.reconfigure_lines, {"config"}),
        (gpiod.LineRequest.get_value, {"line"}),
        (gpiod.LineRequest.set_value, {"line", "value"}),
        (gpiod.LineRequest.read_edge_events, {"max_events"}),
        (gpiod.LineRequest.release, set()),
        (gpiod.Chip.get_line_info, {"line"}),
    ],
)
def test_the_library_has_the_calls_that_are_made(call: object, names: set[str]) -> None:
    assert callable(call)
    assert names <= set(inspect.signature(call).parameters)

import sys

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from cdgdevice.drivers.gpio.pin_factory import open_pin_factory
from cdgdevice.errors import ConfigError, HardwareError


def test_mock_is_gpiozeros_simulated_factory() -> None:
    with open_pin_factory("mock") as factory:
        assert isinstance(factory, MockFactory)


def test_gpiozeros_own_choice_is_left_alone() -> None:
    with open_pin_factory("mock"):
        assert gpiozero.Device.pin_factory is None


def test_a_misspelt_name_is_corrected() -> None:
    with pytest.raises(ConfigError) as caught:
        open_pin_factory("lgipo")
    assert caught.value.mistakes == (
        'There is no pin factory "lgipo". Did you mean "lgpio"? '
        "Known are cdgdevice, lgpio, mock, native, pigpio, rpigpio.",
    )


def test_a_name_like_no_other_gets_the_list() -> None:
    with pytest.raises(ConfigError, match=r'There is no pin factory "blinkenlights"\. Known are'):
        open_pin_factory("blinkenlights")


def test_a_missing_library_is_named_and_nothing_simulated_is_taken_instead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(HardwareError, match=r'"lgpio" needs the library lgpio, .* install it'):
        open_pin_factory("lgpio")


def test_a_factory_that_does_not_work_here_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_board(factory: object) -> int:
        raise gpiozero.PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("gpiozero.pins.local.LocalPiFactory._get_revision", no_board)
    with pytest.raises(HardwareError) as caught:
        open_pin_factory("native")
    assert str(caught.value) == (
        'The pin factory "native" does not work on this machine: unable to locate Pi revision. '
        'Choose "cdgdevice" on a Raspberry Pi, or "mock" elsewhere.'
    )


def test_our_own_sentences_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(HardwareError, match="needs Linux on a Raspberry Pi"):
        open_pin_factory("cdgdevice")

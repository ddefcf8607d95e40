from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from cdgdevice.drivers.gpio.gpio_lines import REVISION_VARIABLE, TREE, this_board
from cdgdevice.drivers.gpio.pin_factory import GpiodFactory
from cdgdevice.errors import HardwareError
from tests.selftest.pi_trees import named_only, zero_2_w
from tests.simulated_chips import SimulatedGpioChips

NO_TREE = Path("/nowhere")


def tree(root: Path) -> Path:
    return root / TREE.lstrip("/")


def test_the_firmware_says_which_board_it_is(tmp_path: Path) -> None:
    board = this_board({}, tree(zero_2_w(tmp_path)))
    assert PiBoardInfo.from_revision(board.revision).model == "Zero2W"
    assert board.note == ""


def test_the_variable_overrules_the_firmware(tmp_path: Path) -> None:
    said = this_board({REVISION_VARIABLE: "c03111"}, tree(zero_2_w(tmp_path)))
    assert said.revision == 0xC03111


def test_an_early_board_that_was_overvolted_is_still_known() -> None:
    board = this_board({REVISION_VARIABLE: "1000002"}, NO_TREE)
    assert PiBoardInfo.from_revision(board.revision).model == "B"


@pytest.mark.parametrize(
    ("compatible", "model", "known"),
    [
        ("raspberrypi,model-a brcm,bcm2835", "Raspberry Pi Model A", "A"),
        ("raspberrypi,model-b brcm,bcm2835", "Raspberry Pi Model B", "B"),
        ("raspberrypi,model-b-rev2 brcm,bcm2835", "Raspberry Pi Model B rev2", "B"),
        ("raspberrypi,model-b-plus brcm,bcm2835", "Raspberry Pi Model B+", "B+"),
        ("raspberrypi,model-zero brcm,bcm2835", "Raspberry Pi Zero", "Zero"),
        ("raspberrypi,model-zero-w brcm,bcm2835", "Raspberry Pi Zero W", "Zero W"),
        ("raspberrypi,model-zero-2-w brcm,bcm2837", "Raspberry Pi Zero 2 W", "Zero2W"),
        ("raspberrypi,2-model-b brcm,bcm2836", "Raspberry Pi 2 Model B", "2B"),
        ("raspberrypi,3-model-b brcm,bcm2837", "Raspberry Pi 3 Model B", "3B"),
        ("raspberrypi,3-model-b-plus brcm,bcm2837", "Raspberry Pi 3 Model B+", "3B+"),
        ("raspberrypi,3-model-a-plus brcm,bcm2837", "Raspberry Pi 3 Model A+", "3A+"),
        ("raspberrypi,3-compute-module brcm,bcm2837", "Raspberry Pi Compute Module 3", "CM3"),
        ("raspberrypi,4-model-b brcm,bcm2711", "Raspberry Pi 4 Model B", "4B"),
        ("raspberrypi,400 brcm,bcm2711", "Raspberry Pi 400", "400"),
        ("raspberrypi,4-compute-module brcm,bcm2711", "Raspberry Pi Compute Module 4", "CM4"),
        ("raspberrypi,5-model-b brcm,bcm2712", "Raspberry Pi 5 Model B", "5B"),
        ("raspberrypi,5-compute-module brcm,bcm2712", "Raspberry Pi Compute Module 5", "CM5"),
        ("raspberrypi,500 brcm,bcm2712", "Raspberry Pi 500", "500"),
        ("brcm,bcm2837", "Raspberry Pi 3 Model B Plus Rev 1.3", "3B+"),
        ("", "Raspberry Pi Zero 2 W Rev 1.0", "Zero2W"),
    ],
)
def test_a_board_that_does_not_say_its_revision_is_taken_by_its_names(
    tmp_path: Path, compatible: str, model: str, known: str
) -> None:
    board = this_board({}, tree(named_only(tmp_path, compatible, model)))
    assert PiBoardInfo.from_revision(board.revision).model == known
    assert board.note == ""


@pytest.mark.parametrize(
    ("compatible", "model", "called"),
    [
        ("raspberrypi,6-model-b brcm,bcm2713", "Raspberry Pi 6 Model B", "Raspberry Pi 6 Model B"),
        ("kunbus,revpi brcm,bcm2711", "RevPi", "RevPi"),
        ("brcm,bcm2837", "", "brcm,bcm2837"),
    ],
)
def test_one_whose_names_are_not_known_has_the_usual_pins_and_is_told_of(
    tmp_path: Path, compatible: str, model: str, called: str
) -> None:
    board = this_board({}, tree(named_only(tmp_path, compatible, model)))
    (header,) = PiBoardInfo.from_revision(board.revision).headers.values()
    assert len(header.pins) == 40
    assert board.note == (
        f'This board does not say its revision, and "{called}" is not known here: its pins are '
        "taken to be the usual 40. If they are not, set CDGDEVICE_BOARD_REVISION."
    )


@pytest.mark.parametrize("said", [b"", bytes(4), bytes.fromhex("0000ffff")])
def test_a_revision_that_is_none_is_as_good_as_not_said(tmp_path: Path, said: bytes) -> None:
    root = named_only(tmp_path, "raspberrypi,4-model-b brcm,bcm2711", "Raspberry Pi 4 Model B")
    (tree(root) / "system").mkdir()
    (tree(root) / "system/linux,revision").write_bytes(said)
    assert PiBoardInfo.from_revision(this_board({}, tree(root)).revision).model == "4B"


def test_the_pins_of_a_board_that_is_not_known_work_and_the_log_has_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = named_only(tmp_path, "raspberrypi,6-model-b", "Raspberry Pi 6 Model B")
    monkeypatch.delenv(REVISION_VARIABLE, raising=False)
    chips = SimulatedGpioChips(("pinctrl-rp1",))
    with GpiodFactory(chips=chips, tree=tree(root)) as factory:
        for gpio in range(28):
            factory.pin(gpio).function = "input"
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("This board does not say its revision")


def test_a_machine_that_is_no_raspberry_pi_is_told_so(tmp_path: Path) -> None:
    for nothing in (NO_TREE, tree(named_only(tmp_path, "pine64,rock64 rockchip,rk3328", "Rock64"))):
        with pytest.raises(HardwareError) as caught:
            this_board({}, nothing)
        assert str(caught.value) == (
            f"This machine does not say that it is a Raspberry Pi (nothing in {nothing} does). On "
            "a laptop use `cdgdevice sim`; on another board that has the pins set "
            "CDGDEVICE_BOARD_REVISION, like 902120 for a Zero 2 W."
        )


@pytest.mark.parametrize("given", ["", "Zero 2 W", "0x", "90212z", "0", "ffff"])
def test_a_variable_that_is_no_code_is_named_with_its_value(given: str) -> None:
    with pytest.raises(HardwareError, match=r"CDGDEVICE_BOARD_REVISION is '.*', but a board"):
        this_board({REVISION_VARIABLE: given}, NO_TREE)

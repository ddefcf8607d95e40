from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.pins.board import REVISION_VARIABLE, board_revision

NO_FILE = Path("/nowhere/linux,revision")


def test_the_firmware_says_which_board_it_is(tmp_path: Path) -> None:
    file = tmp_path / "linux,revision"
    file.write_bytes(bytes.fromhex("00902120"))
    assert PiBoardInfo.from_revision(board_revision({}, file)).model == "Zero2W"


def test_the_variable_overrules_the_firmware(tmp_path: Path) -> None:
    file = tmp_path / "linux,revision"
    file.write_bytes(bytes.fromhex("00902120"))
    assert board_revision({REVISION_VARIABLE: "c03111"}, file) == 0xC03111


def test_an_early_board_that_was_overvolted_is_still_known() -> None:
    revision = board_revision({REVISION_VARIABLE: "1000002"}, NO_FILE)
    assert PiBoardInfo.from_revision(revision).model == "B"


def test_a_machine_that_is_no_raspberry_pi_is_told_so() -> None:
    with pytest.raises(HardwareError) as caught:
        board_revision({}, NO_FILE)
    assert str(caught.value) == (
        "This machine does not say which Raspberry Pi it is (/nowhere/linux,revision: "
        "No such file or directory). On a laptop use `cdgdevice sim`; on another board that has "
        "the pins set CDGDEVICE_BOARD_REVISION, like 902120 for a Zero 2 W."
    )


@pytest.mark.parametrize("given", ["", "Zero 2 W", "0x", "90212z"])
def test_a_variable_that_is_no_number_is_named_with_its_value(given: str) -> None:
    with pytest.raises(HardwareError, match=r"CDGDEVICE_BOARD_REVISION is '.*', but a board"):
        board_revision({REVISION_VARIABLE: given}, NO_FILE)

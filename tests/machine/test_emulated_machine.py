"""An emulated machine whose emulator fails: it is noticed at once, not after all patience."""

import shutil
from pathlib import Path

import pytest

from tests.machine.emulated_machine import EmulatedMachine

pytestmark = pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs util-linux")


def test_a_qemu_that_fails_ends_the_wait_and_its_last_words_are_told(tmp_path: Path) -> None:
    machine = EmulatedMachine(tmp_path, patience=600, pause=0.01)
    machine.start_qemu(["sh", "-c", "echo no such board; exit 1"])
    with pytest.raises(AssertionError, match="QEMU has failed, so not it boots") as failed:
        machine.until("it boots", lambda: False)
    assert "no such board" in str(failed.value)
    machine.let_go()

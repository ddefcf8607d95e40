"""An emulated machine whose emulator fails: it is noticed at once, not after all patience."""

import shutil
from pathlib import Path

import pytest

from tests.machine.emulated_machine import EmulatedMachine

pytestmark = pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs util-linux")


@pytest.mark.parametrize("status", [0, 1])
def test_a_qemu_that_ends_ends_the_wait_and_its_last_words_are_told(
    tmp_path: Path, status: int
) -> None:
    machine = EmulatedMachine(tmp_path, patience=600, pause=0.01)
    machine.start_qemu(["sh", "-c", f"echo no such board; exit {status}"])
    with pytest.raises(AssertionError, match=r"QEMU has ended .*, so not it boots") as failed:
        machine.until("it boots", lambda: False)
    assert "no such board" in str(failed.value)
    machine.let_go()


def test_what_is_still_to_see_of_a_qemu_that_has_ended_is_seen(tmp_path: Path) -> None:
    machine = EmulatedMachine(tmp_path, patience=600, pause=0.01)
    machine.start_qemu(["sh", "-c", "echo done"])
    said = tmp_path / "qemu.log"
    assert machine.until("it is done", lambda: "" if machine.on else said.read_text()) == "done\n"
    machine.let_go()


def test_no_setting_of_a_developer_s_own_reaches_qemu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QEMU_AUDIO_DRV", "mine")
    machine = EmulatedMachine(tmp_path, patience=600, pause=0.01)
    machine.start_qemu(["sh", "-c", "env"], {"QEMU_MODULE_DIR": "none"})
    machine.waits_for_off()
    said = (tmp_path / "qemu.log").read_text()
    assert "QEMU_MODULE_DIR=none\n" in said
    assert "QEMU_AUDIO_DRV" not in said

"""What a test starts ends with it: the processes themselves, and what they started."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.processes import Process, ended_with_the_test

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs process groups")

BEGIN_ANOTHER = "sleep 10000 & echo $!; wait"


def begun(pipe: int) -> Process[bytes]:
    """Start a process that starts another; both hold the writing end of `pipe`."""
    process = Process(["sh", "-c", BEGIN_ANOTHER], stdout=subprocess.PIPE, pass_fds=[pipe])
    assert process.stdout.readline()
    return process


class Witness:
    """A pipe whose end comes when every process that holds it has ended."""

    def __enter__(self) -> "Witness":
        self._reads, self.held = os.pipe()
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._reads)

    def all_ended(self) -> bool:
        """Wait for the end; a test that waits in vain is ended by its runner."""
        os.close(self.held)
        return os.read(self._reads, 1) == b""


def test_a_failed_test_leaves_no_process_behind() -> None:
    def failing() -> None:
        with ended_with_the_test():
            begun(witness.held)
            raise AssertionError("It fails.")

    with Witness() as witness:
        with pytest.raises(AssertionError, match="It fails"):
            failing()
        assert witness.all_ended()


def test_the_end_of_a_with_ends_what_the_process_started() -> None:
    with Witness() as witness:
        with begun(witness.held) as process:
            pass
        assert process.returncode == -signal.SIGKILL
        assert witness.all_ended()


def test_a_process_of_a_longer_fixture_survives_a_test() -> None:
    with Witness() as witness, begun(witness.held) as process:
        with ended_with_the_test():
            pass
        assert process.poll() is None


TESTS_THAT_ARE_KILLED = """
import os, sys
sys.path.insert(0, sys.argv[1])
from tests.processes import ended_if_the_tests_are_killed
from tests.test_processes import begun
with ended_if_the_tests_are_killed():
    begun(int(sys.argv[2]))
    os.kill(os.getpid(), 9)
"""


def test_killed_tests_leave_no_process_behind() -> None:
    with Witness() as witness:
        command = [sys.executable, "-c", TESTS_THAT_ARE_KILLED, str(Path(__file__).parents[1])]
        with Process([*command, str(witness.held)], pass_fds=[witness.held]) as tests:
            assert tests.wait(PATIENCE) == -signal.SIGKILL
            assert witness.all_ended()

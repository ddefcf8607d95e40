"""`cdgdevice engine`: a line in, a line out, whatever the line."""

import json
import subprocess
import sys

from tests.cli.program import cdgdevice, in_shell
from tests.patience import PATIENCE
from tests.processes import Process


def test_engine_answers_every_line_with_one_line_and_ends_with_its_input() -> None:
    lines = [
        b'{"do": "new", "sheet": "standard-2018"}',
        b"",
        b"no json",
        b"\xff\xfe\xfa",
        b'{"do": "\xc3\x28"}',
        b"[" * 50_000,
        b'{"do": "roll", "die": 4}',
        b'{"do": "state"}',  # the last line without its end
    ]
    done = cdgdevice("engine", given=b"\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, *[False] * 5, True, True]
    assert all("\n" not in answer.get("error", "") for answer in answers)
    assert done.returncode == 0
    assert done.stderr == b""


def test_engine_answers_a_line_of_any_length_once_and_keeps_none_of_it() -> None:
    megabytes = 400
    done = in_shell(
        f"""ulimit -v {megabytes * 1024} || exit 3
        {{ head -c {megabytes * 1024 * 1024} /dev/zero; echo; echo '{{"do": "state"}}'; }} |
        "$0" -m cdgdevice engine"""
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, False]
    assert answers[0]["error"] == "A request has at most 100000 characters; this has more."
    assert "There is no game yet" in answers[1]["error"]


def test_engine_answers_each_line_before_the_next_is_sent() -> None:
    with Process(
        [sys.executable, "-m", "cdgdevice", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for _ in range(3):
            engine.stdin.write(b'{"do": "state"}\n')
            engine.stdin.flush()
            assert json.loads(engine.stdout.readline())["ok"] is False
        engine.stdin.close()
        assert engine.wait(PATIENCE) == 0

"""Recordings of raw readings: written, read back, checked, and judged by the firmware's file."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.cli.parser import run_command
from cdgdevice.drivers.reader.reader_messages import DieState, Hello, KnownColours, RawReading
from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.reader_tools.sensor_recording import (
    ReadingRecorder,
    RecordedReading,
    RecordingHeader,
    create_file,
    format_scores,
    judge_readings,
    make_header,
    read_recording,
)

RECORDINGS = sorted((Path(__file__).parents[1] / "firmware" / "recordings").glob("*.jsonl"))
HELLO = Hello(1, 1, "cdg-reader 1.0", "UID", 7, frozenset({"cal", "raw"}))
KNOWN = (
    KnownColours(0, 77, 54, 45, 180, 0),
    KnownColours(1, 196, 397, 168, 799, 4),
    KnownColours(2, 1233, 231, 344, 1725, 7),
    KnownColours(3, 1863, 963, 462, 3307, 14),
    KnownColours(4, 2304, 1643, 1371, 5399, 11),
    KnownColours(5, 1169, 183, 174, 1446, 10),
    KnownColours(6, 164, 251, 341, 773, 5),
)
HEADER = make_header(HELLO, KNOWN, datetime(2026, 11, 21, 10, 0, tzinfo=UTC), "a lamp beside it")
COUNTS = st.integers(0, 65535)
RAWS = st.builds(
    RawReading,
    *(COUNTS,) * 4,
    like=st.none() | st.integers(0, 6),
    margin=st.none() | st.integers(0, 999),
    stray=st.none() | COUNTS,
)


def written(path: Path, *readings: RecordedReading, header: RecordingHeader = HEADER) -> Path:
    with create_file(path) as file:
        recorder = ReadingRecorder(file, header)
        for reading in readings:
            recorder.add(reading)
    return path


@given(
    raws=st.lists(RAWS, max_size=5),
    face=st.none() | st.integers(0, 6),
    die=st.none() | st.sampled_from(DieState),
)
def test_a_recording_is_read_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory,
    raws: list[RawReading],
    face: int | None,
    die: DieState | None,
) -> None:
    readings = tuple(RecordedReading(raw, face, die) for raw in raws)
    path = written(tmp_path_factory.mktemp("recording") / "r.jsonl", *readings)
    assert read_recording(path) == (HEADER, readings)


def test_no_recording_is_written_over_another(tmp_path: Path) -> None:
    path = written(tmp_path / "r.jsonl")
    before = path.read_bytes()
    with pytest.raises(CdgDeviceError, match=r"r\.jsonl is there already: name another file"):
        written(path)
    assert path.read_bytes() == before
    with pytest.raises(CdgDeviceError, match="can't be written"):
        written(tmp_path / "no-folder" / "r.jsonl")


GOOD = RecordedReading(RawReading(1, 2, 3, 4, 5, 150, 6), 5, DieState.SETTLED)


@pytest.mark.parametrize(
    ("number", "change", "words"),
    [
        (
            1,
            {"recording": 2},
            "line 1 is no line of a recording (Invalid enum value 2 - at `$.recording`",
        ),
        (
            1,
            {"made": 5},
            "line 1 is no line of a recording (Expected `str`, got `int` - at `$.made`",
        ),
        (1, {"known": [[0, 1, 2, 3, 4, 5]]}, "known must have seven rows, numbered from 0"),
        (1, {"known": [[1, 2, 3, 4, 5, 6]] * 7}, "known must have seven rows, numbered from 0"),
        (
            1,
            {"known": [[n, 0, 0, 0, 0, -1] for n in range(7)]},
            "Expected `int` >= 0 - at `$.known[0][5]`",
        ),
        (2, {"face": 7}, "line 2 is no line of a recording (Expected `int` <= 6 - at `$.face`"),
        (2, {"red": True}, "Expected `int`, got `bool` - at `$.red`"),
        (2, {"red": None}, "Expected `int`, got `null` - at `$.red`"),
        (2, {"margin": 1000}, "Expected `int` <= 999 - at `$.margin`"),
        (2, {"die": "ASLEEP"}, "die must be how a die lies, such as SETTLED, or empty"),
        (2, {"colour": 1}, "Object contains unknown field `colour`"),
        (
            2,
            '{"red": 1, "green": 2, "blue": 3, "clear": 4, "face": 5, "die": ""}',
            "Object missing required field `like`",
        ),
        (3, [], "line 3 is no line of a recording (Expected `object`, got `array`"),
        (3, "{", "line 3 is no line of a recording (Input data was truncated"),
    ],
    ids=str,
)
def test_a_line_that_is_none_of_a_recording_is_named(
    tmp_path: Path, number: int, change: dict[str, object] | list[int] | str, words: str
) -> None:
    path = written(tmp_path / "r.jsonl", GOOD, GOOD)
    lines = path.read_text().splitlines()
    if isinstance(change, dict):
        change = {**json.loads(lines[number - 1]), **change}
    lines[number - 1] = change if isinstance(change, str) else json.dumps(change)
    path.write_text("\n".join(lines))
    with pytest.raises(CdgDeviceError) as refused:
        read_recording(path)
    assert words in str(refused.value)


def test_what_is_no_recording_at_all_is_refused(tmp_path: Path) -> None:
    empty, binary = tmp_path / "empty", tmp_path / "binary"
    empty.touch()
    binary.write_bytes(b"\xff\xfe\x00")
    for path, words in (
        (empty, "is empty"),
        (binary, "it is no text"),
        (tmp_path / "none", "No such file"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(CdgDeviceError, match=words):
            read_recording(path)


def test_readings_are_right_rejected_or_wrong_as_the_firmware_judges_them() -> None:
    def seen(face: int | None, known: KnownColours, stray: int = 0) -> RecordedReading:
        raw = RawReading(known.red, known.green, known.blue, known.clear, None, None, stray)
        return RecordedReading(raw, face, None)

    odd = KnownColours(0, 200, 2500, 200, 3000, 0)
    nothing = KnownColours(0, 0, 0, 0, 0, 0)
    found = judge_readings(
        HEADER,
        [
            *(seen(2, KNOWN[2]),) * 3,
            seen(2, KNOWN[5]),
            seen(2, odd),
            seen(2, KNOWN[2], stray=9000),
            seen(4, nothing),
            seen(0, nothing),
            seen(None, KNOWN[1]),
        ],
    )
    assert [(face, each.right, each.rejected, each.wrong) for face, each in found.items()] == [
        (0, 1, 0, 0),
        (2, 3, 2, 1),
        (4, 0, 1, 0),
    ]
    assert " ".join(list(format_scores(found))[2].split()) == "A B (red) 3 2 1 1 as C D E (magenta)"


def test_a_recording_of_a_blank_reader_can_t_be_judged() -> None:
    blank = make_header(HELLO, (), datetime(2026, 11, 21, tzinfo=UTC), "")
    with pytest.raises(CdgDeviceError, match="before the reader was calibrated"):
        judge_readings(blank, [GOOD])


@pytest.mark.parametrize(
    ("readings", "words"),
    [((), "has no readings"), ((RecordedReading(RawReading(1, 2, 3, 4), None, None),), "--face")],
)
def test_a_recording_that_tells_nothing_is_refused(
    tmp_path: Path,
    readings: tuple[RecordedReading, ...],
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = written(tmp_path / "r.jsonl", *readings)
    assert run_command(["reader", "judge", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_no_recorded_face_is_taken_for_another_and_few_are_rejected(path: Path) -> None:
    header, readings = read_recording(path)
    found = judge_readings(header, readings)
    assert set(found) >= {1, 2, 3, 4, 5, 6}
    assert [face for face, counted in found.items() if counted.wrong] == []
    named = sum(counted.right + counted.rejected for counted in found.values())
    assert sum(counted.rejected for counted in found.values()) < named / 10


def test_a_recording_of_a_model_says_that_it_is_one() -> None:
    models = [path for path in RECORDINGS if path.name.startswith("model-")]
    assert models
    for path in models:
        assert read_recording(path)[0].note.startswith("A model, no real sensor")


def test_what_is_calibrated_must_have_come_whole() -> None:
    with pytest.raises(HardwareError, match="did not send all that it has calibrated"):
        make_header(HELLO, KNOWN[:3], datetime(2026, 11, 21, tzinfo=UTC), "")

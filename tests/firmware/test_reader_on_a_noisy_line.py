"""The reader, and whatever comes over its line."""

from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.drivers.reader import reader_messages
from cdgdevice.drivers.reader.line import LONGEST, LineBuffer, encode
from cdgdevice.drivers.reader.reader_messages import encode_calibration_step as ask
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import messages
from tests.firmware.quick_board import QuickBoard, answer


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_random_bytes_are_borne(pieces: list[bytes]) -> None:
    reader = QuickBoard(Tray(Clock()), Path("nowhere"))
    for piece in pieces:
        reader.send(piece)
        messages(reader.run(100))
    reader.send(b"\n")
    reader.run(100)
    assert answer(reader, reader_messages.encode_ping(5)) == [reader_messages.Pong(5)]


@given(st.integers(0, 2**32))
def test_damaged_lines_change_nothing_that_a_player_would_miss(seed: int) -> None:
    rng = Random(seed)
    reader = QuickBoard(Tray(Clock()), Path("nowhere"))
    reader.run(100)
    for _ in range(30):
        line = bytearray(
            rng.choice(
                [
                    reader_messages.HELLO_QUESTION,
                    reader_messages.RAW_QUESTION,
                    reader_messages.KNOWN_QUESTION,
                    reader_messages.encode_ping(7),
                    ask(reader_messages.CalibrationStep.BEGIN),
                ]
            )
        )
        for _ in range(rng.randint(1, 3)):
            line[rng.randrange(len(line) - 1)] = rng.randrange(256)
        reader.send(bytes(line))
        messages(reader.run(100))
    reader.send(b"\n")
    reader.run(100)
    assert answer(reader, reader_messages.encode_ping(5)) == [reader_messages.Pong(5)]


@given(st.lists(st.text(st.characters(codec="ascii"), max_size=40), min_size=1, max_size=6))
def test_every_sound_line_is_answered_with_sound_lines_or_not_at_all(fields: list[str]) -> None:
    reader = QuickBoard(Tray(Clock()), Path("nowhere"))
    reader.run(100)
    try:
        line = encode(*fields)
    except ValueError:
        return
    reader.send(line)
    messages(reader.run(100))


def test_a_flood_is_not_kept(reader: QuickBoard) -> None:
    for piece in (
        b"x" * 100_000,
        b"$" * 100_000,
        reader_messages.HELLO_QUESTION[:-1] * 5000,
        b"\x00\xff" * 50_000,
    ):
        for _ in range(25):
            reader.send(piece)
            reader.run(100)
        kept = [len(each) for each in _bytes_of(reader.reader)]
        assert max(kept) <= LONGEST + 2
    reader.send(b"\n")
    reader.run(100)
    assert answer(reader, reader_messages.encode_ping(5)) == [reader_messages.Pong(5)]


def _bytes_of(thing: object, depth: int = 4) -> list[bytes]:
    """All bytes that an object keeps, and its parts."""
    if isinstance(thing, bytes):
        return [thing]
    if isinstance(thing, list | tuple):
        assert len(thing) <= 100
        return [found for part in thing for found in _bytes_of(part, depth - 1)]
    if depth and hasattr(thing, "__dict__"):
        return [found for part in vars(thing).values() for found in _bytes_of(part, depth - 1)]
    return []


def test_the_board_reads_lines_as_the_host_does() -> None:
    import line

    assert line.__file__ is not None
    for said in (b"$HELLO?*134D\r\r\n", b"\xff$HELLO?*134D\n", b"$HELLO?*134d\n"):
        assert line.LineBuffer().feed(said) == LineBuffer().feed(said)

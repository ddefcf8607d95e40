"""`cdgdevice reader test-strip`: a printed strip on a simulated reader, and what the model sees."""

import os
from collections.abc import Callable, Iterator, Mapping

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.cli.reader_commands import lead_test_strip
from cdgdevice.drivers.reader.die_stickers import TEST_STRIP, Sticker
from cdgdevice.drivers.reader.reader_messages import (
    CalibrationReply,
    CalibrationStep,
    Nak,
    RawReading,
    encode_calibration_step,
)
from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.reader_tools.reader_connection import ReaderConnection
from cdgdevice.reader_tools.reader_inspection import StripVerdict, compare_fields, judge_fields
from cdgdevice.simulator.simulated_reader import SimulatedReader
from firmware.simulated.light import Specimen

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")


@pytest.fixture
def reader() -> Iterator[SimulatedReader]:
    with SimulatedReader(capabilities=("blank", "cal", "raw")) as reader:
        yield reader


class Person:
    """Lays the field that is asked for, unless `lays` says another, and presses Enter."""

    def __init__(self, reader: SimulatedReader, lays: Callable[[str], int | None]) -> None:
        self.read_so_far: list[str] = []
        self._reader = reader
        self._lays = lays

    def read(self, prompt: str) -> str:
        self.write(prompt)
        above = self._lays(" ".join(prompt.split()))
        if above is None:
            self._reader.lift()
        else:
            self._reader.throw(above)
        return ""

    def write(self, text: str) -> None:
        self.read_so_far.extend(text.splitlines())


def asked_for(prompt: str) -> int | None:
    """The face that is up while the sensor sees the colour that a prompt names."""
    return next((each.opposite for each in TEST_STRIP if f"Lay {each.colour}" in prompt), None)


def try_strip(
    reader: SimulatedReader, lays: Callable[[str], int | None] = asked_for
) -> tuple[bool, list[str]]:
    person = Person(reader, lays)
    with ReaderConnection(reader.url) as talk:
        serves = lead_test_strip(talk, person.read, person.write, apart=0.0)
        # Nothing was kept, and no calibration is under way any more.
        assert talk.await_hello().capabilities == {"blank", "cal", "raw"}
        save = encode_calibration_step(CalibrationStep.SAVE)
        assert talk.ask(save, Nak, CalibrationReply) == Nak("BEGIN")
    return serves, person.read_so_far


def test_it_asks_for_each_field_and_says_that_the_stickers_may_be_cut(
    reader: SimulatedReader,
) -> None:
    serves, said = try_strip(reader)
    assert serves
    assert all(len(line) <= 80 for line in said)
    asked = [line for line in said if line[1:3] == "/7"]
    assert [line.split()[2] for line in asked[:-1]] == [each.colour for each in TEST_STRIP]
    assert asked[-1] == "7/7 Take strip and die out of the tray, then press Enter. "
    assert said[-1] == "All six are well apart: cut the stickers."
    assert [line.split()[0] for line in said[-7:-1]] == [each.colour for each in TEST_STRIP]


def test_two_colours_that_look_alike_are_named_before_anything_is_cut(
    reader: SimulatedReader,
) -> None:
    serves, said = try_strip(
        reader, lambda prompt: asked_for(prompt.replace("Lay blue", "Lay green"))
    )
    assert not serves
    assert "Too much alike: green and blue. Don't cut the stickers" in " ".join(said)


def test_a_field_that_was_not_there_is_asked_for_again(reader: SimulatedReader) -> None:
    missed: list[str] = []

    def miss_red_once(prompt: str) -> int | None:
        if "Lay red" in prompt and not missed:
            missed.append(prompt)
            return None
        return asked_for(prompt)

    serves, said = try_strip(reader, miss_red_once)
    assert serves
    assert sum("It moved: hold it still. Lay red" in line for line in said) == 1


@pytest.mark.parametrize("reason", [EOFError, KeyboardInterrupt, OSError])
def test_who_stops_or_closes_the_terminal_leaves_the_reader_as_it_was(
    reader: SimulatedReader, reason: type[BaseException]
) -> None:
    def stop(prompt: str) -> int | None:
        if "Lay green" in prompt:
            raise reason
        return asked_for(prompt)

    with pytest.raises(CdgDeviceError, match=r"^Stopped: the reader keeps what it knew"):
        try_strip(reader, stop)
    with ReaderConnection(reader.url) as talk:
        save = encode_calibration_step(CalibrationStep.SAVE)
        assert talk.ask(save, Nak, CalibrationReply) == Nak("BEGIN")


def test_a_reader_that_shows_no_colours_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with SimulatedReader(capabilities=("cal",)) as reader:
        assert run_command(["reader", "test-strip", "--port", reader.url]) == 1
    assert capsys.readouterr().err == (
        "This die reader shows no colours: no strip can be tried on it.\n"
    )


def test_a_reader_that_is_unplugged_in_the_midst_ends_it_in_a_sentence(
    reader: SimulatedReader,
) -> None:
    def pull(prompt: str) -> int | None:
        if "Lay green" in prompt:
            reader.unplug()
        return asked_for(prompt)

    with (
        ReaderConnection(reader.url) as talk,
        pytest.raises(HardwareError, match="No program offers a die reader"),
    ):
        lead_test_strip(talk, Person(reader, pull).read, lambda _: None, apart=0.0)


MIRROR = (400, 300, 250, 900)
"""What the window gives back."""
EMPTY = RawReading(*MIRROR, stray=0)


def seen(strength: float, white: float = 6000.0) -> Mapping[Sticker, RawReading]:
    """What the model's sensor sees of a strip whose printer lays so much of its full ink."""
    faces = Specimen((strength,) * 6, white).faces
    return {
        each: RawReading(
            *(
                int(count) + mirrored
                for count, mirrored in zip(faces[each.opposite], MIRROR, strict=True)
            )
        )
        for each in TEST_STRIP
    }


def verdict(strength: float, white: float = 6000.0, stray: int = 0) -> StripVerdict:
    return judge_fields(compare_fields(seen(strength, white), EMPTY), stray)


def test_full_inks_serve_weak_ones_with_a_warning_and_faint_ones_not() -> None:
    assert verdict(1.0) == StripVerdict("All six are well apart: cut the stickers.", serves=True)
    weak = verdict(0.55)
    assert weak.serves
    assert weak.sentence.startswith("They serve, but near each other are: white and ")
    faint = verdict(0.25)
    assert not faint.serves
    assert "Too much alike: white and" in faint.sentence


def test_a_strip_in_the_dark_or_in_too_much_light_is_tried_again() -> None:
    dark = verdict(1.0, white=250.0)
    assert not dark.serves
    assert dark.sentence.startswith("Too dark: ")
    assert "blue" in dark.sentence
    assert "white" not in dark.sentence
    assert not verdict(1.0, stray=1600).serves
    assert verdict(1.0, stray=1400).serves

"""What a terminal shows of a die reader: who it is, what it knows, what it sees.

And whether it would tell the colours of a printed test strip from each other.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from statistics import fmean
from typing import TextIO

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.drivers.reader.die_stickers import STICKERS, TEST_STRIP, Sticker
from cdgdevice.drivers.reader.port_search import SerialPort, list_serial_ports
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES
from cdgdevice.drivers.reader.reader_messages import (
    RAW_QUESTION,
    DieState,
    DieStateReport,
    Heartbeat,
    Hello,
    KnownColours,
    Nak,
    RawReading,
    ReaderMessage,
    ReaderRoll,
    ReaderTrouble,
    encode_acknowledgement,
)
from cdgdevice.drivers.reader.usb_ids import READER_USB_IDS
from cdgdevice.fold_lines import fold_text
from cdgdevice.reader_tools import flash_firmware
from cdgdevice.reader_tools.reader_connection import (
    ANSWER_TIMEOUT,
    NakError,
    PortAddress,
    ReaderConnection,
    explain_trouble,
)

DIE_STATE_WORDS = {
    DieState.ABSENT: "no die",
    DieState.MOVING: "moving",
    DieState.SETTLED: "lies still",
    DieState.COCKED: "leans: nudge",
    DieState.LIGHT: "light: shade",
    DieState.SATURATED: "dazzled: clean",
}
"""How the die lies, and what to do about it, in 14 letters."""

NO_DIE_STATE = "ok"
"""For a reader that has not said how the die lies: nothing is wrong."""

_FACE_NAMES = ("the empty tray", *(f"{each.name} ({each.colour})" for each in STICKERS))


def name_face(like: int | None) -> str:
    """Name what a reading looks like: 0 the empty tray, 1 to 6 the face on top, None neither."""
    return "none of them" if like is None else _FACE_NAMES[like]


def name_face_briefly(like: int | None) -> str:
    """Name the same in at most 11 letters, without a colour."""
    if like is None:
        return "no match"
    return STICKERS[like - 1].name if like else "empty tray"


def name_colour_below(like: int | None) -> str:
    """Return the colour that the sensor sees, that of the face opposite; empty without a die."""
    return STICKERS[STICKERS[like - 1].opposite - 1].colour if like else ""


HEARTBEAT_TIMEOUT = 2.5
"""Seconds in which a reader that has heartbeats has sent one."""

NOT_SAID = "it does not say"

_CAPABILITY_WORDS = {
    "cal": "be calibrated",
    "raw": "show raw colours",
    "motor": "shake a leaning die",
    "pips": "read a die with pips",
}


def describe_reader(
    where: PortAddress, *, ports: Callable[[], Iterable[SerialPort]] = list_serial_ports
) -> Iterator[str]:
    """Return what there is to say, line by line.

    Raises:
        HardwareError: as `ReaderConnection`.
    """
    with ReaderConnection(where.name, baud=where.baud) as talk:
        hello = talk.await_hello()
        yield from _format_field("port", _describe_port(where, ports()))
        yield from _format_field("board", hello.uid or NOT_SAID)
        yield from _format_field("firmware", _describe_firmware(hello))
        yield from _format_field("protocol", f"{hello.major}.{hello.minor}")
        able = [words for word, words in _CAPABILITY_WORDS.items() if word in hello.capabilities]
        yield from _format_field("can", ", ".join(able) or "only report rolls")
        heard = (each for each in talk.listen(HEARTBEAT_TIMEOUT) if isinstance(each, Heartbeat))
        beat = next(heard, None) if hello.boot else None
        if beat is not None:
            yield from _format_field("runs for", _format_duration(beat.uptime))
            if hello.trouble not in (ReaderTrouble.BLANK, ReaderTrouble.BLIND):  # it sees the die
                yield from _format_field("die", CONDITION_SENTENCES[beat.die])
        yield from _format_field(
            "trouble", explain_trouble(hello.trouble) if hello.trouble else "none"
        )
        if "cal" in hello.capabilities:
            yield ""
            yield from _format_known_colours(talk.read_known_colours())


def _format_field(name: str, value: str) -> list[str]:
    return fold_text(value, f"{name:10}", " " * 10).splitlines()


def _describe_port(where: PortAddress, ports: Iterable[SerialPort]) -> str:
    """Name the port, and what is plugged in there."""
    real = str(Path(where.name).resolve())
    for port in ports:
        if port.device == real and port.vid is not None and port.pid is not None:
            known = READER_USB_IDS.get((port.vid, port.pid))
            name = known.name if known else "no board that cdgdevice knows"
            return f"{where.name} (USB {port.vid:04x}:{port.pid:04x}, {name})"
    return where.name


def _describe_firmware(hello: Hello) -> str:
    ours = flash_firmware.read_firmware_name(flash_firmware.read_board_files())
    if not hello.firmware:
        return NOT_SAID
    if hello.firmware == ours:
        return f"{ours}, which is this program's"
    if flash_firmware.is_other_version(hello.firmware, ours):
        return f"{hello.firmware}; this program brings {ours}: cdgdevice reader flash"
    return f"{hello.firmware}, which is another program's"


def _format_duration(seconds: int) -> str:
    minutes, hours = seconds // 60 % 60, seconds // 3600
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds % 60} s" if minutes else f"{seconds} s"


def _format_known_colours(known: tuple[KnownColours, ...]) -> Iterator[str]:
    if not known:
        yield "It knows no faces."
        return
    yield f"{'on top':13}{'it sees':9}{'red':>7}{'green':>7}{'blue':>7}{'clear':>7}{'spread':>8}"
    for each in known:
        colours = f"{each.red:7}{each.green:7}{each.blue:7}{each.clear:7}"
        face, below = name_face_briefly(each.like), name_colour_below(each.like)
        yield f"{face:13}{below:9}{colours}{each.spread:8}"


ASK_PERIOD = 0.1
"""Seconds between two questions; the reader has a new reading each 0.06."""
HEADING = (
    f"{'red':>6}{'green':>7}{'blue':>7}{'clear':>7}  {'on top':13}{'sees':7}margin  stray  die"
)

_LINE_WIDTH = 79


class LiveView:
    """Shows readings on `out`: on a terminal one line that is rewritten, else a line for each."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._rewrites = out.isatty()
        self._open = False
        self.die: DieState | None = None
        """How the die lies, as was said last."""
        self._last: tuple[int, int | None] | None = None

    def say(self, sentence: str) -> None:
        """Show a line that stays."""
        self.end()
        print(fold_text(sentence), file=self._out, flush=True)

    def show(self, message: ReaderMessage) -> None:
        """Show what the reader said, if it should be seen."""
        match message:
            case RawReading():
                self._rewrite(format_reading(message, self.die))
            case Nak(reason):
                self._rewrite(str(NakError(reason)))
            case Heartbeat(_, die) | DieStateReport(die):
                self.die = die
            case ReaderRoll(boot, seq, face, confidence):
                # Until it is acknowledged it comes again and again.
                if seq is None or (boot, seq) != self._last:
                    self._last = boot, seq
                    sure = "" if confidence is None else f", {confidence} % sure"
                    self.say(f"Rolled: {name_face(face)}{sure}.")
            case Hello():
                if message.trouble is not None:
                    self.say(explain_trouble(message.trouble))

    def end(self) -> None:
        """Leave the line that is rewritten."""
        if self._open:
            print(file=self._out, flush=True)
            self._open = False

    def _rewrite(self, line: str) -> None:
        if self._rewrites:
            print("\r" + line.ljust(_LINE_WIDTH)[:_LINE_WIDTH], end="", file=self._out, flush=True)
            self._open = True
        else:
            self.say(line)


def watch_readings(
    talk: ReaderConnection,
    view: LiveView,
    *,
    keep: Callable[[RawReading], None] | None = None,
    readings: int | None = None,
    take: bool = False,
) -> None:
    """Show what the reader says until so many `readings` were asked for; None: for ever.

    A reader that shows no colours shows its throws. Of one that does, `keep` is given each
    reading, and then only those that came are counted. With `take` a throw is acknowledged, and
    the game never hears of it. Raises `HardwareError` as `ReaderConnection` does.
    """
    hello = talk.await_hello()
    colours = "raw" in hello.capabilities
    view.show(hello)
    view.say(HEADING if colours else "This reader shows no colours, only its rolls.")

    def heard(seconds: float) -> Iterator[ReaderMessage]:
        for message in talk.listen(seconds):
            view.show(message)
            if take and isinstance(message, ReaderRoll):
                talk.send(encode_acknowledgement(message.boot, message.seq))
            yield message

    counted = 0
    while readings is None or counted < readings:
        counted += keep is None or not colours
        if colours:
            talk.send(RAW_QUESTION)
            answers = (each for each in heard(ANSWER_TIMEOUT) if isinstance(each, RawReading | Nak))
            answer = next(answers, None)
            if keep is not None and isinstance(answer, RawReading):
                keep(answer)
                counted += 1
        for _ in heard(ASK_PERIOD):
            pass


def format_reading(raw: RawReading, die: DieState | None) -> str:
    """Return a reading in a line of at most 79 characters."""
    margin = "" if raw.margin is None else f"{raw.margin} %"
    stray = "" if raw.stray is None else str(raw.stray)
    colours = "{:6}{:7}{:7}{:7}".format(*raw.colours)
    lies = NO_DIE_STATE if die is None else DIE_STATE_WORDS[die]
    face = f"{name_face_briefly(raw.like):13}{name_colour_below(raw.like):7}"
    return f"{colours}  {face}{margin:>6}{stray:>7}  {lies}"


STRIP_READINGS = 4
"""Readings of a field that are averaged."""
ALIKE_PERCENT = 1.0
"""Colours that are not so far apart, in percent of white, no calibration takes; as the firmware's
`APART_PART` has it."""
FAINT_PERCENT = 2.0
"""Below this throws are rejected: in the model 2 of 100 where a printer lays six tenths of its ink,
and hardly one of 1,000 where it lays seven."""
DIM_CLEAR = 96
"""Counts of clear that a die must give above the empty tray; as the firmware's `SEEN` has it."""
STRAY_PART = 4
"""Where the room's light is more than one part in this of white, no reading counts; as the
firmware's `LIGHT_PART` has it."""


class StripField(Struct, frozen=True):
    """A field of the test strip, as the reader sees it."""

    sticker: Sticker
    colours: tuple[int, ...]
    """Red, green, blue and clear, above those of the empty tray."""
    nearest: Sticker
    """Of the other fields that which looks most like it."""
    apart: float
    """How far that is away, in percent of white."""


class StripVerdict(Struct, frozen=True):
    """What a test strip shows of the stickers that were printed like it."""

    sentence: str
    serves: bool
    """The stickers may be cut."""


def average_readings(talk: ReaderConnection, apart: float = ASK_PERIOD) -> RawReading:
    """Return the mean of some readings of what lies over the window, `apart` seconds apart.

    Raises:
        HardwareError: as `ReaderConnection`.
    """
    seen = []
    for _ in range(STRIP_READINGS):
        seen.append(talk.ask(RAW_QUESTION, RawReading))
        for _ in talk.listen(apart):
            pass
    counts = (round(fmean(each)) for each in zip(*(raw.colours for raw in seen), strict=True))
    return replace(RawReading(*counts), stray=max(raw.stray or 0 for raw in seen))


def compare_fields(
    fields: Mapping[Sticker, RawReading], empty: RawReading
) -> tuple[StripField, ...]:
    """Return what the reader sees of each field of `TEST_STRIP`, and what looks most like it.

    The firmware's own measure tells how far two are apart.
    """
    seen = {
        sticker: tuple(map(operator.sub, raw.colours, empty.colours))
        for sticker, raw in fields.items()
    }
    classify = flash_firmware.load_classifier()
    known = classify.Known(
        (0, 0, 0, 0), {each.face: (*colours, 0) for each, colours in seen.items()}
    )
    found = []
    for sticker in TEST_STRIP:
        tone = classify.hue(known, seen[sticker])
        away = {
            other: classify.distance(known, other.face, tone)
            for other in TEST_STRIP
            if other is not sticker
        }
        nearest = min(away, key=away.__getitem__)
        apart = 100 * away[nearest] / known.white
        found.append(StripField(sticker, seen[sticker], nearest, apart))
    return tuple(found)


def format_fields(fields: Iterable[StripField]) -> Iterator[str]:
    """Return the fields as a table for a terminal."""
    yield f"{'field':9}{'red':>7}{'green':>7}{'blue':>7}{'clear':>7}  {'most like it':14}apart"
    for field in fields:
        counts = "".join(f"{count:7}" for count in field.colours)
        yield (f"{field.sticker.colour:9}{counts}  {field.nearest.colour:14}{field.apart:4.1f} %")


def judge_fields(fields: Iterable[StripField], stray: int) -> StripVerdict:
    """Return whether the stickers may be cut, and else what to do.

    `stray` is the clear of the room's light, as `RawReading.stray`.
    """
    found = tuple(fields)
    white = max(field.colours[3] for field in found)
    dim = [field.sticker.colour for field in found if field.colours[3] < DIM_CLEAR]
    alike = _name_pairs(field for field in found if field.apart < ALIKE_PERCENT)
    faint = _name_pairs(field for field in found if field.apart < FAINT_PERCENT)
    if dim:
        return StripVerdict(
            f"Too dark: {', '.join(dim)}. Look whether the sensor's lamp is lit and the window "
            "clean, whether the printed side was down, and whether the sensor is at most 12 mm "
            "below the paper; then try the strip again.",
            serves=False,
        )
    if stray > white // STRAY_PART:
        return StripVerdict(
            "Too much of the room's light falls in: shade the tray, and try the strip again.",
            serves=False,
        )
    if alike:
        return StripVerdict(
            f"Too much alike: {alike}. Don't cut the stickers: print them and a strip again, in "
            "the best quality, on matt paper, with full cartridges or on another printer.",
            serves=False,
        )
    if faint:
        return StripVerdict(
            f"They serve, but near each other are: {faint}. Some rolls will not be read. A "
            "print in better quality or on another printer may have more ink.",
            serves=True,
        )
    return StripVerdict("All six are well apart: cut the stickers.", serves=True)


def _name_pairs(fields: Iterable[StripField]) -> str:
    """Name each field with what looks most like it, no pair twice."""
    pairs: list[frozenset[Sticker]] = []
    for field in fields:
        pair = frozenset((field.sticker, field.nearest))
        if pair not in pairs:
            pairs.append(pair)
    return ", ".join(
        " and ".join(each.colour for each in TEST_STRIP if each in pair) for pair in pairs
    )

"""The commands of `cdgdevice reader`: flash, info, calibrate, test, shake and the others.

Each talks to the port that is named, or else to the one of the configuration. `calibrate` leads
through the guide that the gadget has too, `test-strip` through the fields of a printed strip;
`simulate` is a die reader without hardware, for the other commands to try.
"""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from cdgdevice.config.effective import require_config
from cdgdevice.drivers.reader import die_stickers, port_search
from cdgdevice.drivers.reader.reader_messages import (
    SHAKE_QUESTION,
    CalibrationReply,
    CalibrationStep,
    CalibrationVerdict,
    MotorRan,
    RawReading,
    ReaderAnswer,
    encode_calibration_step,
)
from cdgdevice.errors import CdgDeviceError, HardwareError, MisuseError
from cdgdevice.fold_lines import fold_text
from cdgdevice.reader_tools import sensor_recording
from cdgdevice.reader_tools.flash_firmware import (
    compare_firmware,
    explain_other_version,
    flash_firmware,
    is_other_version,
    read_board_files,
    read_firmware_name,
)
from cdgdevice.reader_tools.reader_connection import PortAddress, ReaderConnection, explain_loading
from cdgdevice.reader_tools.reader_inspection import (
    ASK_PERIOD,
    LiveView,
    average_readings,
    compare_fields,
    describe_reader,
    format_fields,
    judge_fields,
    name_face,
    watch_readings,
)
from cdgdevice.simulator.simulated_reader import SimulatedReader
from cdgdevice.ui.calibration import LOOK_COUNT, Calibration
from cdgdevice.ui.calibration_guide import (
    ANSWER_SECONDS,
    STOP_LINE,
    begin_calibration,
    confirm_step,
    explain_step,
    name_step,
    note_silence,
    take_answer,
)


@contextmanager
def interrupt_on_signals() -> Iterator[None]:
    """Let SIGHUP and SIGTERM end it as Ctrl-C does, so that the reader is told to stop."""

    def interrupt(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)  # a second one would keep the reader from being told
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def lead_calibration(
    talk: ReaderConnection, read: Callable[[str], str], write: Callable[[str], None]
) -> None:
    """Lead through a calibration: `read` shows a prompt and waits for Enter, `write` shows lines.

    Raises:
        CdgDeviceError: `read` met the end of input or Ctrl-C, or the terminal is gone; the reader
            keeps what it knew.
        HardwareError: the reader can't be calibrated, or it is gone.
    """
    if "cal" not in talk.await_hello().capabilities:
        raise HardwareError("This die reader can't be calibrated over its line.")
    write(f"The reader looks {LOOK_COUNT} times. Ctrl-C stops: then it keeps what it knows.")
    guide = begin_calibration()
    try:
        while guide.end is None:
            if guide.line is not None:
                guide = _ask_reader(talk, guide, guide.line)
            else:
                read(f"{_format_guide(guide)} ")
                guide = confirm_step(guide)
    except HardwareError:  # an OSError too, but of the reader: nothing can be sent to it
        raise
    except (EOFError, KeyboardInterrupt, OSError):
        with suppress(HardwareError):
            talk.ask(STOP_LINE, CalibrationReply)
        with suppress(OSError):  # of a terminal that is gone
            write("")
        raise CdgDeviceError("Stopped: the reader keeps what it knew before.") from None
    write(_format_guide(guide))


def _ask_reader(talk: ReaderConnection, guide: Calibration, line: bytes) -> Calibration:
    talk.send(line)
    for message in talk.listen(ANSWER_SECONDS):
        after = take_answer(guide, message) if isinstance(message, ReaderAnswer) else guide
        if after is not guide:
            return after
    return note_silence(guide)


def _format_guide(guide: Calibration) -> str:
    words = " ".join(explain_step(guide, "press Enter"))
    return fold_text(f"{guide.samples_taken}/{LOOK_COUNT} {name_step(guide)}. {words}")


_STRIP_REMARKS = {
    CalibrationVerdict.MOVED: "It moved: hold it still.",
    CalibrationVerdict.LIGHT: "Too much light falls in: shade the tray.",
    CalibrationVerdict.SATURATED: (
        "The sensor's lamp is too bright, whatever the gain: put a piece of paper over the lamp."
    ),
}
"""What is said of a field that could not be taken, and what helps."""

_HOW_TO_LAY_STRIP = (
    "Lay the strip (`cdgdevice print test-strip`) with its printed side down, field by field, and "
    "flatten it with the bare die. The reader keeps nothing. Ctrl-C stops."
)


def lead_test_strip(
    talk: ReaderConnection,
    read: Callable[[str], str],
    write: Callable[[str], None],
    *,
    apart: float = ASK_PERIOD,
) -> bool:
    """Lead through the fields of a printed test strip; `read` and `write` as `lead_calibration`.

    A field's readings are `apart` seconds from each other.

    The reader takes each as a face, so that it chooses its gain as it will for the stickers; it is
    told to keep nothing. Return whether the stickers may be cut.

    Raises:
        CdgDeviceError: as `lead_calibration`.
        HardwareError: the reader shows no colours, or it is gone.
    """
    if not {"cal", "raw"} <= talk.await_hello().capabilities:
        raise HardwareError("This die reader shows no colours: no strip can be tried on it.")
    write(fold_text(_HOW_TO_LAY_STRIP))
    try:
        talk.ask(encode_calibration_step(CalibrationStep.BEGIN), CalibrationReply)
        seen, empty = _take_fields(talk, read, apart)
    except HardwareError:  # an OSError too, but of the reader
        raise
    except (EOFError, KeyboardInterrupt, OSError):
        with suppress(OSError):  # of a terminal that is gone
            write("")
        raise CdgDeviceError("Stopped: the reader keeps what it knew before.") from None
    finally:
        with suppress(HardwareError):
            talk.ask(STOP_LINE, CalibrationReply)
    fields = compare_fields(seen, empty)
    for line in format_fields(fields):
        write(line)
    verdict = judge_fields(fields, max(each.stray or 0 for each in (*seen.values(), empty)))
    write(fold_text(verdict.sentence))
    return verdict.serves


def _take_fields(
    talk: ReaderConnection, read: Callable[[str], str], apart: float
) -> tuple[dict[die_stickers.Sticker, RawReading], RawReading]:
    """Return what the reader sees of each field, and of the empty tray."""
    looks = len(die_stickers.TEST_STRIP) + 1

    def take(number: int, what: str, step: bytes) -> RawReading:
        remark = ""
        while True:
            read(f"{fold_text(f'{number}/{looks} {remark}{what}, then press Enter.')} ")
            verdict = talk.ask(step, CalibrationReply).verdict
            if verdict is CalibrationVerdict.OK:
                return average_readings(talk, apart)
            remark = f"{_STRIP_REMARKS.get(verdict, 'That was not taken.')} "

    seen = {
        # It is the face above that a calibration names.
        sticker: take(
            number,
            f"Lay {sticker.colour} on the window, the die on top",
            encode_calibration_step(CalibrationStep.FACE, sticker.opposite),
        )
        for number, sticker in enumerate(die_stickers.TEST_STRIP, 1)
    }
    # The last, for the brightest field has fitted the gain.
    out = "Take strip and die out of the tray"
    return seen, take(looks, out, encode_calibration_step(CalibrationStep.EMPTY))


TUMBLE_SECONDS = 1.0
"""Seconds that a thrown die rolls."""
TYPED_WORDS = "1 to 6 roll that face, t any; out, lean; unplug, plug."


def run_typed_commands(
    reader: SimulatedReader, lines: Iterable[str], write: Callable[[str], None]
) -> None:
    """Print where the reader is, then do what each line asks for, until there are no more."""
    write(f"A simulated die reader is at {reader.url} (Ctrl-C ends it).")
    write(f"Type and press Enter: {TYPED_WORDS}")
    doing: dict[str, Callable[[], object]] = {
        "t": reader.throw,
        "out": reader.lift,
        "lean": reader.cock,
        "unplug": reader.unplug,
        "plug": reader.replug,
    }
    for line in lines:
        word = line.strip().lower()
        if word in tuple("123456"):
            reader.throw(int(word))
        elif word in doing:
            doing[word]()
        elif word:
            write(f"There is no {word!r}: {TYPED_WORDS}")


_USB_DEVICES = Path("/sys/bus/usb/devices")
_BOOTSEL_DRIVES = {("2e8a", "0003"): ("Pico", "Pico W"), ("2e8a", "000f"): ("Pico 2", "Pico 2 W")}
"""The USB ids of an RP2040 and an RP2350 that run no program, but are drives; their boards."""


def choose_port(
    port: str | None,
    config_file: Path | None,
    *,
    ports: Callable[[], Iterable[port_search.SerialPort]] = port_search.list_serial_ports,
    usb: Path = _USB_DEVICES,
) -> PortAddress:
    """Return the port that is meant: `port`, or else the one that the configuration names.

    `auto` is looked for among this machine's `ports`, and asked for where several could be it;
    `usb` is where Linux lists the devices.

    Raises:
        HardwareError: no reader is there, or it can't be told which is one.
        ConfigError: the configuration has mistakes.
    """
    reader = require_config(config_file).reader
    name = port or reader.port
    if name is None:
        raise HardwareError(
            "The configuration says that there is no die reader: name its port with --port."
        )
    if name != "auto":
        return PortAddress(name, reader.baud)
    try:
        return PortAddress(port_search.find_reader_port(ports, reader.baud), reader.baud)
    except HardwareError:
        if boards := _find_bootsel_drive(usb):
            raise HardwareError(
                f"The {boards[0]} that is plugged in runs no MicroPython: "
                + explain_loading(*boards)
            ) from None
        raise


def _find_bootsel_drive(usb: Path) -> tuple[str, ...]:
    """Return which boards it may be that is plugged in as a drive: only Linux says."""
    for product in usb.glob("*/idProduct"):
        try:
            ids = product.with_name("idVendor").read_text(), product.read_text()
        except OSError:  # unplugged meanwhile
            continue
        vendor, name = (each.strip() for each in ids)
        if (vendor, name) in _BOOTSEL_DRIVES:
            return _BOOTSEL_DRIVES[vendor, name]
    return ()


def flash_reader(port: str | None, config_file: Path | None, only_check: bool) -> int:
    """Load the firmware, or only compare it with what is on the board."""
    where = choose_port(port, config_file)
    with interrupt_on_signals():  # or the board would stay stopped
        return (compare_firmware if only_check else flash_firmware)(
            where, _print_folded, read_board_files()
        )


def show_reader_info(port: str | None, config_file: Path | None) -> int:
    """Say who the reader is and what it knows."""
    for line in describe_reader(choose_port(port, config_file)):
        print(line, flush=True)
    return 0


def shake_tray(port: str | None, config_file: Path | None) -> int:
    """Run the motor once.

    Raises:
        HardwareError: the reader has found no motor, or its firmware may be too old to look for
            one.
    """
    where = choose_port(port, config_file)
    with ReaderConnection(where.name, baud=where.baud) as talk:
        hello = talk.await_hello()
        if "motor" not in hello.capabilities:
            ours = read_firmware_name(read_board_files())
            if is_other_version(hello.firmware, ours):
                raise HardwareError(
                    f"{explain_other_version(hello.firmware, ours)} "
                    "An older one looks for no motor."
                )
            raise HardwareError(
                "The die reader finds no motor on its pins; it looks as it starts. If the tray has "
                "one, see whether the resistor from its pin to ground is there, and plug the "
                "reader in again."
            )
        talk.ask(SHAKE_QUESTION, MotorRan)
    _print_folded("The motor hums for half a second now. A roll has up to two such buzzes.")
    return 0


def calibrate_reader(port: str | None, config_file: Path | None) -> int:
    """Teach the reader its die, step by step."""
    where = choose_port(port, config_file)
    with interrupt_on_signals(), ReaderConnection(where.name, baud=where.baud) as talk:
        lead_calibration(talk, input, print)
    return 0


def try_test_strip(port: str | None, config_file: Path | None) -> int:
    """Try a printed strip on the reader: 0 where stickers printed like it may be cut, else 1."""
    where = choose_port(port, config_file)
    with interrupt_on_signals(), ReaderConnection(where.name, baud=where.baud) as talk:
        return 0 if lead_test_strip(talk, input, print) else 1


@contextmanager
def _open_recording(
    talk: ReaderConnection, view: LiveView, record: Path, face: int | None, note: str
) -> Iterator[Callable[[RawReading], None]]:
    """Give what keeps a reading in the file `record`."""
    hello = talk.await_hello()
    if "raw" not in hello.capabilities:
        raise HardwareError("This die reader shows no colours: nothing can be recorded.")
    header = sensor_recording.make_header(hello, talk.read_known_colours(), datetime.now(UTC), note)
    with sensor_recording.create_file(record) as file:
        recorder = sensor_recording.ReadingRecorder(file, header)
        on_top = "" if face is None else f", with {name_face(face)} on top"
        view.say(f"Recording to {record}{on_top}.")
        yield lambda raw: recorder.add(sensor_recording.RecordedReading(raw, face, view.die))


def watch_reader(
    port: str | None,
    config_file: Path | None,
    *,
    readings: int | None,
    take: bool,
    record: Path | None,
    face: int | None,
    note: str,
) -> int:
    """Show what the reader sees until Ctrl-C, and record it if that is wished.

    Raises:
        MisuseError: something is said of a recording, and none is made.
    """
    if record is None and (face is not None or note):
        raise MisuseError("--face and --note are for a recording: --record FILE")
    where = choose_port(port, config_file)
    view = LiveView(sys.stdout)
    try:
        with ReaderConnection(where.name, baud=where.baud) as talk:
            if record is None:
                watch_readings(talk, view, readings=readings, take=take)
                return 0
            with _open_recording(talk, view, record, face, note) as keep:
                watch_readings(talk, view, keep=keep, readings=readings, take=take)
    except KeyboardInterrupt:
        pass
    finally:
        view.end()
    return 0


def simulate_reader(blank: bool) -> int:
    """Be a reader without hardware until Ctrl-C, or the end of what is typed.

    It knows its die; a `blank` one must be taught it first.
    """
    capabilities = ("blank", "cal", "raw") if blank else ("cal", "raw")
    with (
        suppress(KeyboardInterrupt),
        SimulatedReader(capabilities=capabilities, tumble=TUMBLE_SECONDS) as reader,
    ):
        run_typed_commands(reader, sys.stdin, _print_folded)
    return 0


def judge_recording(file: Path) -> int:
    """Describe how this program's firmware judges a recording."""
    for line in sensor_recording.format_scores(
        sensor_recording.judge_readings(*sensor_recording.read_recording(file))
    ):
        _print_folded(line)
    return 0


def _print_folded(line: str) -> None:
    print(fold_text(line), flush=True)

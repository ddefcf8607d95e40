"""`cdgdevice reader info`: who the reader is, what it knows, and what is wrong with it."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from cdgdevice.columns import folded
from cdgdevice.gadget.reader.effects import SENTENCES
from cdgdevice.gadget.reader.find import KNOWN, SerialPort, all_ports
from cdgdevice.gadget.reader.firmware import board_files, firmware_name
from cdgdevice.gadget.reader.messages import Heartbeat, Hello, Known, Trouble
from cdgdevice.reader_commands.names import on_top, seen_below
from cdgdevice.reader_commands.place import Place
from cdgdevice.reader_commands.talk import Talk
from cdgdevice.reader_commands.troubles import trouble_told

HEARTBEAT_WITHIN = 2.5
"""Seconds in which a reader that has heartbeats has sent one."""

UNSAID = "it does not say"

_ABLE = {
    "cal": "be calibrated",
    "raw": "show raw colours",
    "pips": "read a die with pips",
}


def info(where: Place, *, ports: Callable[[], Iterable[SerialPort]] = all_ports) -> Iterator[str]:
    """Give what there is to say, line by line.

    Raises:
        HardwareError: as `Talk`.
    """
    with Talk(where.name, baud=where.baud) as talk:
        hello = talk.greet()
        yield from _lines("port", _port(where, ports()))
        yield from _lines("board", hello.uid or UNSAID)
        yield from _lines("firmware", _firmware(hello))
        yield from _lines("protocol", f"{hello.major}.{hello.minor}")
        able = [words for word, words in _ABLE.items() if word in hello.capabilities]
        yield from _lines("can", ", ".join(able) or "only report throws")
        heard = (each for each in talk.listen(HEARTBEAT_WITHIN) if isinstance(each, Heartbeat))
        beat = next(heard, None) if hello.boot else None
        if beat is not None:
            yield from _lines("runs for", _duration(beat.uptime))
            if hello.trouble not in (Trouble.BLANK, Trouble.BLIND):  # it does not see the die then
                yield from _lines("die", SENTENCES[beat.die])
        yield from _lines("trouble", trouble_told(hello.trouble) if hello.trouble else "none")
        if "cal" in hello.capabilities:
            yield ""
            yield from _table(talk.known())


def _lines(name: str, value: str) -> list[str]:
    return folded(value, f"{name:10}", " " * 10).splitlines()


def _port(where: Place, ports: Iterable[SerialPort]) -> str:
    """Name the port, and what is plugged in there."""
    real = str(Path(where.name).resolve())
    for port in ports:
        if port.device == real and port.vid is not None and port.pid is not None:
            names = {(usb.vendor, usb.product): usb.name for usb in KNOWN}
            name = names.get((port.vid, port.pid), "no board that cdgdevice knows")
            return f"{where.name} (USB {port.vid:04x}:{port.pid:04x}, {name})"
    return where.name


def _firmware(hello: Hello) -> str:
    ours = firmware_name(board_files())
    if not hello.firmware:
        return UNSAID
    if hello.firmware == ours:
        return f"{ours}, which is this program's"
    if hello.firmware.split()[0] == ours.split()[0]:
        return f"{hello.firmware}; this program brings {ours}: cdgdevice reader flash"
    return f"{hello.firmware}, somebody else's"


def _duration(seconds: int) -> str:
    minutes, hours = seconds // 60 % 60, seconds // 3600
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds % 60} s" if minutes else f"{seconds} s"


def _table(known: tuple[Known, ...]) -> Iterator[str]:
    if not known:
        yield "It knows no faces."
        return
    yield f"{'on top':13}{'it sees':9}{'red':>7}{'green':>7}{'blue':>7}{'clear':>7}{'spread':>8}"
    for each in known:
        colours = f"{each.red:7}{each.green:7}{each.blue:7}{each.clear:7}"
        yield f"{on_top(each.like):13}{seen_below(each.like):9}{colours}{each.spread:8}"

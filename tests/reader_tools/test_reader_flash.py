"""The firmware's way onto a board: real mpremote, real MicroPython, a folder for its flash."""

import os
import shutil
import sys
from contextlib import closing
from pathlib import Path

import pytest
import serial

from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_messages import ReaderTrouble
from cdgdevice.errors import HardwareError, MissingPackageError
from cdgdevice.reader_tools.flash_firmware import (
    MicroPythonBoard,
    compare_firmware,
    flash_firmware,
    read_board_files,
    read_firmware_name,
)
from cdgdevice.reader_tools.reader_connection import PortAddress, ReaderConnection, explain_trouble
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.patience import PATIENCE
from tests.reader_tools.pico_at_prompt import BARE_BOARD, PicoAtPrompt
from tests.terminals import TerminalCable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")

MAIN = b"""
import sys
from line import HELLO
while True:
    print(HELLO)
    sys.stdin.readline()
"""


def hello_of(firmware: str) -> bytes:
    return f"HELLO = {encode('HELLO', '1.1', firmware, 'U', '7', '').decode()!r}".encode()


FILES = {
    "board.py": b"# nothing is fitted",
    "line.py": hello_of("small 1.0"),
    "main.py": MAIN,
    "reader.py": b'FIRMWARE = "small 1.0"',
}
"""A firmware that says hello and nothing else: copied in no time."""
NAME = read_firmware_name(FILES)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The flash of a board that has everything but its calibration."""
    folder = tmp_path / "flash"
    folder.mkdir()
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    return folder


def modules(folder: Path, lines: str) -> Path:
    """The built-in modules of a board whose `os` has these lines at its end."""
    shutil.copytree(BARE_BOARD, folder)
    with (folder / "os.py").open("a") as file:
        file.write(lines)
    return folder


def place(pico: PicoAtPrompt) -> PortAddress:
    return PortAddress(pico.url, 115200)


def test_a_pico_with_nothing_but_micropython_gets_every_file_and_says_hello(
    tmp_path: Path,
) -> None:
    told: list[str] = []
    with PicoAtPrompt(tmp_path) as pico:
        assert flash_firmware(place(pico), told.append, FILES) == 0
        pico.wait_for_starts(2)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == FILES
    assert told[0].startswith("Asking the board at ")
    assert told[1:] == [
        f"Raspberry Pi Pico with RP2040, MicroPython 1.28.0, at {pico.url}.",
        "Copying board.py, line.py, main.py, reader.py.",
        f"The die reader U runs {NAME}.",
    ]


def test_the_real_firmware_is_brought_up_to_date_and_nothing_else_is_touched(
    tmp_path: Path,
) -> None:
    firmware = read_board_files()
    own = {"calibration.txt": b"what it has learned", "diary.py": b"the owner's"}
    for name, content in {**firmware, **own, "line.py": b"older"}.items():
        (tmp_path / name).write_bytes(content)
    told: list[str] = []
    with PicoAtPrompt(tmp_path) as pico:
        assert flash_firmware(place(pico), told.append, firmware) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {**firmware, **own}
    assert told[-3:-1] == [
        "Copying line.py.",
        f"The die reader E6614103E7452D2F runs {read_firmware_name(firmware)}.",
    ]
    # Its first hello may come before it has given its sensor up.
    assert told[-1] in (explain_trouble(ReaderTrouble.BLANK), explain_trouble(ReaderTrouble.BLIND))


def test_a_check_names_what_is_missing_and_copies_nothing(folder: Path) -> None:
    (folder / "board.py").unlink()
    told: list[str] = []
    with PicoAtPrompt(folder) as pico:
        assert compare_firmware(place(pico), told.append, FILES) == 1
        assert told[2:] == [
            "  board.py is missing or differs",
            "Load the firmware: cdgdevice reader flash.",
        ]
        assert not (folder / "board.py").exists()


def test_a_check_leaves_the_reader_running(folder: Path) -> None:
    told: list[str] = []
    with PicoAtPrompt(folder) as pico:
        assert compare_firmware(place(pico), told.append, FILES) == 0
        assert told[-1] == f"It has every file of {NAME}."
        with ReaderConnection(pico.url) as talk:
            assert talk.await_hello(within=10.0, through_loss=True).firmware == NAME


def test_a_copy_that_breaks_off_leaves_the_old_firmware_whole_and_can_be_done_again(
    tmp_path: Path, folder: Path
) -> None:
    faint = """
def stat(path):
    import uos
    if path == "main.py.new":
        raise SystemExit
    return uos.stat(path)
"""
    old = {name: b"# old\n" + FILES[name] for name in ("line.py", "main.py")}
    for name, content in old.items():
        (folder / name).write_bytes(content)
    with (
        PicoAtPrompt(folder, modules(tmp_path / "modules", faint)) as pico,
        pytest.raises(HardwareError, match=r"could not be copied .*: run cdgdevice reader flash"),
    ):
        flash_firmware(place(pico), lambda _: None, FILES)
    assert (folder / "line.py.new").exists()
    assert {name: (folder / name).read_bytes() for name in old} == old
    told: list[str] = []
    with PicoAtPrompt(folder) as pico:
        assert flash_firmware(place(pico), told.append, FILES) == 0
    assert told[2] == "Copying line.py, main.py."
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == FILES


def test_a_break_between_two_renames_is_repaired_by_the_next_try(
    tmp_path: Path, folder: Path
) -> None:
    for name in ("line.py", "main.py"):
        (folder / name).unlink()
    breaks = """
broken = []
def rename(old, new):
    import uos
    uos.rename(old, new)
    if not broken:
        broken.append(new)
        raise OSError(5)
"""
    with PicoAtPrompt(folder, modules(tmp_path / "modules", breaks)) as pico:
        assert flash_firmware(place(pico), lambda _: None, FILES) == 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == FILES


def test_a_board_that_is_pulled_out_between_two_renames_is_repaired_by_another_flash(
    tmp_path: Path, folder: Path
) -> None:
    old = {name: b"# old\n" + FILES[name] for name in ("board.py", "line.py", "main.py")}
    for name, content in old.items():
        (folder / name).write_bytes(content)
    breaks = """
def rename(old, new):
    import uos
    if new == "main.py":
        raise OSError(5)
    uos.rename(old, new)
"""
    with (
        PicoAtPrompt(folder, modules(tmp_path / "modules", breaks)) as pico,
        pytest.raises(HardwareError, match="run cdgdevice reader flash again"),
    ):
        flash_firmware(place(pico), lambda _: None, FILES)
    assert [name for name in old if (folder / name).read_bytes() != FILES[name]] == ["main.py"]
    told: list[str] = []
    with PicoAtPrompt(folder) as pico:
        assert flash_firmware(place(pico), told.append, FILES) == 0
    assert told[2] == "Copying main.py."
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == FILES


@pytest.mark.parametrize(
    ("who", "words"),
    [
        (
            ("esp32", "esp32", "1.28.0", "v1.28.0", "Generic ESP32 module"),
            "is a Generic ESP32 module, and the firmware is for a Raspberry Pi Pico",
        ),
        (
            ("rp2", "rp2", "1.28.0", "v1.28.0", "Pimoroni Tiny 2350 with RP2350"),
            "is a Pimoroni Tiny 2350 with RP2350, and the firmware is for a Raspberry Pi Pico, "
            "Pico W, Pico 2, Pico 2 W: name another port",
        ),
        (
            ("rp2", "rp2", "1.21.0", "v1.21.0", "Raspberry Pi Pico2 with RP2350"),
            "too old: hold its BOOTSEL .* https://micropython.org/download/RPI_PICO2/ onto",
        ),
        (
            ("rp2", "rp2", "1.21.0", "v1.21.0", "Raspberry Pi Pico with RP2040"),
            "runs MicroPython 1.21.0, which is too old: hold its BOOTSEL button",
        ),
    ],
)
def test_another_board_or_an_old_micropython_is_refused_and_nothing_is_copied(
    tmp_path: Path, who: tuple[str, ...], words: str
) -> None:
    folder = tmp_path / "flash"
    folder.mkdir()
    board = modules(tmp_path / "modules", f"\n\ndef uname():\n    return {who}\n")
    # Again and again: what it said before the port was opened is lost.
    program = "import time\nwhile True:\n    print('here I am')\n    time.sleep_ms(20)\n"
    (folder / "main.py").write_text(program)
    with PicoAtPrompt(folder, board) as pico:
        with pytest.raises(HardwareError, match=words):
            flash_firmware(place(pico), lambda _: None, FILES)
        pico.wait_for_starts(2)
        with serial.Serial(pico.url, timeout=PATIENCE) as port:
            assert b"here I am" in port.read_until(b"here I am")
    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("main.py", program)]


@pytest.mark.parametrize(
    "machine",
    [
        "Raspberry Pi Pico W with RP2040",
        "Raspberry Pi Pico2 with RP2350",
        "Raspberry Pi Pico 2 W with RP2350",
    ],
)
def test_the_pico_s_sisters_are_loaded_while_their_start_is_held(
    tmp_path: Path, machine: str
) -> None:
    folder = tmp_path / "flash"
    folder.mkdir()
    firmware = {**FILES, "main.py": b"import os\nopen('starts', 'a').write('x')\n" + MAIN}
    held = (
        b"import os\nif 'hold' in os.listdir():\n"
        b"    os.remove('hold')\n    open('held', 'w').close()\nelse:\n    import line\n"
    )
    (folder / "main.py").write_bytes(held)
    who = ("rp2", "rp2", "1.28.0", "v1.28.0", machine)
    board = modules(tmp_path / "modules", f"\n\ndef uname():\n    return {who}\n")
    with PicoAtPrompt(folder, board) as pico:
        assert flash_firmware(place(pico), lambda _: None, firmware) == 0
    assert (folder / "held").exists()
    assert not (folder / "hold").exists()
    assert {name: (folder / name).read_bytes() for name in firmware} == firmware


def test_a_board_that_answers_something_else_is_told_as_no_micropython(tmp_path: Path) -> None:
    folder = tmp_path / "flash"
    folder.mkdir()
    says = """
def uname():
    print(7)
    raise SystemExit
"""
    board = modules(tmp_path / "modules", says)
    with (
        PicoAtPrompt(folder, board) as pico,
        pytest.raises(HardwareError, match="does not answer as MicroPython does: hold its BOOTSEL"),
    ):
        flash_firmware(place(pico), lambda _: None, FILES)


def test_a_board_that_keeps_its_old_firmware_is_told(tmp_path: Path, folder: Path) -> None:
    (folder / "line.py").write_bytes(hello_of("small 0.1"))
    board = modules(tmp_path / "modules", "\n\ndef rename(old, new):\n    remove(old)\n")
    with (
        PicoAtPrompt(folder, board) as pico,
        pytest.raises(HardwareError, match=f"it runs small 0.1, not {NAME}"),
    ):
        flash_firmware(place(pico), lambda _: None, FILES)


def test_a_port_that_another_program_holds_is_left_alone() -> None:
    with (
        SimulatedReader(carrier=TerminalCable()) as reader,
        ReaderConnection(reader.url) as gadget,
    ):
        gadget.await_hello()
        with pytest.raises(HardwareError, match="sudo systemctl stop cdgdevice"):
            flash_firmware(PortAddress(reader.url, 115200), lambda _: None, FILES)


def test_without_mpremote_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mpremote", None)
    with pytest.raises(MissingPackageError, match=r"mpremote: .* -m pip install mpremote`"):
        flash_firmware(PortAddress("/dev/null", 115200), lambda _: None, FILES)


def test_mpremote_may_lie_where_only_this_program_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = tmp_path / "mpremote"
    carried.mkdir()
    (carried / "__init__.py").touch()
    (carried / "__main__.py").write_text("raise SystemExit('mpremote: I am carried')")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "mpremote", raising=False)
    with closing(TerminalCable()) as cable:
        cable.plug()
        with (
            MicroPythonBoard(PortAddress(cable.url, 115200)) as board,
            pytest.raises(HardwareError, match="I am carried"),
        ):
            board.copy_files({"main.py": MAIN})


@pytest.mark.parametrize("port", ["socket://there:1", "unix:/run/die"])
def test_a_board_behind_a_socket_can_t_be_loaded_and_that_is_said(port: str) -> None:
    with pytest.raises(HardwareError, match=f"can't be loaded over {port}: plug it in"):
        MicroPythonBoard(PortAddress(port, 115200))

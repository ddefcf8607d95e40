"""When a picture came, by what QEMU writes."""

from pathlib import Path

from cdgdevice.drivers.oled.panels import find_panel
from cdgdevice.drivers.oled.splash import picture_payloads
from tests.pi.i2c_trace import CLOCK_HZ, I2cTrace
from tools.make_splash import load_splash_picture


def wake(seconds: float) -> str:
    return f"arm_gt_cval_write gt_cval_write: timer 0 value {round(seconds * CLOCK_HZ):#x}\n"


def transfer(payload: bytes) -> str:
    sent = (f"i2c_send_async send(addr:0x3c) data:{byte:#04x}\n" for byte in payload)
    return "".join(sent) + "i2c_event finish(addr:0x3c)\n"


def test_a_picture_has_the_time_of_the_next_wake_up_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "trace.log"
    sent = "".join(map(transfer, picture_payloads("splash", find_panel("ssd1309"), 0)))
    path.write_text(wake(1.5) + sent + wake(60.0) + wake(2.5) + wake(3.0))
    trace = I2cTrace(path, (0x3C,))
    trace.look()
    assert trace.pictures(0x3C)[-1] == (2.5, load_splash_picture("splash").tobytes())

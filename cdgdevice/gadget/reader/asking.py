"""What the host says to a die reader: whole lines, ready to send."""

from cdgdevice.gadget.reader.line import encode
from cdgdevice.gadget.reader.messages import Step


def ask_hello() -> bytes:
    """Ask the reader who it is."""
    return encode("HELLO?")


def acknowledge(boot: int, seq: int | None) -> bytes:
    """Say that a roll is safely counted, so that the reader stops repeating it."""
    return encode("ACK", str(boot), "" if seq is None else str(seq))


def ask_raw() -> bytes:
    """Ask for the sensor's present reading."""
    return encode("RAW?")


def ask_known() -> bytes:
    """Ask what is calibrated: seven lines answer."""
    return encode("KNOWN?")


def ping(number: int) -> bytes:
    """Ask for a sign of life; the answer carries the same `number`, 0 to 4294967295."""
    return encode("PING", str(number))


def calibrate(step: Step, face: int | None = None) -> bytes:
    """Ask for a step of calibration; `face`, 1 to 6, goes with `Step.FACE` and no other."""
    if (face is not None) != (step is Step.FACE):
        raise ValueError("A face is named for the FACE step of calibration, and for no other.")
    return encode("CAL", step.value) if face is None else encode("CAL", step.value, str(face))

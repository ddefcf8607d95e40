"""What is found of Bluetooth dice: what their bridge has left word of beside its socket.

A module of its own, for it is loaded only where the reader is at such a socket.
"""

from cdgdevice.bluetooth.bridge_status import BridgeStatus
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES, LinkState, with_battery
from cdgdevice.drivers.reader.reader_messages import ReaderTrouble
from cdgdevice.selftest.findings import Finding, FindingKind

MORE = " `cdgdevice dice-bridge --list` says more."
_EXPLAINED = (ReaderTrouble.RADIO, ReaderTrouble.AWAY)
"""What the last fault of Bluetooth explains."""


def describe_dice(status: BridgeStatus) -> tuple[Finding, ...]:
    """Return each thing that is wrong; where nothing is, that the dice are ready."""
    troubles = list(status.troubles)
    if ReaderTrouble.RADIO in troubles and ReaderTrouble.AWAY in troubles:
        troubles.remove(ReaderTrouble.AWAY)  # no die is heard without Bluetooth
    if troubles:
        return tuple(_describe_trouble(trouble, status) for trouble in troubles)
    ready = _add_charge(CONDITION_SENTENCES[LinkState.LINKED], status)
    return (Finding(FindingKind.READER_READY, ready),)


def _describe_trouble(trouble: ReaderTrouble, status: BridgeStatus) -> Finding:
    sentence = CONDITION_SENTENCES[trouble]
    if trouble is ReaderTrouble.WEAK:
        sentence = _add_charge(sentence, status)
    if trouble in _EXPLAINED and status.fault is not None:
        # It may name what is too long for a line of the screen.
        return Finding(FindingKind.READER_DICE, str(status.fault), sentence)
    return Finding(FindingKind.READER_DICE, f"{sentence}{MORE}", sentence)


def _add_charge(sentence: str, status: BridgeStatus) -> str:
    return sentence if status.charge is None else with_battery(sentence, status.charge)

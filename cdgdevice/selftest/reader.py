"""The die reader: there or not, who it is, and what it says of itself."""

from cdgdevice.gadget.reader.effects import SENTENCES
from cdgdevice.gadget.reader.messages import Hello, Trouble
from cdgdevice.selftest.finding import Finding, What

_TROUBLES = {
    Trouble.BLIND: (What.READER_BLIND, ""),
    Trouble.BLANK: (What.READER_BLANK, " `cdgdevice reader calibrate` or the menu does it."),
    Trouble.DIRTY: (What.READER_DIRTY, " `cdgdevice reader calibrate` or the menu does it."),
}


def greeted(hello: Hello, ours: str) -> tuple[Finding, ...]:
    """Say how it stands with a reader that has said who it is.

    `ours` is the name and version of the firmware that comes with this program.
    """
    found = []
    if hello.trouble is not None:
        what, how = _TROUBLES[hello.trouble]
        sentence = SENTENCES[hello.trouble]
        found.append(Finding(what, f"{sentence}{how}", sentence))
    kind, _, version = hello.firmware.partition(" ")
    if kind == ours.partition(" ")[0] and hello.firmware != ours:
        found.append(
            Finding(
                What.READER_OUTDATED,
                f"The die reader's firmware is {version}, and this program brings "
                f"{ours.partition(' ')[2]}: `cdgdevice reader flash` loads it.",
                "The die reader's firmware is not this program's: load it anew.",
            )
        )
    if not found:
        name = hello.firmware or "a firmware without a name"
        found.append(
            Finding(
                What.READER_READY,
                f"The die reader is ready: {name}, protocol {hello.major}.{hello.minor}.",
            )
        )
    return tuple(found)


def not_there(sentence: str, *, needed: bool) -> Finding:
    """Say that no reader has answered; `sentence` says why, and `needed` if it throws the dice."""
    if needed:
        return Finding(What.READER_MISSING, sentence)
    return Finding(What.READER_NONE, "There is no die reader, and none is needed.")


def held(sentence: str) -> Finding:
    """Say that another program has the reader's port."""
    return Finding(What.READER_HELD, sentence, "Another program has the die reader.")


def unusable(sentence: str) -> Finding:
    """Say that a reader is there which can't be used, and why."""
    return Finding(What.READER_UNUSABLE, sentence)

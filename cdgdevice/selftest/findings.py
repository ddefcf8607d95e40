"""Everything that the self-test can find, and findings as lines for a terminal or as JSON."""

import json
from collections.abc import Callable, Iterator, Sequence
from enum import Enum

from msgspec import Struct

from cdgdevice.fold_lines import fold_text


class FindingState(Enum):
    """The result of a check."""

    OK = "ok"
    """It is as it should be."""
    FAULT = "fault"
    """Something has to be repaired; the sentence says what and how."""
    UNKNOWN = "can't tell"
    """It could not be tried, or nothing speaks for or against; the sentence says why."""


_OK, _FAULT, _UNKNOWN = FindingState


class FindingKind(Enum):
    """What was found: a name whose first word is the part, and the state of that part.

    `docs/SELFTEST.md` says of each what it means and what to do.
    """

    BOARD_KNOWN = "board-known", _OK
    BOARD_OTHER = "board-other", _UNKNOWN

    CONFIGURATION_READ = "configuration-read", _OK
    CONFIGURATION_NONE = "configuration-none", _OK
    CONFIGURATION_MISTAKE = "configuration-mistake", _FAULT
    CONFIGURATION_INSTEAD = "configuration-instead", _OK
    SHEETS_READ = "sheets-read", _OK
    SHEETS_BROKEN = "sheets-broken", _FAULT

    CONTROLS_IDLE = "controls-idle", _OK
    CONTROLS_CLOSED = "controls-closed", _FAULT
    CONTROLS_REFUSED = "controls-refused", _FAULT
    CONTROLS_HELD = "controls-held", _UNKNOWN
    CONTROLS_PRESSED = "controls-pressed", _OK
    CONTROLS_SILENT = "controls-silent", _FAULT
    CONTROLS_UNTRIED = "controls-untried", _UNKNOWN
    KNOB_SILENT = "knob-silent", _FAULT
    KNOB_ONE_WAY = "knob-one-way", _FAULT
    LAMPS_LIT = "lamps-lit", _OK
    LAMPS_DARK = "lamps-dark", _FAULT
    LAMPS_UNSEEN = "lamps-unseen", _UNKNOWN
    BUZZER_SOUNDS = "buzzer-sounds", _OK
    BUZZER_SILENT = "buzzer-silent", _FAULT
    BUZZER_UNHEARD = "buzzer-unheard", _UNKNOWN

    BUS_MISSING = "bus-missing", _FAULT
    BUS_EMPTY = "bus-empty", _FAULT
    BUS_ANSWERS = "bus-answers", _OK
    BUS_ONE_WAY = "bus-one-way", _OK
    BUS_FAST = "bus-fast", _OK
    BUS_SLOW = "bus-slow", _FAULT
    BUS_SPEED_UNTOLD = "bus-speed-untold", _UNKNOWN
    SCREENS_NONE = "screens-none", _OK
    SCREENS_ANSWER = "screens-answer", _OK
    SCREENS_MISSING = "screens-missing", _FAULT
    SCREENS_ELSEWHERE = "screens-elsewhere", _FAULT
    SCREENS_WHOLE = "screens-whole", _OK
    SCREENS_SET = "screens-set", _OK
    SCREENS_NOT_KEPT = "screens-not-kept", _FAULT
    SCREENS_SHIFTED = "screens-shifted", _FAULT
    SCREENS_SNOW = "screens-snow", _FAULT
    SCREENS_UPSIDE_DOWN = "screens-upside-down", _FAULT
    SCREENS_MIRRORED = "screens-mirrored", _FAULT
    SCREENS_ROWS = "screens-rows", _FAULT
    SCREENS_SWAPPED = "screens-swapped", _FAULT
    SCREENS_DARK = "screens-dark", _FAULT
    SCREENS_BLANK = "screens-blank", _FAULT
    SCREENS_UNSEEN = "screens-unseen", _UNKNOWN

    READER_READY = "reader-ready", _OK
    READER_NONE = "reader-none", _OK
    READER_MISSING = "reader-missing", _FAULT
    READER_HELD = "reader-held", _UNKNOWN
    READER_UNUSABLE = "reader-unusable", _FAULT
    READER_BLIND = "reader-blind", _FAULT
    READER_BLANK = "reader-blank", _FAULT
    READER_DIRTY = "reader-dirty", _FAULT
    READER_DICE = "reader-dice", _FAULT
    READER_OUTDATED = "reader-outdated", _FAULT

    DISK_WRITES = "disk-writes", _OK
    DISK_SLOW = "disk-slow", _FAULT
    DISK_REFUSES = "disk-refuses", _FAULT
    DISK_FORGETS = "disk-forgets", _FAULT
    DISK_FULL = "disk-full", _FAULT
    DISK_NOT_OURS = "disk-not-ours", _UNKNOWN
    DISK_UNTRIED = "disk-untried", _UNKNOWN
    GAMES_OPEN = "games-open", _OK
    GAMES_NONE = "games-none", _OK
    GAMES_BROKEN = "games-broken", _FAULT
    GAMES_UNREADABLE = "games-unreadable", _UNKNOWN

    POWER_ENOUGH = "power-enough", _OK
    POWER_LOW = "power-low", _FAULT
    POWER_UNTOLD = "power-untold", _UNKNOWN
    WARMTH_FINE = "warmth-fine", _OK
    WARMTH_HIGH = "warmth-high", _FAULT
    WARMTH_UNTOLD = "warmth-untold", _UNKNOWN
    CLOCK_SET = "clock-set", _OK
    CLOCK_UNSET = "clock-unset", _UNKNOWN
    SERVICE_RUNS = "service-runs", _OK
    SERVICE_RESTARTED = "service-restarted", _FAULT
    SERVICE_FAILED = "service-failed", _FAULT
    SERVICE_STOPPED = "service-stopped", _UNKNOWN
    SERVICE_NONE = "service-none", _UNKNOWN
    SERVICE_UNTOLD = "service-untold", _UNKNOWN

    def __init__(self, id_: str, state: FindingState) -> None:
        self.id = id_
        self.state = state

    @property
    def part(self) -> str:
        """The part that this is about, in a word."""
        return self.id.partition("-")[0]


class Finding(Struct, frozen=True):
    """One thing that was found."""

    what: FindingKind
    sentence: str
    """What is the case and, where something has to be repaired, how: one sentence or a few."""
    brief: str = ""
    """The same for the screen, where the sentence has words too long for it."""

    @property
    def state(self) -> FindingState:
        """The state of the part."""
        return self.what.state

    @property
    def shown(self) -> str:
        """The sentence for the screen."""
        return self.brief or self.sentence


CheckStep = Callable[[], tuple[Finding, ...] | None]
"""A short part of the test, which returns what it found; None: call it again, it goes on."""


def run_to_end(step: CheckStep) -> tuple[Finding, ...]:
    """Take a step to its end, however often it has to be called."""
    while (found := step()) is None:
        pass
    return found


_MARKS = {FindingState.OK: "ok", FindingState.FAULT: "FAULT", FindingState.UNKNOWN: "?"}
_INDENT = 20


def finding_lines(finding: Finding) -> Iterator[str]:
    """Return a finding's lines: the state, the part, and the sentence beside them."""
    head = f"{_MARKS[finding.state]:6}{finding.what.part:{_INDENT - 6}}"
    yield from fold_text(finding.sentence, head, " " * _INDENT).splitlines()


LEGEND = "?: can't tell. docs/SELFTEST.md says what each finding means and what to do."
"""What stands below the findings."""


def summary(found: Sequence[Finding]) -> str:
    """Describe how many faults and open questions there are, and where to read more."""
    faults = sum(each.state is FindingState.FAULT for each in found)
    untold = sum(each.state is FindingState.UNKNOWN for each in found)
    many = {0: "No fault was found", 1: "1 fault was found"}.get(faults, f"{faults} faults")
    many += " were found" if faults > 1 else ""
    rest = f"; {untold} of {len(found)} things can't be told" if untold else ""
    legend = f"\n{LEGEND}" if faults or untold else ""
    return f"{many}{rest}.{legend}"


def exit_status(found: Sequence[Finding]) -> int:
    """Return the exit status: 1 if there is any fault, else 0."""
    return int(any(each.state is FindingState.FAULT for each in found))


def findings_as_json(found: Sequence[Finding]) -> str:
    """Return all findings as one JSON object."""
    listed = [
        {
            "finding": each.what.id,
            "part": each.what.part,
            "state": each.state.value,
            "sentence": each.sentence,
        }
        for each in found
    ]
    faults = sum(each.state is FindingState.FAULT for each in found)
    return json.dumps({"faults": faults, "findings": listed}, indent=2, ensure_ascii=False)

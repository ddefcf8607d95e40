"""Bluetooth dice in the booted machine: BlueZ, the dice bridge in its own unit, and virtual dice.

The scenarios follow one another on one machine: each counts what it adds.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cdgdevice.bluetooth.dice_reader import PLACE_COLOURS
from cdgdevice.drivers.gpio.control_events import Control
from tests.machine.dice_table import DiceTable
from tests.machine.laptop import answers
from tests.machine.machine import Machine

TALLY = Path(__file__).with_name("tally.py")
BRIDGE = "cdgdevice-dice.service"
FIRST, SECOND, FOREIGN = "GoDice_A1B2C3_K_v04", "Rolly", "GoDice_0FF1CE_R_v04"
CONFIG = '[reader]\\nport = "unix:/run/cdgdevice-dice/die"\\n'
ROLLS = 500
ROLLS_KEPT = "/run/cdgdevice-dice/die.rolls"
"""Where the bridge keeps those that the host has not acknowledged."""
MALFORMED = 400
MEMORY = 40 * 1024
"""KiB that the bridge may take."""
SETTLED = 6
"""Seconds after which a die that was linked must have said what it is."""
LISTED = 3
"""Seconds in which a die in range is heard; after twice as many the list is not open any more."""
AT_REST = 10
"""Seconds in which the bridge at rest has nothing to do."""


class Tabled:
    """The machine, its dice, and who counts their rolls (`tally.py`)."""

    def __init__(self, machine: Machine, dice: DiceTable) -> None:
        self.machine = machine
        self.dice = dice

    def counted(self) -> list[int]:
        """Give the faces of all rolls that were counted, in their order."""
        return [int(line.split()[2]) for line in self.machine.shell("cat /run/tally").splitlines()]

    def counts(self, before: list[int], *faces: int) -> None:
        """Wait until these rolls and no others have been counted since `before`."""
        wanted = [*before, *faces]
        self.machine.until(
            f"{len(faces)} rolls more are counted", lambda: len(self.counted()) >= len(wanted), 0.3
        )
        assert self.counted() == wanted

    def links(self, *names: str) -> None:
        """Wait until somebody is linked to each of these dice and listens."""
        self.machine.until(f"{names} are linked", lambda: self.dice.is_heard(*names), 0.1)

    def said(self) -> list[str]:
        """Give all that the bridge has said to the host."""
        return self.machine.shell("cat /run/tally.said").splitlines()

    def says(self, word: str, since: int) -> None:
        """Wait until a hello since that line names this trouble."""
        self.machine.until(
            f"the bridge says {word}",
            lambda: any(
                line.startswith("HELLO") and word in line.split()[-1].split("+")
                for line in self.said()[since:]
            ),
            0.3,
        )

    def asks(self, *words: str) -> None:
        """Have the host ask the bridge."""
        self.machine.shell(f"echo {' '.join(words)} >/run/tally.asks")

    def is_told(self, name: str, place: str) -> None:
        """Have the host ask for dice until it is told that this one has this place; 0: none."""

        def told() -> bool:
            self.asks("DICE?")
            dice = [line.split(" ")[2:] for line in self.said() if line.startswith("DIE ")]
            return place in [at for called, *_, at in dice if called == name][-1:]

        self.machine.until(f"the host is told of {name} at {place}", told, 1)

    def id_of(self, name: str) -> str:
        """Give what stands for a die that the host was told of."""
        return next(line.split(" ")[1] for line in self.said() if f" {name} " in line)

    def shows_places(self, *names: str) -> None:
        """Wait until these dice, the first one first, blink in the colours of their places."""
        wanted = [list(colour) for colour in PLACE_COLOURS]
        self.machine.until(
            f"{names} show which is which",
            lambda: [self.dice.ask("look", name=name)["lamp"] for name in names] == wanted,
            0.3,
        )

    def reports(self, *words: str) -> None:
        """Wait until a report, made while the host has the socket, has these words."""
        self.machine.until(
            f"the report says {words}",
            lambda: all(word in self.machine.shell("cdgdevice report -") for word in words),
            0.3,
        )

    def log(self) -> str:
        """Give what the bridge has logged."""
        return self.machine.shell(f"journalctl --unit {BRIDGE} --output cat")

    def adapter_is_there(self) -> None:
        """Plug the adapter in, and wait for BlueZ."""
        self.machine.world.ask("plug_radio")
        self.machine.until(
            "BlueZ has the adapter",
            lambda: self.machine.can("busctl introspect org.bluez /org/bluez/hci0"),
            0.3,
        )


@pytest.fixture(scope="module")
def tabled(booted: Machine) -> Iterator[Tabled]:
    """The machine with two dice taken and linked, a foreign one beside, and a tally as host."""
    booted.as_kept()
    with DiceTable(booted.folder / "radio") as dice:
        tabled = Tabled(booted, dice)
        dice.ask("place", kind="godice", name=FIRST)
        dice.ask("place", kind="pixel", name=SECOND)
        dice.ask("place", kind="godice", name=FOREIGN)
        booted.shell("systemctl stop cdgdevice")
        booted.shell(f"printf '{CONFIG}' >/boot/firmware/cdgdevice.toml")
        tabled.adapter_is_there()
        booted.shell(f"systemctl start {BRIDGE}")
        booted.until(
            "the bridge listens", lambda: booted.can("test -S /run/cdgdevice-dice/die"), 0.3
        )
        program = TALLY.read_text(encoding="utf-8")
        booted.shell(f"touch /run/tally /run/tally.said; cat >/opt/tally.py <<'END'\n{program}END")
        booted.shell(
            "systemd-run --unit=tally --setenv=PYTHONPATH=/usr/lib/cdgdevice "
            "/usr/bin/python3 /opt/tally.py"
        )
        yield tabled
        print(booted.shell(f"journalctl --unit {BRIDGE} --output short-monotonic", fails=True))


def test_dice_in_range_are_listed_and_those_that_are_taken_are_linked(tabled: Tabled) -> None:
    listed = tabled.machine.shell("cdgdevice dice-bridge --list")
    for name, kind in ((FIRST, "GoDice"), (SECOND, "Pixels"), (FOREIGN, "GoDice")):
        (line,) = (line for line in listed.splitlines() if line.startswith(name))
        assert kind in line
        assert "dBm" in line
    tabled.machine.shell(f"cdgdevice dice-bridge --take {FIRST}")
    tabled.links(FIRST)
    tabled.machine.shell(f"cdgdevice dice-bridge --take {SECOND} </dev/null")
    tabled.links(FIRST, SECOND)
    assert tabled.log().count(f"{FIRST} is linked.") == 1, "it stays linked"
    assert not tabled.dice.ask("look", name=FOREIGN)["linked"]


def test_the_host_takes_and_forgets_dice_that_it_is_told_of(tabled: Tabled) -> None:
    for taken, forgotten in ((FOREIGN, SECOND), (SECOND, FOREIGN)):
        tabled.is_told(forgotten, place="2")
        tabled.is_told(taken, place="0")
        tabled.asks("FORGET", tabled.id_of(forgotten))
        tabled.asks("TAKE", tabled.id_of(taken))
        tabled.links(FIRST, taken)
        before = tabled.counted()
        tabled.dice.throw(taken, 6)
        tabled.counts(before, 6)


def test_two_dice_blink_to_show_which_is_which_and_change_places(tabled: Tabled) -> None:
    tabled.shows_places(FIRST, SECOND)
    for first, second in ((SECOND, FIRST), (FIRST, SECOND)):
        tabled.asks("FIRST", tabled.id_of(first))
        tabled.is_told(first, place="1")
        tabled.shows_places(first, second)
        before = tabled.counted()
        tabled.dice.ask("throw_together", faces={second: 3, first: 5}, apart=0.04)
        tabled.counts(before, 5, 3)


def test_each_of_many_rolls_is_counted_once_and_in_order(tabled: Tabled) -> None:
    seeds = random.Random(30)
    for name in (FIRST, SECOND):
        before = tabled.counted()
        thrown = seeds.choices(range(1, 7), k=ROLLS // 2)
        assert tabled.dice.throw(name, *thrown, pace=0.02) == len(thrown)
        # Each die has a link of its own: what comes by one may pass what still waits in the other.
        tabled.counts(before, *thrown)


def test_a_die_that_is_nobodys_here_counts_for_nothing(tabled: Tabled) -> None:
    before = tabled.counted()
    assert tabled.dice.throw(FOREIGN, 1, 2, 3) == 0
    tabled.dice.throw(FIRST, 4)
    tabled.counts(before, 4)


def test_a_die_in_range_is_told_as_it_is_heard(tabled: Tabled) -> None:
    def told() -> bool:
        since = len(tabled.said())
        tabled.asks(
            "DICE?"
        )  # the first for a long time: its answer has only the dice that are taken
        tabled.machine.shell(f"sleep {LISTED}")
        return any(line.startswith("DIE ") and FOREIGN in line for line in tabled.said()[since:])

    tabled.machine.until("the foreign die is told", told, LISTED)


def test_two_dice_that_come_to_rest_at_once_are_counted_both(tabled: Tabled) -> None:
    before = tabled.counted()
    assert tabled.dice.ask("throw_together", faces={FIRST: 2, SECOND: 5}, apart=0.04) == {"said": 2}
    tabled.counts(before, 2, 5)


def test_of_two_rolling_dice_the_first_is_counted_first_even_if_it_rolls_longer(
    tabled: Tabled,
) -> None:
    before = tabled.counted()
    assert tabled.dice.ask("throw_together", faces={SECOND: 6, FIRST: 1}, apart=0.04) == {"said": 2}
    tabled.counts(before, 1, 6)


@pytest.mark.parametrize("name", [FIRST, SECOND])
def test_a_roll_whose_link_is_cut_is_asked_for_again_and_counts_once(
    tabled: Tabled, name: str
) -> None:
    before, said = tabled.counted(), len(tabled.said())
    tabled.dice.ask("roll", name=name)
    tabled.machine.until("it rolls", lambda: "STATE MOVING" in tabled.said()[said:], 0.1)
    tabled.dice.ask("cut", name=name)
    tabled.says("reroll", since=said)
    tabled.links(name)
    tabled.dice.throw(name, 3)
    tabled.counts(before, 3)


@pytest.mark.parametrize("name", [FIRST, SECOND])
def test_what_a_die_reported_as_final_before_the_link_was_cut_counts(
    tabled: Tabled, name: str
) -> None:
    before = tabled.counted()
    tabled.machine.shell("systemctl kill --signal=STOP tally")
    tabled.dice.throw(name, 6)
    # What the system has not handed on yet when the link breaks is lost with it.
    heard = f"grep --quiet '\"waiting\":\\[\\[' {ROLLS_KEPT}"
    tabled.machine.until("the bridge has heard it", lambda: tabled.machine.can(heard), 0.1)
    tabled.dice.ask("cut", name=name)
    tabled.machine.shell("systemctl kill --signal=CONT tally")
    tabled.counts(before, 6)
    tabled.links(name)


def test_a_die_that_fell_asleep_counts_again_once_it_is_woken(tabled: Tabled) -> None:
    before, said = tabled.counted(), len(tabled.said())
    for name in (FIRST, SECOND):
        tabled.dice.ask("sleep", name=name)
    tabled.says("away", since=said)
    tabled.reports("Bluetooth dice: away", "asleep")
    for name in (FIRST, SECOND):
        tabled.dice.ask("wake", name=name)
    tabled.links(FIRST, SECOND)
    tabled.dice.throw(FIRST, 5)
    tabled.counts(before, 5)
    tabled.reports("Bluetooth dice: ready", "Battery: 80 %")


def test_malformed_notifications_are_no_rolls_and_no_fault(tabled: Tabled) -> None:
    before = tabled.counted()
    seeds = random.Random(1)
    pid = tabled.machine.shell(f"systemctl show -P MainPID {BRIDGE}")
    for name in (FIRST, SECOND):
        noise = [seeds.randbytes(seeds.randrange(1, 20)) for _ in range(MALFORMED // 2)]
        # What is as short as a roll would be one.
        words = [each.hex() for each in noise if each[:1] not in (b"S", b"R", b"\x02", b"\x03")]
        tabled.dice.ask("say", name=name, words=words)
        tabled.dice.throw(name, 2)
    tabled.counts(before, 2, 2)
    assert tabled.machine.shell(f"systemctl show -P MainPID {BRIDGE}") == pid


def test_a_bridge_that_starts_again_while_its_host_is_held_loses_no_roll_and_repeats_none(
    tabled: Tabled,
) -> None:
    before = tabled.counted()
    tabled.machine.shell("systemctl kill --signal=STOP tally")
    tabled.dice.throw(FIRST, 1, 6)
    tabled.machine.shell(f"systemctl restart {BRIDGE}")
    tabled.machine.shell("systemctl kill --signal=CONT tally")
    tabled.counts(before, 1, 6)
    tabled.links(FIRST, SECOND)
    tabled.dice.throw(SECOND, 4)
    tabled.counts(before, 1, 6, 4)


def test_at_rest_the_bridge_does_nothing_and_takes_little_memory(tabled: Tabled) -> None:
    pid = tabled.machine.shell(f"systemctl show -P MainPID {BRIDGE}")
    tabled.machine.shell(f"sleep {SETTLED}")
    waits = f"awk '/ctxt/ {{ n += $2 }} END {{ print n }}' /proc/{pid}/task/*/status"
    before = int(tabled.machine.shell(waits))
    tabled.machine.shell(f"sleep {AT_REST}")
    woken = int(tabled.machine.shell(waits)) - before
    memory = int(tabled.machine.shell(f"awk '/^Pss:/ {{ print $2 }}' /proc/{pid}/smaps_rollup"))
    print(f"\nThe bridge at rest: {woken} wake-ups in {AT_REST} s, {memory} KiB")
    assert woken <= 1
    assert memory <= MEMORY


def test_an_adapter_that_is_pulled_out_is_said_and_its_dice_count_again_when_it_is_back(
    tabled: Tabled,
) -> None:
    before, said = tabled.counted(), len(tabled.said())
    tabled.machine.world.ask("unplug_radio")
    for name in (FIRST, SECOND):
        tabled.dice.ask("cut", name=name)
    tabled.says("radio", since=said)
    tabled.reports("Bluetooth dice: radio", "adapter")
    tabled.adapter_is_there()
    tabled.links(FIRST, SECOND)
    tabled.dice.throw(SECOND, 1)
    tabled.counts(before, 1)
    tabled.dice.throw(FIRST, 2)
    tabled.counts(before, 1, 2)


def test_the_gadget_takes_its_rolls_from_the_dice_across_a_restart_of_both(
    tabled: Tabled,
) -> None:
    machine, dice = tabled.machine, tabled.dice
    machine.shell("systemctl stop tally; systemctl start --no-block cdgdevice")
    machine.until_playing()
    machine.logs("The die reader is ready.")
    dice.throw(FIRST, 4)
    machine.until("the roll counts", lambda: len(answers(machine.journal())) == 1, 0.3)
    machine.settles()
    machine.press(Control.LEFT)
    machine.press(Control.LEFT)
    answered = len(answers(machine.journal()))

    machine.shell("systemctl stop cdgdevice")
    machine.shell(f"systemctl restart {BRIDGE}")
    tabled.links(FIRST, SECOND)
    dice.throw(FIRST, 5)
    machine.shell("systemctl start --no-block cdgdevice")
    machine.until("the roll counts", lambda: len(answers(machine.journal())) == answered + 1, 0.3)
    assert answers(machine.journal())[-1]["do"] == "roll"
    machine.settles()
    assert len(answers(machine.journal())) == answered + 1

"""The gadget comes up in its sandbox: what systemd and the kernel say of it."""

from cdgdevice.rules.card_display import Side
from tests.machine.laptop import Laptop
from tests.machine.machine import UNIT, Machine
from tools.make_splash import load_splash_picture

EXPOSURE = 0.6
"""The most that `systemd-analyze security` may say; 10 is the worst."""


def test_the_splash_comes_first_and_then_the_game(booted: Machine) -> None:
    with Laptop() as laptop:
        for side in Side:
            assert load_splash_picture("splash").convert("1").tobytes() in booted.at_boot[side]
            assert booted.at_boot[side][-1] == laptop.picture(side)


def test_nothing_has_failed(machine: Machine) -> None:
    failed = machine.shell("systemctl --failed --no-legend --plain")
    assert failed == "", machine.shell("systemctl status --state=failed", fails=True)
    assert machine.shell("systemctl is-system-running") == "running"
    assert machine.unit("NRestarts") == "0"
    print(f"\nbooted in {machine.booted_in:.0f} s; {machine.shell('systemd-analyze | head -n 1')}")


def test_the_unit_is_next_to_not_exposed(machine: Machine) -> None:
    said = machine.shell(f"systemd-analyze security --no-pager {UNIT} | tail -n 1")

    print(f"\n{said}")
    assert float(said.split(":")[1].split()[0]) <= EXPOSURE


def test_it_is_an_ordinary_user_without_any_capability(machine: Machine) -> None:
    status = machine.shell(f"cat /proc/{machine.unit('MainPID')}/status")
    told = dict(line.split(":", 1) for line in status.splitlines())

    user = machine.shell("id --user cdgdevice")
    assert told["Uid"].split() == [user] * 4
    assert user != "0"
    for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(told[kind], 16) == 0, kind
    assert told["NoNewPrivs"].strip() == "1"
    assert told["Seccomp"].strip() == "2"


def test_no_card_of_a_network_is_there_for_it_but_its_own_loop(machine: Machine) -> None:
    cards = machine.shell(f"tail -n +3 /proc/{machine.unit('MainPID')}/net/dev").splitlines()

    assert [card.split(":")[0].strip() for card in cards] == ["lo"]

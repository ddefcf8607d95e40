"""The packages in a running machine: installed again, removed, purged."""

from tests.machine.machine import UNIT, Machine

LEFT_BEHIND = (
    "find / -xdev -iname '*cdgdevice*' -not -path '/opt/*' -not -path '/proc/*' "
    "-not -path '/var/lib/systemd/*' -not -path '/var/lib/dpkg/info/cdgdevice-gpiod.*' "
    f"-not -path '/etc/systemd/system/{UNIT}.d*' -not -path '*/cdgdevice-gpiod*' "
    "-not -path '/var/log/*' | sort"
)
_QUIET = "DEBIAN_FRONTEND=noninteractive"


def test_installing_once_more_changes_nothing_and_purging_leaves_nothing_but_the_games(
    machine: Machine,
) -> None:
    facts = (
        "id cdgdevice; stat -c '%U %G %a %n' /var/lib/cdgdevice /etc/cdgdevice/cdgdevice.toml; "
        f"systemctl is-enabled {UNIT}; getent group gpio i2c spi dialout"
    )
    before = machine.shell(facts)
    journal = machine.journal()
    machine.shell(f"{_QUIET} dpkg --install /opt/debs/cdgdevice_*.deb")
    machine.until_playing()
    assert machine.shell(facts) == before
    assert machine.journal() == journal
    assert machine.shell("systemctl --failed --no-legend --plain") == ""

    machine.shell(f"{_QUIET} dpkg --remove cdgdevice")
    assert not machine.can(f"systemctl is-active {UNIT}")
    assert machine.can("test -e /etc/cdgdevice/cdgdevice.toml")
    assert machine.journal() == journal

    said = machine.shell(f"{_QUIET} dpkg --purge cdgdevice")
    assert "your games are still in /var/lib/cdgdevice" in said
    assert machine.journal() == journal
    left = machine.shell(LEFT_BEHIND).splitlines()
    assert [each for each in left if not each.startswith("/usr/lib/cdgdevice")] == [
        "/var/lib/cdgdevice"
    ]
    assert set(machine.shell("ls /var/lib/cdgdevice").split()) == {
        "0001-paths-of-glory-2022.journal",
        "current",
    }

"""What the card image is made of agrees with itself and with what is said of it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import cdgdevice
from tests.patience import PATIENCE

CHECKOUT = Path(__file__).parents[2]
IMAGE = CHECKOUT / "systemd/image"
OURS = IMAGE / "root/usr/lib/cdgdevice-image"
SCRIPTS = [*sorted(OURS.iterdir()), IMAGE / "init", IMAGE / "patch-device-tree"]
UNITS = sorted((IMAGE / "root/usr/lib/systemd/system").iterdir())
PAGE = (CHECKOUT / "docs/IMAGE.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("sh") is None, reason="they are for a shell")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_each_script_can_be_run_and_read(script: Path) -> None:
    assert os.access(script, os.X_OK)
    if "sh" in script.read_text("utf-8").partition("\n")[0]:
        subprocess.run(["sh", "-n", script], check=True, timeout=PATIENCE)


def test_what_units_and_scripts_run_of_the_image_s_own_is_there() -> None:
    replaced = (IMAGE / "root/etc/systemd/system").glob("*.service")
    texts = [path.read_text("utf-8") for path in (*UNITS, *replaced, *SCRIPTS)]
    named = {
        name for text in texts for name in re.findall(r"/usr/lib/cdgdevice-image/([\w-]+)", text)
    }
    named |= set(re.findall(r'"\$here/([\w-]+)"', (OURS / "start").read_text("utf-8")))
    assert named == {script.name for script in OURS.iterdir()}


def test_the_image_enables_each_of_its_units() -> None:
    builder = (CHECKOUT / ".ci/image").read_text("utf-8")
    for unit in UNITS:
        assert unit.name in builder
        assert "\n[Install]\n" in unit.read_text("utf-8")


def test_the_card_s_readme_names_the_files_that_the_page_names() -> None:
    readme = (IMAGE / "boot/README.txt").read_text("utf-8")
    table = re.findall(r"^\| `([\w.…-]+?)/?` \|", PAGE, re.MULTILINE)
    assert len(table) > 6
    for name in table:
        assert name.replace("…", "...") in readme


def test_no_line_of_the_card_s_readme_is_wider_than_an_old_editor() -> None:
    lines = (IMAGE / "boot/README.txt").read_text("utf-8").splitlines()
    assert [line for line in lines if len(line) > 110 or not line.isascii()] == []


def test_the_page_names_the_image_of_this_version() -> None:
    named = re.findall(r"cdgdevice-([\d.]+)-arm64\.img\.xz", PAGE)
    assert named
    assert {*named} == {cdgdevice.__version__}


def test_the_pages_say_that_the_image_has_no_bluetooth_as_it_has_no_driver() -> None:
    left_out = (IMAGE / "drivers-left-out.txt").read_text("utf-8").split()
    assert {"drivers/bluetooth", "net/bluetooth"} <= {*left_out}
    assert "has no Bluetooth" in PAGE
    assert "has no Bluetooth" in (CHECKOUT / "docs/BLUETOOTH.md").read_text("utf-8")


def test_each_board_s_bus_stays_fast_by_its_own_line() -> None:
    install = (CHECKOUT / "docs/INSTALL.md").read_text("utf-8")
    config = (IMAGE / "boot/config.txt").read_text("utf-8")
    for text in (config, re.sub(r"^ +", "", install, flags=re.MULTILINE)):
        by_board = dict(re.findall(r"^\[(pi\w+)\]\n(core_freq\w*=\d+)$", text, re.MULTILINE))
        assert (
            by_board.items()
            >= {
                "pi3": "core_freq=250",
                "pi02": "core_freq=250",
                "pi4": "core_freq_min=500",
            }.items()
        )
        assert len(re.findall(r"^core_freq", text, re.MULTILINE)) == len(by_board)
        assert "\n[all]\n" in text


def test_the_gadget_that_the_network_reaches_can_t_read_the_wi_fi_s_password() -> None:
    (drop_in,) = (IMAGE / "root/etc/systemd/system/cdgdevice.service.d").iterdir()
    wifi = (IMAGE / "root/usr/lib/systemd/system/cdgdevice-wifi.service").read_text("utf-8")
    (read,) = re.findall(r"^ConditionPathExists=(.+)$", wifi, re.MULTILINE)
    assert f"[Service]\nInaccessiblePaths=-{read}\n" in drop_in.read_text("utf-8")


def test_a_shutdown_at_any_moment_keeps_the_games_while_their_card_is_mounted() -> None:
    unit = (IMAGE / "root/usr/lib/systemd/system/cdgdevice-keep-games.service").read_text("utf-8")
    assert "\nWantedBy=cdgdevice-first.target\n" in unit
    (mounts,) = re.findall(r"^RequiresMountsFor=(.+)$", unit, re.MULTILINE)
    script = (OURS / "keep-games").read_text("utf-8")
    named = set(re.findall(r"(?<![\w/])/(?:boot/firmware|var/lib/cdgdevice|srv/card)\b", script))
    assert {*mounts.split()} == named

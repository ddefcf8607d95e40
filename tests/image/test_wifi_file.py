"""What the card image makes of its owner's wifi.txt, and what it says to a mistake."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.patience import PATIENCE

CHECKOUT = Path(__file__).parents[2]
READ_WIFI = CHECKOUT / "systemd/image/root/usr/lib/cdgdevice-image/read-wifi"
WATCH_WIFI = READ_WIFI.with_name("watch-wifi")


def _read(folder: Path, written: bytes) -> tuple[str, str]:
    """Return the configuration that comes of this, and what was said instead."""
    source, target = folder / "wifi.txt", folder / "wpa.conf"
    source.write_bytes(written)
    done = subprocess.run(
        ["/usr/bin/env", "python3", "-IB", READ_WIFI, source, target],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return target.read_text() if target.exists() else "", done.stderr.strip()


@pytest.mark.parametrize(
    "written",
    [
        b"name = Caf\xc3\xa9 7\npassword = a secret\ncountry = de\n",
        b'\xef\xbb\xbfName="Caf\xc3\xa9 7"\r\nPassword=a secret\r\n\r\n# home\r\nCountry=DE',
    ],
    ids=["a Mac's", "Windows'"],
)
def test_the_wifi_file_is_read_as_any_editor_writes_it(tmp_path: Path, written: bytes) -> None:
    configuration, _ = _read(tmp_path, written)
    name = "Café 7".encode().hex()
    assert configuration.splitlines() == [
        "country=DE",
        "network={",
        f"  ssid={name}",
        "  scan_ssid=1",
        '  psk="a secret"',
        "}",
    ]


def test_a_network_without_a_password_is_an_open_one(tmp_path: Path) -> None:
    configuration, _ = _read(tmp_path, b"name = Cafe")
    assert "  key_mgmt=NONE\n" in configuration


def test_a_key_of_64_hex_digits_is_written_as_it_is(tmp_path: Path) -> None:
    key = "0123456789abcDEF" * 4
    configuration, _ = _read(tmp_path, f"name = Cafe\npassword = {key}".encode())
    assert f"  psk={key}\n" in configuration


def test_nothing_in_a_name_reaches_beyond_it(tmp_path: Path) -> None:
    configuration, _ = _read(tmp_path, b'name = "\n  psk=none }\npassword = a "secret" }')
    assert configuration == ""
    configuration, _ = _read(tmp_path, b'name = x" }\npassword = a "secret" }')
    assert '  psk="a "secret" }"\n}\n' in configuration


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"ssid = Cafe", "wifi.txt, line 1: write name, password or country"),
        (b"password = a secret", "wifi.txt: the name of the Wi-Fi is missing"),
        (b"name = Cafe\npassword = short", "wifi.txt: a password of Wi-Fi has 8 to 63"),
        (b"name = Cafe\npassword = " + b"g" * 64, "wifi.txt: a password of Wi-Fi has 8 to 63"),
        (b"name = Cafe\ncountry = Germany", "wifi.txt: a country has two letters"),
        (b"name = Caf\xe9", "wifi.txt: save it as UTF-8."),
    ],
)
def test_a_mistake_is_told_in_one_sentence_and_nothing_is_written(
    tmp_path: Path, written: bytes, said: str
) -> None:
    configuration, told = _read(tmp_path, written)
    assert configuration == ""
    assert told.startswith(said)
    assert "\n" not in told


@pytest.mark.skipif(shutil.which("sh") is None, reason="it is for a shell")
@pytest.mark.parametrize(
    ("wifi", "radio", "trouble"),
    [
        ("name = A\npasword = a secret\n", True, "settings"),
        ("name = A\n", False, "radio"),
        ("name = A\n", True, "network"),
    ],
)
def test_why_there_is_no_wifi_is_told_until_there_is(
    tmp_path: Path, wifi: str, radio: bool, trouble: str
) -> None:
    told, during = tmp_path / "trouble", tmp_path / "during"
    (tmp_path / "wifi.txt").write_text(wifi)
    if radio:
        (tmp_path / "wlan0").mkdir()
    # What waits for a minute finds no network; what waits for as long as it takes finds one.
    wait_online = tmp_path / "wait-online"
    wait_online.write_text(
        f"#!/bin/sh\ncase $* in *--timeout=60) exit 1 ;; esac\ncp '{told}' '{during}'\n"
    )
    wait_online.chmod(0o755)
    subprocess.run(
        ["sh", WATCH_WIFI, tmp_path / "wifi.txt", told],
        env={**os.environ, "WAIT_ONLINE": str(wait_online), "NETWORKS": str(tmp_path)},
        check=True,
        timeout=PATIENCE,
    )
    assert during.read_text() == f"{trouble}\n"
    assert not told.exists()


@pytest.mark.skipif(shutil.which("sh") is None, reason="it is for a shell")
def test_a_wifi_that_is_there_in_time_is_no_trouble(tmp_path: Path) -> None:
    asked, wait_online = tmp_path / "asked", tmp_path / "wait-online"
    wait_online.write_text(f"#!/bin/sh\necho \"$*\" >>'{asked}'\n")
    wait_online.chmod(0o755)
    subprocess.run(
        ["sh", WATCH_WIFI, tmp_path / "wifi.txt", tmp_path / "trouble"],
        env={**os.environ, "WAIT_ONLINE": str(wait_online)},
        check=True,
        timeout=PATIENCE,
    )
    (once,) = asked.read_text().splitlines()
    assert "--timeout=60" in once.split()

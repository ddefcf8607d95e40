"""Games that are to lie where the service's sandbox does not let it write."""

from pathlib import Path

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.config.effective import load_effective_config
from cdgdevice.system.write_access import can_write, explain_no_write_access, warn_of_write_access

UNIT = Path(__file__).parents[2] / "systemd" / "cdgdevice.service"
PAGE = Path(__file__).parents[2] / "docs" / "CONFIGURATION.md"


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder of a service that is installed, as somebody else sees it."""
    folder = tmp_path / "service"
    folder.mkdir()
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    for module in ("cdgdevice.system.write_access", "cdgdevice.config.effective"):
        monkeypatch.setattr(f"{module}.SERVICE_FOLDER", str(folder))
    return folder


def test_a_folder_can_be_written_where_the_nearest_that_is_there_can_be(tmp_path: Path) -> None:
    assert can_write(tmp_path)
    assert can_write(tmp_path / "not" / "made" / "yet")
    (tmp_path / "file").write_text("")
    assert not can_write(tmp_path / "file")
    assert not can_write(Path("/proc/sys/kernel/random/boot_id"))


def test_the_service_says_where_it_can_not_write_and_what_lets_it(
    service: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Path("/home/somebody/games")
    assert explain_no_write_access(games, lambda _: False) == (), "that is not the service"
    monkeypatch.setenv("STATE_DIRECTORY", str(service))
    (said,) = explain_no_write_access(games, lambda _: False)
    assert said.startswith(f"games.folder: the service can't write in {games}: ")
    assert "ReadWritePaths=" in said
    assert explain_no_write_access(games, lambda _: True) == ()


def test_it_is_told_on_the_screen_and_the_configuration_counts(
    service: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")  # in it nobody can write
    config = tmp_path / "cdgdevice.toml"
    config.write_text(f"games.folder = '{file}'\nsleep.off_after_s = 7\n")
    monkeypatch.setattr("cdgdevice.config.effective.SYSTEM_CONFIG", str(config))
    monkeypatch.setattr(
        "cdgdevice.config.effective.BOOT_CONFIG", str(tmp_path / "none" / "none.toml")
    )
    monkeypatch.setenv("STATE_DIRECTORY", str(service))
    found, _ = load_effective_config(None, ("paths-of-glory-2022",), state=service)
    (said,) = found.complaints
    assert str(file) in said
    assert (found.mistakes, found.config.sleep.off_after_s) == ((), 7)


def test_check_config_can_not_know_and_says_so(
    service: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    config = tmp_path / "cdgdevice.toml"
    monkeypatch.setattr("cdgdevice.config.effective.SYSTEM_CONFIG", str(config))
    monkeypatch.setattr(
        "cdgdevice.config.effective.BOOT_CONFIG", str(tmp_path / "none" / "none.toml")
    )
    for folder, doubted in ((tmp_path, True), (service / "mine", False)):
        config.write_text(f"games.folder = '{folder}'\n")
        assert run_command(["check-config"]) == 0
        assert ("unless you let it" in capsys.readouterr().out) is doubted
    service.rmdir()
    assert warn_of_write_access(tmp_path) == (), "there is no service here"


def test_the_unit_and_the_page_know_of_this() -> None:
    unit = UNIT.read_text(encoding="utf-8")
    assert "ProtectSystem=strict" in unit
    assert "ProtectHome=yes" in unit
    assert "StateDirectory=cdgdevice" in unit
    assert "ReadWritePaths=" in PAGE.read_text(encoding="utf-8")

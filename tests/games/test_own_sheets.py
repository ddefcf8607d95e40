"""The player's own sheets lie on the shelf beside the others; a broken one harms nobody."""

import errno
from importlib.resources import files
from pathlib import Path

import pytest

from cdgdevice.games import sheet_library
from cdgdevice.games.disk import FolderDisk
from cdgdevice.system.folders import locate_sheet_folders
from tests.simulated_disk import SimulatedDisk, Step

STANDARD = files("cdgdevice.sheets").joinpath("standard-2018.toml").read_text(encoding="utf-8")


def text_of(id_: str) -> str:
    return STANDARD.replace('id = "standard-2018"', f'id = "{id_}"', 1)


def disk_with(**texts: str) -> SimulatedDisk:
    disk = SimulatedDisk()
    for name, text in texts.items():
        with disk.create(f"{name.replace('_', '-')}.toml") as file:
            file.write(text.encode())
    return disk


def test_an_own_sheet_lies_among_the_others() -> None:
    shelf = sheet_library.SheetLibrary({"mine": disk_with(my_game=text_of("my-game"))})
    assert shelf.ids() == tuple(sorted((*sheet_library.sheet_ids(), "my-game")))
    assert shelf.sheet("my-game").id == "my-game"
    assert shelf.sheet("standard-2018") == sheet_library.BUILT_IN.sheet("standard-2018")
    assert shelf.own == ("my-game",)
    assert shelf.mistakes == ()


def test_a_broken_sheet_is_left_out_and_told_where_it_is_wanted() -> None:
    broken = text_of("my-game").replace('family = "pile"', 'family = "pille"\nmore = 1', 1)
    shelf = sheet_library.SheetLibrary({"/own": disk_with(my_game=broken, other=text_of("other"))})
    assert shelf.own == ("other",)
    assert "my-game" not in shelf.ids()
    (mistake,) = shelf.mistakes
    assert mistake.startswith('my-game.toml line 8: family: "pille" is not known.')
    assert mistake.endswith("It has 1 more; `cdgdevice check-sheet /own/my-game.toml` tells all.")
    with pytest.raises(sheet_library.BrokenSheetError) as refused:
        shelf.sheet("my-game")
    assert str(refused.value) == mistake


def test_an_own_sheet_never_takes_the_place_of_another() -> None:
    changed = STANDARD.replace('title = "Standard rules"', 'title = "Mine"', 1)
    shelf = sheet_library.SheetLibrary({"/own": disk_with(standard_2018=changed)})
    assert shelf.sheet("standard-2018").title == "Standard rules"
    assert shelf.mistakes == (
        "standard-2018.toml in /own is left out: that sheet comes with cdgdevice; "
        "give yours another id and name.",
    )


def test_a_sheet_must_be_called_as_its_file_is() -> None:
    shelf = sheet_library.SheetLibrary({"/own": disk_with(my_game=text_of("other-game"))})
    assert shelf.own == ()
    assert shelf.mistakes[0].startswith(
        'my-game.toml: its id is "other-game"; call the file other-game.toml.'
    )


def test_of_two_files_of_one_name_the_one_in_the_nearer_folder_counts() -> None:
    mine = text_of("my-game").replace('title = "Standard rules"', 'title = "Mine"', 1)
    shelf = sheet_library.SheetLibrary(
        {"/near": disk_with(my_game=mine), "/far": disk_with(my_game=text_of("my-game"))}
    )
    assert shelf.sheet("my-game").title == "Mine"
    assert shelf.mistakes == (
        "my-game.toml in /far is left out: there is another file of that name; rename one.",
    )


def test_files_that_are_no_sheets_are_passed_over_and_odd_names_told() -> None:
    disk = disk_with()
    for name in ("README.txt", ".hidden.toml", "my-game.toml~", "My Game.toml"):
        disk.create(name)
    shelf = sheet_library.SheetLibrary({"/own": disk})
    assert shelf.own == ()
    assert shelf.mistakes == ('"My Game.toml" in /own is left out: call it like my-game.toml.',)


def test_a_name_that_windows_lengthened_unseen_is_told() -> None:
    disk = disk_with()
    for name in ("my-game.toml.txt", "._my-game.toml.txt", "notes.txt"):
        disk.create(name)
    shelf = sheet_library.SheetLibrary({"/own": disk})
    assert shelf.mistakes == (
        '"my-game.toml.txt" in /own is left out: take .txt off its name (Windows hides it).',
    )


def test_a_sheet_as_another_system_saves_it_is_played_all_the_same() -> None:
    wide = "\ufeff" + text_of("my-game").replace("\n", "\r\n")
    disk = disk_with()
    with disk.create("my-game.toml") as file:
        file.write(wide.encode("utf-16-le"))
    assert sheet_library.SheetLibrary({"/own": disk}).own == ("my-game",)


@pytest.mark.parametrize("step", [Step.NAMES, Step.READ])
def test_a_disk_that_fails_is_told_and_leaves_the_other_sheets(step: Step) -> None:
    disk = disk_with(my_game=text_of("my-game"))
    disk.failing[step] = errno.EIO
    shelf = sheet_library.SheetLibrary({"/own": disk, "/more": disk_with(other=text_of("other"))})
    assert shelf.own == ("other",)
    (mistake,) = shelf.mistakes
    assert "/own can't be read: the disk does not answer as it should." in mistake


def test_a_file_too_large_or_no_text_is_a_mistake_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "huge.toml").write_bytes(b"#" * 200_000)
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.toml").mkdir()
    shelf = sheet_library.SheetLibrary(
        {str(tmp_path): FolderDisk(tmp_path), "none": FolderDisk(tmp_path / "none")}
    )
    folder, huge, noise = shelf.mistakes
    assert "folder.toml" in folder
    assert "something else is in the place of the file" in folder
    assert "larger than 64 KiB" in huge
    assert "noise.toml line 1" in noise


def test_a_sheet_that_is_not_there_is_refused_with_the_nearest_of_all() -> None:
    shelf = sheet_library.SheetLibrary({"/own": disk_with(my_game=text_of("my-game"))})
    with pytest.raises(sheet_library.NoSheetError, match='Did you mean "my-game"'):
        shelf.sheet("my-gaem")


def test_own_sheets_lie_on_the_card_beside_the_configuration_and_with_the_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/home/me/settings")
    everywhere = (
        "/boot/firmware/cdgdevice-sheets",
        "/etc/cdgdevice/sheets",
        "/home/me/settings/cdgdevice/sheets",
    )
    assert locate_sheet_folders() == everywhere
    assert locate_sheet_folders("/srv/gadget.toml") == ("/srv/sheets", *everywhere)
    assert locate_sheet_folders("/etc/cdgdevice/cdgdevice.toml") == (
        "/etc/cdgdevice/sheets",
        "/boot/firmware/cdgdevice-sheets",
        "/home/me/settings/cdgdevice/sheets",
    )
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", "/home/me")
    assert locate_sheet_folders()[-1] == "/home/me/.config/cdgdevice/sheets"


def remembering(folder: Path, disk: SimulatedDisk, *ids: str) -> sheet_library.GameSheets:
    """Return the sheets of games that were played by these sheets' files, in this order."""
    sheets = sheet_library.GameSheets(sheet_library.BUILT_IN, disk)
    for id_ in ids:
        assert remember(sheets, folder, id_)
    return sheets


def remember(sheets: sheet_library.GameSheets, folder: Path, id_: str) -> bool:
    file = folder / f"{id_}.toml"
    file.write_text(text_of(id_))
    return sheets.remember(sheet_library.read_sheet_file(file.read_bytes(), file.name), file)


def test_a_read_that_fails_once_forgets_no_file_that_was_played(tmp_path: Path) -> None:
    disk = SimulatedDisk()
    sheets = remembering(tmp_path, disk, "first", "second")
    disk.failing = {Step.READ: errno.EIO}
    assert not remember(sheets, tmp_path, "third")
    disk.mend()
    assert [sheets.find(id_).id for id_ in ("first", "second")] == ["first", "second"]
    assert set(sheets.files()) == {"first", "second"}


def test_after_damage_the_files_that_are_played_again_are_remembered(tmp_path: Path) -> None:
    disk = SimulatedDisk()
    remembering(tmp_path, disk, "first", "second")
    (name,) = disk.names()
    with disk.create(name) as file:
        file.write(b"torn")
    sheets = remembering(tmp_path, disk, "second")
    assert set(sheets.files()) == {"second"}
    with pytest.raises(sheet_library.NoSheetError):
        sheets.find("first")


def test_a_sheet_of_the_library_is_never_taken_from_a_file(tmp_path: Path) -> None:
    theirs = disk_with(first=text_of("first").replace('"Standard rules"', '"Installed"', 1))
    shelf = sheet_library.SheetLibrary({"/own": theirs})
    sheets = sheet_library.GameSheets(shelf, SimulatedDisk())
    assert not remember(sheets, tmp_path, "first"), "its games get another one"
    assert sheets.find("first").title == "Installed"

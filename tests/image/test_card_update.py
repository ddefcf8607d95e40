"""A signed update on the boot partition: what is taken, tried, kept, and refused in a sentence."""

import errno
import io
import os
import re
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cdgdevice.ui.intents_and_commands import UpdateOutcome
from tests.image.updated_card import (
    CONFIG,
    IMAGE,
    UpdatedCard,
    WrittenDisk,
    make_key,
    on_linux_with_ssh,
    pack_update,
    started,
)
from tests.patience import PATIENCE

pytestmark = on_linux_with_ssh

UPDATE_2 = "cdgdevice-0.2.0-arm64.update"


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_key(tmp_path_factory.mktemp("key"))


@pytest.fixture
def card(tmp_path: Path, key: Path) -> UpdatedCard:
    """A card that runs version 1."""
    made = UpdatedCard(tmp_path, key)
    # It waits for no other disk of this machine.
    made.program.os = WrittenDisk(tmp_path)
    return made


def write(card: UpdatedCard, capsys: pytest.CaptureFixture[str]) -> str:
    """Do what the card does after a start; return what it said."""
    card.write()
    return capsys.readouterr().out


def go_back(card: UpdatedCard) -> bool:
    """Run the part of the initial RAM disk that a start on trial runs first.

    Return whether it is a trial: otherwise the program that ends it does not run.
    """
    (part,) = re.findall(r"^go_back\(\) \{.*?^\}\n", (IMAGE / "init").read_text(), re.S | re.M)
    for name in ("mkdir /boot", "mount", "umount"):
        part = part.replace(f"/busybox {name}", ":")
    part = part.replace("/busybox ", "")
    part = re.sub(r"(?<=[ <>=])/(boot|run|dev/kmsg)\b", rf"{card.folder}/\1", part)
    subprocess.run(["sh", "-c", f"{part}\ngo_back"], check=True, timeout=PATIENCE)
    return not (card.folder / "run/systemd/system/cdgdevice-prove-update.service").is_symlink()


def start(card: UpdatedCard) -> int:
    """Start once, and let it prove itself on trial; return which version ran."""
    slot, trial, number = started(card.content())
    card.runs(slot, number)
    if trial:
        assert go_back(card)
        card.keep()
    else:
        card.write()
    return number


def test_an_update_is_tried_once_and_stays_once_it_was_kept(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    assert "the next start tries 0.2.0 of 1970-01-03" in write(card, capsys)
    assert card.shown() == [(UPDATE_2, UpdateOutcome.NEXT, "0.2.0")]
    assert started(card.content()) == ("b", True, 2)
    go_back(card)
    assert started(card.content()) == ("a", False, 1)
    assert (
        card.content()[CONFIG].splitlines()[2:]
        == ((IMAGE / "boot/config.txt").read_bytes().splitlines()[2:])
    )
    card.runs("b", 2)
    card.keep()
    assert capsys.readouterr().out == "cdgdevice keeps 0.2.0 of 1970-01-03.\n"
    assert card.shown() == [("", UpdateOutcome.RUNS, "0.2.0")]
    assert started(card.content()) == ("b", False, 2)
    card.runs("b", 2)
    assert write(card, capsys) == "", "it runs"
    assert card.shown() == [(UPDATE_2, UpdateOutcome.RUNS, "0.2.0")]


def test_the_menu_says_that_an_update_is_written_while_it_is(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    real, shown = os.pwrite, []

    def pwrite(file: int, data: bytes, at: int) -> int:
        shown.append(card.shown())
        return real(file, data, at)

    card.program.os.pwrite = pwrite
    write(card, capsys)
    assert shown[:4] == [[(UPDATE_2, UpdateOutcome.WRITING, "0.2.0")]] * 4
    assert card.card.outcomes.stat().st_mode & 0o777 == 0o644, "the gadget's user reads it"


def test_an_update_is_taken_where_the_menu_can_t_be_told(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    card.card.outcomes.mkdir()
    assert "the next start tries 0.2.0" in write(card, capsys)
    assert card.shown() == []


def test_the_next_update_goes_into_the_first_slot(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    write(card, capsys)
    go_back(card)
    card.runs("b", 2)
    card.keep()
    card.put_update(1, "cdgdevice-0.1.0-anyway.update")
    assert "the next start tries 0.1.0" in write(card, capsys)
    assert started(card.content()) == ("a", True, 1)


def test_a_version_that_does_not_prove_itself_in_three_starts_is_left(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    for outcome in (UpdateOutcome.NEXT, UpdateOutcome.AGAIN, UpdateOutcome.AGAIN):
        assert "the next start tries" in write(card, capsys)
        assert card.shown() == [(UPDATE_2, outcome, "0.2.0")]
        go_back(card)
    said = write(card, capsys)
    assert "did not prove itself in 3 starts: the version before stays." in said
    assert card.shown() == [(UPDATE_2, UpdateOutcome.FAILED, "0.2.0")]
    assert started(card.content()) == ("a", False, 1)
    (remedy,) = re.findall(r"or (\S+) to have it tried again", said)
    (card.boot / remedy).unlink()
    assert "the next start tries" in write(card, capsys)


def test_a_version_that_failed_does_not_give_way_to_an_older_update(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    card.put_update(3)
    for _ in range(3):
        write(card, capsys)
        go_back(card)
    assert "0.3.0 of 1970-01-04 did not prove itself" in write(card, capsys)
    assert started(card.content()) == ("a", False, 1)


@pytest.mark.parametrize(
    ("updates", "run"),
    [
        ({2: ""}, [1, 2, 2, 2, 2]),
        ({2: "", 3: ""}, [1, 3, 3, 3, 3]),
        ({0: "-anyway", 2: ""}, [1, 0, 0, 0, 0]),
        ({0: "-anyway", 3: "-anyway", 2: ""}, [1, 3, 3, 3, 3]),
        ({0: ""}, [1, 1, 1, 1, 1]),
    ],
)
def test_a_card_starts_with_one_version_from_the_first_trial_on(
    card: UpdatedCard, updates: dict[int, str], run: list[int]
) -> None:
    for number, word in updates.items():
        card.put_update(number, f"cdgdevice-0.{number}.0{word}.update")
    assert [start(card) for _ in run] == run


def test_what_was_kept_has_no_tries_that_a_later_return_to_it_would_count(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    assert [start(card), start(card)] == [1, 2]
    assert not (card.boot / "b/tries").exists()


def test_lines_that_an_editor_of_windows_saved_keep_their_ends(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    config = card.boot / "config.txt"
    ours = config.read_bytes()
    config.write_bytes(ours.replace(b"\n", b"\r\n"))
    card.put_update(2)
    assert "the next start tries" in write(card, capsys)
    assert config.read_bytes().startswith(b"os_prefix=b/\r\ncmdline=tryline.txt\r\n#")
    assert go_back(card)
    assert config.read_bytes() == ours.replace(b"\n", b"\r\n")
    card.runs("b", 2)
    card.keep()
    assert config.read_bytes() == ours.replace(b"=a/", b"=b/").replace(b"\n", b"\r\n")


@pytest.mark.parametrize(
    "config",
    [None, b"", b"# mine\nos_prefix=b/\ncmdline=tryline.txt\n", b"os_prefix=b/\n# mine\n\n"],
)
def test_a_start_that_can_t_name_the_other_slot_is_no_trial_that_would_repeat_itself(
    card: UpdatedCard, config: bytes | None
) -> None:
    (card.folder / "dev").mkdir()
    file = card.boot / "config.txt"
    file.unlink()
    if config is not None:
        file.write_bytes(config)
    assert not go_back(card)
    assert (file.read_bytes() if file.exists() else None) == config
    assert "config.txt can't be written" in (card.folder / "dev/kmsg").read_text()


def test_a_start_on_trial_waits_for_no_driver_but_those_of_the_card_and_of_config_txt() -> None:
    builder = (IMAGE.parents[1] / ".ci/image").read_text("utf-8")
    first = re.findall(r"^add_drivers card (.+)$", builder, re.M)[0].split()
    assert {"vfat", "nls_cp437", "nls_ascii"} <= {*first}
    init = (IMAGE / "init").read_text("utf-8")
    assert "\nwait\n" not in init[: init.index(" go_back ;; esac")]


def test_what_the_check_of_a_start_salvaged_makes_room(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    salvaged = card.boot / "FSCK0000.REC"
    salvaged.write_bytes(b"an update that was cut")
    assert "the next start tries" in write(card, capsys)
    assert not salvaged.exists()


def test_what_was_written_is_not_written_again_unless_the_card_lost_it(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    write(card, capsys)
    go_back(card)
    for lost, rewritten in ((False, False), (True, True)):
        if lost:
            (card.boot / "b/vmlinuz").write_bytes(b"lost")
        card.program.os = disk = WrittenDisk(card.folder)
        write(card, capsys)
        written = {step[1] for step in disk.done if step[0] == "write"}
        assert ("boot/b/vmlinuz" in written) == rewritten
        assert started(card.content()) == ("b", True, 2)


def _no_room(card: UpdatedCard) -> None:
    card.put_update(2)
    card.program.os.statvfs = lambda _: SimpleNamespace(f_bavail=1, f_frsize=4096)


def _no_disk(card: UpdatedCard) -> None:
    card.put_update(2)

    def fails(*_: Any) -> int:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    card.program.os.pwrite = fails


def _other_key(card: UpdatedCard) -> None:
    card.put_update(2, key=make_key(card.folder))


def _damaged(change: Callable[[bytes], bytes]) -> Callable[[UpdatedCard], None]:
    def put(card: UpdatedCard) -> None:
        update = card.put_update(2)
        update.write_bytes(change(update.read_bytes()))

    return put


def _changed_config(card: UpdatedCard) -> None:
    card.put_update(2)
    config = card.boot / "config.txt"
    config.write_bytes(b"# mine\r\n" + config.read_bytes())


def _first_file(size: int = 0, pax: dict[str, str] | None = None) -> Callable[[UpdatedCard], None]:
    """Put an update whose first signed file says these things of itself."""

    def change(raw: bytes) -> bytes:
        with tarfile.open(fileobj=io.BytesIO(raw)) as tar:
            file = list(tar)[2]
        made = tarfile.TarInfo(file.name)
        made.size, made.pax_headers = size or file.size, pax or {}
        head = made.tobuf(tarfile.PAX_FORMAT) if pax else made.tobuf(tarfile.GNU_FORMAT)
        return raw[: file.offset] + head + raw[file.offset_data :]

    return _damaged(change)


def _links() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as tar:
        for name in ("manifest.json", "manifest.sig"):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, name
            tar.addfile(link)
    return made.getvalue()


DAMAGED = UpdateOutcome.DAMAGED, "it is damaged: copy it again."
SPARSE = {"GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.map": "none"}
REFUSED = {
    "another key": (_other_key, UpdateOutcome.SIGNATURE, "this card's key did not sign it"),
    "not an update": (_damaged(lambda _: b"no update"), *DAMAGED),
    "links": (_damaged(lambda _: _links()), *DAMAGED),
    "empty": (_damaged(lambda _: b""), *DAMAGED),
    "cut in the first file": (_damaged(lambda raw: raw[:700]), *DAMAGED),
    "cut between files": (_damaged(lambda raw: raw[:6144]), *DAMAGED),
    "cut at the end": (_damaged(lambda raw: raw[:-12000]), *DAMAGED),
    "a sparse file": (_first_file(pax=SPARSE | {"GNU.sparse.map": "0,9"}), *DAMAGED),
    "a sparse file without a map": (_first_file(pax=SPARSE), *DAMAGED),
    "a file without end": (_first_file(size=1 << 70), *DAMAGED),
    "a changed byte": (
        _damaged(lambda raw: raw.replace(b"version", b"Version", 1)),
        UpdateOutcome.SIGNATURE,
        "this card's key did not sign it",
    ),
    "another root": (
        _damaged(lambda raw: raw[:-11000] + b"\0" * 10 + raw[-10990:]),
        *DAMAGED,
    ),
    "other boards": (
        lambda card: card.put_update(2, boards="cdgdevice-armhf"),
        UpdateOutcome.BOARDS,
        "it is for cdgdevice-armhf, and this card for cdgdevice-arm64.",
    ),
    "too large": (
        lambda card: card.put_update(2, root_size=9000),
        UpdateOutcome.LARGE,
        "it is too large for this card",
    ),
    "older": (
        lambda card: card.put_update(0),
        UpdateOutcome.OLDER,
        "0.0.0 of 1970-01-01 is older than 0.1.0",
    ),
    "a full boot partition": (
        _no_room,
        UpdateOutcome.FULL,
        "the boot partition is full: make 1 MB free on it.",
    ),
    "a changed config.txt": (
        _changed_config,
        UpdateOutcome.CONFIG,
        "be os_prefix=a/ and cmdline=cmdline.txt.",
    ),
}


@pytest.mark.parametrize(("put", "outcome", "says"), REFUSED.values(), ids=REFUSED.keys())
def test_what_can_t_be_taken_changes_nothing_and_is_told_in_a_sentence(
    card: UpdatedCard,
    capsys: pytest.CaptureFixture[str],
    put: Callable[[UpdatedCard], object],
    outcome: UpdateOutcome,
    says: str,
) -> None:
    put(card)
    before = card.content()
    (said,) = write(card, capsys).splitlines()
    assert re.match(r"cdgdevice-[\w.-]+\.update was not taken: ", said)
    assert says in said
    assert card.shown() == [(said.split()[0], outcome, "")]
    assert card.content() == before


def test_a_card_that_fails_while_it_is_written_stays_with_what_runs(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    _no_disk(card)
    assert "was not taken: the card can't be read or written" in write(card, capsys)
    assert card.shown() == [(UPDATE_2, UpdateOutcome.CARD, "")]
    assert started(card.content()) == ("a", False, 1)


def test_a_card_that_keeps_other_bytes_than_were_written_is_not_started_from(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    real = os.pwrite
    card.program.os.pwrite = lambda file, data, at: real(file, b"\0" * len(data), at)
    assert "the card did not keep what was written to it" in write(card, capsys)
    assert card.shown() == [(UPDATE_2, UpdateOutcome.CARD, "")]
    assert started(card.content()) == ("a", False, 1)


def test_of_several_updates_the_newest_is_taken(
    card: UpdatedCard, capsys: pytest.CaptureFixture[str]
) -> None:
    card.put_update(2)
    card.put_update(3)
    assert "tries 0.3.0" in write(card, capsys)


def test_the_same_files_and_key_give_the_same_update(key: Path) -> None:
    assert pack_update(key, 2) == pack_update(key, 2)


def test_a_kernel_on_trial_gets_one_word_more_than_one_that_was_kept() -> None:
    builder = (IMAGE.parents[1] / ".ci/image").read_text("utf-8")
    (word,) = re.findall(r"sed 's/\$/ ([\w.]+)/' .*tryline\.txt", builder)
    units = IMAGE / "root/usr/lib/systemd/system"
    assert f'*" {word} "*) go_back' in (IMAGE / "init").read_text("utf-8")
    for unit, said in (("prove-update", word), ("update", f"!{word}")):
        text = (units / f"cdgdevice-{unit}.service").read_text("utf-8")
        assert f"\nConditionKernelCommandLine={said}\n" in text

"""An update whose plug is pulled at any write: one whole version starts, and no game is lost."""

from collections.abc import Callable

import pytest

from tests.image.updated_card import (
    CONFIG,
    GAMES,
    Content,
    UpdatedCard,
    WrittenDisk,
    make_key,
    on_linux_with_ssh,
    started,
)

pytestmark = on_linux_with_ssh


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> UpdatedCard:
    """A card that runs version 1, with an update to version 2."""
    made = UpdatedCard(tmp_path_factory.mktemp("card"), make_key(tmp_path_factory.mktemp("key")))
    made.put_update(2)
    return made


def cuts(card: UpdatedCard, does: Callable[[], None], syncs: bool = True) -> list[Content]:
    """Give each state of the disk that a cut in this may leave, once."""
    before, disk = card.content(), WrittenDisk(card.folder, syncs)
    card.program.os = disk
    does()
    found: dict[int, Content] = {}
    for content in disk.every_cut(before):
        assert {path: content[path] for path in GAMES} == GAMES
        found.setdefault(hash(frozenset(content.items())), content)
    return list(found.values())


def starts(content: Content) -> bool:
    """Say whether one whole version starts."""
    try:
        return started(content)[2] > 0
    except (AssertionError, KeyError, ValueError):
        return False


def tried(content: Content) -> Content:
    """Give what the initial RAM disk of a slot on trial makes of the disk, in one sector."""
    slot, trial, _ = started(content)
    assert trial
    lines = f"os_prefix={'b' if slot == 'a' else 'a'}/\ncmdline=cmdline.txt\n".encode()
    return content | {CONFIG: lines + content[CONFIG][len(lines) :]}


def test_an_update_cut_at_any_write_starts_one_whole_version_and_is_taken_again(
    card: UpdatedCard,
) -> None:
    fresh = card.content()
    states = cuts(card, card.write)
    assert len(states) > 50
    assert {started(content) for content in states} == {("a", False, 1), ("b", True, 2)}
    # The next start takes it up again; each third of them is enough.
    for content in [each for each in states if started(each)[0] == "a"][::3]:
        card.put(content)
        card.write()
        assert started(card.content()) == ("b", True, 2)
    card.put(fresh)


def test_a_trial_cut_at_any_moment_goes_back_and_only_what_was_kept_stays(
    card: UpdatedCard,
) -> None:
    fresh = card.content()
    card.write()
    on_trial = tried(card.content())
    assert started(on_trial) == ("a", False, 1)
    card.put(on_trial)
    card.runs("b", 2)
    states = cuts(card, card.keep)
    assert {started(content) for content in states} == {("a", False, 1), ("b", False, 2)}
    assert started(card.content()) == ("b", False, 2)
    card.put(fresh)
    card.runs("a", 1)


@pytest.mark.parametrize("fault", ["no sync", "config.txt emptied first", "chosen too early"])
def test_a_worse_writer_would_be_found(card: UpdatedCard, fault: str) -> None:
    fresh = card.content()
    program = card.program
    real = program._write, program.write_slot
    if fault == "config.txt emptied first":
        program._write = lambda path, pieces, flags: real[0](
            path, pieces, flags | (program.os.O_TRUNC if path.name == "config.txt" else 0)
        )
    if fault == "chosen too early":

        def early(there: object, update: object) -> None:
            program.choose(there, "b", trial=True)
            real[1](there, update)

        program.write_slot = early
    try:
        found = cuts(card, card.write, syncs=fault != "no sync")
    finally:
        program._write, program.write_slot = real
        card.put(fresh)
    assert not all(map(starts, found))

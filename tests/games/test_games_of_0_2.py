"""Games of version 0.2 whose sheet asks otherwise now lead to the same table."""

from gzip import decompress
from pathlib import Path

import pytest
from msgspec.structs import replace

from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.replay import replay_journal
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.prompt import prompt

JOURNAL = Path(__file__).parent / "last-crusade-of-0.2.journal.gz"
"""Two turns of a game with aircraft, recons and assaults, answer by answer."""


@pytest.mark.parametrize("answers", [1, 3, 5, 40, 78, 84, 110, 150])
def test_a_game_of_the_last_crusade_continues_from_its_table(answers: int, tmp_path: Path) -> None:
    (tmp_path / "game.journal").write_bytes(decompress(JOURNAL.read_bytes()))
    written = GameFolder(FolderDisk(tmp_path)).read("game.journal")
    begun = replace(written, entries=written.entries[:answers])
    now = replay_journal("game.journal", begun, load_sheet).history
    assert write_facts(now) == written.entries[answers - 1]["facts"]
    assert prompt(now.now).options or prompt(now.now).rollers, "it can be played on"

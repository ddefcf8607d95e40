"""Rewrites a journal of version 0.1, which kept no facts of the table, as one of today.

Such a game is known by its answers alone: it is played again by the rules of that version, and
each line gets the facts that they led to. What was under way inside a guided list is not among
the facts: that game continues before the list.
"""

from collections.abc import Iterator, Mapping
from importlib.resources import files

from msgspec.structs import replace

from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import encode_line, has_facts
from cdgdevice.games.journal_reader import JournalContent
from cdgdevice.games.replay import FindSheet, answer_again, read_new_game, with_ranges
from cdgdevice.rules.card_steps import Offer
from cdgdevice.rules.conditions import Holds, InNoState, InStates, OnceAGame
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.facts import restore_facts, write_facts
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import PLAY_NOTHING
from cdgdevice.rules.requests import ChooseOption, NewGame, Request, RulesError, read_request
from cdgdevice.rules.sheet import Alternative, Sheet, SheetAction
from cdgdevice.sheets.reading.sheet_schema import read_sheet


def convert_old_games(folder: GameFolder, find: FindSheet) -> Iterator[str]:
    """Convert every game of version 0.1 in a folder; yield a sentence for each.

    The old journal stays beside the new one, under its name with `.0.1` behind it. A game that
    can't be converted stays as it is.

    Raises:
        JournalError: another process is playing from the folder, or it can't be read now.
    """
    folder.claim()
    for name in folder.sizes():
        try:
            written = folder.read(name)
            if not has_facts(written.header):
                folder.exchange(name, convert_journal(name, written, find), f"{name}.0.1")
                yield f"{name} is converted; {name}.0.1 is the journal as it was."
        except CdgDeviceError as error:
            yield f"{name} can't be converted: {error}"


def convert_journal(name: str, written: JournalContent, find: FindSheet) -> bytes:
    """Return a journal of version 0.1 with the facts of the table in each line.

    An answer that no rule allows any more is left out, and so are those after it.

    Raises:
        JournalError: its sheet is gone, or it has an answer that no version knows.
    """
    new = read_new_game(name, written.header)
    sheet = find(new.sheet)
    if sheet.row is not None:
        new = with_ranges(new, sheet, sheet.row.without_facts)
    try:
        history = begin_game(_read_sheet_of_0_1(sheet), new)
        lines = [_add_facts(written.header, history)]
        for raw in written.entries:
            asked = raw.get("request")
            request = read_request(asked if isinstance(asked, dict) else {})
            try:
                history = _answer(history, request, raw)
            except RulesError:
                break
            lines.append(_add_facts(raw, history))
    except (RulesError, ValueError) as error:
        raise JournalError(f"it is not as version 0.1 wrote it ({error}).") from error
    return b"".join(encode_line(number, line) for number, line in enumerate(lines))


def _answer(
    history: GameHistory, request: NewGame | Request, raw: Mapping[str, object]
) -> GameHistory:
    if isinstance(request, NewGame):
        raise ValueError("a game begins only once")  # noqa: TRY004 - it is data, not a type
    facts = raw.get("facts")
    if request == ChooseOption(PLAY_NOTHING):
        # There was no way yet that is left when a result offers nothing.
        now = history.now
        ways = tuple(way for way in now.sheet.instead if not way.fallback)
        history = replace(history, now=replace(now, sheet=replace(now.sheet, instead=ways)))
    history = answer_again(history, request)
    # A later version continued the game: it wrote facts, which count more than the rules.
    return restore_facts(history, facts) if isinstance(facts, dict) else history


def _add_facts(raw: Mapping[str, object], history: GameHistory) -> Mapping[str, object]:
    kept = {key: value for key, value in raw.items() if key not in ("digest", "facts")}
    return {**kept, "facts": write_facts(history)}


def _read_sheet_of_0_1(sheet: Sheet) -> Sheet:
    """Return a sheet with the rules by which version 0.1 played.

    Only the same rules lead to the same cards, and only the same questions fit the answers.
    """
    file = files("cdgdevice") / "games" / "before" / f"{sheet.id}.toml"
    lists = read_sheet(file.read_bytes(), file.name) if file.is_file() else sheet
    return replace(
        sheet,
        turn=lists.turn,
        plays_as_0_1=True,
        own_gap_first=False,
        beside=tuple(replace(card, tracked=False) for card in sheet.beside),
        hands=replace(sheet.hands, while_pile_empty=None),
        instead=tuple(_remove_limits(way) for way in lists.instead),
        actions=tuple(_remove_conditions(action) for action in lists.actions),
        step_kinds=lists.step_kinds,
    )


def _remove_conditions(action: SheetAction) -> SheetAction:
    """Return an action that may be taken whenever it may have been: what was taken then was."""
    once = tuple(each for each in action.conditions if isinstance(each, OnceAGame))
    steps = tuple(
        replace(step, only=False) if isinstance(step, Offer) else step for step in action.steps
    )
    return replace(action, conditions=once, only=None, steps=steps)


def _remove_limits(way: Alternative) -> Alternative:
    """Return a way without the limits that 0.1 did not know: states, and what is held."""
    free = tuple(
        each for each in way.conditions if not isinstance(each, InStates | InNoState | Holds)
    )
    if len(free) == len(way.conditions):
        return way
    return replace(way, conditions=free, is_compulsory=False)

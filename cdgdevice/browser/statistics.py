"""What the dice of a game showed, and what was played in the last games, as the page draws it.

Loaded only when a page asks: no start needs it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cdgdevice.dice.fairness import FACES, MIN_ROLLS, SIGNIFICANCE, chi_square
from cdgdevice.errors import JournalError
from cdgdevice.games.game_folder import SavedGame
from cdgdevice.games.journal_format import read_facts
from cdgdevice.games.journal_reader import JournalContent
from cdgdevice.games.sheet_library import name_in_full
from cdgdevice.render.language import IN_ENGLISH, Language
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import STANDARD_CONVERSION, DieResult
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import CorrectRoll, Json, UndoLast, write_request
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.texts.sentences import name_result

if TYPE_CHECKING:
    from cdgdevice.games.tabletop import Games

MAX_GAMES = 10
"""Of so many games, those last played, the rounds are counted: reading them takes its time."""
LARGEST_COUNTED = 2 * 2**20
"""Bytes of a journal that is counted, a dozen evenings: reading one takes memory."""
_one_at_a_time = Lock()
_UNDONE = write_request(UndoLast())


def count_faces(history: GameHistory) -> dict[Side, tuple[int, ...]]:
    """Return how often the dice of each side showed 1 to 6 in the game as it stands.

    A corrected roll counts as corrected, one that was taken back not at all.
    """
    rolls: list[tuple[Side, tuple[int, ...]]] = []
    for answer in history.past:
        match answer.request:
            case CorrectRoll(die, result) if rolls:
                shown = die if result is None else (STANDARD_CONVERSION.number(result),)
                rolls[-1] = (rolls[-1][0], shown)
        if answer.rolled is not None:
            rolls.append(answer.rolled)
    shown_by = {side: [die for who, dice in rolls if who is side for die in dice] for side in Side}
    return {
        side: tuple(shown.count(face) for face in range(1, FACES + 1))
        for side, shown in shown_by.items()
    }


def write_statistics(history: GameHistory, language: Language = IN_ENGLISH) -> dict[str, Json]:
    """Write the faces of each side's dice, and whether all of them could be fair dice's.

    `p` is the share of fair dice that show them at least as unevenly, null where there are fewer
    than `needed` dice; `unlikely` tells that it is low.
    """
    counted = count_faces(history)
    faces = tuple(map(sum, zip(*counted.values(), strict=True)))
    test = chi_square(faces)
    sides: list[Json] = [
        {"name": language.write(history.now.sheet.sides[side]), "faces": list(counts)}
        for side, counts in counted.items()
    ]
    return {
        "sides": sides,
        "needed": MIN_ROLLS,
        "p": None if test is None else test.p,
        "unlikely": test is not None and test.p < SIGNIFICANCE,
    }


class PlayedGame(Struct, frozen=True):
    """What was played in a game as it stands; what was taken back does not count."""

    rounds: Mapping[Side, int]
    """How many rounds each side took."""
    results: Mapping[Side, Counter[str]]
    """By which results of the Method die; nothing in games with two dice."""


def count_rounds(written: JournalContent) -> PlayedGame:
    """Count from the facts in a game's journal; nothing is replayed.

    Raises:
        ValueError: it keeps no facts, as those of version 0.1, or not those of today.
    """
    try:
        return _count(_list_standing(written))
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError("no facts of today") from error


def _count(standing: Iterable[Mapping[str, Any]]) -> PlayedGame:
    turns, results, is_rolled = dict[int, Any](), list[tuple[Side, str]](), False
    for facts in standing:
        turns[facts["turn"]] = facts
        match facts.get("roll"):
            case [_, result]:
                # The result stays until the round is over; a corrected one counts as corrected.
                results[len(results) - is_rolled :] = [(Side(facts["active"]), result)]
                is_rolled = True
            case _:
                is_rolled = False
    return PlayedGame(
        {side: sum(last[side.value].get("rounds", 0) for last in turns.values()) for side in Side},
        {side: Counter(result for who, result in results if who is side) for side in Side},
    )


def _list_standing(written: JournalContent) -> list[Mapping[str, Any]]:
    """Return the facts of the beginning and after each answer that was not taken back."""
    standing = [read_facts(written.header)]
    for entry in written.entries:
        if entry["request"] == _UNDONE:
            standing.pop()
        else:
            standing.append(read_facts(entry))
    return standing


def write_played(games: "Games", sheet: Sheet, language: Language = IN_ENGLISH) -> dict[str, Json]:
    """Write the rounds that each side took in each game, the one last played first.

    `results` are those of the Method die in the games of `sheet`: of each side how often which.
    Of games that nobody has played a round of, that can't be read, or that are too large, nothing
    is written. `older` is how many games were not looked at.

    Raises:
        JournalError: the folder can't be read now, or another page has it read.
    """
    saved = games.folder.saved()
    if not _one_at_a_time.acquire(blocking=False):
        raise JournalError("Games are being counted for another page: try again in a moment.")
    try:
        counted = [*_count_each(games, saved[:MAX_GAMES])]
    finally:
        _one_at_a_time.release()
    results = {side: Counter[str]() for side in Side}
    for game, played in counted:
        for side in Side if game.sheet == sheet.id else ():
            results[side] += played.results[side]
    return {
        "games": [_write_game(games, game, played, language) for game, played in counted],
        "title": language.write(name_in_full(sheet)),
        "results": [
            _write_results(language.write(sheet.sides[side]), counts, sheet)
            for side, counts in results.items()
            if any(map(len, results.values()))
        ],
        "older": max(len(saved) - MAX_GAMES, 0),
    }


def _count_each(
    games: "Games", saved: Iterable[SavedGame]
) -> Iterator[tuple[SavedGame, PlayedGame]]:
    for game in saved:
        with suppress(JournalError, ValueError):
            played = count_rounds(games.folder.read(game.name, LARGEST_COUNTED))
            if any(played.rounds.values()):
                yield game, played


def _write_game(
    games: "Games", game: SavedGame, played: PlayedGame, language: Language
) -> dict[str, Json]:
    sheet = games.find_sheet(game.sheet)
    names = {side: side.value for side in Side} if sheet is None else sheet.sides
    return {
        "number": game.number,
        "name": game.name_given,
        "title": game.title,
        "sides": [
            {"name": language.write(names[side]), "rounds": rounds}
            for side, rounds in played.rounds.items()
        ],
    }


def _write_results(name: str, counts: Counter[str], sheet: Sheet) -> dict[str, Json]:
    shown: list[Json] = [
        {"name": name_result(result, sheet.words), "count": counts[result.value]}
        for result in DieResult
    ]
    return {"name": name, "results": shown}

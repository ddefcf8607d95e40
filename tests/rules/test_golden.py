"""Every result on every facing, against golden files that the engine had no part in."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.card_display import Display, Facing, Place, Side, Space
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.instructions import FlipCards
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, RollDice
from tests.naive.golden_lines import all_facings
from tests.rules.write_golden import FOLDER, golden_texts

GOLDEN = {
    "paths-of-glory-2022": "pile.txt",
    "paths-of-glory-2018": "pile.txt",
    "standard-2018": "pile.txt",
    "washingtons-war-2022": "open-with-discards.txt",
}

FACES = {"u": Facing.UP, "d": Facing.DOWN}

# Read off the documents by hand; each line must stand in its golden file.
READ_BY_HAND = {
    "pile.txt": [
        # Book, A B or C: the gap is filled with the card drawn, left face-up. So a fresh display
        # looks the same after the round, whichever card was played.
        "uuddd | ABC   | flip C   | A any -> uuddd ; B any -> uuddd ; C any -> uuddd",
        # Book, C D or E: likewise; C itself shows its next card, face-down.
        "uuddd | CDE   | flip CDE | C any -> uuduu ; D any -> uuduu ; E any -> uuduu",
        # Book, A or B and D or E: the gap is filled face-down, though the card played was face-up.
        "uuddd | AB    | flip -   | A any -> duddd ; B any -> udddd",
        "uuddd | DE    | flip DE  | D any -> uuddu ; E any -> uudud",
        # Book, Jolly Roger: C, or the lowest of the others that are face-up.
        "uuddd | JR    | flip C   | A lowest-ops -> uuddd ; B lowest-ops -> uuddd ; C any -> uuddd",
        # No face-up card beside C leaves C as the only choice.
        "ddddd | JR    | flip C   | C any -> ddddd",
        # Book, face-up card for event: the card that fills the gap retains its facing.
        "uuddd | EVENT | flip -   | A event lowest-ops -> duddd ; B event lowest-ops -> udddd",
        # One face-up card: any one face-down card is turned up, be it C. Then C fills the gap
        # face-up, or is played itself.
        "dddud | EVENT | flip C   | C event lowest-ops -> dddud ; D event lowest-ops -> dddud",
        # A card that was seen is never turned back: Mata Hari left C face-up, and A or B, which
        # does not turn C up, still draws it face-up.
        "uuudd | AB    | flip -   | A any -> uuddd ; B any -> uuddd",
    ],
    "open-with-discards.txt": [
        # Washington's War: every gap is filled face-down, whatever was played, and C stays.
        "uuddd | ABC   | flip C   | A any -> duudd ; B any -> ududd ; C any -> uuddd",
        "uuudd | AB    | flip -   | A any -> duudd ; B any -> ududd",
        # The Jolly Roger and EVENT also let an event card be discarded.
        "ddddd | JR    | flip C   | C any -> ddddd",
        "udddd | JR    | flip C   | A lowest-ops discard -> ddudd ; C any -> udddd",
        "uuddd | EVENT | flip -   | A event lowest-ops discard -> duddd"
        " ; B event lowest-ops discard -> udddd",
    ],
}


class Row(NamedTuple):
    """One line of a golden file."""

    facing: str
    result: DieResult
    turned: str
    """The spaces whose cards are turned up, A to E."""
    after: dict[str, tuple[tuple[str, ...], str]]
    """For each card that may be played: its uses, and the facing after the refill."""


def rows(name: str) -> Iterator[Row]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        facing, result, flip, cards = (part.strip() for part in line.split("|"))
        after = {}
        for card in cards.split(" ; "):
            left, then = card.split(" -> ")
            space, *uses = left.split()
            after[space] = (tuple(uses), then)
        turned = flip.removeprefix("flip ").replace("-", "")
        yield Row(facing, DieResult(result), turned, after)


def laid(facing: str) -> Display:
    return Display(tuple((FACES[letter],) for letter in facing))


def shown(display: Display) -> str:
    return "".join(held[0].value[0] for held in display.spaces if held[0] is not None)


def rolled(history: GameHistory, row: Row, side: Side) -> tuple[GameHistory, str]:
    """The game after the roll and the cards turned up, and which cards those were."""
    turned = ""
    history = answer_request(history, RollDice(side, result=row.result)).history
    for act in history.now.instructions:
        assert isinstance(act, FlipCards)
        turned += "".join(map(str, act.cards))
    waiting = row.turned
    while prompt(history.now).stage == "flip":
        assert waiting, "EVENT asks for more cards than it should"
        history = answer_request(history, ChooseOption(waiting[0])).history
        turned, waiting = turned + waiting[0], waiting[1:]
    return history, turned


@pytest.mark.parametrize("name", READ_BY_HAND)
def test_the_golden_files_are_what_the_second_reading_writes(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == golden_texts()[name]


@pytest.mark.parametrize("name", READ_BY_HAND)
def test_the_golden_files_hold_what_was_read_by_hand(name: str) -> None:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    assert [line for line in READ_BY_HAND[name] if line not in lines] == []


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("sheet_id", GOLDEN)
def test_every_result_on_every_facing_turns_offers_and_refills_as_the_golden_file_says(
    sheet_id: str, side: Side
) -> None:
    fresh = begin_game(load_sheet(sheet_id), NewGame(sheet_id))
    checked = 0
    for row in rows(GOLDEN[sheet_id]):
        seat = replace(fresh.now.seats[side], display=laid(row.facing))
        choosing, turned = rolled(replace(fresh, now=fresh.now.with_seat(side, seat)), row, side)
        assert turned == row.turned, row
        now = prompt(choosing.now)
        assert now.stage == "choose"
        assert {o.id: o.uses for o in now.options} == {c: u for c, (u, _) in row.after.items()}, row
        for card, (_, then) in row.after.items():
            playing = answer_request(choosing, ChooseOption(card)).history
            place = Place(Space(card))
            assert playing.now.seats[side].display == choosing.now.seats[side].display.laid(
                place, None
            ), (row, card)
            done = answer_request(playing, ChooseOption("done")).history
            assert shown(done.now.seats[side].display) == then, (row, card)
            assert done.now.seats[side.other] == fresh.now.seats[side.other]
            checked += 1
    assert checked > 500


@pytest.mark.parametrize("name", READ_BY_HAND)
def test_no_round_leads_to_a_facing_that_the_golden_file_lacks(name: str) -> None:
    """Walk from the set-up through every result and choice until no new facing comes."""
    leads_to: dict[str, set[str]] = {}
    for row in rows(name):
        leads_to.setdefault(row.facing, set()).update(then for _, then in row.after.values())
    waiting, reached = ["uuddd"], {"uuddd"}
    while waiting:
        new = leads_to[waiting.pop()] - reached
        waiting.extend(new)
        reached |= new
    unreached = set(all_facings()) - reached
    if name == "pile.txt":
        # C is drawn from, or played, in every round; another card is always left face-up.
        assert unreached == {f for f in all_facings() if f[2] == "u"} | {"ddddd"}
    else:
        # The played card's space is always filled face-down.
        assert unreached == {"uuuuu"}

"""Actions are offered at the moments that the documents name, wherever a game goes."""

from random import Random

import pytest

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game import Choosing, Game, Nominating, Playing, Ready, TurnEnd, Waiting
from cdgdevice.rules.player_actions import TakeAction
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame
from cdgdevice.rules.wants import WantsDone
from tests.examples import count_examples
from tests.rules.walking import Walk
from tests.sheets.moments import MOMENTS, Moment

GAMES = 0.04
"""Random games of each sheet, for each example of a property."""
REQUESTS = 120
"""Requests in each."""
LEADING_ELSEWHERE = frozenset({"undo", "correct", "set-table", "end-game", "end-turn"})
"""They are no part of a round."""

Taken = dict[str, set[Side]]
"""The sides that have taken an action in this round."""


def stage_letter(game: Game) -> str:
    """Name a stage by the letter that the table has for it; `-` for one without actions."""
    led = game.sheet.set_up_list and game.turn == 1
    match game.stage:
        case Waiting(_, course) if led and course.return_to is None:
            return "s"
        case Ready() | Nominating() | Waiting(WantsDone()):
            return "r"
        case Choosing():
            return "c"
        case Playing():
            return "p"
        case TurnEnd():
            return "t"
        case Waiting(_, course) if not isinstance(course.return_to, Waiting):
            return "a"
        case _:
            return "-"


def list_sides(action: str, game: Game) -> set[Side]:
    """List the sides that are offered an action."""
    of = next(each for each in game.sheet.actions if each.id == action)
    owners = {
        "active": {game.active},
        "inactive": {game.active.other},
    }.get(of.who.value, set())
    return {
        side
        for offered in prompt(game).actions
        if offered.id == action
        for side in (set(map(Side, dict(offered.args).get("side", ()))) or owners)
    }


def may_take(action: str, moment: Moment, game: Game, taken: Taken) -> set[Side]:
    """List the sides that may take an action by the table."""
    if stage_letter(game) not in moment.when:
        return set()
    of = next(each for each in game.sheet.actions if each.id == action)
    who = of.who.value if moment.who in ("left", "right") else moment.who
    takers = {
        "active": {game.active},
        "inactive": {game.active.other},
        "either": set(Side),
    }[who]
    if moment.who in ("left", "right"):
        takers &= {Side(moment.who)}
    is_once = moment.once or moment.once_a_deal or moment.till_turn_end
    gone = taken.get(action, set()) if is_once else set()
    if gone and moment.of_both:
        return set()
    return {side for side in takers - gone if all(test(game, side) for test in moment.tests)}


def compare(game: Game, taken: Taken) -> list[str]:
    """Describe every action that is offered at another moment than the table names."""
    waits = {"return-excess"} & {each.id for each in prompt(game).actions}
    wrong = []
    for action, moment in MOMENTS[game.sheet.id].items():
        offered = list_sides(action, game)
        may = may_take(action, moment, game, taken)
        if not offered <= may or (offered != may and not moment.narrower and not waits):
            wrong.append(f"{action}: offered to {offered}, by the table to {may}: {moment.source}")
    return wrong


def test_the_table_has_a_row_for_each_action_of_each_sheet() -> None:
    assert set(MOMENTS) == set(sheet_ids())
    for sheet, rows in MOMENTS.items():
        assert set(rows) == {action.id for action in load_sheet(sheet).actions}
        assert all(moment.source for moment in rows.values())


@pytest.mark.parametrize("sheet", MOMENTS)
def test_actions_are_offered_at_the_moments_of_the_documents_only(sheet: str) -> None:
    of = load_sheet(sheet)
    for number in range(count_examples(GAMES)):
        random = Random(number)
        groups: set[str] = set()
        options = {}
        for each in of.variants:
            options[each.id] = random.random() < 0.4 and each.group not in groups
            groups |= {each.group} if options[each.id] and each.group else set()
        walk = Walk(NewGame(sheet, options=tuple(sorted(options.items()))))
        taken: Taken = {}
        assert compare(walk.history.now, taken) == []
        moves = [random.randrange(100_000) for _ in range(REQUESTS)]
        for before, request in walk.steps(moves, LEADING_ELSEWHERE):
            now = walk.history.now
            if isinstance(request, TakeAction):
                owner = next(each for each in of.actions if each.id == request.action)
                side = request.side or (
                    before.now.active if owner.who.value == "active" else before.now.active.other
                )
                taken.setdefault(request.action, set()).add(side)
            if begins_round(before.now, now):
                dealt = now.turn > before.now.turn and deals_again(before.now)
                turned = now.turn > before.now.turn
                rows = MOMENTS[sheet]
                taken = {
                    action: sides
                    for action, sides in taken.items()
                    if (rows[action].once_a_deal and not dealt)
                    or (rows[action].till_turn_end and not turned)
                }
            assert compare(now, taken) == [], [str(each) for each in walk.taken]


def deals_again(game: Game) -> bool:
    """Return whether all cards are dealt again after this turn: in Caesar after turn 3."""
    return game.sheet.id == "caesar-rome-vs-gaul-2022" and game.turn % 3 == 0


def begins_round(before: Game, now: Game) -> bool:
    """Return whether a round has begun since: what was taken once may be taken again.

    A side that joins the round under way counts rounds, too, that it did not take.
    """
    active = before.active
    rounds = [(game.turn, game.seats[active].rounds_taken) for game in (before, now)]
    return rounds[0] != rounds[1]

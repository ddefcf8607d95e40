"""The second reading notices an engine that has a fixed fault again.

Each fault is put back into one place of the rules; without it the same game goes to its end.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules import actions, card_row, conditions, dealing, engine, forced_cards, turns
from cdgdevice.rules import play as play_module
from cdgdevice.rules import prompt as prompt_module
from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.game import Choosing, Game, Playing
from cdgdevice.rules.guided import list_runner
from cdgdevice.rules.guided.list_memory import ListMemory
from cdgdevice.rules.guided.list_steps import AnyKept, NumberTest
from cdgdevice.rules.interpreter import question_steps, step_runner, table_steps
from cdgdevice.rules.play import apply_choice
from cdgdevice.rules.player_actions import OfferedAction
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.steps import AnyPicked, If, Step
from tests.naive import agreeing
from tests.naive.agreeing import Pair
from tests.naive.asking import Request

NUMBER_TEST_HOLDS = list_runner.number_test_holds
LIST_COMBAT_ACTIONS = actions._list_combat_actions

Fault = tuple[tuple[Any, str, Any], ...]
"""Where something stands, its name, and what stands there with the fault."""
Play = tuple[str, list[int] | None, list[Request]]
"""A sheet with the variants that are on, hand sizes, and what is asked."""


def rolled(result: str, *options: str) -> list[Request]:
    """A roll of the active side, and what is chosen after it."""
    return [{"do": "roll", "result": result}, *chosen(*options)]


def chosen(*options: str) -> list[Request]:
    return [{"do": "choose", "option": option} for option in options]


def nominated(card: str, white: int, coloured: int) -> list[Request]:
    """An impulse of the row family."""
    return [*chosen(card), {"do": "roll", "die": [white, coloured]}]


def act(action: str, **args: str | int) -> Request:
    return {"do": "act", "action": action, **args}


def in_a_crusade(special: str) -> list[Request]:
    """20 Supply, level 3, and the player's turn in which this is said of Special cards."""
    asked = chosen("20"), [{"do": "roll", "die": 3}], chosen("your-turn", special, "end")
    return [*chain(*asked), *chosen("enemy-turn")]


def forget_no_to_specials(lists: ListMemory, test: NumberTest) -> bool:
    """Test numbers, but never that no Special can be played."""
    return test != AnyKept("no-specials") and NUMBER_TEST_HOLDS(lists, test)


def afford_all(lists: ListMemory, test: NumberTest) -> bool:
    """Test numbers, but Supply always lasts for cards of one cost."""
    return getattr(test, "amount", None) == "sum" or NUMBER_TEST_HOLDS(lists, test)


def take_none(game: Game) -> None:
    """Take no die of those that were rolled."""


def leave(game: Game, *_: object) -> Game:
    """Do nothing."""
    return game


def fill_face_down(game: Game, side: Side, gap: Place, *_: object, **__: object) -> Game:
    """Lay a card from the pile face-down, though it was seen on C."""
    display = game.seats[side].display.laid(gap, Facing.DOWN)
    return game.with_seat(side, replace(game.seats[side], display=display))


def keep_gap_for_one_round(game: Game, side: Side, card: Place) -> Game:
    """Close the gap of a discard with the round in which it came."""
    seat = game.seats[side]
    return game.with_seat(side, seat.with_row(kept_gaps=(*seat.row.kept_gaps, (card.space, 1))))


def always(*_: object) -> bool:
    return True


def ask_no_occasion(steps: tuple[Step, ...]) -> Step:
    """Take the steps again without a question."""
    return If(AnyPicked(picked=False), steps, steps)


def offer_combat_cards_early(game: Game) -> tuple[OfferedAction, ...]:
    """Offer them as soon as the round's roll is made."""
    early = replace(game, stage=Playing(Place(Space.C)))
    return LIST_COMBAT_ACTIONS(early if isinstance(game.stage, Choosing) else game)


def list_all_that_may_roll(game: Game) -> tuple[Side, ...]:
    """Let the other side roll, whatever the active one owes."""
    return tuple(side for side in Side if forced_cards._may_roll(game, side))


def keep_no_card(_: Game, __: Side) -> tuple[Place, ...]:
    """Let every face-up card be played beside the round's."""
    return ()


def siege_guns_for_either(sheet: str) -> Sheet:
    """Read a sheet with an action of one side as either's."""
    of = load_sheet(sheet)
    return replace(of, actions=tuple(replace(each, only=None) for each in of.actions))


FIXED: dict[str, tuple[Fault, Play]] = {
    "a combat gap takes the card that the roll turned up": (
        ((dealing, "fill_own_gap_first", leave),),
        (
            "paths-of-glory-2018",
            None,
            [
                *rolled("ABC", "C"),
                act("combat-card", side="left", card="B"),
                act("combat-over"),
                *chosen("done"),
                *rolled("ABC", "A"),
                act("combat-card", side="right", card="B"),
                act("combat-over"),
                *chosen("done"),
            ],
        ),
    ),
    "a mandatory card is played in combat": (
        (
            (actions, "list_cards_kept_for_rounds", keep_no_card),
            (question_steps, "list_cards_kept_for_rounds", keep_no_card),
        ),
        (
            "1866-2018",
            None,
            [act("mark", side="left", card="B", **{"as": "mandatory"}), *rolled("DE", "D")],
        ),
    ),
    "a card that was seen is turned back": (
        ((dealing, "fill_gap", fill_face_down),),
        ("paths-of-glory-2022", None, rolled("ABC", "A", "done")),
    ),
    "the gap of a discard closes too early": (
        ((card_row, "keep_gap", keep_gap_for_one_round),),
        (
            "twilight-struggle-five-card",
            None,
            [
                *chosen("left-event", "right-event", "next"),
                *nominated("C", 1, 2),
                act("discard-stays", side="left", card="D"),
                *chosen("done"),
                *nominated("C", 1, 2),
                *chosen("done"),
                *nominated("E", 1, 2),
                *chosen("done"),
            ],
        ),
    ),
    "cards that are dealt are not taken off the draw deck": (
        ((engine, "_count_draws", leave),),
        (
            "twilight-struggle-five-card",
            None,
            [
                *chosen("left-event", "right-event", "next"),
                act("deck-counted"),
                *chosen("20"),
                *nominated("C", 1, 2),
                *chosen("done"),
            ],
        ),
    ),
    "cards that join the draw deck leave its number as it was": (
        ((turns, "_change_number", leave),),
        (
            "twilight-struggle-five-card",
            None,
            [
                *chosen("left-event", "right-event", "next"),
                act("deck-counted"),
                *chosen("60"),
                act("defcon"),
                *chosen("5"),
                *[
                    answer
                    for _ in range(3)
                    for answer in (
                        act("end-turn"),
                        *chosen("next-turn", "left-event", "right-event", "next"),
                    )
                ],
            ],
        ),
    ),
    "DEFCON does not rise as a turn ends": (
        ((turns, "_change_number", leave),),
        (
            "twilight-struggle-five-card",
            None,
            [
                *chosen("left-event", "right-event", "next"),
                act("defcon"),
                *chosen("3"),
                act("end-turn"),
            ],
        ),
    ),
    "doubled spaces are relieved from A on": (
        (
            (dealing, "_RELIEF_ORDER", (Space.A, Space.B, Space.D, Space.E)),
            (dealing, "SPACES_DOUBLED_BY_DIFFERENCE", ((), (Space.D,), (Space.A, Space.D))),
        ),
        ("standard-2018", [9, 7], [act("hand-size", side="left", of=8)]),
    ),
    "an exhausted pile leaves all chits": (
        ((table_steps, "set_chits", leave),),
        ("paths-of-glory-2022", None, [act("pile-empty", side="left")]),
    ),
    "the row does not move": (
        ((card_row, "move_conveyor", leave),),
        ("paths-of-glory-2016", None, [*nominated("C", 1, 2), *chosen("done")]),
    ),
    "a mandatory card keeps no chit": (
        ((Game, "mandatory_cards", lambda *_: ()),),
        (
            "standard-2018",
            [1, 1],
            [act("mark", side="left", card="A", **{"as": "mandatory"})],
        ),
    ),
    "at Tedorigawa doing nothing means that three are across": (
        ((play_module, "cards_by_side", lambda *_: {}),),
        (
            "commands-and-colors-samurai-2022 tedorigawa",
            None,
            rolled("AB", "A1", "no", "done"),
        ),
    ),
    "no card is asked about before the last chit": (
        ((prompt_module, "list_perhaps_mandatory", lambda _: ()),),
        ("standard-2018", [2, 2], []),
    ),
    "a slot that is not refilled is not ordered so": (
        ((dealing, "_leave_gap", leave),),
        ("paths-of-glory-2022", None, [act("pile-empty", side="left"), *rolled("AB", "A", "done")]),
    ),
    "with the deck gone a Surprise card draws nothing": (
        ((dealing, "list_draws_due", lambda _: ()),),
        (
            "caesar-rome-vs-gaul-2022",
            None,
            [
                *[act("end-turn"), *chosen("next-turn")] * 2,
                act("pile-empty"),
                *rolled("AB", "A"),
                act("surprise", card="B"),
                *chosen("done"),
                {"do": "roll", "die": 4},
            ],
        ),
    ),
    "Winter Campaign breaks in twice": (
        ((conditions.OnceADeal, "holds", always),),
        ("caesar-rome-vs-gaul-2022", None, [act("winter-campaign", side="left", card="A")]),
    ),
    "#24 is played by one side and then by the other": (
        ((conditions.OnlyCard, "holds", always),),
        (
            "caesar-rome-vs-gaul-2022",
            None,
            [
                *rolled("AB", "A"),
                act("own-reaction", card="B"),
                *chosen("done"),
                *rolled("AB", "A"),
            ],
        ),
    ),
    "a way out of turn is taken by the side whose round it is": (
        ((engine, "apply_choice", lambda game, way, _: apply_choice(game, way, game.active)),),
        (
            "empire-of-the-sun-2018",
            None,
            [
                act("get-pass", side="left"),
                act("get-pass", side="right"),
                {"do": "choose", "option": "pass", "side": "right"},
            ],
        ),
    ),
    "chits stay turned when a turn begins": (
        ((turns, "_restore_seat", leave),),
        (
            "standard-2018",
            [2, 2],
            [*rolled("AB", "A", "done"), act("end-turn"), *chosen("next-turn")],
        ),
    ),
    "combat cards are offered before the round's card is chosen": (
        ((actions, "_list_combat_actions", offer_combat_cards_early),),
        ("paths-of-glory-2022", None, rolled("ABC")),
    ),
    "Mata Hari is played again": (
        ((conditions.OnceADeal, "holds", always), (conditions.OtherHasHidden, "holds", always)),
        ("paths-of-glory-2022", None, [*rolled("AB", "A"), act("reveal-display")]),
    ),
    "Mata Hari is played in a 1-Ops round": (
        ((conditions.RolledFor, "holds", always),),
        ("paths-of-glory-2022", None, chosen("one-ops")),
    ),
    "Siege Guns are played by the Confederates": (
        ((agreeing, "shelved", siege_guns_for_either),),
        ("for-the-people-2022", None, rolled("AB", "A")),
    ),
    "a reaction that failed is rolled again": (
        ((play_module, "_ask_occasion", ask_no_occasion),),
        (
            "caesar-rome-vs-gaul-2022",
            None,
            [
                *rolled("AB", "A"),
                act("reaction"),
                *chosen("A", "enough"),
                {"do": "roll", "die": 3},
                act("reaction"),
            ],
        ),
    ),
    "a card is exchanged for a discard that was shuffled": (
        ((conditions.OtherHasPlayed, "holds", always),),
        (
            "washingtons-war-2022",
            None,
            [*rolled("AB", "A", "done"), act("reshuffle"), *rolled("DE")],
        ),
    ),
    "the one Surrender! is offered again in its season": (
        ((conditions.NotOrdered, "holds", always),),
        ("wilderness-war-2018", None, [*rolled("AB", "A"), act("surrender")]),
    ),
    "a pass is offered to a side that has none": (
        ((conditions.Holds, "holds", always),),
        ("empire-of-the-sun-2018", None, []),
    ),
    "the other side rolls out of turn while 1-Ops is owed": (
        ((prompt_module, "list_rollers", list_all_that_may_roll),),
        (
            "paths-of-glory-2022",
            None,
            [
                act("pile-empty", side="left"),
                *rolled("DE", "D"),
                *(act("combat-card", side="left", card=card) for card in "AB"),
                *chosen("done", "one-ops", "done"),
                *rolled("DE", "E", "done"),
                *chosen("one-ops", "done"),
            ],
        ),
    ),
    "a No to Special cards is asked for again in the next phase": (
        ((list_runner, "number_test_holds", forget_no_to_specials),),
        ("last-crusade", None, [*in_a_crusade("none"), *chosen("yes")]),
    ),
    "dice that were rolled together are asked for again": (
        ((step_runner, "_take_rolled_die", take_none),),
        (
            "last-crusade",
            None,
            [
                *in_a_crusade("none"),
                *chosen("yes", "none", "no", "no", "2", "0"),
                {"do": "roll", "die": [1, 1]},
            ],
        ),
    ),
    "all cards of one cost come though Supply lasts for one": (
        ((list_runner, "number_test_holds", afford_all),),
        (
            "last-crusade",
            None,
            [*in_a_crusade("none"), *chosen("yes", "none", "no", "units", "3", "9")],
        ),
    ),
}


def played(play: Play, requests: Sequence[Request] | None = None) -> Pair:
    named, hands, asked = play
    sheet, *variants = named.split()
    pair = Pair(sheet, dict.fromkeys(variants, True), hands)
    for request in asked if requests is None else requests:
        pair.take(request)
    return pair


@pytest.mark.parametrize("fault", FIXED)
def test_a_fixed_fault_that_is_back_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    places, play = FIXED[fault]
    played(play)
    for place, name, faulty in places:
        monkeypatch.setattr(place, name, faulty)
    with pytest.raises(pytest.fail.Exception):
        played(play)

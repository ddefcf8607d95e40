"""Paths of Glory in its three methods, and Illusions of Glory."""

import pytest

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.game import SettingUp
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.instructions import TellPlayer
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, NotAllowedError
from cdgdevice.rules.texts.words import describe_for_both
from tests.rules.playing import actions, asked, chits, lies, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, rounds, said, tries

BOOK, FATE, TWO_DICE = "paths-of-glory-2018", "paths-of-glory-2022", "paths-of-glory-2016"
ILLUSIONS = "illusions-of-glory-2022"


@tries((BOOK, FATE), "guns-of-august")
def test_guns_of_august_lies_on_the_pile_and_is_the_first_round(sheet_id: str) -> None:
    game = new(sheet_id, guns_of_august=True)
    assert lies(game, LEFT) == "uuudd"
    with pytest.raises(NotAllowedError, match="can't roll now"):
        play(game, "roll AB")
    game = play(game, "choose guns-of-august", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT), game.now.active) == ("uuddd", (6, 7), RIGHT)


@tries((BOOK, FATE, ILLUSIONS), "one-ops")
def test_a_side_takes_six_rounds_and_1_ops_when_its_chits_are_gone(sheet_id: str) -> None:
    game = new(sheet_id)
    first, other = game.now.active, game.now.active.other
    # A combat card in the first round: one card is over for it.
    game = play(game, "roll ABC", "choose C", f"combat-card {first.value} A", "choose done")
    game = play(game, "choose one-ops", f"combat-card {first.value} B", "choose done")
    for _ in range(4):
        game = play(game, "roll AB", "choose A", "choose done", "choose one-ops", "choose done")
    assert chits(game, first) == (0, 7)
    assert options(game) == ["one-ops"]
    game = play(game, "choose one-ops", "choose done", "choose one-ops", "choose done")
    assert asks(game).startswith("Turn 1 is over")
    assert chits(game, other) == (7, 7)


@tries((BOOK, FATE), "reveal-display")
def test_mata_hari_turns_the_whole_other_display_up(sheet_id: str) -> None:
    game = play(new(sheet_id), "roll AB", "choose A", "reveal-display")
    assert lies(game, RIGHT) == "uuuuu"
    assert "reveal-display" not in actions(game)
    game = play(game, "choose done", "roll AB", "choose A", "choose done")
    # The card seen on C moves into the gap as it lies.
    assert lies(game, RIGHT) == "uuduu"


@pytest.mark.parametrize("sheet_id", [BOOK, FATE])
def test_mata_hari_is_not_offered_in_1_ops_nor_with_nothing_hidden(sheet_id: str) -> None:
    assert "reveal-display" not in actions(play(new(sheet_id), "choose one-ops"))
    game = new(sheet_id)
    for card in "CDE":
        put = {"action": "set-table", "side": "right", "card": card, "facing": "up"}
        game = asked(game, "act", **put).history
    assert "reveal-display" not in actions(play(game, "roll AB", "choose A"))


@tries(BOOK, "nominated-combat", "combat-nomination")
def test_combat_by_the_die_takes_the_place_of_combat_cards() -> None:
    game = play(new(BOOK, nominated_combat=True), "roll DE", "choose D")
    assert not any(action.startswith("combat ") for action in actions(game))
    game = play(game, "combat-nomination", "choose enough", "choose A", "choose enough", "roll AB")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("-uudd", (6, 7))


@tries(BOOK, "pile-empty", "reshuffle")
def test_in_the_book_s_method_an_empty_pile_leaves_gaps_until_it_is_shuffled() -> None:
    game = play(new(BOOK), "pile-empty left", "roll AB", "choose A", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("-u-dd", (6, 7))
    assert lies(play(game, "reshuffle left"), LEFT) == "duddd"


@tries(BOOK, "pile-empty", "one-ops-after-all")
def test_in_the_book_s_method_a_result_without_cards_is_a_1_ops_activation() -> None:
    game = play(new(BOOK), "pile-empty left")
    for card in "AB":
        game = play(game, "roll AB", f"choose {card}", "choose done", "choose one-ops")
        game = play(game, "choose done")
    game = play(game, "roll AB")
    assert asks(game) == "Nothing to play: 1-Ops."
    assert options(game) == ["one-ops-after-all"]
    game = play(game, "choose one-ops-after-all", "choose done")
    assert (chits(game, LEFT), game.now.active) == ((5, 7), RIGHT)


@tries((FATE, ILLUSIONS), "pile-empty", "automatic-ops")
def test_an_empty_pile_leaves_gaps_and_four_chits_and_at_last_automatic_ops(sheet_id: str) -> None:
    game = new(sheet_id)
    first = game.now.active
    game = play(game, f"pile-empty {first.value}")
    assert (lies(game, first), chits(game, first)) == ("uu-dd", (4, 7))
    for card in "AB":
        game = play(game, "roll AB", f"choose {card}", "choose done")
        game = play(game, "choose one-ops", "choose done")
    assert lies(game, first) == "---dd"
    game = play(game, "roll AB")
    assert options(game) == ["automatic-ops"]
    game = play(game, "choose automatic-ops", "choose done")
    assert (chits(game, first), game.now.active) == ((2, 7), first.other)


@tries((FATE, ILLUSIONS), "pile-empty")
def test_an_empty_pile_leaves_four_cards_after_the_one_that_is_being_played(sheet_id: str) -> None:
    game = new(sheet_id)
    first = game.now.active
    game = play(game, "roll AB", "choose A", f"pile-empty {first.value}")
    assert chits(game, first) == (5, 7)
    assert chits(play(game, "choose done"), first) == (4, 7)
    other = play(new(sheet_id), "roll AB", "choose A", f"pile-empty {first.other.value}")
    assert chits(other, first.other) == (4, 7)


@tries((FATE, ILLUSIONS), "pile-empty", "reshuffle")
def test_a_turn_that_begins_with_an_empty_deck_leaves_four_cards(sheet_id: str) -> None:
    game = new(sheet_id)
    first = game.now.active
    game = play(game, f"pile-empty {first.value}")
    for _ in range(6):
        game = play(game, "choose one-ops", "choose done", "choose one-ops", "choose done")
    shuffled = play(game, f"reshuffle {first.value}", "choose next-turn")
    assert chits(shuffled, first) == (7, 7)
    game = play(game, "choose next-turn")
    assert (chits(game, first), chits(game, first.other)) == ((4, 7), (7, 7))


@tries((FATE, ILLUSIONS), "last-card-on-c")
def test_the_pile_s_last_card_on_c_stays_and_fills_the_next_gap(sheet_id: str) -> None:
    game = new(sheet_id)
    first = game.now.active
    game = play(game, f"last-card-on-c {first.value}")
    assert (lies(game, first), chits(game, first)) == ("uuddd", (4, 7))
    game = play(game, "roll AB", "choose A", "choose done")
    assert lies(game, first) == "du-dd"


@tries((FATE, ILLUSIONS), "no-card-left")
def test_a_refill_that_finds_no_card_leaves_its_gap_and_c_empty_and_four_cards(
    sheet_id: str,
) -> None:
    game = new(sheet_id)
    first = game.now.active
    game = play(game, "roll AB", "choose B", f"combat-card {first.value} A", "choose done")
    assert "Fill A and B from C" in said(game)
    only_a = play(game, f"no-card-left {first.value} B")
    assert (lies(only_a, first), chits(only_a, first)) == ("d--dd", (4, 7))
    orders = " ".join(describe_for_both(only_a.orders.every, only_a.now.sheet.sides))
    assert "Fill A from C" in orders
    assert not any("no-card" in each for each in actions(play(game, f"reshuffle {first.value}")))
    both = play(game, f"no-card-left {first.value} C")
    assert lies(both, first) == "dd-dd"


@tries((FATE, ILLUSIONS), "reshuffle")
def test_at_the_turn_s_end_only_a_side_without_a_deck_is_told_to_reshuffle(sheet_id: str) -> None:
    game = new(sheet_id)
    first = game.now.active
    name = game.now.sheet.sides[first]
    assert "draw deck is empty" not in said(play(game, "end-turn"))
    empty = play(game, f"pile-empty {first.value}", "end-turn")
    assert said(empty).endswith("The draw deck is empty: take Reshuffle.")
    assert name not in said(empty)
    assert lies(play(empty, f"reshuffle {first.value}"), first) == "uuddd"


@tries((FATE, ILLUSIONS), "status-reshuffle")
def test_a_display_set_up_again_has_the_draw_deck_on_c_and_no_card_of_its_own_there(
    sheet_id: str,
) -> None:
    game = play(new(sheet_id), "end-turn", "status-reshuffle left")
    assert "Place your draw deck on C, face-down." in said(game)
    assert "C, D and E" not in said(game)


def test_the_central_powers_are_told_when_their_4_ops_card_can_be_used_no_more() -> None:
    over = "The 4-Ops card can't be used any more."
    assert over in said(play(new(ILLUSIONS), "end-turn"))
    game = rounds(new(ILLUSIONS), 2)
    assert "Place the 4-Ops card in A" in said(game)
    assert over not in said(play(game, "end-turn"))


@tries((FATE, ILLUSIONS), "reshuffle", "status-reshuffle")
def test_orders_of_a_reshuffle_stay_whole_when_the_other_side_shuffles_too(sheet_id: str) -> None:
    game = new(sheet_id)
    first = game.now.active
    game = play(
        game, "end-turn", f"reshuffle {first.value}", f"status-reshuffle {first.other.value}"
    )
    told = describe_for_both(game.orders.every, game.now.sheet.sides)
    shuffled, filled = (
        next(n for n, each in enumerate(told) if text in each)
        for text in ("Shuffle the discards", "Fill D and E")
    )
    assert shuffled < filled
    again = play(game, f"status-reshuffle {first.value}")
    told = " ".join(describe_for_both(again.orders.every, again.now.sheet.sides))
    assert "Shuffle the discards" not in told
    assert "Shuffle all with the new cards" in told


def test_where_the_shuffled_deck_lies_on_c_no_next_card_is_laid_there() -> None:
    game = play(new(FATE), "pile-empty left", "reshuffle left")
    assert lies(game, LEFT) == "uuddd"
    assert "Shuffle the discards into the deck. Place the deck on C, face-down." in said(game)


@tries((FATE, ILLUSIONS), "reshuffle", "status-reshuffle")
def test_a_reshuffle_takes_face_down_cards_and_war_status_the_whole_display(sheet_id: str) -> None:
    game = new(sheet_id)
    first = game.now.active
    game = play(game, "roll DE", "choose D", "choose done", f"reshuffle {first.value}")
    assert lies(game, first) == "uuddu"
    assert "Shuffle the discards into the deck" in said(game)
    game = play(game, f"status-reshuffle {first.value}")
    assert lies(game, first) == "uuddd"


@tries(FATE, "eight-cards")
def test_hands_of_eight_leave_two_cards_beside_the_six_rounds() -> None:
    game = new(FATE, eight_cards=True)
    assert (chits(game, LEFT), chits(game, RIGHT)) == ((8, 8), (8, 8))
    game = rounds(game, 12)
    assert (asks(game), chits(game, LEFT)) == (
        "Turn 1 is over: you may discard up to 1 combat card.",
        (2, 8),
    )


def test_both_cards_are_set_aside_and_the_decks_shuffled_before_anything_is_dealt() -> None:
    told = said(new(ILLUSIONS))
    powers, allies, deal = (
        told.index(sentence)
        for sentence in (
            "Central Powers: Pick a 4-Ops Mobilization card, and set it aside, face-up. "
            "Central Powers: Or shuffle, and set aside the first 4-Ops card you draw. "
            "Central Powers: Shuffle",
            "Allied Powers: Set Drive On East Prussia #1 or Galicia Offensive #7 aside. "
            "Allied Powers: Shuffle",
            "Deal",
        )
    )
    assert powers < allies < deal


def test_the_4_ops_card_is_ordered_to_stay_aside_while_it_waits_for_a_slot() -> None:
    game = play(new(ILLUSIONS), "choose one-ops", "choose done")
    game = play(game, "roll JR", "choose C", "choose done")
    assert "Central Powers: Leave the 4-Ops card aside." in said(game)
    filled = play(game, "choose one-ops", "choose done", "roll AB", "choose A", "choose done")
    assert "4-Ops card" in said(filled)
    assert "aside" not in said(filled)


@tries((BOOK, FATE, ILLUSIONS), "pile-empty")
def test_a_slot_whose_card_the_empty_pile_does_not_replace_is_ordered_to_stay_empty(
    sheet_id: str,
) -> None:
    game = new(sheet_id)
    first = game.now.active
    game = play(game, f"pile-empty {first.value}", "roll AB", "choose A", "choose done")
    assert "Leave A empty." in said(game)
    later = play(game, "roll AB", "choose A", "choose done", "roll AB", "choose B", "choose done")
    assert "Leave B empty." in said(later)
    assert "Leave A" not in said(later)


@tries(ILLUSIONS, "set-aside")
def test_the_allies_may_play_the_card_set_aside_once_in_the_first_two_turns() -> None:
    game = new(ILLUSIONS)
    assert options(game) == ["set-aside", "one-ops"]
    played = play(game, "choose set-aside", "choose done")
    assert chits(played, RIGHT) == (6, 7)
    assert options(rounds(played, 1)) == ["one-ops"]
    later = play(game, "end-turn", "choose next-turn")
    assert "set-aside" in options(later)
    later = play(later, "end-turn")
    assert "leaves the game" in said(later)
    assert options(play(later, "choose next-turn")) == ["one-ops"]


def test_the_4_ops_card_fills_the_first_gap_of_the_central_powers_but_on_c() -> None:
    game = play(new(ILLUSIONS), "roll AB", "choose A", "choose done")
    game = play(game, "roll JR", "choose C", "choose done")
    assert lies(game, LEFT) == "uuddd"
    game = play(game, "roll AB", "choose A", "choose done", "roll DE", "choose D", "choose done")
    assert "Place the 4-Ops card in D, face-up." in said(game)
    assert lies(game, LEFT) == "uuduu"
    game = play(game, "roll AB", "choose A", "choose done", "roll AB", "choose A", "choose done")
    assert lies(game, LEFT) == "duduu"


def test_in_turn_2_the_4_ops_card_fills_nothing() -> None:
    game = play(new(ILLUSIONS), "end-turn", "choose next-turn", "roll left AB", "choose A")
    assert lies(play(game, "choose done"), LEFT) == "duddd"


@tries(TWO_DICE, "guns-of-august")
def test_with_two_dice_guns_of_august_needs_no_throw() -> None:
    game = new(TWO_DICE)
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("uuuuu", "ddddd")
    game = play(game, "choose guns-of-august", "choose C", "choose done")
    # E leaves, the others slide, and two cards come face-down.
    assert (lies(game, LEFT), chits(game, LEFT)) == ("dduuu", (6, 7))
    assert "guns-of-august" not in options(play(game, "choose one-ops", "choose done"))


def test_with_two_dice_guns_of_august_is_out_of_the_deck_before_that_is_shuffled() -> None:
    game = begin_game(load_sheet(TWO_DICE), NewGame(TWO_DICE, set_up=True))
    told = []
    while isinstance(game.now.stage, SettingUp):
        told.append(said(game))
        game = play(game, "choose next")
    out, shuffled, mixed = (
        next(n for n, text in enumerate(told) if words in text)
        for words in ("Take #1 Guns of August out", "Shuffle each side", "top four cards")
    )
    assert out < shuffled < mixed


def test_with_two_dice_cards_go_to_the_played_pile_and_none_is_discarded() -> None:
    game = play(new(TWO_DICE), "choose one-ops", "choose done")
    assert "Slide E to Played Pile." in said(game)
    ended = said(play(game, "end-turn"))
    assert "Skip the Draw Strategy Cards Phase." in ended
    assert "Discard" not in said(game) + ended


@tries(TWO_DICE, "one-ops")
def test_with_two_dice_1_ops_turns_no_cube_and_e_still_leaves() -> None:
    game = play(new(TWO_DICE), "choose one-ops", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("duuuu", (7, 7))
    assert lies(game, RIGHT) == "uuuuu"


def test_with_two_dice_a_card_is_hit_missed_or_named_by_doubles() -> None:
    nominated = play(new(TWO_DICE), "choose B")
    leaves = "* events leave the game."
    hit, missed = play(nominated, "roll 4 1"), play(nominated, "roll 5 1")
    assert asks(hit) == f"White 4: play B, any purpose, then done. {leaves}"
    assert asks(missed) == f"Coloured 1: play A, any purpose, then done. {leaves}"
    pile = asks(play(nominated, "roll 5 6"))
    assert pile == f"Coloured 6: play the top card, any purpose, then done. {leaves}"
    doubles = play(nominated, "roll 4 4")
    exception = "A combat card, or an event that can't take place: any other purpose."
    assert asks(doubles) == f"Doubles: play D as event, then done. {leaves} {exception}"
    assert exception not in asks(hit) + asks(missed)


def test_with_two_dice_e_is_likeliest_to_be_played_and_then_b_and_d() -> None:
    game = new(TWO_DICE)
    plays = {card: asks(play(game, f"choose {card}")) for card in "ABCDE"}
    assert plays == {
        card: f"Roll: {card} on 1-{high}."
        for card, high in zip("ABCDE", (3, 4, 3, 4, 5), strict=True)
    }


@tries(TWO_DICE, "combat-attack", "combat-defence")
def test_with_two_dice_the_attacker_plays_a_combat_card_and_the_defender_rolls_for_each() -> None:
    game = play(new(TWO_DICE), "choose C", "roll 1 2", "combat-attack A")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("-u-uu", (6, 7))
    assert said(game) == "Play A. Cubes: 6 of 7 left."
    assert asks(play(game, "combat-attack B")) == "Another occasion?"
    game = play(game, "combat-defence")
    assert lies(game, RIGHT) == "uuuuu"
    game = play(game, "choose A", "choose C", "choose E", "choose enough")
    assert asks(game).endswith("A played? Roll 1-3.")
    game = play(game, "roll 4", "roll 3")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("uu-uu", (6, 7))
    game = play(game, "choose done")
    assert chits(game, LEFT) == (5, 7)


@tries(TWO_DICE, "no-card-left")
def test_with_two_dice_an_empty_draw_pile_is_the_played_pile_shuffled() -> None:
    game = play(new(TWO_DICE), "choose C", "roll 1 2", "choose done", "no-card-left left")
    assert said(game).endswith("Shuffle the Played Pile into a new Draw Pile. Deal on.")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("dduuu", (6, 7))


@tries(BOOK, "no-card-left")
def test_in_the_book_s_method_a_refill_that_finds_no_card_leaves_c_empty() -> None:
    game = play(new(BOOK), "roll AB", "choose A", "choose done", "no-card-left left C")
    assert lies(game, LEFT) == "du-dd"
    assert said(play(game, "end-turn")).endswith("The draw pile is empty: take Reshuffle.")


def may_keep(game: GameHistory) -> list[tuple[str, str]]:
    """The sides and slots whose combat card may be kept now."""
    offered = (each for each in prompt(game.now).actions if each.id == "keep-combat")
    args = (dict(each.args) for each in offered)
    return [(str(s), str(c)) for each in args for s in each["side"] for c in each["card"]]


def restored(game: GameHistory) -> str:
    """What is to be put back by hand when the last answer is taken back."""
    sheet = game.now.sheet
    return " ".join(describe_for_both(asked(game, "undo").restore, sheet.sides, words=sheet.words))


@tries((FATE, ILLUSIONS), "keep-combat", "use-kept", "discard-kept")
def test_a_kept_combat_card_is_used_uncounted_and_its_slot_waits_until_it_is_lost(
    sheet_id: str,
) -> None:
    game = new(sheet_id)
    side, other = game.now.active, game.now.active.other
    game = play(game, "roll DE", "choose D")
    assert not {"keep-combat", "use-kept", "discard-kept"} & set(actions(game))
    game = play(game, f"combat-card {side.value} A", f"combat-card {side.value} B")
    assert may_keep(game) == [(side.value, "A"), (side.value, "B")]
    game = play(game, f"keep-combat {side.value} A")
    assert "Place the combat card beside the display. Leave A empty." in said(game)
    assert may_keep(game) == [(side.value, "B")]
    game = play(game, "combat-over")
    assert lies(game, side)[:2] == "-d"
    game = play(game, "choose done")
    assert chits(game, side) == (4, 7)
    # The other side's round: the kept card defends.
    game = play(game, "roll AB", "choose A", f"use-kept {side.value}")
    assert chits(game, side) == (4, 7)
    with pytest.raises(NotAllowedError):
        play(game, f"use-kept {other.value}")
    assert lies(play(game, "choose done"), side)[0] == "-"
    lost = play(game, f"discard-kept {side.value}")
    assert not {"use-kept", "discard-kept"} & set(actions(lost))
    assert lies(play(lost, "choose done"), side)[0] == "d"
    assert lies(play(lost, "combat-over"), side)[0] == "d"


@tries((FATE, ILLUSIONS), "keep-combat", "reshuffle")
def test_kept_combat_cards_go_when_the_turn_ends_and_their_slots_are_filled(sheet_id: str) -> None:
    game = new(sheet_id)
    side = game.now.active.value
    game = play(game, "roll DE", "choose D", f"combat-card {side} A", f"keep-combat {side} A")
    game = play(game, "choose done")
    # A shuffle in mid-turn deals into no slot that waits.
    assert lies(play(game, f"reshuffle {side}"), LEFT if side == "left" else RIGHT)[0] == "-"
    game = play(game, "end-turn")
    assert "Discard every kept combat card." in said(game)
    game = play(game, "choose next-turn")
    assert lies(game, LEFT if side == "left" else RIGHT)[0] == "d"
    begun = play(game, "roll DE", "choose D")
    assert not {"use-kept", "discard-kept"} & set(actions(begun))
    assert "kept combat" not in said(play(begun, "choose done", "end-turn"))


@tries((FATE, ILLUSIONS), "keep-combat")
def test_the_turn_s_end_names_the_rule_of_kept_combat_cards_and_an_undo_brings_them_back(
    sheet_id: str,
) -> None:
    game = new(sheet_id)
    side = game.now.active.value
    game = play(game, "roll DE", "choose D", f"combat-card {side} A", f"keep-combat {side} A")
    game = play(game, "choose done", "end-turn")
    told = [act for act in game.now.instructions if isinstance(act, TellPlayer)]
    assert ("Discard every kept combat card.", "Combat cards") in [(t.text, t.note) for t in told]
    assert "Place what was beside the display there again." in restored(game)


@tries(FATE, "keep-combat", "discard-kept")
def test_of_two_kept_combat_cards_the_lost_one_is_asked_for_and_c_is_the_deck() -> None:
    game = play(new(FATE), "roll ABC", "choose A", "combat-card left C", "keep-combat left C")
    # The next card of the deck lies on C at once.
    assert lies(game, LEFT) == "-uddd"
    game = play(game, "combat-card left B", "keep-combat left B", "choose done")
    assert lies(game, LEFT) == "d-ddd"
    game = play(game, "choose one-ops", "choose done", "roll DE", "choose D", "discard-kept left")
    assert (asks(game), options(game)) == ("From which slot is it?", ["B", "C"])
    assert lies(play(game, "choose C", "choose done"), LEFT)[1] == "-"
    assert lies(play(game, "choose B", "choose done"), LEFT)[1] == "d"


@tries((FATE, ILLUSIONS), "keep-combat", "discard-kept", "status-reshuffle")
def test_kept_combat_cards_go_with_their_display_when_it_is_set_up_again(sheet_id: str) -> None:
    game = new(sheet_id)
    side, die = game.now.active.value, "roll DE"
    game = play(game, die, "choose D", f"combat-card {side} A", f"keep-combat {side} A")
    game = play(game, "choose done")
    again = play(game, f"status-reshuffle {side}")
    assert "Kept combat card: discard the one from A." in said(again)
    assert "Place what was beside the display there again." in restored(again)
    again = play(again, "choose one-ops", "choose done", die, "choose D")
    assert "discard-kept" not in actions(again)
    again = play(again, f"combat-card {side} B", f"keep-combat {side} B", f"discard-kept {side}")
    assert "discard-kept" not in actions(again)
    assert lies(play(again, "combat-over"), Side(side))[1] == "d"
    # At the turn's end the order stands already.
    ended = play(game, "end-turn", f"status-reshuffle {side}")
    assert "the one from A" not in said(ended)
    assert not ended.now.seats[Side(side)].beside_cards


@tries((FATE, ILLUSIONS), "keep-combat", "discard-kept")
def test_a_kept_combat_card_goes_when_its_slot_is_put_right_and_c_s_stays(sheet_id: str) -> None:
    game = new(sheet_id)
    side = game.now.active.value
    game = play(game, "roll CDE", "choose D")
    for slot in "ABC":
        game = play(game, f"combat-card {side} {slot}", f"keep-combat {side} {slot}")
    right = {"action": "set-table", "side": side, "card": "A", "facing": "down"}
    game = asked(game, "act", **right).history
    assert said(game) == "Kept combat card: discard the one from A."
    assert "Place what was beside the display there again." in restored(game)
    for facing in ("empty", "down"):
        right = {"action": "set-table", "side": side, "card": "C", "facing": facing}
        game = asked(game, "act", **right).history
    game = play(game, f"discard-kept {side}")
    assert (asks(game), options(game)) == ("From which slot is it?", ["B", "C"])
    assert lies(play(game, "choose B", "choose done"), Side(side))[1] != "-"


@tries((FATE, ILLUSIONS), "keep-combat")
def test_a_card_played_from_c_leaves_a_gap_though_one_from_c_is_kept(sheet_id: str) -> None:
    game = new(sheet_id)
    side, die = game.now.active.value, "roll ABC"
    game = play(game, die, "choose A", f"combat-card {side} C", f"keep-combat {side} C")
    assert "combat-over" not in actions(game)
    game = play(game, "choose done", "choose one-ops", "choose done", die, "choose B")
    assert "combat-over" not in actions(game)
    game = play(game, f"combat-card {side} C", "combat-over")
    assert lies(game, Side(side))[2] == "d"


@tries(FATE, "no-card-left", "keep-combat")
def test_a_slot_for_which_no_card_came_holds_no_combat_card_to_keep() -> None:
    game = play(new(FATE), "roll AB", "choose B", "combat-card left A", "combat-over")
    game = play(game, "no-card-left left C")
    assert may_keep(game) == []
    other = play(new(FATE), "roll AB", "choose B", "combat-card left A", "pile-empty left")
    assert may_keep(other) == [("left", "A")]
    assert lies(play(other, "keep-combat left A", "choose done"), LEFT)[0] == "-"

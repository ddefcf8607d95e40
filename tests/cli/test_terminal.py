"""What the terminal says beside the table: dice, whose cards are meant, and what was undone."""

from random import Random

import pytest

from cdgdevice.cli.terminal_board import Look, board_lines
from cdgdevice.cli.terminal_game import play_in_terminal
from cdgdevice.fold_lines import COLUMNS
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.render.language import load_language
from cdgdevice.rules.card_display import Mark, Place, Side, Space
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import AnswerResult, answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.player_actions import MarkCard
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, Request, RollDice
from tests.cli.typed_lines import begun, resumed, said

TO_A_RANDOM_CARD = ("AB", "A", "random-discard")


def test_a_die_that_the_program_throws_for_a_card_is_told() -> None:
    answers = said("washingtons-war-2018", *TO_A_RANDOM_CARD, "roll")
    assert answers[-1].splitlines()[0] in {f"The die: {n}." for n in range(1, 7)}


def test_a_die_that_the_player_typed_is_not_told_back() -> None:
    answers = said("washingtons-war-2018", *TO_A_RANDOM_CARD, "5")
    assert "The die: 5." not in answers[-1]


def test_the_round_s_roll_is_told_once() -> None:
    assert said("paths-of-glory-2022", "roll")[0].count("The die: ") == 1


def test_the_signs_of_the_fate_die_are_said_and_may_be_typed() -> None:
    assert "The die: !!.\n" in said("paths-of-glory-2022", "!!")[0]
    assert "The die: JR.\n" in said("paths-of-glory-2018", "!!")[0]
    again = said("paths-of-glory-2022", "JR", "undo", "AB")[-1]
    assert again.splitlines()[0] == "The roll that was taken back counts: !!."


def test_who_turns_all_cards_up_without_a_roll_is_named() -> None:
    ended = ("end-turn", "next-turn", "end-turn", "next-turn", "pile-empty")
    played = ("AB", "A", "done", "AB", "A", "done")
    assert (
        "\nRome: Flip all and play any.\n" in said("caesar-rome-vs-gaul-2022", *ended, *played)[-1]
    )


def test_a_throw_that_was_taken_back_counts_before_what_is_typed_and_that_is_said() -> None:
    answers = said("paths-of-glory-2022", "AB", "undo", "JR")
    assert answers[-1].splitlines()[0] == "The roll that was taken back counts: AB."
    assert "The die: AB." in answers[-1]
    assert "taken back" not in answers[0]


def test_whose_random_card_it_is_stands_with_the_throws() -> None:
    answers = said("washingtons-war-2018", *TO_A_RANDOM_CARD)
    assert "\nRoll for Americans' card: 1-3 A, 4-6 B.\n" in answers[-1]


def test_what_is_put_back_of_the_side_that_is_not_at_work_has_its_name() -> None:
    answers = said("washingtons-war-2018", *TO_A_RANDOM_CARD, "5", "undo")
    assert "  Americans: Put B back, face-up." in answers[-1]
    own = said("washingtons-war-2018", "AB", "A", "undo")
    assert "By hand:\n  Put A back, face-up." in own[-1]


def test_a_number_that_a_die_set_for_good_stays_in_sight() -> None:
    answers = said("last-crusade", "30", "4", "your-turn")[1:]
    assert all("\nAggression: 4. Enemy Supply: 30." in answer for answer in answers)
    assert "Aggression: " not in said("last-crusade", "help")[0]


def test_a_side_typed_alone_out_of_turn_rolls_nothing_and_is_told_what_it_may_do() -> None:
    told, rolled = said("paths-of-glory-2022", "right", "right roll")
    assert "Allied Powers: not your round." in told
    assert "type right roll or right one-ops." in " ".join(told.split())
    assert "The die: " in rolled
    assert "The die: ABC." in said("paths-of-glory-2022", "right 4")[0]
    assert "The die: " in said("paths-of-glory-2022", "left")[0], "in turn"


def test_what_enter_answers_to_the_question_of_a_kept_card_is_named() -> None:
    lines = ("ABC", "A", "combat-card left B", "")
    *_, asked, after = said("paths-of-glory-2022", *lines)
    assert "Combat card kept?\n  keep-combat left B  Keep combat card\nEnter: no, done." in asked
    assert "Fill B" in after
    kept = said("paths-of-glory-2022", *lines[:3], "keep-combat left B")[-1]
    assert "\nNoted for Central Powers: Kept combat card.\n" in kept


def test_a_side_typed_alone_begins_the_first_round_where_either_may() -> None:
    begins = "Type left for Union, right for Confederates. Enter: Union."
    *_, laid_out, rolled = said("for-the-people-2022", "skip", "right", set_up=True)
    assert begins in laid_out
    assert "The die: " in rolled


def test_what_must_be_done_before_a_choice_is_named_in_words_that_can_be_typed() -> None:
    rounds = ("DE", "D", "") * 6
    marks = ("mark left A mandatory", "mark left C mandatory")
    answers = said("for-the-people-2022", *rounds, "ABC", *marks, "")
    assert answers[-1].startswith("Type return-excess")


def lines_of_a_walk(history: GameHistory, dice: Random) -> list[str]:
    """Give what a player may type now, some of it more than once so that the game goes on."""
    now = prompt(history.now)
    acts = (
        " ".join([{"set-table": "table"}.get(each.id, each.id), *map(str, values)])
        for each in now.actions
        for values in [[dice.choice(allowed) for _, allowed in each.args]]
    )
    rolls = ["roll"] * 4 if now.ask else ["correct 2", "correct 5", "correct 3 4"]
    asked = ["undo", "undo", "undo", "why", "log", "help", "help all", "help words", "notes"]
    return [*asked, *rolls, *(each.id for each in now.options for _ in "12"), *acts]


@pytest.mark.parametrize(
    ("of", "language"), [("paths-of-glory-2022", "de"), *((of, "en") for of in sheet_ids())]
)
def test_no_line_is_wider_than_the_terminal_whatever_is_typed(of: str, language: str) -> None:
    dice, wide = Random(of), []
    histories = [begin_game(load_sheet(of), NewGame(of, set_up=True))]
    lines = iter(range(90))

    def take(request: Request, own: bool) -> AnswerResult:
        answered = answer_request(histories[-1], request)
        histories.append(answered.history)
        return answered

    def read(_: str) -> str:
        if next(lines, None) is None:
            raise EOFError
        return dice.choice(lines_of_a_walk(histories[-1], dice))

    def write(text: str) -> None:
        wide.extend(line for line in text.split("\n") if len(line) > COLUMNS)

    look = Look(load_language(language))
    play_in_terminal(histories[0], take, read, write, STANDARD_CONVERSION, look)
    assert len(histories) > 20
    assert wide == []


def test_an_undo_names_the_side_whose_action_it_takes_back_if_it_is_the_other_one() -> None:
    other, own = (
        said("paths-of-glory-2022", "AB", "A", f"combat-card {side} B", "undo")[-1].splitlines()[0]
        for side in ("right", "left")
    )
    assert (own, other) == (
        "Undone: T1 R1, Combat card.",
        "Undone: T1 R1, Combat card (Allied Powers).",
    )


def test_an_undone_shuffle_is_told_in_lines_of_the_terminal() -> None:
    undone = said("paths-of-glory-2018", "reshuffle right", "undo")[-1].splitlines()
    place = undone.index("By hand:")
    assert undone[place + 1].startswith("  Allied Powers: The cards are mixed: leave")
    assert undone[place + 2].startswith("    ")
    assert max(map(len, undone)) <= COLUMNS


@pytest.mark.parametrize(
    ("of", "line"),
    [
        ("paths-of-glory-2018", "mark left B none"),
        ("paths-of-glory-2016", "range A 3"),
        ("paths-of-glory-2018", "table cards 7"),
    ],
)
def test_a_statement_of_what_is_so_already_is_refused_and_costs_no_undo(of: str, line: str) -> None:
    refused, undone = said(of, line, "undo")
    assert refused == f'"{line}" is what the program has: nothing changes.\n'
    assert undone == "There is nothing to take back.\n"


def test_an_order_has_the_count_that_was_corrected() -> None:
    *_, told = said("for-the-people-2022", "end-turn", "next-turn", "table cards 3")
    assert "3 of 5 left" in told
    assert "Done? Union: Max Hand Size: 5. Cards Remaining: 3 of 5." in told
    assert "Confederates: Max Hand Size: 5. Cards Remaining: 5 of 5." in told


def test_an_order_that_was_only_the_corrected_count_is_gone() -> None:
    *_, told = said("paths-of-glory-2018", "roll 4", "A", "done", "table left cards 3")
    assert "3 of 7 left" in told
    assert "6 of 7" not in told


@pytest.mark.parametrize("ending", ["end-turn", "end-game"])
def test_what_ends_something_at_once_is_told_with_the_way_back(ending: str) -> None:
    answers = said("washingtons-war-2022", "AB", "A", "done", ending, "undo")
    assert answers[-2].endswith(f"That was {ending}. Not meant? Type undo.\n")
    assert "Americans: Roll." in answers[-1]


def test_at_the_end_of_a_turn_it_is_said_what_to_type() -> None:
    assert "Type next-turn. Enter: next-turn.\n" in said("washingtons-war-2022", "end-turn")[-1]


def test_what_answers_a_question_beside_the_cards_stands_below_it() -> None:
    answers = said("commands-and-colors-2018", "JR")
    assert "  no-section-card  Play any face-up card\n" in answers[-1]


def test_an_undo_in_the_set_up_says_again_what_its_page_asks() -> None:
    _, undone = said("washingtons-war-2022", "", "undo", set_up=True)
    assert "Shuffle the deck. Both sides draw from it.\nSet-up, 1 of 3.\n" in undone


def test_an_undone_last_page_of_the_set_up_leaves_the_counts_as_they_are_laid_out() -> None:
    undone = said("washingtons-war-2022", "", "", "undo", set_up=True)[-1]
    assert "By hand:" not in undone
    assert "0 of 0" not in undone
    assert "Both sides: Deal A and B face-up.\n" in undone


DOUBLES = ("right-event", "left-event", "next", "C", "6 6")


MIND = "After the other side's event its Ops are yours.\n"


def test_what_a_roll_tells_is_told_again_when_what_came_after_it_is_taken_back() -> None:
    rolled, _, undone = said("twilight-struggle-five-card", *DOUBLES, "done", "undo")[-3:]
    for answer in (rolled, undone):
        assert f"Doubles: play the top card as event, then done.\n{MIND}" in answer
    assert "Draw the deck's top card." not in undone, "it is drawn"


@pytest.mark.parametrize(
    ("die", "right", "mark"), [("CDE", "AB", "B"), ("DE", "ABC", "C"), ("AB", "DE", "E")]
)
def test_a_mark_after_a_correction_asks_for_no_flip_again(die: str, right: str, mark: str) -> None:
    _, corrected, marked = said(
        "washingtons-war-2022", die, f"correct {right}", f"mark left {mark} mandatory"
    )
    assert "face-down." in corrected or "Flip" in corrected
    assert "face-down." not in marked
    assert "Flip" not in marked


def test_an_order_stays_in_sight_while_a_card_is_marked_or_a_count_put_right() -> None:
    answers = said(
        "washingtons-war-2018", "DE", "mark A mandatory", "table left 4", "undo", "undo", "D"
    )
    assert all("Flip D and E.\n" in answer for answer in answers[:3]), answers
    assert "\nDone? Flip D and E.\n" in answers[4], (
        "the mark is taken back, and the cards still turn"
    )
    assert "Flip" not in answers[5]


def test_a_card_of_which_is_said_how_it_is_is_not_asked_to_be_flipped() -> None:
    (_, put) = said("washingtons-war-2018", "DE", "table D down")
    assert "\nDone? Flip E.\n" in put
    (_, alone) = said("washingtons-war-2018", "ABC", "table C down")
    assert "Flip" not in alone
    (_, corrected, after) = said("washingtons-war-2018", "AB", "correct DE", "table D down")
    assert "By hand:\n  Flip D and E.\n" in corrected
    assert "Flip" not in after, "E was flipped by hand"


def test_an_action_asks_only_for_what_it_adds() -> None:
    filled, shuffled = said("paths-of-glory-2022", "AB", "A", "done", "no-card-left left C")[-2:]
    assert "Fill A from C" in filled
    assert "Cards Remaining: 4 of 7." in shuffled
    assert "Fill A" not in shuffled


def test_a_game_that_goes_on_asks_whether_older_orders_are_done() -> None:
    played = (RollDice(die=(1,)), ChooseOption("A"), ChooseOption("done"))
    begun_again = resumed("paths-of-glory-2022", *played)
    assert "\nCentral Powers: Fill A from C, face-" in begun_again
    assert "Done?" not in begun_again
    rolled = resumed("paths-of-glory-2022", *played, RollDice(die=(4,)))
    assert "\nDone? Central Powers: Fill A from C, face-" in rolled
    assert "\nFlip C.\n" in rolled
    marked = resumed(
        "paths-of-glory-2018",
        RollDice(die=(4,)),
        MarkCard(Side.LEFT, Place(Space.C), Mark.COMBAT),
    )
    assert "\nDone? Flip C.\n" in marked


def test_by_hand_lists_nothing_that_is_only_read() -> None:
    corrected, undone = said("paths-of-glory-2016", "A", "4 2", "correct 5 3", "undo")[-2:]
    assert "By hand:\n  Put B back, face-up.\n  Play C.\n\n" in corrected
    assert "\nWhite 5: not A (1-3).\n" in corrected
    assert "By hand:\n  Put C back, face-up.\n  Play B.\n\n" in undone
    assert "\nWhite 4: not A (1-3).\n" in undone


def test_a_die_that_stays_is_told_before_it_is_rolled_again() -> None:
    answers = said("paths-of-glory-2022", "AB", "undo", "roll")
    assert "You took back AB: it counts here." in answers[1]
    assert "You took back" not in answers[0] + answers[2]


def test_an_undone_correction_says_what_the_die_is_again_and_a_kept_die_what_it_was() -> None:
    first, second = said("paths-of-glory-2022", "CDE", "correct AB", "undo", "undo")[-2:]
    assert "\nThe die is CDE again.\n" in first
    assert "You took back CDE: it counts here. It was corrected to AB.\n" in second


def test_a_proposal_that_was_taken_back_stays_with_its_dice() -> None:
    begun = ("skip", "left-event", "right-event", "", "E", "5 2", "undo", "undo")
    back, refused, again = said("twilight-struggle-five-card", *begun, "C", "E", set_up=True)[-3:]
    assert "Propose E" in back
    assert "You took back its dice." in back
    assert "blue" not in refused, "another card is refused"
    assert "You took back 5 and 2: they count here." in again


def test_enter_keeps_a_number_that_is_asked_for_again() -> None:
    begun = ("20", "4", "victory-points", "7", "3", "headquarters")
    asked, second, told = said("last-crusade", *begun, "enemy", "", "")[-3:]
    assert "Type 0 to 99. Enter: 7." in asked
    assert "Enter: 3." in second
    assert "7 to 3 victory points: you have won." in told


def test_the_board_is_in_the_language_of_the_game_and_in_colours_where_wanted() -> None:
    game = begun("paths-of-glory-2022").now
    plain = board_lines(game, look=Look(load_language("de"))).splitlines()
    painted = board_lines(game, look=Look(load_language("de"), in_colour=True)).splitlines()
    assert plain[1] == "Paths of Glory, Zug 1, Runde 1"
    assert plain[2].startswith("-> Mittelmächte")
    assert "noch 7 von 7" in plain[2]
    assert painted[1] == f"\x1b[1m{plain[1]}\x1b[0m"
    assert painted[2].startswith("\x1b[1;32m->\x1b[0m Mittelmächte")
    assert painted[3:] == plain[3:]


def test_a_language_that_is_not_whole_for_a_game_leaves_it_in_english() -> None:
    history = begun("washingtons-war-2022")
    assert _shown_first(history, "de") == _shown_first(history, "en")


def _shown_first(history: GameHistory, code: str) -> list[str]:
    written: list[str] = []

    def leave(_: str) -> str:
        raise EOFError

    look = Look(load_language(code))
    play_in_terminal(
        history,
        lambda request, _: answer_request(history, request),
        leave,
        written.append,
        STANDARD_CONVERSION,
        look,
    )
    return written


def test_log_tells_what_was_played_so_far_in_lines_of_the_terminal() -> None:
    *_, log = said("for-the-people-2022", "ABC", "B", "done", "log")
    assert log.splitlines()[1:] == ["T1 R1 Union: ABC, played B, filled B from the draw deck."]
    *_, empty = said("for-the-people-2022", "history")
    assert empty.splitlines() == ["For the People"]

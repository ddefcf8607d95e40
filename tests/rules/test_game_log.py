"""The log of a game: a line for each round, which an undo takes back whole."""

from hypothesis import given
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.card_display import Place, Side, Space
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game_log import write_log, write_whole_log
from cdgdevice.rules.history import GameHistory, PastAnswers
from cdgdevice.rules.player_actions import PutCard, PutCardsLeft, PutTurn
from cdgdevice.rules.requests import NewGame
from tests.examples import examples
from tests.rules.playing import new, play
from tests.rules.walking import long_walks, new_games, walked


def told(history: GameHistory) -> list[str]:
    """The lines of a log, the oldest first, without the title."""
    return list(write_whole_log(history)[1:])


def after_a_round(sheet: str, *requests: str) -> list[str]:
    return told(play(new(sheet), *requests))


def test_a_round_is_one_line_with_its_result_its_card_and_its_refill() -> None:
    assert after_a_round(
        "paths-of-glory-2022", "roll ABC", "choose B", "choose done", "roll EVENT", "choose A"
    ) == [
        "T1 R1 Central Powers: ABC, played B, filled B from C.",
        "T1 R1 Allied Powers: EVENT, played A.",
    ]


def test_a_card_that_two_dice_play_stands_beside_them() -> None:
    (line,) = after_a_round("paths-of-glory-2016", "choose E", "roll 5 5")
    assert line == "T1 R1 Central Powers: Nominate E, white 5, coloured 5, played E as event."


def test_combat_cards_and_ways_of_the_sheet_are_named_as_the_game_offers_them() -> None:
    assert after_a_round(
        "paths-of-glory-2022",
        *("roll ABC", "choose C", "combat left B", "combat-over", "choose done", "choose one-ops"),
    ) == [
        "T1 R1 Central Powers: ABC, played C, played B as combat card, "
        "filled B from the draw deck.",
        "T1 R1 Allied Powers: 1-Ops.",
    ]


def test_a_headline_is_called_one() -> None:
    dealt = ("choose left-event", "choose right-event")
    (line,) = after_a_round("twilight-struggle-five-card", *dealt)
    assert line.endswith(": headline: USSR's event, headline: US's event.")


def test_a_slot_that_is_not_refilled_is_said_to_be_left_empty() -> None:
    (line, *_) = after_a_round(
        "paths-of-glory-2022", "pile-empty side=left", "roll AB", "choose A", "choose done"
    )
    assert line.endswith("AB, played A, left A empty.")


def test_the_top_card_of_the_pile_is_played_too_and_dice_are_told_once() -> None:
    doubles = after_a_round("paths-of-glory-2016", "choose A", "roll 6 6")
    assert doubles == [
        "T1 R1 Central Powers: Nominate A, white 6, coloured 6, played the top card as event."
    ]
    (line,) = after_a_round("paths-of-glory-2016", "choose A", "roll 5", "roll 3")
    assert line == "T1 R1 Central Powers: Nominate A, white 5, coloured 3, played C."


def test_cards_of_the_other_side_are_named_as_its_own() -> None:
    (line,) = after_a_round(
        "paths-of-glory-2022", "roll DE", "choose D", "combat right A", "choose done"
    )
    assert line == (
        "T1 R1 Central Powers: DE, played D, played Allied Powers' A as combat card, "
        "filled Allied Powers' A from C, filled D from C."
    )


def test_each_round_of_a_side_has_its_line_also_where_one_follows_the_other() -> None:
    rounds = ("roll DE", "choose D", "choose done")
    lines = after_a_round("paths-of-glory-2022", *rounds, "roll left DE", *rounds[1:])
    assert lines == ["T1 R1 Central Powers: DE, played D, filled D from C."] * 2


def test_what_a_misread_die_asked_for_is_left_out_once_it_is_corrected() -> None:
    (line,) = after_a_round(
        *("for-the-people-2022", "roll DE", "choose D", "reaction card=A"), "roll 5", "correct 2"
    )
    assert line == (
        "T1 R1 Union: DE, played D, Reaction (Confederates), die 5, corrected to die 2, "
        "played Confederates' A, filled Confederates' A from the draw deck."
    )


def test_a_corrected_die_and_a_card_put_right_are_said_and_a_mark_is_not() -> None:
    (line,) = after_a_round(
        "standard-2018",
        "roll ABC",
        "mark left A scoring",
        "correct DE",
        "set-table side=left card=E facing=up",
    )
    assert line == "T1 R1 Left side: ABC, corrected to DE, table corrected (E face-up)."


def test_without_a_display_a_line_says_what_a_guided_list_told() -> None:
    (line,) = after_a_round("last-crusade", "choose 20", "roll 4", "aggression-check", "roll 5")
    assert line.endswith("5: no, it takes 1-4. Failed: the enemy does not act.")


def test_what_was_answered_at_the_set_up_is_one_line() -> None:
    sheet = load_sheet("paths-of-glory-2018")
    history = begin_game(sheet, NewGame(sheet.id, set_up=True))
    history = play(history, "choose no", "choose skip", "roll AB")
    set_up, first = told(history)
    assert set_up.startswith("Set-up: ")
    assert first == "T1 R1 Central Powers: AB."


def test_a_hand_that_was_asked_for_is_named_with_its_side() -> None:
    sheet = load_sheet("for-the-people-2018")
    new = NewGame(sheet.id, set_up=True, few_questions=True)
    history = play(begin_game(sheet, new), "choose 4", "choose 5", "choose skip")
    history = play(history, "end-turn", "choose next-turn", "choose 3", "choose 6")
    assert [line for line in told(history) if "hand size" in line] == [
        "Set-up: Union: hand size 4.",
        "Set-up: Confederates: hand size 5.",
        "T2 R1 Union: hand size 3.",
        "T2 R1 Confederates: hand size 6.",
    ]


@examples(0.5)
@given(new_games(), long_walks)
def test_an_undo_to_a_line_leaves_the_lines_before_it(new: NewGame, numbers: list[int]) -> None:
    history = walked(new, numbers).history
    lines = list(write_log(history))
    starts = [line.before for line in lines]
    assert starts == sorted(set(starts), reverse=True)
    for number, line in enumerate(lines):
        then = history.past[line.before].before
        past = PastAnswers(newest=tuple(history.past)[: line.before])
        before = replace(history, now=then, past=past)
        assert list(write_log(before)) == lines[number + 1 :]


def test_what_the_other_side_does_has_its_name() -> None:
    acts = ("reshuffle side=right", "roll ABC", "choose A")
    assert after_a_round("paths-of-glory-2018", *acts) == [
        "T1 R1 Central Powers: Reshuffle (Allied Powers), ABC, played A."
    ]
    ended = after_a_round(
        "paths-of-glory-2018",
        *("mark left A combat", "mark right B combat", "end-turn"),
        *("choose A", "choose next-side", "choose B"),
    )
    assert [line.partition(":")[0] for line in ended[1:]] == [
        "T1, end of the turn, Central Powers",
        "T1, end of the turn, Allied Powers",
    ]


def test_a_corrected_table_is_told() -> None:
    history = new("paths-of-glory-2018")
    b = Place(Space.B)
    for change in (PutCard(Side.RIGHT, b, None), PutCardsLeft(Side.LEFT, 5), PutTurn(3)):
        history = answer_request(history, change).history
    assert told(history) == [
        "T1 R1 Central Powers: table corrected (Allied Powers' B empty), "
        "table corrected (Central Powers: 5 left), table corrected (turn 3)."
    ]

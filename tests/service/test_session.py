"""A player's way through the screens, written as data: what is done, and what is then read."""

from itertools import product

import pytest

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.reader.reader_messages import Hello
from cdgdevice.render.views import DiceView, MenuView, PageKind, PageView
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.requests import NotAllowedError, RollDice
from cdgdevice.service.board_requests import find_board_id, undo_answers
from cdgdevice.ui.intents_and_commands import (
    DieThrown,
    Intent,
    NoticeRaised,
    PageId,
    PickSpace,
    Press,
    Scroll,
)
from cdgdevice.ui.layers import is_calibrating
from cdgdevice.ui.state import OfferedSheet, UiContext
from tests.service.session_table import LEFT, RIGHT, Table, has


def test_a_round_is_three_presses() -> None:
    table = Table(4)
    has(table.reads(), "Deal A and B face-up.", "Roll or 1-Ops.")
    table.does(LEFT)
    assert table.view() == DiceView(DieResult.ABC)
    table.waits(1.0)
    has(table.reads(), "Flip C.", "Play A, B or C.", "A: face-up, offered, highlighted.")
    table.does(LEFT)
    has(table.reads(), "Play A, then done.")
    table.does(LEFT)
    has(
        table.reads(),
        "Fill A from C, face-up.",
        "Cards left: 6 of 7.",
        "other side is at work",
    )
    has(table.reads(Side.RIGHT), "Roll or 1-Ops.")


def test_a_press_while_the_result_fills_the_screen_only_shows_the_board_sooner() -> None:
    table = Table(4).does(LEFT, LEFT)
    has(table.reads(), "Play A, B or C.")


def test_the_knob_runs_over_the_offered_cards_only() -> None:
    table = Table(3).rolls()
    has(table.reads(), "D: face-up, offered, highlighted.")
    table.does(Scroll(1))
    has(table.reads(), "D: face-up, offered.", "E: face-up, offered, highlighted.")
    table.does(Scroll(-5))
    has(table.reads(), "D: face-up, offered, highlighted.")


def test_out_of_turn_is_told_first_and_let_through_on_the_second_press() -> None:
    table = Table(2).does(RIGHT)
    has(table.reads(Side.RIGHT), "Not your round.", "Press: roll. Knob: more.")
    table.rolls(RIGHT)
    has(table.reads(Side.RIGHT), "Play A or B.")


def _with_passes_and_future_cards(*numbers: int) -> Table:
    """Return a game in which both sides have other ways than the roll."""
    table = Table(*numbers, sheet="empire-of-the-sun-2018").reads_on()
    for side, what in product(("Japan", "Allies"), ("A pass to use", "A Future card beside")):
        table.enters(what, side).reads_on()
    return table


def test_the_knob_gives_who_pressed_out_of_turn_what_else_they_can_do() -> None:
    table = _with_passes_and_future_cards().does(RIGHT)
    has(table.reads(Side.RIGHT), "Do you begin?", "Press: roll. Knob: more.")
    table.does(Scroll(1))
    has(table.reads(Side.RIGHT), "Do you begin?", "Pass")
    assert "Pass <" not in table.reads(Side.LEFT), "the knob moves through the other side's ways"
    table.does(Scroll(1), Press.KNOB)
    has(table.reads(Side.RIGHT), "Use Future card, then done.")
    assert table.session.history.now.active is Side.RIGHT


def test_the_button_takes_the_way_that_the_knob_showed_to_that_side() -> None:
    table = _with_passes_and_future_cards().does(RIGHT, Scroll(1), RIGHT)
    taken = {side: seat.rounds_taken for side, seat in table.session.history.now.seats.items()}
    assert taken == {Side.LEFT: 0, Side.RIGHT: 1}


def test_the_other_button_gives_the_round_back_whatever_the_knob_showed() -> None:
    table = _with_passes_and_future_cards(2).does(RIGHT, Scroll(1))
    has(table.rolls(LEFT).reads(Side.LEFT), "Play A or B, or Pass.")


def test_a_build_without_a_knob_is_told_of_none() -> None:
    table = Table(sheet="empire-of-the-sun-2018", context=UiContext(knob=False)).reads_on()
    has(table.does(RIGHT).reads(Side.RIGHT), "Do you begin?", "Press again to roll.")


def _undo_to(left: int, table: Table) -> None:
    """Take answers back as somebody does at the page's board."""
    undo_answers(left, find_board_id(table.session), table.session, 0.0)


def test_several_answers_are_taken_back_at_once_and_told_on_one_page() -> None:
    table = Table(4, 4).reads_on().rolls().does(LEFT, LEFT).rolls(RIGHT).does(RIGHT)
    before = table.session.history.past[1].before
    _undo_to(1, table)
    assert table.session.history.now == before
    assert len(table.session.history.past) == 1
    has(
        "\n".join(table.reads(side) for side in Side),
        "Undone: 4 answers",
        "Put A back",
        "Cards Remaining: 7 of 7",
    )
    table.reads_on()
    for left in (1, 5, -1):
        with pytest.raises(NotAllowedError, match="can't be taken back to there"):
            _undo_to(left, table)


def test_nothing_is_undone_from_elsewhere_while_the_reader_learns_its_die() -> None:
    reader = Hello(1, 1, "cdg-reader 1.0", "E6614103E7452D2F", 7, frozenset({"cal"}))
    table = Table(4, context=UiContext(reader=reader)).reads_on().rolls()
    table.enters("Die reader", "Calibrate").does(LEFT)
    assert is_calibrating(table.session.state)
    with pytest.raises(NotAllowedError, match="is being tested: end the test first"):
        _undo_to(0, table)
    assert is_calibrating(table.session.state)
    assert len(table.session.history.past) == 1


def test_holding_the_knob_undoes_and_says_what_to_put_back_and_the_die_stays() -> None:
    table = Table(4).rolls().does(LEFT, Press.UNDO)
    has(table.reads(), "Put back", "Undone: T1 R1, Play A", "Put A back, face-up.")
    table.does(Press.KNOB, Press.UNDO)
    has(table.reads(), "Flip C face-down.")
    table.does(Press.KNOB)
    assert "Deal" not in table.reads(), "what was done already is not asked for again"
    table.does(LEFT)
    assert table.view() == DiceView(DieResult.ABC)


def test_the_knob_shows_what_else_is_allowed_and_a_press_takes_it() -> None:
    table = Table().does(Scroll(1))
    has(table.reads(), "> 1-Ops")
    table.does(LEFT)
    has(table.reads(), "Use 1-Ops, then done.")


def test_the_knob_pushed_opens_the_menu_of_the_moment() -> None:
    table = Table(4).does(Press.KNOB)
    menu = table.shown_menu()
    assert menu.items[:2] == ("Rule: The roll", "1-Ops")
    assert "Combat card" not in menu.items
    table.does(Press.MENU).rolls().does(LEFT, Press.MENU)
    menu = table.shown_menu()
    assert "Combat card" in menu.items
    assert "1-Ops" not in menu.items


def test_a_combat_card_is_played_from_the_menu_side_by_side() -> None:
    table = Table(4).rolls().does(LEFT).enters("Combat card", "Allied Powers", "B")
    has(table.reads(Side.RIGHT), "B: empty.", "Play B.", "Cards left: 6 of 7.")


def test_past_the_last_card_the_knob_comes_to_the_menu() -> None:
    table = Table(4).rolls().does(Scroll(3))
    has(table.reads(), "> Menu")
    table.does(Press.KNOB)
    assert "Correct the die" in table.shown_menu().items


def test_a_die_that_is_kept_is_told_before_and_after_another_throw() -> None:
    table = Table(4).rolls().does(Press.UNDO, Press.KNOB)
    has(table.reads(), "You took back ABC: it counts here.")
    table.does(Press.MENU)
    assert "Name the result" not in table.shown_menu().items
    table.does(Press.MENU)
    table.session.send(DieThrown(RollDice(die=(1,)), None), table.now)
    assert table.view(Side.LEFT) == DiceView(DieResult.ABC)
    table.waits(1.0)
    has(table.reads(), "The same die", "The roll that was taken back counts: ABC.")


def test_holding_the_knob_on_what_to_put_back_takes_back_further() -> None:
    table = Table(4).rolls().does(LEFT, Press.UNDO, Press.UNDO)
    has(table.reads(), "Flip C face-down.")


def test_without_its_reader_the_die_is_named_or_left_to_the_gadget() -> None:
    table = Table(5, context=UiContext(die=DieSource.READER)).does(LEFT)
    has(table.reads(), "Roll the die.")
    table.does(LEFT)
    menu = table.shown_menu()
    table.does(Scroll(menu.items.index("Let the gadget roll")), LEFT).waits(1.0)
    has(table.reads(), "Play C, D or E.")


def _at_the_turn_s_end() -> Table:
    """Play six rounds of each side."""
    table = Table(*[2] * 12)
    for _ in range(6):
        table.rolls().does(LEFT, LEFT).rolls(RIGHT).does(RIGHT, RIGHT)
    return table


def test_a_press_too_many_at_the_turn_s_end_does_not_skip_the_other_side_s_discards() -> None:
    table = _at_the_turn_s_end().does(LEFT)
    has(table.reads(Side.RIGHT), "you may discard up to 1 combat card.", "> Next turn")


def test_a_correction_that_was_taken_back_is_said_and_so_is_what_it_was() -> None:
    table = Table(5).rolls().enters("Correct the die", "2: A or B").does(Press.KNOB)
    has(table.does(Press.UNDO).reads(), "The die is CDE again.", "Flip C, D and E.")
    has(table.does(Press.UNDO, Press.KNOB).reads(), "You took back CDE: it counts here.")
    has(table.reads(), "It was corrected to AB.")


def test_a_side_that_presses_out_of_turn_reads_before_it_rolls_which_throw_counts() -> None:
    table = Table(2, 4, 6).rolls().does(LEFT, LEFT).rolls(RIGHT).does(Press.UNDO, Press.KNOB)
    table.does(Press.UNDO, Press.KNOB)
    assert "You took back" not in table.reads()
    table.does(RIGHT)
    has(table.reads(Side.RIGHT), "You took back ABC: it counts here.")


def test_a_misread_die_is_corrected_with_what_to_turn() -> None:
    table = Table(4).rolls().enters("Correct the die", "2: A or B")
    has(table.reads(), "The die is AB.", "Flip C face-down.")
    table.does(LEFT)
    has(table.reads(), "Play A or B.")


def test_a_real_die_is_asked_for_and_counts_when_it_is_read() -> None:
    table = Table(context=UiContext(die=DieSource.READER)).does(LEFT)
    has(table.reads(), "Roll the die.")
    table.session.send(DieThrown(RollDice(result=DieResult.DE), (7, 1)), table.now)
    table.waits(1.0)
    has(table.reads(), "Play D or E.")
    assert table.games.tabletop.counted == ((7, 1),)


def test_a_real_die_thrown_unasked_is_the_active_side_s_roll() -> None:
    table = Table()
    table.session.send(DieThrown(RollDice(die=(4,)), None), table.now)
    assert table.view(Side.LEFT) == DiceView(DieResult.ABC)


def test_a_real_die_s_numbers_are_read_by_the_owner_s_conversion() -> None:
    table = Table(context=UiContext(conversion=DieConversion(tuple(reversed(DieResult)))))
    table.session.send(DieThrown(RollDice(die=(1,)), None), table.now)
    assert table.view(Side.LEFT) == DiceView(DieResult.EVENT)


def test_a_die_at_the_wrong_moment_does_nothing_and_says_so() -> None:
    table = Table(4).rolls()
    table.session.send(DieThrown(RollDice(die=(1,)), (7, 1)), table.now)
    has(table.reads(), "No roll is due now. Play A, B or C.")
    table.does(Press.KNOB)
    has(table.reads(), "Play A, B or C.")
    assert table.games.tabletop.counted == ()


def test_a_die_read_by_eye_is_named_in_a_menu() -> None:
    table = Table(context=UiContext(die=DieSource.HAND)).does(LEFT)
    assert table.shown_menu().items[:2] == ("1: !!", "2: A or B")
    table.does(Scroll(1), LEFT).waits(1.0)
    has(table.reads(), "Play A or B.")


def test_one_button_alone_plays_a_whole_round() -> None:
    small = UiContext(knob=False, buttons=frozenset({Side.LEFT}))
    table = Table(4, context=small).rolls(Press.ADVANCE).does(Press.ADVANCE, Press.CONFIRM)
    has(table.reads(), "Play B, then done.")
    table.does(Press.ADVANCE)
    has(table.reads(Side.RIGHT), "Roll or 1-Ops.")
    table.does(Press.MENU, Press.ADVANCE)
    assert isinstance(table.view(), MenuView)


def test_two_buttons_without_a_knob_use_the_other_one_to_move_on() -> None:
    small = UiContext(knob=False)
    table = Table(4, context=small).rolls().does(RIGHT, LEFT)
    has(table.reads(), "Play B, then done.")


def test_without_a_knob_a_second_press_out_of_turn_rolls_for_that_side() -> None:
    table = Table(4, 3, context=UiContext(knob=False)).rolls().does(LEFT, LEFT)
    table.does(LEFT)
    has(table.reads(), "Press again")
    table.does(LEFT).waits(1.0)
    assert table.session.history.now.active is Side.LEFT
    assert table.session.history.past[-1].rolled == (Side.LEFT, (3,))


def test_a_direct_key_takes_its_card_at_once() -> None:
    table = Table(4).rolls().does(PickSpace(Space.D))
    has(table.reads(), "Play A, B or C.")
    table.does(PickSpace(Space.C))
    has(table.reads(), "Play C, then done.")


def test_the_event_result_lets_the_player_turn_cards_up_first() -> None:
    table = Table(2, 2, 6).rolls().does(LEFT, LEFT).rolls(RIGHT).does(RIGHT, RIGHT)
    table.rolls()
    has(table.reads(), "Flip a card of your choice.", "A: face-down, offered, highlighted.")
    table.does(LEFT)
    has(table.reads(), "Flip A.", "as event, or lowest Ops (any purpose).")


def test_what_may_be_played_is_said_beside_the_way_to_the_menu() -> None:
    table = Table(6, sheet="washingtons-war-2022").rolls()
    has(table.reads(), "Play A or B as event, lowest Ops (any purpose), or discard an event.")
    table.does(Scroll(9))
    has(table.reads(), "A or B as event, lowest Ops, or discard an event.", "> Menu")


def test_one_screen_shows_what_the_other_side_refills_before_the_next_roll() -> None:
    table = Table(4).rolls().does(LEFT, LEFT)
    seen = (Side.LEFT,)
    has(table.reads(seen=seen), "Central Powers.", "Fill A from C", "Then Allied Powers: Roll")
    table.does(Scroll(1))
    has(table.reads(seen=seen), "Allied Powers.", "> 1-Ops")


def test_a_turn_ends_after_six_rounds_and_combat_cards_may_be_discarded() -> None:
    table = _at_the_turn_s_end()
    has(table.reads(), "Turn 1 is over: you may discard up to 1 combat card.", "> Their discards")
    table.does(LEFT, LEFT)
    has(table.reads(), "Turn 2, round 1.", "Cards left: 7 of 7.")


def test_games_lie_side_by_side_and_each_goes_on_where_it_was() -> None:
    sides = {Side.LEFT: "North", Side.RIGHT: "South"}
    offered = OfferedSheet("standard-2018", "Standard rules", range(5, 8), (7, 7), sides)
    table = (
        Table(4, context=UiContext(sheets=lambda: (offered,)))
        .rolls()
        .enters("New game", "Standard rules")
    )
    table.takes("North: 7", "North: 5", "Begin").skips_set_up()
    has(table.reads(), "Left side.", "Roll.", "Cards left: 6 of 6.")
    table.enters("Switch game", "Paths of Glory T1")
    has(table.reads(), "Central Powers.", "Play A, B or C.")


def test_the_log_can_be_read_the_latest_round_first() -> None:
    table = Table(4, 1).rolls().does(LEFT, LEFT).rolls(RIGHT).enters("Log")
    has(
        table.reads(Side.RIGHT),
        "T1 R1 Allied Powers: !!.",
        "T1 R1 Central Powers: ABC, played A, filled A from C.",
    )


def test_the_game_is_where_it_was_after_a_restart() -> None:
    table = Table(4).rolls().does(Scroll(1), LEFT)
    has(Table(disk=table.disk).reads(), "Play B, then done.")


def test_a_long_text_is_paged_and_closed_by_any_control() -> None:
    table = Table()
    page = PageView(PageKind.FAULT, "Fault", ("Word " * 60 + "end.",))
    table.session.send(NoticeRaised(PageId.FAULT, page), 0.0)
    first = table.view()
    assert isinstance(first, PageView)
    table.does(LEFT)
    second = table.view()
    assert isinstance(second, PageView)
    assert second.page == 1
    table.does(Press.KNOB)
    has(table.reads(), "Roll or 1-Ops.")


@pytest.mark.parametrize(
    "intent", [LEFT, RIGHT, Press.KNOB, Press.ADVANCE, Press.CONFIRM, Scroll(1), Press.MENU]
)
def test_when_the_game_is_over_every_control_opens_the_menu(intent: Intent) -> None:
    table = Table().enters("End the game", "Yes")
    has(table.reads(), "The game is over.")
    table.does(intent)
    assert isinstance(table.view(), MenuView)


def test_a_turn_back_offers_to_mark_the_cards_that_the_roll_has_turned_up() -> None:
    table = Table(4, sheet="1866-2018").rolls().does(Scroll(-1))
    assert table.shown_menu().items == ("C Mandatory", "C Combat", "Back")
    table.does(Press.KNOB)
    assert [str(card) for card, _ in table.games.tabletop.history.now.seat.display.marks] == ["C"]
    has(table.reads(), "A: face-up, offered, highlighted.")


def test_a_turn_back_marks_while_the_card_is_played_and_a_turn_on_is_the_menu_as_ever() -> None:
    table = Table(4, sheet="1866-2018").rolls().does(LEFT, Scroll(-1))
    assert table.shown_menu().title == "Mark a card"
    table.takes("C Combat").does(Scroll(1))
    assert table.shown_menu().title == "Menu"


def test_a_turn_back_marks_nothing_where_the_roll_has_turned_up_no_card_without_a_mark() -> None:
    table = Table(2, sheet="1866-2018").rolls().does(Scroll(-1))
    has(table.reads(), "A: face-up, offered, highlighted.")
    table = Table(4, sheet="1866-2018").rolls().does(Scroll(-1), Press.KNOB, Scroll(-1))
    has(table.reads(), "A: face-up, offered, highlighted.")


LAST = "Mandatory card? Mark it."


def _with_one_card_left(sheet: str, context: UiContext | None = None) -> Table:
    """Play with a hand of one card a side: the first roll is the turn's last."""
    return Table(4, sheet=sheet, hands=(1, 1), context=context)


def test_before_the_last_roll_of_a_turn_it_is_asked_whether_a_card_is_mandatory() -> None:
    table = _with_one_card_left("standard-2018")
    has(table.reads_on(RIGHT).reads(), LAST)
    table.does(Scroll(-1))
    assert table.shown_menu().items == ("A Mandatory", "B Mandatory", "Back")
    table.does(Press.KNOB)
    has(table.reads(), "No roll: A must be played")
    assert LAST not in table.reads()


def test_the_order_that_stands_stays_in_sight_above_the_question() -> None:
    table = Table(*[2] * 60, sheet="for-the-people-2018", hands=(2, 2))
    table.reads_on(RIGHT)
    for side in (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT):
        table.does(side).waits(1.0)
    has(table.reads(), "Fill A from C, face-down.", "Roll.", LAST)


def test_who_rolls_has_answered_that_no_card_is_mandatory() -> None:
    table = Table(2, sheet="standard-2018", hands=(1, 1)).rolls()
    has(table.reads(), "Play A or B.")
    assert LAST not in table.reads()
    # A card that the roll has turned up was not asked about yet.
    table = _with_one_card_left("standard-2018").rolls()
    has(table.reads(), "Play A, B or C.", LAST)


def test_it_is_asked_too_where_a_die_is_waited_for() -> None:
    table = _with_one_card_left("standard-2018", UiContext(die=DieSource.READER))
    has(table.reads_on(RIGHT).reads(), LAST, "Roll the die.")


def test_it_is_not_asked_with_more_cards_left_nor_where_a_sheet_has_no_mandatory_cards() -> None:
    assert LAST not in Table(4, sheet="standard-2018", hands=(3, 3)).reads()
    assert LAST not in Table(4, sheet="wilderness-war-2018", hands=(7, 7)).reads()

"""What was asked of the hands stays in sight until the same side acts again."""

import pytest

from cdgdevice.config.settings import DieSource
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.ui.intents_and_commands import NoticeRaised, PageId, Press, Scroll
from cdgdevice.ui.state import UiContext
from tests.service.session_table import LEFT, RIGHT, Table

FILL = "Fill A from C, face-up."
ONE = (Side.LEFT,)


def filled() -> Table:
    """The left side has played A, and is to fill its space."""
    return Table(4, 2, 1, 3, sheet="paths-of-glory-2018").rolls().does(LEFT, LEFT)


def marked(table: Table, side: str = "Central Powers", card: str = "B") -> Table:
    return table.enters("Mark a card", side, f"{card}: Combat")


def test_a_refill_stays_while_a_card_is_marked() -> None:
    table = filled()
    assert FILL in table.reads()
    assert FILL in marked(table).reads()
    assert FILL in marked(table, "Allied Powers").reads()


def test_a_refill_stays_beside_the_words_that_it_is_not_that_side_s_round() -> None:
    text = filled().does(LEFT).reads()
    assert FILL in text
    assert "Not your round." in text
    assert "Press: roll. Knob: more." in text


def test_a_refill_stays_while_the_pile_is_told_to_be_empty() -> None:
    assert FILL in filled().enters("Pile empty", "Allied Powers").reads()


def test_a_refill_stays_through_the_other_side_s_whole_round() -> None:
    table = filled()
    assert FILL in table.rolls(RIGHT).reads(), "its roll"
    assert FILL in table.does(RIGHT).reads(), "its card"
    assert f"Done? {FILL}" in table.does(RIGHT).reads(), "its refill"
    assert "Fill A from C, face-down." in table.reads(Side.RIGHT)
    assert FILL not in table.rolls(LEFT).reads(), "the side has acted again"
    assert "Fill A from C, face-down." in table.reads(Side.RIGHT)


def test_an_undone_reshuffle_asks_for_no_card_that_nobody_finds_again() -> None:
    table = Table(2, sheet="washingtons-war-2022").rolls().does(LEFT, LEFT)
    table.enters("Reshuffle", "Yes").does(Press.UNDO)
    page = next(v for v in table.session.views(tuple(Side)).values() if isinstance(v, PageView))
    mixed = "The cards are mixed: leave the new ones, facing as the screen shows."
    assert [line.removeprefix("Both sides: ") for line in page.text] == [mixed]


def test_a_refill_stays_when_the_other_side_s_roll_is_taken_back_or_corrected() -> None:
    assert FILL in filled().rolls(RIGHT).does(Press.UNDO, Press.KNOB).reads()
    assert FILL in filled().rolls(RIGHT).enters("Correct the die", "1: Jolly Roger").reads()


def test_a_flip_stays_while_cards_are_marked() -> None:
    table = Table(4, sheet="paths-of-glory-2018").rolls()
    for card in "ABC":
        text = marked(table, card=card).reads()
        assert "Flip C." in text
        assert "Play A, B or C." in text
    assert "Flip C." not in table.does(LEFT).reads(), "a card was taken"


def test_a_flip_that_a_correction_asks_stays_and_what_lies_right_is_not_flipped_again() -> None:
    table = Table(5, sheet="paths-of-glory-2018").rolls()
    table.enters("Correct the die", "4: A, B or C").does(Press.KNOB)
    text = marked(table).reads()
    assert "Flip D and E face-down." in text
    assert "Flip C." not in text, "C lies face-up already"


def test_a_correction_to_what_the_die_was_changes_nothing_and_says_so() -> None:
    table = Table(4, sheet="paths-of-glory-2018").rolls()
    table.enters("Correct the die", "4: A, B or C")
    assert "nothing changes" in table.reads()
    assert "Flip C." in table.does(Press.KNOB).reads()
    assert "Turn" not in table.does(Press.UNDO).reads(), "nor does its undo"


def test_an_undone_correction_turns_only_the_cards_that_it_turned() -> None:
    table = Table(4, sheet="paths-of-glory-2018").rolls()
    table.enters("Correct the die", "5: C, D or E").does(Press.KNOB)
    text = table.does(Press.UNDO).reads()
    assert "Flip D and E face-down." in text
    assert "Flip C." not in text


def test_orders_are_there_again_after_a_restart() -> None:
    table = marked(filled().rolls(RIGHT))
    again = Table(disk=table.disk, sheet="paths-of-glory-2018")
    assert FILL in again.reads_on().reads()


def test_a_taken_back_answer_of_the_own_side_ends_its_orders() -> None:
    table = filled().does(Press.UNDO, Press.KNOB)
    assert FILL not in table.reads()
    assert "Flip C." not in table.reads(), "what was done before is not asked again"


def test_one_screen_keeps_its_orders_while_a_card_is_marked() -> None:
    table = Table(4, sheet="paths-of-glory-2018").rolls()
    assert "Flip C." in marked(table, card="C").reads(seen=ONE)
    table.does(LEFT, LEFT)
    assert FILL in marked(table).reads(seen=ONE)


def test_a_page_that_told_orders_is_not_told_again_after_a_mark() -> None:
    table = Table(2, 5, sheet="paths-of-glory-2016")
    table.reads_on(seen=ONE).does(LEFT).rolls().does(LEFT).reads_on(Press.KNOB, seen=ONE)
    before = table.reads(seen=ONE)
    table.enters("Range of a space", "A: 3", "5")
    assert table.reads(seen=ONE).splitlines()[6:] == before.splitlines()[6:]


@pytest.mark.parametrize("steps", [1, 2])
def test_the_knob_does_not_wipe_orders(steps: int) -> None:
    assert FILL in filled().does(Scroll(steps)).reads()
    assert "Flip C." in Table(4, sheet="paths-of-glory-2018").rolls().does(Scroll(steps)).reads()


def test_a_long_set_up_stays_on_the_board_and_a_press_turns_its_pages_before_it_rolls() -> None:
    table = Table(sheet="illusions-of-glory-2022", context=UiContext(die=DieSource.HAND))
    assert "Pick a 4-Ops Mobilization card" in table.reads(Side.RIGHT)
    pages = 0
    while "> Read on" in table.reads(Side.RIGHT):
        pages += 1
        table.does(RIGHT)
    assert pages > 1
    assert "Roll" in table.reads(Side.RIGHT)
    for _ in range(pages):
        table.does(Scroll(-1))
    assert "Pick a 4-Ops Mobilization card" in table.reads(Side.RIGHT), "it did not leave"
    assert "Menu: The die shows" in table.does(Scroll(pages), RIGHT).reads(Side.RIGHT)


def test_a_long_set_up_is_under_a_page_that_tells_how_the_game_came_back() -> None:
    table = Table(sheet="illusions-of-glory-2022")
    page = PageView(PageKind.NOTE, "Power cut", ("The last answer is gone.",))
    table.session.send(NoticeRaised(PageId.GAME_OPENED, page), 0.0)
    assert "The last answer is gone." in table.reads(Side.RIGHT)
    assert "Pick a 4-Ops Mobilization card" in table.does(RIGHT).reads(Side.RIGHT)


def test_the_other_side_s_long_order_stays_on_its_screen_and_its_button_turns_the_pages() -> None:
    table = Table(sheet="illusions-of-glory-2022")
    whole = ("Pick a 4-Ops Mobilization", "Deal A and B face-up.")
    first = table.reads()
    assert whole[0] in first
    assert "> Read on (page 1/3)" in first
    last = table.does(LEFT, LEFT).reads()
    assert whole[1] in last
    assert "Not your round." not in last
    assert "Not your round." in table.does(LEFT).reads()

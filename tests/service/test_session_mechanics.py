"""A player's way through what single sheets have: set-up lists, two dice, marks, guided lists."""

import pytest

from cdgdevice.config.settings import DieSource
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.render.views import DiceView, MenuView
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.requests import RollDice
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.ui.intents_and_commands import DieThrown, Intent, PickSpace, Press, Scroll, TapScreen
from cdgdevice.ui.state import UiContext
from tests.service.session_table import LEFT, RIGHT, Table, has

OF_ROW = load_sheet("paths-of-glory-2016").words


READER = UiContext(die=DieSource.READER)
ONE = (Side.LEFT,)


def row(*dice: int, context: UiContext | None = None) -> Table:
    """The original method with two dice, its set-up read and done."""
    return Table(*dice, sheet="paths-of-glory-2016", context=context).reads_on()


def throws(table: Table, face: int) -> Table:
    table.session.send(DieThrown(RollDice(die=(face,)), None), table.now)
    return table


class TestSettingUp:
    def test_a_game_is_set_up_in_one_list_and_begun_from_its_top(self) -> None:
        table = self._opened("C&C: Ancients").takes("Left side: 5", "Left side: 6")
        table.takes("More options", "[x] Doubled slots", "Begin").skips_set_up()
        has(table.reads(), "Left side.", "Max Hand Size: 7.", "A: face-up.")

    def test_what_few_games_want_is_listed_after_the_rest_once_it_is_asked_for(self) -> None:
        table = self._opened("Standard rules")
        usual, _ = table.menu()
        assert usual[3:] == (
            *("[x] Deck split in two", "[ ] One common deck", "[ ] A deck for each side"),
            *("More options", "Back"),
        )
        every, highlighted = table.takes("More options").menu()
        assert every[:6] == usual[:6]
        assert "More options" not in every
        assert every[highlighted] == every[6] == "[ ] 1-Ops rounds"

    def test_what_needs_another_variant_is_listed_below_it_once_that_is_on(self) -> None:
        table = self._opened("Standard rules").takes("More options", "[ ] Home cards")
        items, highlighted = table.menu()
        assert items[highlighted : highlighted + 3] == (
            *("[x] Home cards", "[x] Both sides", "[ ] Left side only"),
        )

    def test_a_game_that_is_begun_leads_through_its_set_up_page_by_page(self) -> None:
        table = self._opened("Paths of Glory 2022 box").takes("Begin")
        has(table.reads(), "Shuffle each side's deck.", "Set-up, 1 of 3.", "> Done: next (1/2)")
        table.does(LEFT)
        assert "Place your draw deck on C" in table.reads()
        table.reads_on().does(LEFT)
        has(table.reads(), "Max Hand Size: 7. Cards Remaining: 7 of 7.", "> Done: next (1/2)")
        has(table.does(LEFT).reads(), "Roll or 1-Ops.")

    @pytest.mark.parametrize(
        "press",
        [
            *(
                LEFT,
                RIGHT,
                Press.CONFIRM,
                Press.ADVANCE,
                Press.KNOB,
                PickSpace(Space.A),
                Press.UNDO,
            ),
            TapScreen(Side.LEFT, 64, 32),
        ],
    )
    def test_a_press_on_the_name_of_a_new_game_only_takes_it_away(
        self, press: Intent | TapScreen
    ) -> None:
        table = self._opened("Paths of Glory 2022 box").takes("Begin", waits=False)
        has(table.reads(), "Note: Game", "Paths of Glory")
        table.session.send(press, table.now)
        has(table.reads(), "Shuffle each side's deck.", "Set-up, 1 of ")

    def test_a_page_of_the_set_up_is_taken_back_like_any_answer(self) -> None:
        table = self._opened("Paths of Glory 2022 box").takes("Begin").does(LEFT).reads_on()
        table.does(Press.UNDO).reads_on()
        has(table.reads(), "Set-up, 1 of 3.")

    def test_what_the_menu_said_is_not_asked_again(self) -> None:
        table = self._opened("Paths of Glory 2022 box").takes("[ ] Guns of August", "Begin")
        has(table.reads(), "Take #1 Guns of August out of the deck.")

    def test_of_the_scenarios_of_a_group_one_is_on(self) -> None:
        table = self._opened("C&C: Ancients").takes("[ ] Lake Trasimenus", "[ ] Hellespont")
        assert "[ ] Lake Trasimenus" in self._items(table)
        assert "[x] Hellespont" in self._items(table)

    def test_a_scenario_brings_the_names_of_its_sides(self) -> None:
        table = self._opened("C&C: Ancients").takes("[ ] Hellespont")
        assert "Left side: 5" not in self._items(table)

    def test_a_scenario_can_be_switched_off_again(self) -> None:
        table = self._opened("C&C: Ancients").takes("[ ] Phyle", "[x] Phyle")
        assert not any(item.startswith("[x] Phyle") for item in self._items(table))

    def test_going_back_begins_nothing(self) -> None:
        table = self._opened("Standard rules").takes("Back").does(Press.MENU)
        has(table.reads(), "Central Powers.")

    def test_a_sheet_with_nothing_to_choose_begins_at_once(self) -> None:
        table = self._opened("For the People 2022 box")
        assert "Begin" in self._items(table), "its hands may differ"
        table = self._opened("Twilight Struggle")
        has(table.reads_on().reads(), "USSR.")

    @staticmethod
    def _opened(title: str) -> Table:
        return Table(context=UiContext(sheets=list_offered_sheets)).enters("New game", title)

    @staticmethod
    def _items(table: Table) -> tuple[str, ...]:
        return table.shown_menu().items


class TestTwoDice:
    def test_a_nominated_card_wears_a_ring_while_its_dice_are_thrown(self) -> None:
        table = row(2, 5).does(Scroll(1), LEFT)
        has(table.reads(), "B: face-up, on white 1 to 4, offered, highlighted.")
        has(table.reads(), "Roll: B on 1-4.")

    def test_the_button_throws_both_dice_and_the_screen_shows_them(self) -> None:
        table = row(2, 5).does(LEFT, LEFT)
        assert table.view(Side.LEFT) == DiceView((2, 5), OF_ROW)
        has(table.waits(1.0).reads(), "play A, any purpose")

    def test_the_reader_gives_the_white_die_first_and_then_the_coloured_one(self) -> None:
        table = row(context=READER).does(LEFT, LEFT)
        has(table.reads(), "Roll the white die first.")
        throws(table, 6)
        assert table.view(Side.LEFT) == DiceView((6,))
        has(table.waits(1.0).reads(), "White is 6. Roll the coloured die.")
        throws(table, 3)
        assert table.view(Side.LEFT) == DiceView((6, 3), OF_ROW), "both, as they lie on the table"
        has(table.waits(1.0).reads(), "play C, any purpose")

    def test_the_owner_s_conversion_is_not_for_plain_dice(self) -> None:
        reader = UiContext(
            die=DieSource.READER, conversion=DieConversion(tuple(reversed(DieResult)))
        )
        table = throws(row(context=reader).does(LEFT), 6)
        assert table.view(Side.LEFT) == DiceView((6,))

    def test_dice_that_are_kept_are_told_by_number(self) -> None:
        table = row(2, 5).does(LEFT).rolls().does(Press.UNDO, Press.KNOB)
        has(table.reads(), "You took back 2 and 5: they count here.")
        table.does(LEFT)
        assert table.view(Side.LEFT) == DiceView((2, 5), OF_ROW)

    def test_of_two_throws_the_second_alone_can_be_taken_back(self) -> None:
        table = throws(throws(row(context=READER).does(LEFT), 6).waits(1.0), 3).waits(1.0)
        table.does(Press.UNDO, Press.KNOB)
        has(table.reads(), "White is 6.", "You took back 3: it counts here.")
        table.does(Press.UNDO, Press.KNOB)
        has(table.reads(), "You took back 6 and 3: they count here.")

    def test_a_throw_after_an_undo_says_that_the_old_dice_count(self) -> None:
        table = row(2, 5).does(LEFT).rolls().does(Press.UNDO, Press.KNOB)
        has(throws(table, 6).waits(1.0).reads(), "taken back counts: 2 and 5.")

    def test_the_side_that_does_not_nominate_is_told_so_on_its_own_screen(self) -> None:
        table = row().does(RIGHT)
        has(table.reads(Side.RIGHT), "Not your round.", "The other side has to nominate.")
        has(table.reads(Side.LEFT), "Nominate a card")
        table.does(RIGHT)
        has(table.reads(Side.RIGHT), "Not your round.")
        has(table.does(LEFT).reads(), " on 1-3.")

    def test_two_misread_dice_are_corrected_together(self) -> None:
        table = row(2, 5).does(LEFT).rolls()
        table.enters("Correct the dice", "White 4", "Coloured 2")
        has(table.reads(), "The dice are 4 and 2.", "Put A back, face-up.")
        has(table.does(Press.KNOB).reads_on().reads(), "play B, any purpose")

    def test_of_two_dice_that_are_thrown_apart_a_correction_says_which_one_it_is_for(self) -> None:
        table = throws(row(context=READER).does(LEFT), 6).waits(1.0)
        table.enters("Correct the white die", "5")
        has(table.reads(), "The white die is 5.")
        throws(table.reads_on(Press.KNOB), 3).waits(1.0).reads_on()
        table.enters("Correct the coloured die", "2")
        has(table.reads(), "The coloured die is 2.", "Put C back, face-up.")
        has(table.does(Press.KNOB).reads_on().reads(), "play B, any purpose")

    def test_dice_thrown_on_the_table_are_named_one_after_the_other(self) -> None:
        table = row(context=UiContext(die=DieSource.HAND)).does(LEFT, LEFT)
        table.takes("White 3").takes("Coloured 4")
        assert table.view(Side.LEFT) == DiceView((3, 4), OF_ROW)

    def test_the_range_of_a_space_is_changed_in_the_menu_and_seen_at_once(self) -> None:
        table = row().enters("Range of a space", "A: 3", "6")
        has(table.reads(), "A: face-up, on white 1 to 6")

    def test_a_die_that_leans_matters_while_either_die_is_waited_for(self) -> None:
        table = row(context=READER)
        assert not table.session.due_dice
        assert table.does(LEFT).session.due_dice
        assert throws(table, 6).waits(1.0).session.due_dice
        assert not throws(table, 3).waits(1.0).session.due_dice

    def test_a_throw_while_the_dice_are_named_is_the_white_die_and_the_player_is_told(self) -> None:
        table = row(context=READER).does(LEFT).enters("Name the dice", "White 1")
        has(throws(table, 6).waits(1.0).reads(), "Naming has ended: the roll is the white die.")
        has(table.does(Press.KNOB).reads(), "White is 6. Roll the coloured die.")
        assert "Naming" not in throws(table, 3).waits(1.0).reads()

    def test_a_throw_while_nothing_is_named_yet_needs_no_words(self) -> None:
        table = row(context=READER).does(LEFT).enters("Name the dice")
        has(throws(table, 6).waits(1.0).reads(), "White is 6. Roll the coloured die.")

    def test_a_die_that_no_roll_waits_for_is_told_so(self) -> None:
        has(throws(row(), 4).reads(), "No roll is due now. Nominate a card")


class TestOtherDice:
    def test_cards_that_a_die_picks_from_are_shown_on_their_own_side(self) -> None:
        table = self._random_discard()
        has(table.reads(), "Roll for Americans' card: 1-3 A, 4-6 B.")
        has(table.reads(Side.RIGHT), "A: face-up, offered.", "B: face-up, offered.")

    def test_one_screen_shows_the_side_whose_cards_are_picked_from(self) -> None:
        text = self._random_discard().reads(seen=ONE)
        has(text, "Americans.", "Roll for Americans' card: 1-3 A, 4-6 B.")

    def test_a_die_for_a_card_is_shown_and_can_be_taken_back(self) -> None:
        table = self._random_discard(5)
        table.does(LEFT)
        assert table.view(Side.LEFT) == DiceView((5,))
        has(table.waits(1.0).reads(), "5: Americans' B.")
        has(table.reads(Side.RIGHT), "Discard B.", "Fill B, face-down.")
        table.reads_on().does(Press.UNDO)
        has(table.reads(), "Undone: T1 R1, the roll", "Americans: Put B back, face-up.")
        table.does(Press.KNOB)
        has(
            table.reads(),
            "Roll for Americans' card: 1-3 A, 4-6 B.",
            "You took back 5: it counts here.",
        )

    def test_what_the_other_side_does_stands_on_its_own_screen(self) -> None:
        table = Table(2, 5, sheet="washingtons-war-2018").rolls().does(LEFT)
        table.enters("Random discard").rolls()
        has(table.reads(), "5: Americans' B.")
        has(table.reads(Side.RIGHT), "Discard B.", "Fill B, face-down.")

    def test_a_throw_on_the_table_is_named_by_its_number(self) -> None:
        table = self._random_discard().enters("Name the die", "2")
        assert table.view(Side.LEFT) == DiceView((2,))

    def test_a_throw_for_a_card_stands_in_the_log_with_what_it_chose(self) -> None:
        table = self._random_discard(5).does(LEFT).waits(1.0).reads_on().enters("Log")
        has(
            table.reads(),
            "AB, played A, Random discard (Americans), die 5, discarded Americans' B,",
        )

    @staticmethod
    def _random_discard(*dice: int) -> Table:
        table = Table(2, *dice, sheet="washingtons-war-2022").rolls().does(LEFT)
        return table.enters("Random discard")


class TestMarks:
    def test_a_marked_card_wears_its_sign_and_the_mark_can_be_taken_off(self) -> None:
        table = Table(sheet="standard-2018").enters("Mark a card", "Left side", "B", "Scoring")
        has(table.reads(), "B: face-up, marked scoring.")
        table.enters("Mark a card", "Left side", "B", "No mark")
        has(table.reads(), "B: face-up.")

    def test_only_what_would_change_something_is_offered(self) -> None:
        table = Table(sheet="standard-2018").enters("Mark a card", "Left side", "B")
        menu = table.shown_menu()
        assert "No mark" not in menu.items
        assert "First opportunity" in menu.items

    def test_a_forced_card_is_the_plain_press(self) -> None:
        table = Table(hands=(1, 1), sheet="standard-2018")
        table.enters("Mark a card", "Left side", "A", "Scoring")
        has(table.reads(), "No roll: A must be played.", "A: face-up, marked scoring, offered")
        has(table.does(LEFT).reads(), "Play A, then done.")


def crusade(level: int) -> Table:
    """The Last Crusade after its level is rolled; the enemy has no Supply."""
    return Table(level, sheet="last-crusade").does(LEFT).rolls()


class TestFewPresses:
    def test_an_action_that_can_be_taken_in_one_way_only_is_one_press(self) -> None:
        table = Table(2, 2, sheet="caesar-rome-vs-gaul-2022")
        table.rolls().does(LEFT, LEFT).rolls(RIGHT).does(RIGHT, RIGHT)
        table.enters("Winter Campaign: B")
        has(table.reads(), "Play B as event.", "Fill B, face-down.")

    def test_the_plain_press_is_no_entry_of_the_menu(self) -> None:
        table = crusade(3)
        has(table.reads(), "Your turn.")
        assert "Your turn" not in table.does(Press.MENU).shown_menu().items

    def test_ending_something_asks_once_more(self) -> None:
        table = Table().enters("End the turn")
        menu = table.shown_menu()
        assert (menu.items, menu.highlighted) == (("Yes", "Back"), 1)
        table.does(Press.KNOB)
        assert isinstance(table.view(), MenuView), "it ends nothing"

    def test_a_detent_back_from_the_first_entry_of_a_menu_leads_to_the_last(self) -> None:
        table = Table().does(Press.MENU, Scroll(-1))
        menu = table.shown_menu()
        assert menu.items[menu.highlighted] == "Back"
        table.does(Scroll(-2), Scroll(-50), Scroll(-50))
        assert table.shown_menu().highlighted == 0, "a swing of the knob stops at the first"


class TestDecisions:
    def test_an_answer_is_a_bar_that_the_knob_changes(self) -> None:
        table = Table(sheet="twilight-struggle-five-card").reads_on()
        has(table.reads(), "Whose event", "> USSR's event (1/3)")
        has(table.does(Scroll(1)).reads(), "> US's event (2/3)")
        has(table.does(Scroll(2)).reads(), "> Menu")

    def test_one_button_alone_answers_a_question(self) -> None:
        small = UiContext(knob=False, buttons=frozenset({Side.LEFT}))
        table = Table(sheet="twilight-struggle-five-card", context=small)
        table.reads_on(Press.ADVANCE).does(Press.ADVANCE)
        has(table.reads(), "> US's event (2/3)")
        has(table.does(Press.CONFIRM).reads(), "US's headline.", "Whose event")

    def test_a_number_is_chosen_among_those_that_may_be(self) -> None:
        table = crusade(4)
        table.enters("Random choice")
        has(table.reads(), "Random choice among how many?", "> 0 (0-20)")
        has(table.does(Scroll(7)).reads(), "> 7 (0-20)")


class TestGuidedList:
    def test_a_board_without_cards_leads_through_the_enemy_s_turn(self) -> None:
        table = Table(4, 2, 5, sheet="last-crusade").reads_on()
        has(table.reads(), "You.", "How much Supply has the enemy?")
        table.does(Scroll(40), LEFT)
        has(table.reads(), "aggression level")
        assert "A:" not in table.reads()
        table.does(LEFT)
        assert table.view(Side.LEFT) == DiceView((4,))
        has(table.waits(1.0).reads(Side.RIGHT), "Aggression: 4.", "Enemy Supply: 40.")
        table.does(LEFT)
        has(table.reads(), "Your turn.", "Can the enemy play a Special card?")
        table.does(LEFT)
        has(table.reads(), "Your turn.", "> End your turn (1/6)")
        table.does(LEFT)
        has(table.reads(Side.RIGHT), "Enemy.", "Enemy turn.")
        has(table.reads(Side.LEFT), "Aggression: 4.", "On CAP: 0.", "Your VP: 0.")
        table.does(RIGHT)
        has(
            table.reads(Side.RIGHT),
            "Reinforcement.",
            "Turn card: draw, Supply, refit, deploy, in this order?",
        )
        table.does(RIGHT)
        has(table.reads(Side.RIGHT), "Draw the enemy's cards, face-up.", "> Yes (1/2)")
        has(table.reads(Side.LEFT), "You.", "Aggression: 4.", "Enemy Supply: 40.")
        table.does(RIGHT)
        has(table.reads(Side.RIGHT), "Can the enemy play a Special card?")
        table.does(RIGHT, RIGHT, RIGHT)
        has(table.reads(Side.RIGHT), "Air Action.", "Enemy fighters in its airfield?")
        table.does(Scroll(1), RIGHT)
        has(table.reads(Side.RIGHT), "Enemy bombers in its airfield?")
        table.does(RIGHT)
        has(table.reads(Side.RIGHT), "Fighter 1 launches? Roll 1-4.")
        table.rolls(RIGHT)
        has(table.reads(Side.RIGHT), "Fighter 1: Supply cost of its launch?")
        table.does(Scroll(2), RIGHT)
        has(table.reads(Side.RIGHT), "Have you aircraft in your airfield?")
        has(table.reads(Side.LEFT), "Enemy Supply: 38.")

    def test_real_dice_that_are_wanted_together_need_no_press_between_them(self) -> None:
        table = Table(4, sheet="last-crusade", context=UiContext(die=DieSource.READER)).reads_on()
        throws(table.does(Scroll(40), LEFT), 4).waits(1.0).reads_on()
        table.does(*[LEFT] * 3, *[RIGHT] * 6)
        table.does(Scroll(2), RIGHT, Scroll(1), RIGHT)
        has(table.reads(Side.RIGHT), "Launch on 4 or less", "Roll 3 dice.")
        for face in (6, 2, 1):
            throws(table, face).waits(1.0)
        has(table.reads(Side.RIGHT), "Dice: 6, 2, 1.", "Fighter 2: Supply cost of its launch?")

    def test_the_wrong_button_is_told_whose_turn_it_is(self) -> None:
        table = crusade(4).does(LEFT, LEFT, LEFT)
        has(table.does(LEFT).reads(), "Not your round.", "Enemy's turn: press right.")
        has(table.does(LEFT).reads(), "Enemy's turn: press right.")


class TestOneScreen:
    def test_both_sides_are_dealt_in_one_sentence(self) -> None:
        has(Table().reads(seen=ONE), "Both sides: Deal A and B face-up.", "Roll or 1-Ops.")

    def test_what_the_other_side_does_is_named_on_the_board_of_the_side_at_work(self) -> None:
        table = Table(2).rolls().does(LEFT).enters("Combat card", "Allied Powers", "B")
        has(table.reads(seen=ONE), "Central Powers.", "Allied Powers: Play B.", "Combat card kept?")

    def test_what_both_sides_do_alike_is_said_once(self) -> None:
        table = Table(sheet="empire-of-the-sun-2018")
        has(
            table.reads(seen=ONE),
            "Both sides: Deal A and B face-up.",
            "D and E face-down, pile on C.",
        )

    def test_what_the_other_side_does_is_read_first_where_there_is_no_room_beside(self) -> None:
        table = Table(2, 5, sheet="paths-of-glory-2016")
        table.reads_on(seen=ONE).does(LEFT).rolls().does(LEFT)
        has(
            table.reads(seen=ONE),
            "Central Powers.",
            "Slide E to Played Pile. Slide the others toward E. Fill A and B, face-down.",
            "> Read on (page 1/2)",
        )
        table.does(Press.KNOB)
        has(table.reads(seen=ONE), "Allied Powers.", "Flip A to E.", "Nominate a card or 1-Ops.")

    def test_it_shows_the_board_of_a_side_that_pressed_out_of_turn(self) -> None:
        table = Table().does(RIGHT)
        has(table.reads(seen=ONE), "Allied Powers.", "Not your round.", "Press: roll. Knob: more.")

    def test_a_card_of_the_other_side_is_named_on_its_own_board(self) -> None:
        table = row(2, 5).does(LEFT).rolls().enters("Defence: combat card")
        has(table.reads(seen=ONE), "Allied Powers.", "A: face-up, on white 1 to 3, offered, high")
        has(table.reads(seen=ONE), "Defender: name each combat card that fits.")


@pytest.mark.parametrize("intent", [LEFT, Press.KNOB, Press.CONFIRM, Press.ADVANCE])
def test_every_control_throws_the_dice_that_are_waited_for(intent: Intent) -> None:
    table = row(2, 5).does(LEFT, intent)
    assert table.view(Side.LEFT) == DiceView((2, 5), OF_ROW)


def test_the_idle_screen_says_whose_round_comes_but_not_where_either_side_may_begin() -> None:
    table = Table(2, sheet="washingtons-war-2022")
    has(table.reads(Side.LEFT), "Whoever begins rolls.")
    assert "Next:" not in table.reads(Side.RIGHT)
    table.rolls().does(LEFT, LEFT)
    has(table.reads(Side.LEFT), "Next: Americans R1.")

"""Steps of cards, combined as in no sheet of ours; as the sheets have them: tests/sheets."""

from msgspec.structs import replace

from cdgdevice.rules.instructions import CardSource, RefillGap
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.sheet_entries import ActionSide
from tests.rules.playing import LEFT, RIGHT, chits, lies, options, play
from tests.rules.small_sheets import action, asks, done_by_hand, outcome, played, small, stage

PLAYING = ("roll ABC", "choose A")


def test_a_mark_does_not_pass_to_the_card_that_it_was_swapped_for() -> None:
    marks = '\n[marks]\nkinds = ["scoring"]\nsource = "marks"\n'
    of = small("open", marks, action('{ do = "swap" }', card='"up-first"'))
    swapped = played(of, "mark left B scoring", *PLAYING, "act card=B")
    assert swapped.now.seats[LEFT].display.marks == ()


def test_a_face_down_card_keeps_its_facing_when_taken() -> None:
    steps = ('{ do = "pick-random", whose = "other", among = "down" }', '{ do = "take" }')
    taken = played(small("open", action(*steps)), *PLAYING, "act", "roll 1")
    assert (lies(taken, LEFT), lies(taken, RIGHT)) == ("duudd", "uu-dd")


def test_a_taken_card_may_go_to_another_gap_than_the_card_s_under_way() -> None:
    steps = ('{ do = "pick-random", whose = "other" }', '{ do = "take", gap = true }')
    react = action('{ do = "play" }', id_="react", card='"up"')
    taken = played(small("open", action(*steps), react), *PLAYING, "react card=C", "act", "roll 1")
    assert (lies(taken, LEFT), lies(taken, RIGHT)) == ("-uudd", "-uddd")


def test_the_card_under_way_and_a_card_of_the_other_side_change_places_face_up() -> None:
    steps = (
        '{ do = "pick-random", whose = "other", among = "down" }',
        '{ do = "swap", for = "under-way" }',
    )
    given = played(small("open", action(*steps)), *PLAYING, "act", "roll 1")
    assert done_by_hand(given) == ["tell left", "flip right C", "move left A", "refill right C"]
    laid = given.now.instructions[-1]
    assert isinstance(laid, RefillGap)
    assert laid.source is CardSource.PLAYED
    assert (lies(given, LEFT), lies(given, RIGHT)) == ("uuudd", "uuudd")


def test_a_card_is_fetched_from_the_discards_into_the_gap_face_up() -> None:
    steps = ('{ do = "pick-under-way" }', '{ do = "fill", facing = "up", discards = true }')
    of = small("open", action(*steps, '{ do = "uncounted" }'))
    fetched = played(of, *PLAYING, "act")
    assert (done_by_hand(fetched), lies(fetched, LEFT)) == (["refill left A"], "uuudd")
    done = played(of, *PLAYING, "act", "choose done")
    assert (lies(done, LEFT), chits(done, LEFT), done.now.active) == ("uuudd", (5, 5), RIGHT)


def test_gaps_of_played_cards_are_filled_before_a_side_rolls_again() -> None:
    steps = ('{ do = "play" }', '{ do = "again", roll = true }')
    of = small("open", action(*steps, when='["choose"]', card='"up"'))
    again = played(of, "roll CDE", "act card=A")
    assert lies(again, LEFT) == "duuuu"


def test_the_player_picks_a_card_of_the_named_spaces_and_needs_not_where_there_is_one() -> None:
    def picking(letters: str) -> str:
        return action(
            f'{{ do = "pick", among = "up", text = "Which?", spaces = {letters} }}',
            '{ do = "discard" }',
        )

    assert options(played(small("open", picking('["B", "C"]')), *PLAYING, "act")) == ["B", "C"]
    alone = played(small("open", picking('["B"]')), *PLAYING, "act")
    assert done_by_hand(alone) == ["discard left B"]
    assert done_by_hand(played(small("open", picking('["D"]')), *PLAYING, "act")) == []


def test_a_card_beside_the_display_may_be_played_and_turns_no_chit_unless_it_counts() -> None:
    beside = '\n[[beside]]\nid = "{0}"\ntitle = "{0}"\nsource = "rule"\ncounts = {1}\n'
    offers = [
        '{ do = "flip", spaces = ["C"] }',
        '{ do = "offer", spaces = ["C"], uses = ["any"] }',
        '{ do = "offer-beside", card = "free" }',
        '{ do = "offer-beside", card = "dear" }',
    ]
    of = small(
        "open",
        beside.format("free", "false"),
        beside.format("dear", "true"),
        JR=outcome("JR", *offers),
    )
    assert options(played(of, "roll JR")) == ["C", "free", "dear"]
    assert asks(played(of, "roll JR")) == "Play C, free, or dear."
    assert chits(played(of, "roll JR", "choose free", "choose done"), LEFT) == (5, 5)
    assert chits(played(of, "roll JR", "choose dear", "choose done"), LEFT) == (4, 5)


def test_a_side_turns_up_its_own_cards_whichever_side_s_round_it_is() -> None:
    read = small("open", action('{ do = "turn-up", until = 4 }'))
    of = replace(read, actions=(replace(read.actions[0], who=ActionSide.INACTIVE),))
    turning = played(of, "roll ABC", "choose A", "act")
    assert options(turning) == ["C", "D", "E"]
    cards = [option.card for option in prompt(turning.now).options]
    assert [card.side for card in cards if card] == [RIGHT] * 3
    turned = play(turning, "choose E", "choose C")
    assert (lies(turned, LEFT), lies(turned, RIGHT)) == ("-uudd", "uuudu")
    assert stage(turned) == "play"

"""A sentence keeps what it is about; its template says how each value is written."""

import pytest

from cdgdevice.rules.texts.templates import Template, shorten
from cdgdevice.rules.texts.words import Words

ROLL_FOR = Template("Roll for {owner:of} card: {cards:or}.", "cards", "owner")


def test_a_text_is_its_english_and_keeps_template_and_values() -> None:
    text = ROLL_FOR(("A", "B", "C"), "Rome")
    assert text == "Roll for Rome's card: A, B or C."
    assert text.template is ROLL_FOR
    assert text.values == {"owner": "Rome", "cards": ("A", "B", "C")}


@pytest.mark.parametrize(
    ("english", "values", "written"),
    [
        ("{number} of {of}", (1, 3), "1 of 3"),
        ("{name:begin} is over", ("year",), "Year is over"),
        ("So: {what:inside}", ("Play A.",), "So: play A."),
        ("{id:plain:begin}", ("to-be-played",), "To be played"),
        ("{names:list}; {names:and}", (("A", "B"),), "A, B; A and B"),
        ("Play{ways:else}.", (("pass", "draw"),), "Play, or pass or draw."),
        ("Play{ways:else}.", ((),), "Play."),
        ("Roll {high:up-to}.", (3,), "Roll 1-3."),
        ("Roll {high:up-to}.", (1,), "Roll 1."),
        ("No {given:quoted}", ("a\nb",), 'No "a\\u000Ab"'),
        ("{on:no|yes}", (True,), "yes"),
        ("{many:none|one|several}", (5,), "several"),
        ("{many:({of})|{of}|{many} {of}}", (2, "men"), "2 men"),
        ("{name:a|{name:of}} card", ("",), "a card"),
        ("{die:{two:it|they} here|as {die}}", ("", True), "they here"),
        ("Roll {span:span}.", ((2, 4),), "Roll 2-4."),
        ("{words.turn:begin} {turn}", (Words(turn="year"), 4), "Year 4"),
    ],
)
def test_a_gap_says_how_its_value_is_written(
    english: str, values: tuple[object, ...], written: str
) -> None:
    assert Template(english)(*values) == written


def test_a_text_within_a_text_is_kept_as_a_value() -> None:
    inner = Template("Play {card}")("A")
    outer = Template("{what}, then done.")(inner)
    assert outer == "Play A, then done."
    assert outer.values["what"] is inner


@pytest.mark.parametrize("values", [(), ("A",), ("A", "B", "C")])
def test_a_template_refuses_too_few_or_too_many_values(values: tuple[str, ...]) -> None:
    with pytest.raises(TypeError, match="is about cards, owner"):
        ROLL_FOR(*values)


def test_the_last_values_may_be_given_by_name() -> None:
    assert ROLL_FOR(("A",), owner="Gaul") == "Roll for Gaul's card: A."


def test_a_shorter_wording_is_taken_in_the_texts_within_a_text_too() -> None:
    play = Template("play {cards:or}", short="{cards:or}")
    offer = Template("{ways:series}.")
    text = offer((play(("A", "B")), "discard"))
    assert text == "play A or B, or discard."
    assert shorten(text) == "A or B, or discard."
    assert shorten("Play the card face-up.") == "Play the card face-up."

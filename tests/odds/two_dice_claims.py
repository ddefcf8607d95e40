"""The claims about the two-dice methods, and about the chart that picks a card at random."""

from collections.abc import Iterator
from fractions import Fraction

from tests.odds import selection_chart, two_dice
from tests.odds.claim import Claim, holds, percent

SIX_ROUNDS = "ABCCDE"
"""The cards of the six rounds that the Book takes for an example of the original method."""


def two_dice_claims() -> Iterator[Claim]:
    left = sum(len(two_dice.leaving((card,))) for card in SIX_ROUNDS)
    yield Claim(
        "In six rounds with A, B, C, C, D and E played, eleven cards leave the hand",
        "Book, original method",
        holds(left == 11),
        f"{left}: {len(SIX_ROUNDS)} played, {left - len(SIX_ROUNDS)} cycled out",
    )
    new = {len(two_dice.leaving((card,))) for card in (*two_dice.ROW, two_dice.PILE)}
    with_combat = max(
        len(two_dice.leaving((card, combat))) for card in two_dice.ROW for combat in two_dice.ROW
    )
    yield Claim(
        "Of the side not played, one or two cards (20 or 40 %) are unknown",
        "Book, original method",
        holds(new == {1, 2}) + " after a plain round",
        f"{min(new)} or {max(new)} then; but {with_combat} (60 %) if a combat card was "
        "played too, and at set-up all 5 of the side that goes second",
    )
    first, other = two_dice.granted_odds("A"), two_dice.granted_odds("B")
    middle = two_dice.granted_odds("C")
    yield Claim(
        "What nominating is worth: range met and no doubles",
        "V3, Five; they don't say",
        "not claimed",
        f"range 3: {first} ({percent(first)}); 4: {other} ({percent(other)}); "
        f"5: {middle} ({percent(middle)})",
    )
    doubles = two_dice.doubles_odds()
    yield Claim(
        "What doubles come to",
        "V3, Five; they don't say",
        "not claimed",
        f"{doubles} ({percent(doubles)}), each of A to E and the pile {doubles / 6}",
    )
    odds_of = {card: two_dice.played_odds(card)[card] for card in two_dice.RANGES}
    row = {card: odds_of[card] for card in two_dice.ROW}
    yield Claim(
        "C is the easiest to play, A and E the hardest",
        "Five",
        holds(
            max(row, key=lambda card: row[card]) == "C"
            and max(row["A"], row["E"]) < min(row["B"], row["D"])
        ),
        "played when nominated: " + ", ".join(f"{c} {percent(x)}" for c, x in odds_of.items()),
    )
    yield Claim(
        "Each space has another chance",
        "Book, original method",
        holds(len(set(row.values())) == len(row)) + " with Five's ranges",
        f"B and D both {percent(row['B'])}; those of V3 were printed on a display that is lost",
    )
    by_dice = 1 - two_dice.granted_odds("A")
    yield Claim(
        "Who nominates A or E plays a card at random instead half the time",
        "Five",
        holds(by_dice == Fraction(1, 2)),
        f"the dice decide in {percent(by_dice)}, "
        f"{float(100 * by_dice) - 50:.1f} points more, as doubles do so too; "
        f"another card is played in {percent(1 - row['A'])} (A), {percent(1 - row['E'])} (E)",
    )
    three = {card: two_dice.two_unknown_odds(card) for card in two_dice.RANGES}
    usual = {card for card, share in three.items() if share > Fraction(1, 2)}
    yield Claim(
        "Most of the time the other side has only three face-up cards",
        "Five",
        holds(usual == {*two_dice.ROW}) + " for E and the China card"
        if three.keys() - usual == {"E", "China"}
        else holds(usual == three.keys()),
        "three, by the card nominated: " + ", ".join(f"{c} {percent(x)}" for c, x in three.items()),
    )


def chart_claims() -> Iterator[Claim]:
    fair = all(
        len(set(selection_chart.chances(cards).values())) == 1 for cards in selection_chart.CHART
    )
    rolls = ", ".join(
        f"{cards} cards {selection_chart.expected_rolls(cards)}"
        for cards in selection_chart.CHART
        if cards > 1
    )
    yield Claim(
        "The Random Card Selection chart picks each card with equal chance",
        "Book, Fate",
        holds(fair),
        f"rolls it takes on average: {rolls}",
    )

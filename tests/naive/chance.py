"""Random Card Selection: the chart of the documents, and what it leaves unsaid."""

CHART: dict[int, dict[int, int]] = {
    1: {},
    2: {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1},
    3: {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2},
    4: {1: 0, 2: 1, 3: 2, 4: 3},
    5: {1: 0, 2: 1, 3: 2, 4: 3, 5: 4},
}
"""For so many cards: the one, from 0, that a throw picks; a throw that is not there, again."""


def picked(cards: int, throws: list[int]) -> int | None:
    """Which card, from 0, these throws pick; None while the die must be thrown again."""
    if cards == 1:
        return 0
    if cards in CHART:
        return CHART[cards].get(throws[-1]) if throws else None
    return beyond_the_chart(cards, throws)


def beyond_the_chart(cards: int, throws: list[int]) -> int | None:
    """Six or more cards, each as likely, by as few throws as can be.

    Each throw makes six of every chance. They are dealt out to the cards in equal shares, and only
    those left over are thrown for again, so no throw is wasted.
    """
    left_over: list[tuple[int, ...]] = [()]
    for count in range(1, len(throws) + 1):
        chances = [(*chance, number) for chance in left_over for number in range(1, 7)]
        share = len(chances) // cards
        at = chances.index(tuple(throws[:count]))
        if at < share * cards:
            return at // share
        left_over = chances[share * cards :]
    return None

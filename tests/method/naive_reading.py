"""A second reading of the method's rules, so naive that it can be checked against the page.

It shares no code with the engine and works on five letters: `uuddd` is A and B face-up, C, D and
E face-down. The golden files are written from it, and the engine must agree with them.
"""

from itertools import combinations, product

SPACES = "ABCDE"
NAMED = {"JR": "C", "AB": "AB", "DE": "DE", "ABC": "ABC", "CDE": "CDE"}
RESULTS = (*NAMED, "EVENT")


def all_facings() -> list[str]:
    """Every way that five cards can lie."""
    return ["".join(letters) for letters in product("ud", repeat=5)]


def each(facing: str) -> list[tuple[str, str]]:
    """Each space with how its card lies."""
    return list(zip(SPACES, facing, strict=True))


def turned_up(facing: str, spaces: str) -> str:
    """The display after every card of these spaces lies face-up."""
    return "".join("u" if space in spaces else lies for space, lies in each(facing))


def lying(facing: str, way: str) -> str:
    """The spaces whose card lies so."""
    return "".join(space for space, lies in each(facing) if lies == way)


def flips(facing: str, result: str) -> list[str]:
    """The ways to turn cards up before the choice: one way, but for EVENT with too few face-up.

    EVENT turns up face-down cards of the player's choice until two cards are face-up.
    """
    if result != "EVENT":
        return ["".join(space for space in NAMED[result] if space in lying(facing, "d"))]
    missing = max(2 - len(lying(facing, "u")), 0)
    return ["".join(cards) for cards in combinations(lying(facing, "d"), missing)]


def offered(facing: str, result: str, may_discard: bool) -> dict[str, str]:
    """What may be played once the cards are turned up, and for what.

    `may_discard`: the Jolly Roger and EVENT also let an event card be discarded.
    """
    extra = " discard" if may_discard else ""
    if result == "EVENT":
        return dict.fromkeys(lying(facing, "u"), "event lowest-ops" + extra)
    if result == "JR":
        lowest = [space for space in "ABDE" if space in lying(facing, "u")]
        return {"C": "any"} | dict.fromkeys(lowest, "lowest-ops" + extra)
    return dict.fromkeys(NAMED[result], "any")


def refilled(facing: str, played: str, pile_on_c: bool) -> str:
    """The display after the played card's space has been filled.

    `pile_on_c`: the draw pile is space C; its top card moves into the gap and keeps its facing,
    and the next card of the pile is face-down. Else the gap is filled face-down.
    """
    drawn = facing[2] if pile_on_c and played != "C" else "d"
    after = "".join(drawn if space == played else lies for space, lies in each(facing))
    return after[:2] + "d" + after[3:] if pile_on_c else after


def line(facing: str, result: str, turned: str, may_discard: bool, pile_on_c: bool) -> str:
    """One line of a golden file."""
    shown = turned_up(facing, turned)
    cards = [
        f"{card} {uses} -> {refilled(shown, card, pile_on_c)}"
        for card, uses in sorted(offered(shown, result, may_discard).items())
    ]
    return f"{facing} | {result:5} | flip {turned or '-':3} | {' ; '.join(cards)}"


def lines(facings: list[str], may_discard: bool, pile_on_c: bool) -> list[str]:
    """Every line for these facings: each result, each way to turn cards up."""
    return [
        line(facing, result, turned, may_discard, pile_on_c)
        for facing in facings
        for result in RESULTS
        for turned in flips(facing, result)
    ]

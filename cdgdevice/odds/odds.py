"""The odds of a sheet: what its Method die comes to in the long run, in exact fractions.

The policy is the uniform one. Every result comes up one time in six. A card to turn up is any of
the face-down ones. The card to play is any of those offered; but where a result offers some cards
for any purpose and others for certain purposes only, each of the two kinds has one half. So on the
Jolly Roger C is played every other time, as the others depend on being the lowest.

Hands are equal, nothing is counted, no card is special, and every variant is as the sheet has it.
Cards that lie beside the display, at first or for good, are left out.

`count_lines` counts lines of play: a number that any other program of these rules can check. A line
says for each round of one side, from the set-up, the result, the cards turned up by choice in their
order, and the card played. A card that may be played for several purposes is one line.

`odds_table` and `odds_as_json` write the odds of a sheet for a terminal and for a program; those of
a sheet with two dice are in `row_odds`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations

from msgspec import Struct, field
from msgspec.structs import replace

from cdgdevice.fold_lines import COLUMNS
from cdgdevice.odds.long_run import find_long_run_shares
from cdgdevice.odds.row_odds import row_odds_as_json, write_row_odds
from cdgdevice.rules.card_display import Display, Facing, Place, Space
from cdgdevice.rules.card_steps import (
    CardUse,
    FlipSpaces,
    HomeCard,
    Offer,
    OfferBeside,
    TurnUp,
    Whose,
)
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.guided.list_steps import RunList
from cdgdevice.rules.requests import RulesError
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import SheetFamily
from cdgdevice.rules.steps import If, Say, SayAtTurnEnd, Step, VariantOn


class NoOddsError(RulesError):
    """These figures are not available; the sentence says why."""


class NoRoundsError(NoOddsError):
    """The rounds of a sheet can't be listed, and so nothing of them can be counted."""

    def __init__(self, sheet: Sheet, why: str, wanted: str = "odds of this kind") -> None:
        """Describe what was `wanted`, and why there is none: both without a full stop."""
        super().__init__(f"{sheet.title} ({sheet.id}) has no {wanted}: {why}.")
        self.why = why


_TurningStep = FlipSpaces | TurnUp | Offer


class RoundLine(Struct, frozen=True):
    """One way that a round can go."""

    result: DieResult
    turned: tuple[Place, ...]
    """The cards that were turned up by choice, in the order chosen."""
    played: Place
    offered: int
    """How many cards of the display there were to choose from."""
    chance: Fraction
    """Of all the ways from this display, 0 to 1."""
    after: Display
    """How the cards lie when the gap has been filled."""


class _RoundBranch(Struct, frozen=True):
    """A round under way."""

    display: Display
    turned: tuple[Place, ...] = ()
    chance: Fraction = Fraction(1, len(DieResult))
    offers: Mapping[Place, frozenset[CardUse]] = field(default_factory=dict)


def set_up_without_variants(sheet: Sheet) -> Display:
    """Lay out a side's five cards as the sheet says, before any of its variants.

    Raises:
        NoRoundsError: when the sheet has no card display with a Method die.
    """
    if not sheet.family.rolls_method_die:
        raise NoRoundsError(sheet, "it has no card display with a Method die")
    up = sheet.face_up
    return Display(tuple((Facing.UP if space in up else Facing.DOWN,) for space in Space))


def list_round_lines(sheet: Sheet, display: Display) -> Iterator[RoundLine]:
    """Return every way that a round can go from this display; their chances add up to 1.

    Raises:
        NoRoundsError: when a result has steps that make it more than flips and offers.
    """
    for result, outcome in sheet.outcomes.items():
        branches = [_RoundBranch(display)]
        for step in _default_steps(sheet, result, outcome.steps):
            branches = [after for branch in branches for after in _branch_step(branch, step)]
        for branch in branches:
            for card, chance in _chances_of_offers(branch.offers).items():
                yield RoundLine(
                    result,
                    branch.turned,
                    card,
                    len(branch.offers),
                    branch.chance * chance,
                    _refill_gap(sheet.family, branch.display, card),
                )


def _default_steps(
    sheet: Sheet, result: DieResult, steps: tuple[Step, ...]
) -> Iterator[_TurningStep]:
    """Return the steps that turn and offer cards when no variant was switched."""
    on = {variant.id for variant in sheet.variants if variant.default}
    for step in steps:
        match step:
            case If(VariantOn(variant), then, otherwise):
                yield from _default_steps(sheet, result, then if variant in on else otherwise)
            case RunList(name):
                yield from _default_steps(sheet, result, sheet.list_steps(name))
            case FlipSpaces(_, Whose.MINE) | TurnUp() | Offer():
                yield step
            case HomeCard() | OfferBeside() | Say() | SayAtTurnEnd():
                pass
            case _:
                raise NoRoundsError(
                    sheet,
                    f"more than flips and offers decides what its result {result.value} plays",
                )


def _branch_step(branch: _RoundBranch, step: _TurningStep) -> Iterator[_RoundBranch]:
    display = branch.display
    match step:
        case FlipSpaces(spaces):
            yield replace(
                branch, display=_turn_up(display, display.places_facing(Facing.DOWN, spaces))
            )
        case TurnUp(until, one):
            down = display.places_facing(Facing.DOWN)
            missing = max(until - len(display.places_facing(Facing.UP)), 0)
            missing = min(missing, 1) if one else missing
            orders = tuple(permutations(down, min(missing, len(down))))
            for cards in orders:
                yield replace(
                    branch,
                    display=_turn_up(display, cards),
                    turned=branch.turned + cards,
                    chance=branch.chance / len(orders),
                )
        case Offer(spaces, uses, only):
            offers = {} if only else dict(branch.offers)
            for card in display.places_facing(Facing.UP, spaces):
                offers[card] = offers.get(card, frozenset()) | frozenset(uses)
            yield replace(branch, offers=offers)


def _turn_up(display: Display, cards: tuple[Place, ...]) -> Display:
    for card in cards:
        display = display.laid(card, Facing.UP)
    return display


def _chances_of_offers(offers: Mapping[Place, frozenset[CardUse]]) -> dict[Place, Fraction]:
    """Return how likely it is that each offered card is played."""
    free = {card for card, uses in offers.items() if CardUse.ANY in uses}
    kinds = [kind for kind in (free, offers.keys() - free) if kind]
    return {
        card: Fraction(1, len(kinds) * len(kind))
        for card in offers
        for kind in kinds
        if card in kind
    }


def _refill_gap(family: SheetFamily, display: Display, played: Place) -> Display:
    """Fill the gap: from C as its top card lies in the pile family, else face-down."""
    top = Place(Space.C)
    if family.has_pile_on_c and played != top:
        return display.laid(played, display.facing_at(top)).laid(top, Facing.DOWN)
    return display.laid(played, Facing.DOWN)


class Odds(Struct, frozen=True):
    """Shares of all rounds in the long run, each above 0; those of one table add up to 1.

    Keys stand in rising order.
    """

    states: int
    """How many facings of one side's display can come up between rounds, the set-up included."""
    hidden: Mapping[int, Fraction]
    """By the number of face-down cards between rounds."""
    offered: Mapping[int, Fraction]
    """By the number of cards that a result offers, once cards have been turned up."""
    played: Mapping[Space, Fraction]
    """By the space of the card that is played."""


def work_out_odds(sheet: Sheet) -> Odds:
    """Work out the odds of a sheet under the uniform policy.

    Raises:
        NoFiguresError: when the sheet has no Method die, or results that do more.
    """
    ways = list_all_lines(sheet)
    shares = find_facing_shares(ways)
    hidden: dict[int, Fraction] = defaultdict(Fraction)
    offered: dict[int, Fraction] = defaultdict(Fraction)
    played: dict[Space, Fraction] = defaultdict(Fraction)
    for display, share in shares.items():
        hidden[len(display.places_facing(Facing.DOWN))] += share
        for line in ways[display]:
            offered[line.offered] += share * line.chance
            played[line.played.space] += share * line.chance
    return Odds(
        len(ways),
        {number: hidden[number] for number in sorted(hidden)},
        {number: offered[number] for number in sorted(offered)},
        {space: played[space] for space in Space if space in played},
    )


def list_all_lines(sheet: Sheet) -> dict[Display, tuple[RoundLine, ...]]:
    """Return every line from every facing that can come up between rounds, the set-up first.

    Raises:
        NoFiguresError: when the sheet has no Method die, or results that do more.
    """
    found: dict[Display, tuple[RoundLine, ...]] = {}
    waiting = [set_up_without_variants(sheet)]
    while waiting:
        display = waiting.pop()
        if display not in found:
            found[display] = tuple(list_round_lines(sheet, display))
            waiting.extend(line.after for line in found[display])
    return found


def find_facing_shares(ways: Mapping[Display, tuple[RoundLine, ...]]) -> dict[Display, Fraction]:
    """Return the share of rounds that begin with each facing in the long run, from the first one.

    `ways` has every line from every facing, as `list_all_lines` gives them; shares are above 0.
    """
    chain: dict[Display, dict[Display, Fraction]] = {}
    for display, leading in ways.items():
        chain[display] = defaultdict(Fraction)
        for line in leading:
            chain[display][line.after] += line.chance
    return find_long_run_shares(chain, next(iter(ways)))


MAX_ROUNDS = 1000
"""The most rounds that are counted; it takes a second, and no game is longer."""


def count_lines(sheet: Sheet, depth: int) -> int:
    """Count the lines of `depth` rounds, 0 to `MAX_ROUNDS`; there is one line of no rounds.

    Raises:
        NoFiguresError: when the depth is out of range, or the sheet has no Method die.
    """
    return _count_from_each_facing(sheet, depth)[set_up_without_variants(sheet)]


def count_by_first_result(sheet: Sheet, depth: int) -> dict[DieResult, int]:
    """Count the lines of `depth` rounds, 0 to `MAX_ROUNDS`, that begin with each result.

    Raises:
        NoFiguresError: when the depth is out of range, or the sheet has no Method die.
    """
    _check_depth(depth)
    if depth == 0:
        return {}
    following = _count_from_each_facing(sheet, depth - 1)
    counts: Counter[DieResult] = Counter()
    for line in list_all_lines(sheet)[set_up_without_variants(sheet)]:
        counts[line.result] += following[line.after]
    return {result: counts[result] for result in DieResult}


def _count_from_each_facing(sheet: Sheet, depth: int) -> dict[Display, int]:
    """Count the lines of `depth` rounds from every facing."""
    _check_depth(depth)
    try:
        found = list_all_lines(sheet)
    except NoRoundsError as none:
        raise NoRoundsError(sheet, none.why, "lines of play to count") from none
    ways = {display: Counter(line.after for line in leading) for display, leading in found.items()}
    counts = dict.fromkeys(ways, 1)
    for _ in range(depth):
        counts = {
            display: sum(times * counts[after] for after, times in leading.items())
            for display, leading in ways.items()
        }
    return counts


def _check_depth(depth: int) -> None:
    if not 0 <= depth <= MAX_ROUNDS:
        raise NoOddsError(f"Lines are counted over 0 to {MAX_ROUNDS} rounds, not {depth}.")


# As a table, and as an object of JSON.

_BAR = 36  # columns of the longest bar

_POLICY = """\
Exact, with every result equally likely and every choice left to chance: on the
Jolly Roger C half the time and else any other card offered; otherwise any card
offered. Equal hands, no counting, no special cards."""


def odds_table(found: Sheet) -> str:
    """Write the odds of a sheet for a terminal; no line is longer than `COLUMNS`.

    Raises:
        NoOddsError: when it has none.
    """
    if found.row is not None:
        return write_row_odds(found, found.row)
    told = work_out_odds(found)
    tables = (
        ("Face-down cards of the five, between rounds", told.hidden),
        ("Cards to choose from, once cards have been turned up", told.offered),
        ("Space of the card played", told.played),
    )
    longest = max(share for _, shares in tables for share in shares.values())
    lines = [
        f"{found.title} ({found.id})",
        f"{told.states} ways for a side's five cards to lie between rounds; odds in the long run.",
    ]
    for heading, shares in tables:
        lines += ["", heading, *_rows(shares, longest)]
    return "\n".join([*lines, "", _POLICY])


def odds_as_json(found: Sheet) -> dict[str, object]:
    """Return the odds of a sheet as an object of JSON, in fractions.

    Raises:
        NoOddsError: when it has none.
    """
    if found.row is not None:
        return row_odds_as_json(found, found.row)
    told = work_out_odds(found)
    return {
        "sheet": found.id,
        "states": told.states,
        "hidden": _fractions(told.hidden),
        "offered": _fractions(told.offered),
        "played": _fractions(told.played),
    }


def _fractions(shares: Mapping[int, Fraction] | Mapping[Space, Fraction]) -> dict[str, str]:
    return {_key(key): _format_share(share) for key, share in shares.items()}


def _rows(
    shares: Mapping[int, Fraction] | Mapping[Space, Fraction], longest: Fraction
) -> Iterator[str]:
    for key, share in shares.items():
        bar = "#" * round(_BAR * share / longest)
        row = f"{_key(key):>3} {float(100 * share):7.3f} %  {bar:{_BAR}} "
        exact = _format_share(share)
        # A fraction that is too long for the terminal is in the JSON.
        yield f"{row} {exact}" if len(row) + 1 + len(exact) <= COLUMNS else row.rstrip()


def _key(key: int | Space) -> str:
    return key.value if isinstance(key, Space) else str(key)


def _format_share(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"

"""What the player is asked beside the round itself, and what may be done at any time.

Every question is a `yield`: the course of a game is one long function that waits in it for the
next request. `table["options"]` holds what may be chosen, each with its uses.
"""

from collections.abc import Callable, Generator, Iterable

from tests.naive import doubling
from tests.naive.chance import CHART, picked
from tests.naive.table import (
    SIDES,
    Table,
    count,
    fill_gaps,
    fill_own_gap_first,
    gaps_now,
    left,
    lies,
    lying,
    other,
    places,
    put,
    set_chits,
)
from tests.naive.whose_round import round_number

Request = dict[str, object]
Asking = Generator[None, Request, Request]
"""A question: it waits for requests, and gives the one that answers it."""
Doing = Generator[None, Request, None]
"""Something that may ask the player for more on its way."""
Options = dict[str, list[str]]

MANDATORY = ("mandatory", "first-opportunity")
"""Marks of cards that must be played before the chits run out."""
RESULTS = ("JR", "AB", "DE", "ABC", "CDE", "EVENT")
NAMED = {"JR": "C", "AB": "AB", "DE": "DE", "ABC": "ABC", "CDE": "CDE", "EVENT": ""}
"""The spaces that a result names."""


def for_uses(cards: Iterable[str], uses: list[str]) -> Options:
    """Offer each of these for the same uses."""
    return dict.fromkeys(cards, uses)


class GameOver(Exception):  # noqa: N818 - no error
    """The player ended the game."""


class TurnOver(Exception):  # noqa: N818 - no error
    """The player ended the turn."""


def numbers(request: Request) -> list[int]:
    """The dice that were thrown: given as numbers, or one as the result that it stands for."""
    if "result" in request:
        return [RESULTS.index(str(request["result"])) + 1]
    die = request["die"]
    return [*die] if isinstance(die, list) else [int(str(die))]


def ask(
    table: Table,
    stage: str,
    options: Callable[[], Options],
    *,
    aside: bool = False,
    dice: int = 1,
) -> Asking:
    """Wait for a roll or a choice. What may be done meanwhile is done, and the wait goes on.

    An action can lead elsewhere; then `table["led to"]` says where, and the question is over.
    `aside`: it is a question of a card or rule, beside the round's own.
    `dice`: so many are wanted, if it waits for a roll.
    """
    while True:
        table["dice wanted"] = dice
        table["stage"], table["options"], table["aside"] = stage, options(), aside
        table["questions aside"] = table["questions aside"] + 1 if aside else 0
        request = yield
        table["old gaps"] &= gaps_now(table)
        table["combat gaps"] &= gaps_now(table)
        table["asked"] = [step for step in table["steps"] if step["do"] == "refill"]
        table["steps"] = []
        if request["do"] != "act":
            return request
        table["led to"] = yield from act(table, stage, request)
        if table["led to"]:
            return request


def act(table: Table, stage: str, request: Request) -> Generator[None, Request, str]:
    """Do one of the offered actions; where it leads to, if anywhere."""
    action = str(request["action"])
    side = str(request.get("side", table["active"]))
    before, number = {each: left(table[each]) for each in SIDES}, round_number(table)
    before_a_round = stage in ("ready", "nominate") and not table["aside"]
    if action == "end-game":
        raise GameOver
    if action == "end-turn":
        raise TurnOver
    if action == "hand-size":
        set_hand(table, side, int(str(request["of"])), next_turn=stage == "turn-end")
    elif action == "mark":
        mark(table, side, str(request["card"]), str(request["as"]))
    elif action == "combat-card":
        combat_card(table, side, str(request["card"]))
    elif action == "combat-over":
        fill_own_gap_first(table)
        for each in SIDES:
            fill_gaps(table, each)
    elif action == "range":
        table["ranges"][request["space"]] = request["to"]
    else:
        whose, doing = table["facts"]["actions"][action]
        table["taken"].add(action)
        if "side" not in request and whose == "inactive":
            side = other(side)
        table["since deal"].add((side, action))
        table["this turn"].add((side, action))
        led_to = yield from doing(table, side, str(request.get("card", "")))
        if led_to:
            return str(led_to)
    for each in SIDES:
        if before[each] == 0 and left(table[each]):  # it has sat out the rounds till now
            table[each]["rounds"] = max(table[each]["rounds"], number - 1)
    if before_a_round and action not in ("mark", "range"):
        doubling.settle(table)
        return "whose round?"
    return ""


def set_hand(table: Table, side: str, of: int, *, next_turn: bool = False) -> None:
    """A side's hand changes for good: in a turn its chits follow; after it the next turn's do."""
    seat = table[side]
    if next_turn:
        seat["next hand"] = of
    else:
        set_chits(table, side, seat["played"], of + seat["extra"])


def mark(table: Table, side: str, card: str, kind: str) -> None:
    """The player says what kind of card lies there."""
    assert lies(table[side], card) == "up", "only a card that is seen can be marked"
    table[side]["marks"].pop(card, None)
    if kind != "none":
        assert kind in table["facts"]["marks"]
        table[side]["marks"][card] = kind


def combat_card(table: Table, side: str, card: str) -> None:
    """A combat card is played: it counts, and its gap waits until combat is over."""
    assert lies(table[side], card) == "up"
    assert left(table[side]), "a combat card counts, so a chit must be left"
    put(table[side], card, None)
    table["combat gaps"].add((side, card))
    count(table, side)


def spare_chits(table: Table, side: str, *, mandatory: bool = True) -> int:
    """Chits that a side may turn beside the one of the card that is played or about to be.

    Each face-up mandatory card keeps one for itself, where the play is of a side's own will; not
    where it is played uncounted as it turns up.
    """
    seat = table[side]
    spare = left(seat)
    if spare is None:
        return 99
    if side == table["active"] and (table["stage"] == "choose" or table["card counts"]):
        spare -= 1
    mandatory = mandatory and not table["facts"]["mandatory at once"]
    if mandatory:
        spare -= sum(kind in MANDATORY for kind in seat["marks"].values())
    return int(spare)


def combat_cards(table: Table) -> set[tuple[str, str]]:
    """The combat cards that may be played: a face-up card of a side that has a chit to spare.

    They are for an attack, which the card of the round or a 1-Ops round orders.
    """
    attack = not table["aside"] and table["stage"] == "play"
    if not table["facts"]["combat"] or not attack:
        return set()
    if table["variants"].get("nominated-combat"):
        return set()  # #3a takes the place of #3
    able = (side for side in SIDES if spare_chits(table, side) > 0)
    return {(side, card) for side in able for card in not_mandatory(table, side)}


def not_mandatory(table: Table, side: str) -> list[str]:
    """The face-up cards of a side without those marked mandatory.

    Those are played for the round, as events; none in reaction, in combat or as a discard.
    """
    seat = table[side]
    return [card for card in lying(seat, "up") if seat["marks"].get(card) not in MANDATORY]


def needing_a_chit(table: Table) -> dict[str, set[str]]:
    """The actions that need a chit, each with the sides that may take it now.

    A play of one's own will needs one to spare; a loss that the other side orders only needs one
    to lose. A Battle card of 2022 turns none, but needs a marker that is not at zero.
    """
    found: dict[str, set[str]] = {}
    for action, needs in table["facts"]["needs"].items():
        found[action] = set()
        if "once a round" in needs and action in table["taken"]:
            continue
        if "rolled" in needs and not table["roll"]:
            continue
        if "in a play" in needs and not table["card counts"]:
            continue
        for side in takers(table, table["facts"]["actions"][action][0]):
            has_chit = left(table[side]) if "spare" not in needs else spare_chits(table, side) > 0
            has_card = not_mandatory(table, side) or "card" not in needs
            if table["stage"] == "play" and not table["aside"] and has_chit and has_card:
                found[action].add(side)
    return found


def now_or_never(table: Table) -> dict[str, bool]:
    """The actions that the pages have for a certain moment only, and whether this is it."""
    return {
        action: not table["aside"] and bool(moment(table)) and not in_the_way(table, action)
        for action, moment in table["facts"]["moments"].items()
    }


def excess(table: Table) -> list[str]:
    """The mandatory cards of the active side that go back: there are more of them than chits."""
    seat, rule = table[table["active"]], table["facts"]["excess"]
    marked = [card for card in places(seat) if seat["marks"].get(card) in MANDATORY]
    too_many = len(marked) - (left(seat) or 0)
    if not rule or too_many <= 0:
        return []
    flipped = [card for card in marked if card in table["turned"]]
    return flipped[-too_many:] if rule == "last" else flipped


def excess_waits(table: Table) -> bool:
    """Tell whether cards must go back before anything is chosen."""
    return table["stage"] == "choose" and bool(excess(table))


def in_the_way(table: Table, action: str) -> bool:
    """Tell whether an action waits until cards have gone back."""
    return action != "return-excess" and excess_waits(table)


def takers(table: Table, whose: str) -> list[str]:
    """The sides that an action is for."""
    active = table["active"]
    return {"active": [active], "inactive": [other(active)], "either": [*SIDES]}[whose]


def marks(table: Table) -> set[tuple[str, str, str]]:
    """What may be said of cards: of each that is seen, before and during a round."""
    kinds = (*table["facts"]["marks"], "none")
    when = not table["aside"] and table["stage"] in ("ready", "nominate", "choose", "play")
    if len(kinds) == 1 or not when:
        return set()
    return {(s, card, kind) for s in SIDES for card in lying(table[s], "up") for kind in kinds}


def throw(table: Table) -> Generator[None, Request, int]:
    """A die for something else than the round."""
    return (yield from throw_all(table, 1))[0]


def throw_all(table: Table, dice: int) -> Generator[None, Request, list[int]]:
    """Several dice, thrown together or one after the other."""
    shown: list[int] = []
    while len(shown) < dice:
        left = dice - len(shown)
        shown += numbers((yield from ask(table, "dice", dict, aside=True, dice=left)))
    return shown


def random_card(
    table: Table, side: str, *, else_down: bool = False, down_first: bool = False
) -> Generator[None, Request, str | None]:
    """Random Card Selection among the face-up cards of a side; None where there is none."""
    up, down = lying(table[side], "up"), lying(table[side], "down")
    cards = up or (down if else_down else [])
    if down_first:
        cards = down or up
    return (yield from one_of(table, cards))


def one_of(table: Table, cards: list[str]) -> Generator[None, Request, str | None]:
    """One of these cards at random, by as many throws as it takes."""
    if not cards:
        return None
    throws: list[int] = []
    while (number := picked(len(cards), throws)) is None:
        throws.append((yield from throw(table)))
        if len(cards) in CHART and picked(len(cards), throws) is None:
            throws = []  # "re-roll"
    return cards[number]


def pick(
    table: Table, side: str, *, any_card: bool = False
) -> Generator[None, Request, str | None]:
    """The player picks one of a side's face-up cards, or of all; the only one is picked at once."""
    down = lying(table[side], "down") if any_card else []
    cards = sorted([*lying(table[side], "up"), *down])
    if len(cards) < 2:
        return cards[0] if cards else None
    return (yield from decide(table, *cards, uses=["pick"]))


def nominate(
    table: Table, side: str, *, by_chits: bool = False, any_card: bool = False
) -> Generator[None, Request, list[str]]:
    """The player picks as many face-up cards of a side as wanted, or none.

    `by_chits`: no more than the side has chits to spare for.
    """
    found: list[str] = []
    cards = [card for card in places(table[side]) if lies(table[side], card)]
    if not any_card:
        cards = not_mandatory(table, side)
    most = min(len(cards), spare_chits(table, side)) if by_chits else len(cards)

    def options() -> Options:
        rest = for_uses([card for card in cards if card not in found], ["nominate"])
        return {**rest, "enough": []}

    while len(found) < most:
        request = yield from ask(table, "nominate", options, aside=True)
        if request["option"] == "enough":
            break
        found.append(str(request["option"]))
    return sorted(found)


def named(table: Table, cards: list[str]) -> Generator[None, Request, list[str]]:
    """Of nominated cards those whose space a Method die names; no die where none is nominated."""
    if not cards:
        return []
    number = yield from throw(table)
    return [card for card in cards if card[0] in NAMED[RESULTS[number - 1]]]


def decide(
    table: Table, *answers: str, uses: list[str] | None = None
) -> Generator[None, Request, str]:
    """The player answers a question."""
    options = for_uses(answers, uses or [])
    request = yield from ask(table, "choose", lambda: options, aside=True)
    return str(request["option"])


def how_many(table: Table, high: int) -> Generator[None, Request, int]:
    """The player says a number."""
    answer = yield from decide(table, *(str(number) for number in range(high + 1)))
    return int(answer)

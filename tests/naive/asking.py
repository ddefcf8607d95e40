"""What the player is asked beside the round itself, and what may be done at any time.

Every question is a `yield`: the course of a game is one long function that waits in it for the
next request. `table["options"]` holds what may be chosen, each with its uses.
"""

from collections.abc import Callable, Generator

from tests.naive import doubling
from tests.naive.chance import CHART, picked
from tests.naive.table import (
    SIDES,
    SPACES,
    Table,
    count,
    fill_gaps,
    left,
    lies,
    lying,
    other,
    put,
    set_chits,
)

Request = dict[str, object]
Asking = Generator[None, Request, Request]
"""A question: it waits for requests, and gives the one that answers it."""
Doing = Generator[None, Request, None]
"""Something that may ask the player for more on its way."""
Options = dict[str, list[str]]

RESULTS = ("JR", "AB", "DE", "ABC", "CDE", "EVENT")
NAMED = {"JR": "C", "AB": "AB", "DE": "DE", "ABC": "ABC", "CDE": "CDE", "EVENT": ""}
"""The spaces that a result names."""


class GameOver(Exception):  # noqa: N818 - no error
    """The player ended the game."""


class TurnOver(Exception):  # noqa: N818 - no error
    """The player ended the turn."""


def die_of(request: Request) -> int:
    """The number of a die that was thrown: given as such, or as the result that it stands for."""
    if "result" in request:
        return RESULTS.index(str(request["result"])) + 1
    die = request["die"]
    return int(str(die[0] if isinstance(die, list) else die))


def ask(table: Table, stage: str, options: Callable[[], Options], *, aside: bool = False) -> Asking:
    """Wait for a roll or a choice. What may be done meanwhile is done, and the wait goes on.

    An action can lead elsewhere; then `table["led to"]` says where, and the question is over.
    `aside`: it is a question of a card or rule, beside the round's own.
    """
    while True:
        table["stage"], table["options"], table["aside"] = stage, options(), aside
        request = yield
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
        for each in SIDES:
            fill_gaps(table, each)
    elif action == "range":
        table["ranges"][request["space"]] = request["to"]
    else:
        whose, doing = table["facts"]["actions"][action]
        if "side" not in request and whose == "inactive":
            side = other(side)
        led_to = yield from doing(table, side, str(request.get("card", "")))
        if led_to:
            return str(led_to)
    if stage == "ready" and action not in ("mark", "range"):
        doubling.settle(table)
        return "whose round?"
    return ""


def set_hand(table: Table, side: str, of: int, *, next_turn: bool = False) -> None:
    """A side's hand changes for good: in a turn its chits follow; at its end the next turn's do."""
    seat = table[side]
    if next_turn:
        set_chits(table, side, of - (left(seat) or 0), of)
        seat["extra"] = 0
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
    count(table, side)


def combat_cards(table: Table) -> set[tuple[str, str]]:
    """The combat cards that may be played: a face-up card of a side that has a chit for it.

    The card of the round needs a chit of its own, and must not be the only one on offer.
    """
    found: set[tuple[str, str]] = set()
    choosing = table["stage"] == "choose"
    own_question = not table["aside"] and table["stage"] in ("choose", "play")
    if not table["facts"]["combat"] or not own_question:
        return found
    for side in SIDES:
        mine = side == table["active"]
        own = mine and (choosing or table["card under way"])
        if (left(table[side]) or 0) > (1 if own else 0):
            cards = lying(table[side], "up")
            on_offer = [card for card in table["options"] if card[0] in SPACES and card in cards]
            spared = on_offer if mine and choosing and len(on_offer) == 1 else []
            found |= {(side, card) for card in cards if card not in spared}
    return found


def marks(table: Table) -> set[tuple[str, str, str]]:
    """What may be said of cards: of each that is seen, before and during a round."""
    kinds = (*table["facts"]["marks"], "none")
    when = not table["aside"] and table["stage"] in ("ready", "nominate", "choose", "play")
    if len(kinds) == 1 or not when:
        return set()
    return {(s, card, kind) for s in SIDES for card in lying(table[s], "up") for kind in kinds}


def throw(table: Table) -> Generator[None, Request, int]:
    """A die for something else than the round."""
    request = yield from ask(table, "dice", dict, aside=True)
    return die_of(request)


def random_card(table: Table, side: str) -> Generator[None, Request, str | None]:
    """Random Card Selection among the face-up cards of a side; None where there is none."""
    cards = lying(table[side], "up")
    if not cards:
        return None
    throws: list[int] = []
    while (number := picked(len(cards), throws)) is None:
        throws.append((yield from throw(table)))
        if len(cards) in CHART and picked(len(cards), throws) is None:
            throws = []  # "re-roll"
    return cards[number]


def pick(table: Table, side: str) -> Generator[None, Request, str | None]:
    """The player picks one of a side's face-up cards; the only one is picked at once."""
    cards = lying(table[side], "up")
    if len(cards) < 2:
        return cards[0] if cards else None
    return (yield from decide(table, *cards, uses=["pick"]))


def nominate(table: Table, side: str) -> Generator[None, Request, list[str]]:
    """The player picks as many face-up cards of a side as wanted, or none."""
    found: list[str] = []
    cards = lying(table[side], "up")

    def options() -> Options:
        rest = dict.fromkeys([card for card in cards if card not in found], ["nominate"])
        return {**rest, "enough": []}

    while len(found) < len(cards):
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
    options = dict.fromkeys(answers, uses or [])
    request = yield from ask(table, "choose", lambda: options, aside=True)
    return str(request["option"])


def how_many(table: Table, high: int) -> Generator[None, Request, int]:
    """The player says a number."""
    answer = yield from decide(table, *(str(number) for number in range(high + 1)))
    return int(answer)

"""A game of the second reading: begun, answered, taken back, told in the protocol's words."""

from copy import deepcopy
from typing import Any

from tests.naive import crusade, offers, whose_round
from tests.naive.asking import (
    Doing,
    Request,
    combat_cards,
    marks,
    needing_a_chit,
    now_or_never,
    numbers,
)
from tests.naive.course import play_game
from tests.naive.facts import FACTS
from tests.naive.row import nominees
from tests.naive.set_up import laid_out
from tests.naive.table import SIDES, SPACES, Table, left, lies


class Model:
    """A game as the requests that made it; to take one back, it is played again without it."""

    def __init__(
        self, sheet: str, options: dict[str, Any] | None = None, hands: list[int] | None = None
    ) -> None:
        """Set up a game of a sheet."""
        self.new = sheet, options or {}, hands
        self.requests: list[Request] = []
        self.before: list[list[Request]] = []
        self.kept: dict[str, list[Any]] = {side: [] for side in SIDES}
        self.nominated: dict[str, list[str]] = {side: [] for side in SIDES}
        """Nominations that were taken back with their dice, the next one first."""
        self._begin()

    def _begin(self) -> None:
        sheet, options, hands = self.new
        facts = FACTS[sheet]
        self.table: Table = laid_out(facts, options, hands)
        self.doing: Doing = (
            facts["course"](self.table) if "course" in facts else play_game(self.table)
        )
        next(self.doing)

    def take(self, request: Request) -> None:
        """Answer with a request that is allowed."""
        match request["do"]:
            case "undo":
                self._undo()
            case "correct":
                self.before.append(self.requests)
                self._correct(numbers(request))
            case _:
                self.before.append(self.requests)
                side = str(request.get("side", self.table["active"]))
                if request["do"] == "roll":
                    request = self._rolled(request)
                    if not self.kept[side]:
                        self.nominated[side] = []
                if self._nominates(request):
                    del self.nominated[side][:1]
                self.requests = [*self.requests, request]
                self.doing.send(request)

    def _rolled(self, request: Request) -> Request:
        """Dice that were taken back come again first, whatever is asked for."""
        side = str(request.get("side", self.table["active"]))
        wanted = self.table["dice wanted"]
        again = self.kept[side][:wanted]
        del self.kept[side][:wanted]
        thrown = numbers(request)
        dice = [*again, *thrown[max(len(thrown) + len(again) - wanted, 0) :]]
        return {"do": "roll", "side": side, "die": dice}

    @property
    def last_roll(self) -> int:
        """Where the last roll is among the requests."""
        return max(n for n, request in enumerate(self.requests) if request["do"] == "roll")

    def _correct(self, dice: list[int]) -> None:
        """What was said since the roll is said again; the hands do what the roll asks."""
        since = self.requests[self.last_roll + 1 :]
        self._again(
            [*self.requests[: self.last_roll], {**self.requests[self.last_roll], "die": dice}]
        )
        steps = self.table["steps"]
        for request in since:
            self._say(request)
        self.requests = [*self.requests, *since]
        self.table["steps"] = steps

    def _say(self, request: Request) -> None:
        """Answer; but nothing is said of a card that a correction has left face-down."""
        marks = request.get("action") == "mark"
        if not marks or lies(self.table[str(request["side"])], str(request["card"])) == "up":
            self.doing.send(request)

    def _undo(self) -> None:
        before = self.before.pop()
        last = self.requests[-1]
        is_last = len(before) < len(self.requests)
        if is_last and last["do"] == "roll":
            side = str(last["side"])
            self.kept[side] = [*numbers(last), *self.kept[side]]
        self._again(before)
        side = self.table["active"]
        if is_last and self._nominates(last) and self.kept[side]:
            self.nominated[side].insert(0, str(last["option"]))

    def _nominates(self, request: Request) -> bool:
        """Whether a request that is answered now nominates a card of a row."""
        at_rest = self.table["stage"] == "nominate" and not self.table["aside"]
        return at_rest and request.get("option") in nominees(self.table)

    def _offered(self) -> dict[str, Any]:
        """The options; a card whose dice were taken back is the only one to be nominated."""
        options = dict(self.table["options"])
        kept = self.nominated[self.table["active"]][:1]
        if not any(self._nominates({"option": card}) for card in kept):
            return options
        free = [card for card in nominees(self.table) if card not in kept]
        return {card: uses for card, uses in options.items() if card not in free}

    def _again(self, requests: list[Request]) -> None:
        self._begin()
        self.requests = requests
        for request in requests:
            self._say(request)

    def _offered_out_of_turn(self) -> dict[str, Any]:
        """What the side whose round it is not may begin with instead."""
        table = self.table
        other = SIDES[1 - SIDES.index(table["active"])]
        if offers.owes_another_way(table) or not whose_round.has_round(table, other):
            return {}
        return {id_: sorted(uses) for id_, uses in offers.before_the_roll(table, other).items()}

    def state(self) -> dict[str, Any]:
        """What the protocol tells of a game, as far as this reading goes."""
        table = self.table
        die = table["facts"]["family"] in ("pile", "open") and not table["aside"]
        between = die and table["stage"] == "ready"
        return {
            "turn": table["turn"],
            "round": whose_round.round_number(table),
            "active": table["active"],
            "stage": table["stage"],
            "roll": table["roll"],
            "options": {card: sorted(uses) for card, uses in self._offered().items()},
            "combat cards": combat_cards(table),
            "marks": marks(table),
            "asks for marks": offers.asks_for_marks(table),
            "out of turn": self._offered_out_of_turn() if between else {},
            "may roll": offers.rollers(table) if between else [],
            "moments": now_or_never(table),
            "needing a chit": needing_a_chit(table),
            "steps": table["steps"],
            "kept": {name: table[name] for name in crusade.KEPT if name in table},
            "sides": {side: _seat(table[side]) for side in SIDES},
        }

    def branch(self) -> "Model":
        """The same game, to be gone on with another way."""
        twin = Model(*self.new)
        twin.before, twin.kept = list(self.before), deepcopy(self.kept)
        twin.nominated = deepcopy(self.nominated)
        twin._again(self.requests)
        return twin


def _seat(seat: Table) -> dict[str, Any]:
    return {
        "left": left(seat),
        "of": seat["of"],
        "out": left(seat) == 0,
        "display": {
            space: [facing for facing in seat["display"][space] if facing] for space in SPACES
        },
    }

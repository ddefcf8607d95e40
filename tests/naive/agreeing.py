"""The program and the second reading side by side: one request for both, and one state."""

import json
from itertools import groupby, product
from operator import itemgetter
from random import Random
from typing import Any, ClassVar, NoReturn

import pytest

from cdgdevice.games.sheet_library import load_sheet as shelved
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, read_request
from cdgdevice.rules.snapshot import write_state
from tests.naive import crusade
from tests.naive.asking import RESULTS, Request, now_or_never, takers
from tests.naive.facts import FACTS
from tests.naive.model import Model
from tests.naive.table import lies


class Pair:
    """One game, played by both."""

    compared: ClassVar[int] = 0
    """In how many positions any pairs were compared."""

    def __init__(
        self, sheet: str, options: dict[str, Any] | None = None, hands: list[int] | None = None
    ) -> None:
        """Begin the same game twice."""
        self.new: Request = {"do": "new", "sheet": sheet, "options": options or {}}
        if hands:
            self.new["hands"] = hands
        self.taken: list[Request] = []
        new = read_request(self.new)
        assert isinstance(new, NewGame)
        self.program: GameHistory = begin_game(shelved(sheet), new)
        self.said: dict[str, Any] = {**write_state(self.program.now)}
        self.model = Model(sheet, options, hands)
        self.compare()

    def take(self, request: Request) -> None:
        """Answer both with a request, and compare."""
        self.taken.append(request)
        self.said = self._say(request)
        lost = self._lost(request)
        if lost:
            self._differ(f"the reading can't follow: {lost!r}")
        self.compare()

    def _lost(self, request: Request) -> Exception | None:
        """Read a request; give what the second reading stumbles over, if it does."""
        try:
            self.model.take(request)
        except (KeyError, StopIteration, AssertionError) as lost:
            return lost
        return None

    def compare(self) -> None:
        """Complain where the two differ."""
        Pair.compared += 1
        rollers = [side.value for side in prompt(self.program.now).rollers]
        said, read = seen(self.said), self.model.state()
        by_card = bool(self.model.requests) and self.model.requests[-1]["do"] == "act"
        for one in (said, read):
            one["steps"] = in_order(one["steps"], from_where=not by_card)
        said["may roll"] = rollers if self.said["stage"] == "ready" else []
        if said != read:
            differing = [
                f"  {key}: program {said[key]}\n  {' ' * len(key)}  reading {read[key]}"
                for key in said
                if said[key] != read[key]
            ]
            self._differ(*differing)

    def _say(self, request: Request) -> dict[str, Any]:
        read = read_request(request)
        assert not isinstance(read, NewGame)
        self.program = answer_request(self.program, read).history
        return {**write_state(self.program.now)}

    def branch(self) -> "Pair":
        """The same game, to be gone on with another way."""
        twin = Pair.__new__(Pair)
        twin.new, twin.taken = self.new, list(self.taken)
        twin.program, twin.said, twin.model = self.program, self.said, self.model.branch()
        return twin

    def _differ(self, *what: str) -> NoReturn:
        """Fail with what differs, after the requests that led there: they can be typed in again."""
        story = [json.dumps(request) for request in (self.new, *self.taken)]
        pytest.fail("\n".join([*story, *what]), pytrace=False)


def seen(state: dict[str, Any]) -> dict[str, Any]:
    """The part of the program's state that the second reading predicts."""
    ids = {action["id"] for action in state["actions"]}
    return {
        "turn": state["turn"],
        "round": state["round"],
        "active": state["active"],
        "stage": state["stage"],
        "roll": state["roll"],
        "options": {option["id"]: sorted(option["uses"]) for option in state["options"]},
        "out of turn": {each["id"]: sorted(each["uses"]) for each in state["out-of-turn"]},
        "combat cards": arguments(state, "combat-card", "side", "card"),
        "marks": arguments(state, "mark", "side", "card", "as"),
        "asks for marks": "Mandatory card? Mark it." in state["text"],
        "needing a chit": with_a_chit(state),
        "moments": {action: action in ids for action in FACTS[state["sheet"]]["moments"]},
        "steps": state["steps"],
        "kept": {name: state["kept"][name] for name in crusade.KEPT if name in state["kept"]},
        "sides": {
            side: {key: seat[key] for key in ("left", "of", "out", "display")}
            for side, seat in state["sides"].items()
        },
    }


def in_order(steps: list[dict[str, Any]], *, from_where: bool) -> list[list[dict[str, Any]]]:
    """The flips, then the refills, then the counts; which gap is filled first shows in facings.

    A gap that gets a second place in the same breath is named by its space. Where a card of the
    game orders a shuffle, a pile on C and a pile are the same thing.
    """
    looked_at = [step for step in steps if step["do"] in LOOKED_AT]
    named = [
        {key: value[0] if key == "card" else value for key, value in step.items()}
        for step in looked_at
    ]
    for step in named if not from_where else []:
        step.pop("from", None)
    # That gaps stay may be said before or after what is filled.
    runs = groupby(sorted(named, key=lambda step: step["do"] == STAYS), key=itemgetter("do"))
    return [sorted(run, key=lambda step: sorted(map(str, step.items()))) for _, run in runs]


STAYS = "leave-empty"
LOOKED_AT = ("flip", "refill", "count", STAYS)


def with_a_chit(state: dict[str, Any]) -> dict[str, set[str]]:
    """The sides to which each action that needs a chit is offered."""
    facts = FACTS[state["sheet"]]
    found: dict[str, set[str]] = {action: set() for action in facts["needs"]}
    for each in state["actions"]:
        if each["id"] in found:
            own = takers(state, facts["actions"][each["id"]][0])
            found[each["id"]] |= set(each["args"].get("side", own))
    return found


def arguments(state: dict[str, Any], action: str, *names: str) -> set[tuple[Any, ...]]:
    """Every combination of arguments with which an action is offered."""
    return {
        values
        for each in state["actions"]
        if each["id"] == action
        for values in product(*(each["args"][name] for name in names))
    }


def offered(pair: Pair) -> dict[str, list[Request]]:
    """Every request that the program offers now, by its kind."""
    state = pair.said
    found: dict[str, list[Request]] = {}
    found["choose"] = [{"do": "choose", "option": option["id"]} for option in state["options"]]
    found["choose"] += [
        {"do": "choose", "option": option["id"], "side": option["side"]}
        for option in state["out-of-turn"]
    ]
    found["roll"] = rolls(pair)
    found["undo"] = [{"do": "undo"}] if pair.program.past else []
    if pair.program.open_roll is not None:
        found["correct"] = corrections(pair)
    for action in state["actions"]:
        if action["id"] == "set-table":
            continue  # no rule of the documents: it has tests of its own
        names = list(action["args"])
        for values in product(*action["args"].values()):
            request = {"do": "act", "action": action["id"], **dict(zip(names, values, strict=True))}
            if sensible(pair, request):
                found.setdefault(action["id"], []).append(request)
    return {kind: requests for kind, requests in found.items() if requests}


def rolls(pair: Pair) -> list[Request]:
    """Every throw that may be made now, by either side."""
    if pair.said["stage"] == "ready":
        sides = [side.value for side in prompt(pair.program.now).rollers]
        return [{"do": "roll", "side": side, "result": r} for side in sides for r in RESULTS]
    if pair.said["stage"] == "dice" and len(pair.said["ask"]["dice"]) == 2:
        both: list[Request] = [
            {"do": "roll", "die": list(pair)} for pair in product(range(1, 7), repeat=2)
        ]
        return [*both, *({"do": "roll", "die": white} for white in range(1, 7))]
    if pair.said["stage"] == "dice":
        return [{"do": "roll", "die": number} for number in range(1, 7)]
    return []


USED_UP = ("courier", "fetch-card", "replay", "senate-outraged", "refill-face-up")
"""What a card under way does once: it is done with when another card lies in its place."""


def sensible(pair: Pair, request: Request) -> bool:
    """Tell whether the pages say what this would mean."""
    table = pair.model.table
    under_way = table["under way"]
    if request.get("action") in table["facts"]["moments"]:
        return now_or_never(table)[str(request["action"])]
    if request.get("action") not in USED_UP:
        return True
    return bool(under_way) and lies(pair.model.table[under_way[0]], under_way[1]) is None


def corrections(pair: Pair) -> list[Request]:
    """What the last dice may be corrected to."""
    dice = pair.model.requests[pair.model.last_roll]["die"]
    if isinstance(dice, list) and len(dice) == 2:
        return [{"do": "correct", "die": [2, 2]}, {"do": "correct", "die": [5, 1]}]
    return [{"do": "correct", "die": number} for number in range(1, 7)]


def wander(pair: Pair, random: Random, steps: int, weights: dict[str, float]) -> None:
    """A long random game."""
    for _ in range(steps):
        moves = offered(pair)
        if not moves:
            return
        kinds = list(moves)
        kind = random.choices(kinds, [weights.get(kind, 1) for kind in kinds])[0]
        pair.take(random.choice(moves[kind]))

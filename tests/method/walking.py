"""Random walks through games: a list of numbers, each of which picks one of the moves offered."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from hypothesis import strategies as st

from cdgdevice.method.die import Result
from cdgdevice.method.history import Answered, History, answer, begin, can_correct
from cdgdevice.method.prompt import prompt
from cdgdevice.method.prompted import Action
from cdgdevice.method.request import Choose, Correct, Do, New, Request, Roll, Undo
from cdgdevice.table.shelf import sheet, sheet_ids
from tests.method.model_table import ModelTable

WEIGHTS = {
    "roll": 6,
    "choose": 8,
    "combat-card": 3,
    "combat-over": 2,
    "hand-size": 1,
    "correct": 1,
    "undo": 2,
    "next-turn": 2,
}
"""How often each kind of move is picked; what is not named here: once in a long while."""


def offered_acts(action: Action) -> Iterator[Do]:
    """Every combination of an action's arguments."""
    names = [name for name, _ in action.args]
    for values in product(*(allowed for _, allowed in action.args)):
        yield Do(action.id, tuple(zip(names, values, strict=True)))


def offered(history: History) -> dict[str, list[Request]]:
    """Every request that is offered now, by its kind."""
    now = prompt(history.now)
    moves: dict[str, list[Request]] = {
        "roll": [Roll(side, result=result) for side in now.rollers for result in Result],
        "choose": [Choose(option.id) for option in now.options],
        "correct": [Correct(result=result) for result in Result] if can_correct(history) else [],
        "undo": [Undo()] if history.past else [],
    }
    for action in now.actions:
        moves.setdefault(action.id, []).extend(offered_acts(action))
    return {kind: found for kind, found in moves.items() if found}


def picked(history: History, number: int, without: frozenset[str] = frozenset()) -> Request | None:
    """The move that this number picks; None where there is none."""
    moves = {kind: found for kind, found in offered(history).items() if kind not in without}
    common = [kind for kind in moves for _ in range(WEIGHTS.get(kind, 0))]
    kinds = sorted(moves) if number % 40 == 39 or not common else common
    if not kinds:
        return None
    kind = kinds[number % len(kinds)]
    return moves[kind][number // len(kinds) % len(moves[kind])]


@st.composite
def new_games(draw: st.DrawFn, sheets: tuple[str, ...] = sheet_ids()) -> New:
    """Any game of any sheet, with any hand sizes and options that it has."""
    id_ = draw(st.sampled_from(sheets))
    hands = sheet(id_).hands
    sizes = st.integers(hands.low, hands.high)
    options = tuple((variant.id, draw(st.booleans())) for variant in sheet(id_).variants)
    return New(id_, (draw(sizes), draw(sizes)), tuple(sorted(options)))


numbers = st.integers(0, 100_000)
long_walks = st.one_of(st.lists(numbers, max_size=12), st.lists(numbers, min_size=50, max_size=80))
"""Short ones first, so that a failure shrinks to a short one."""


@dataclass
class Walk:
    """A game, the table beside it, and every request that was taken."""

    new: New
    history: History = field(init=False)
    table: ModelTable = field(init=False)
    taken: list[Request] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.history = begin(sheet(self.new.sheet), self.new)
        self.table = ModelTable(self.history.now)

    def take(self, request: Request) -> Answered:
        """Answer a request, and do by hand what it asks for."""
        answered = answer(self.history, request)
        self.history = answered.history
        self.taken.append(request)
        self.table.lay(answered.restore)
        if not isinstance(request, Undo):
            self.table.lay(self.history.now.acts)
        return answered

    def steps(
        self, numbers: list[int], without: frozenset[str] = frozenset()
    ) -> Iterator[tuple[History, Request]]:
        """Walk on, and give for every step the game before it and the request."""
        for number in numbers:
            request = picked(self.history, number, without)
            if request is None:
                return
            before = self.history
            self.take(request)
            yield before, request


def walked(new: New, numbers: list[int], without: frozenset[str] = frozenset()) -> Walk:
    """A game after the whole walk."""
    walk = Walk(new)
    for _ in walk.steps(numbers, without):
        pass
    return walk

"""Random walks through games: a list of numbers, each of which picks one of the moves offered."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, product
from typing import Any

from hypothesis import strategies as st

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules import player_actions
from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.card_row import range_option_of
from cdgdevice.rules.card_steps import NotDrawn
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import AnswerResult, answer_request, begin_game
from cdgdevice.rules.game import Game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import ONE_METHOD_DIE, prompt
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, NewGame, Request, RollDice, UndoLast
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import SheetFamily, Variant
from cdgdevice.rules.steps import walk_steps
from cdgdevice.ui.choices import count_thrown_dice
from tests.rules.model_table import ModelTable

WEIGHTS = {
    "roll": 6,
    "choose": 8,
    "combat-card": 3,
    "combat-over": 2,
    "hand-size": 1,
    "correct": 1,
    "undo": 2,
    "next-turn": 2,
    "mark": 1,
    "set-table": 1,
    "range": 0,
    "end-turn": 0,
    "end-game": 0,
}
"""How often each kind of move is picked; with 0 once in a long while."""

OF_A_SHEET = 2
"""How often an action of a sheet is picked."""


@lru_cache(maxsize=4096)
def offered_acts(action: player_actions.OfferedAction) -> tuple[player_actions.Action, ...]:
    """Every combination of an action's arguments."""
    names = [name for name, _ in action.args]
    return tuple(
        player_actions.read_action(action.id, dict(zip(names, values, strict=True)))
        for values in product(*(allowed for _, allowed in action.args))
    )


def thrown(game: Game) -> list[dict[str, Any]]:
    """Every throw that a game asks for: a named result, a number, or two dice at once or one."""
    ask = prompt(game).ask
    if ask is None:
        return []
    if ask.dice == ONE_METHOD_DIE:
        return [{"result": result} for result in DieResult]
    throws: list[tuple[int, ...]] = [(number,) for number in range(1, 7)]
    if len(ask.dice) == 2:
        throws.extend(product(range(1, 7), repeat=2))
    return [{"die": die} for die in throws]


def acts_with_table(
    game: Game, action: player_actions.OfferedAction
) -> list[player_actions.Action]:
    """Every act of an action but those that the model table, with one pile's cards, can't follow.

    Those take the pile on C away, or find a card where no pile is.
    """
    if action.id != player_actions.SET_TABLE or "facing" not in dict(action.args):
        return list(offered_acts(action))
    hidden = _facings_out_of_sight(game)
    return [
        act
        for act in offered_acts(action)
        if not isinstance(act, player_actions.PutCard)
        or act.facing not in hidden.get((act.side, act.card), ())
    ]


def _facings_out_of_sight(game: Game) -> dict[tuple[Side, Place], tuple[Facing | None, ...]]:
    """The facings of each side's card that the model table can't give to it."""
    hidden: dict[tuple[Side, Place], tuple[Facing | None, ...]] = {}
    for side, seat in game.seats.items():
        for place in seat.display.places():
            fills = seat.display.facing_at(place) is None
            on_pile = game.sheet.family is SheetFamily.PILE and place.space is Space.C
            if fills and (on_pile or seat.pile_empty):
                hidden[side, place] = (*Facing, None)
            elif on_pile:
                hidden[side, place] = (None,)
    return hidden


def says_of_draws(game: Game, request: Request) -> bool:
    """Tell whether this request says that a refill found no card."""
    return isinstance(request, player_actions.TakeAction) and any(
        request.action == each.id
        and any(isinstance(step, NotDrawn) for step in walk_steps(each.steps))
        for each in game.sheet.actions
    )


def offered(history: GameHistory) -> dict[str, list[Request]]:
    """Every request that is offered now, by its kind."""
    now = prompt(history.now)
    thrown_before = history.past[-1].roll_from if history.open_roll else None
    moves: dict[str, list[Request]] = {
        "roll": [RollDice(side, **throw) for side in now.rollers for throw in thrown(history.now)],
        "choose": [
            ChooseOption(option.id, option.side) for option in (*now.options, *now.out_of_turn)
        ],
        "correct": [
            CorrectRoll(**throw)
            for throw in (thrown(thrown_before) if thrown_before else [])
            if len(throw.get("die", "1")) == count_thrown_dice(history.past)
        ],
        "undo": [UndoLast()] if history.past else [],
    }
    for action in now.actions:
        moves.setdefault(action.id, []).extend(acts_with_table(history.now, action))
    return {kind: found for kind, found in moves.items() if found}


def picked(
    history: GameHistory, number: int, without: frozenset[str] = frozenset()
) -> Request | None:
    """The move that this number picks; None where there is none."""
    moves = {kind: found for kind, found in offered(history).items() if kind not in without}
    common = [kind for kind in moves for _ in range(WEIGHTS.get(kind, OF_A_SHEET))]
    kinds = sorted(moves) if number % 40 == 39 or not common else common
    if not kinds:
        return None
    kind = kinds[number % len(kinds)]
    return moves[kind][number // len(kinds) % len(moves[kind])]


@st.composite
def options_of(draw: st.DrawFn, of: Sheet) -> tuple[tuple[str, int], ...]:
    """Any options of a sheet that go together: at most one of a group is on."""
    options: dict[str, int] = {}
    for group, variants in groupby(sorted(of.variants, key=_group), key=_group):
        ids = [variant.id for variant in variants]
        if group:
            on = draw(st.sampled_from(["", *ids]))
            options |= {id_: id_ == on for id_ in ids}
        else:
            options |= {id_: draw(st.booleans()) for id_ in ids}
    if of.row is not None:
        options |= {range_option_of(space): draw(st.integers(1, 6)) for space in Space}
    return tuple(sorted(options.items()))


def _group(variant: Variant) -> str:
    return variant.group or ""


@st.composite
def new_games(draw: st.DrawFn, sheets: tuple[str, ...] = sheet_ids()) -> NewGame:
    """Any game of any sheet, with any hand sizes and options that it has."""
    of = load_sheet(draw(st.sampled_from(sheets)))
    sizes = st.integers(of.hands.low, of.hands.high)
    return NewGame(of.id, (draw(sizes), draw(sizes)), draw(options_of(of)))


numbers = st.integers(0, 100_000)
long_walks = st.one_of(st.lists(numbers, max_size=12), st.lists(numbers, min_size=50, max_size=80))
"""Short ones first, so that a failure shrinks to a short one."""


@dataclass
class Walk:
    """A game, the table beside it, and every request that was taken."""

    new: NewGame
    of: Sheet | None = None
    """The sheet, if it is none of the gadget's own."""
    history: GameHistory = field(init=False)
    table: ModelTable = field(init=False)
    taken: list[Request] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.history = begin_game(self.of or load_sheet(self.new.sheet), self.new)
        self.table = ModelTable(self.history.now)

    def take(self, request: Request) -> AnswerResult:
        """Answer a request, and do by hand what it asks for."""
        before = self.history
        answered = answer_request(before, request)
        self.history = answered.history
        self.taken.append(request)
        if isinstance(request, UndoLast):
            self.table.lay(answered.restore)
            self.table.hear(before.now, self.history.now, back=True)
            if says_of_draws(before.now, before.past[-1].request):
                self.table.hear_of_draws(self.history.now)
        else:
            corrects = isinstance(request, CorrectRoll)
            rolled_on = before.past[-1].roll_from if corrects else before.now
            assert rolled_on is not None
            self.table.lay(answered.restore)
            self.table.lay(self.history.past[-1].found)
            self.table.hear(before.now, rolled_on, back=True)
            if corrects:
                # What was said since the roll is said after it again.
                self.table.lay(self.history.now.instructions)
                self.table.hear(rolled_on, self.history.now, back=True)
            else:
                self.table.hear(rolled_on, self.history.now)
                self.table.lay(self.history.now.instructions)
            if says_of_draws(before.now, request):
                self.table.hear_of_draws(self.history.now)
        return answered

    def steps(
        self, numbers: list[int], without: frozenset[str] = frozenset()
    ) -> Iterator[tuple[GameHistory, Request]]:
        """Walk on, and give for every step the game before it and the request."""
        for number in numbers:
            request = picked(self.history, number, without)
            if request is None:
                return
            before = self.history
            self.take(request)
            yield before, request


def walked(new: NewGame, numbers: list[int], without: frozenset[str] = frozenset()) -> Walk:
    """A game after the whole walk."""
    walk = Walk(new)
    for _ in walk.steps(numbers, without):
        pass
    return walk

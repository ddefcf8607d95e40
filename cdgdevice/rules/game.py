"""The state of a game: what lies where, whose round it is, and what it waits for."""

from collections.abc import Iterable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from cdgdevice.rules.card_display import MANDATORY_MARKS, Facing, Place, Seat, Side, Space
from cdgdevice.rules.card_steps import FACINGS_OF, CardUse, PickableCards, Whose
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.guided.list_memory import ListMemory
from cdgdevice.rules.instructions import DiscardCard, FlipCards, Instruction, PlayCard, TellPlayer
from cdgdevice.rules.requests import NewGame
from cdgdevice.rules.sheet import Alternative, Sheet
from cdgdevice.rules.sheet_entries import BesideCard, WhenOutOfCards
from cdgdevice.rules.steps import Step
from cdgdevice.rules.wants import PickedCard, Want


class CardOffer(Struct, frozen=True):
    """A card that may be played now, and for what."""

    card: Place
    uses: tuple[CardUse, ...]


class Ready(Struct, frozen=True):
    """A side is to take a round: by the Method die, or by what the sheet allows instead."""


class Choosing(Struct, frozen=True):
    """The player chooses the card to play."""

    offers: tuple[CardOffer, ...]
    beside: tuple[BesideCard, ...] = ()
    """Cards beside the display that may be played."""
    rolled: bool = True
    """The round's roll offers them; else a card or rule does."""


class Playing(Struct, frozen=True):
    """The round is being played on the map; nothing is refilled or counted yet."""

    by: Place | Alternative | BesideCard
    """The card played, or what was taken instead of a roll."""
    uses: tuple[CardUse, ...] = ()
    """What the card may be played for; none for what was taken instead of a roll."""
    counts: bool = True
    """A card that is played turns a chit."""
    why: str = ""
    """Row family: which of the two dice plays it, in a word or two."""
    is_done: bool = False
    """The player said that it is done: what is still due comes before the round is over."""

    @property
    def is_counted(self) -> bool:
        """Whether a chit turns for it when it is done."""
        return self.counts and (isinstance(self.by, Place) or self.by.counts)


class Nominating(Struct, frozen=True):
    """Row family: the side nominates a card of its row, or takes the round another way."""


class RowDice(Struct, frozen=True):
    """Row family: the two dice are thrown for a nominated card."""

    nominated: Place | BesideCard
    white: int | None = None
    """The white die, where the two are thrown one after the other."""
    again_for: CardUse | None = None
    """Where the coloured die named an empty space and is thrown again: what its card is for."""


class SettingUp(Struct, frozen=True):
    """The set-up is guided: first its questions, then what the hands do, page by page."""

    new: NewGame
    """The game with all that was answered."""
    hands: tuple[int, ...] = ()
    """Hand sizes that were answered: of the left side, then of the right."""
    page: int | None = None
    """The page that is being done, from 0; None: a question is open."""


class AskingHandSizes(Struct, frozen=True):
    """A turn begins: the player says how many cards the active side holds in it."""


class TurnEnd(Struct, frozen=True):
    """Card play is over for this turn; what may be discarded may be discarded now."""

    discarded: Mapping[Side, int]
    """Cards discarded at this turn's end."""


class GameEnd(Struct, frozen=True):
    """The game is over."""


class RunningSteps(Struct, frozen=True):
    """Steps that are under way, and what they know."""

    side: Side
    """Whose result or action it is."""
    steps: tuple[Step, ...]
    """Those still to run."""
    return_to: "Stage | None"
    """Where the game goes on when they have run; None: to the first round of the turn."""
    picked: tuple[PickedCard, ...] = ()
    dice: tuple[int, ...] = ()
    """Dice that were rolled together, for the steps that will ask for one."""

    @property
    def choice_to_come(self) -> Choosing:
        """The choice of a card that these steps lead to, with what is on offer so far."""
        to = self.return_to
        return to if isinstance(to, Choosing) else Choosing((), rolled=False)

    def with_offers(self, cards: tuple[Place, ...], uses: tuple[CardUse, ...]) -> "RunningSteps":
        """Offer these cards beside those on offer already, in the order A to E."""
        merged = {offer.card: offer.uses for offer in self.choice_to_come.offers}
        for card in cards:
            merged[card] = tuple(dict.fromkeys((*merged.get(card, ()), *uses)))
        offers = tuple(CardOffer(card, merged[card]) for card in sorted(merged, key=str))
        return replace(self, return_to=replace(self.choice_to_come, offers=offers))

    def picked_of(self, side: Side) -> tuple[PickedCard, ...]:
        """Return the picked cards of one side."""
        return tuple(picked for picked in self.picked if picked.side is side)


class TurningUp(Struct, frozen=True):
    """The player turns face-down cards up, of their own choice, until `until` are face-up."""

    until: int
    course: RunningSteps


class Waiting(Struct, frozen=True):
    """Steps wait for a die or for the player; then the others follow."""

    want: Want
    course: RunningSteps


Stage = (
    Ready
    | TurningUp
    | Choosing
    | Playing
    | Nominating
    | RowDice
    | Waiting
    | SettingUp
    | AskingHandSizes
    | TurnEnd
    | GameEnd
)


class RoundRoll(Struct, frozen=True):
    """A throw of the round: one Method die, or the white and the coloured die."""

    numbers: tuple[int, ...]
    """1 to 6 each, a Method die by the standard conversion."""
    result: str
    """The Method die's result, or the id of the card that two dice named."""

    @property
    def method_result(self) -> DieResult | None:
        """The Method die's result; None for two dice."""
        return DieResult(self.result) if len(self.numbers) == 1 else None


_NOTHING_KEPT = ListMemory()


class Game(Struct, frozen=True):
    """A game between two answers."""

    sheet: Sheet
    options: Mapping[str, int]
    """Every variant of the sheet, on or off, and every setting that is a number."""
    turn: int
    active: Side
    seats: Mapping[Side, Seat]
    stage: Stage
    roll: RoundRoll | None
    """The roll of the round that is under way."""
    instructions: tuple[Instruction, ...]
    """What the player's hands are to do now, in this order."""
    actions_taken: frozenset[str] = frozenset()
    """Actions of the sheet that were taken in this round, each with its side."""
    gaps_of_round: tuple[PickedCard, ...] = ()
    """Where cards were taken since this round began, in that order."""
    gaps_of_played: tuple[PickedCard, ...] = ()
    """Where cards were played beside that of the round, until a card comes."""
    cards_turned_up: tuple[Place, ...] = ()
    """Cards of the active side that this round's roll turned up."""
    lists: ListMemory = field(default_factory=ListMemory)
    """What guided lists remember."""
    orders_at_turn_end: tuple[TellPlayer, ...] = ()
    """What to do by hand at the turn's end."""
    reminders_said: frozenset[str] = frozenset()
    """Reminders of this turn that are said only once."""
    gaps_for_relief: tuple[PickedCard, ...] = ()
    """Gaps into which a doubled space gives up its second card, if it is relieved."""
    fills_due: tuple[tuple[PickedCard, Facing], ...] = ()
    """How gaps will be filled when the round or the combat is over, where a card says so."""
    kept_nominations: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    """Row family: nominations that were taken back together with their dice, the next one first.

    As long as those dice count again, the card is nominated again: none is, its dice known.
    """
    asks_hands: bool = False
    """Both hands are asked for as a turn begins: the sheet has it so, and the set-up was guided."""

    @property
    def seat(self) -> Seat:
        """The active side's seat."""
        return self.seats[self.active]

    @property
    def under_way(self) -> Playing | None:
        """What is being done on the map, also while steps wait meanwhile."""
        stage: Stage | None = self.stage
        while isinstance(stage, Waiting | TurningUp):
            stage = stage.course.return_to
        return stage if isinstance(stage, Playing) else None

    @property
    def round(self) -> int:
        """The round within the turn, from 1; it goes up when both sides have had theirs."""
        at_rest = isinstance(self.stage, Ready | Nominating | TurnEnd | GameEnd)
        busy = None if at_rest else self.active
        waiting = [
            seat.rounds_taken
            for side, seat in self.seats.items()
            if side is busy or has_round(self, side)
        ]
        taken = max(seat.rounds_taken for seat in self.seats.values())
        return min(waiting) + 1 if waiting else max(taken, 1)

    @property
    def is_turn_fresh(self) -> bool:
        """Neither side has taken a round of the turn."""
        return not any(seat.rounds_taken for seat in self.seats.values())

    @property
    def is_rolled_for(self) -> bool:
        """A roll decides the round: what is on offer is the roll's, and no card's or rule's."""
        by_roll = self.stage.rolled if isinstance(self.stage, Choosing) else True
        return by_roll and self.roll is not None

    def mandatory_cards(self, side: Side) -> tuple[Place, ...]:
        """Return a side's face-up cards that must be played before its chits run out.

        None where they are played as they turn up, beside the round's own card and uncounted
        (Fate, Washington's War, Mandatory Cards).
        """
        rules = self.sheet.marks
        if rules is None or rules.played_at_once:
            return ()
        return self.seats[side].display.places_marked(*MANDATORY_MARKS)

    def count_spare_chits(self, side: Side, but: Place | None = None) -> int | None:
        """Return how many cards beside the round's own a side may play; None: none are counted.

        A chit is kept for the card under way, and one for each face-up mandatory card (Book,
        Empire of the Sun, back side: reaction cards; common mechanic #4), not for the card `but`.
        """
        seat = self.seats[side]
        if seat.chits_left is None:
            return None
        playing = self.under_way
        own = isinstance(self.stage, Choosing) or (playing is not None and playing.is_counted)
        kept = 1 if side is self.active and own else 0
        kept += sum(card != but for card in self.mandatory_cards(side))
        return max(seat.chits_left - kept, 0)

    @property
    def phase(self) -> str:
        """The part of a guided list that asks something now; nothing if none does."""
        return self.lists.phase if isinstance(self.stage, Waiting) else ""

    @property
    def is_guided(self) -> bool:
        """A guided list has kept or told something."""
        return self.lists != _NOTHING_KEPT

    def with_instructions(self, *more: Instruction) -> "Game":
        """Return the game with more for the hands to do, after what is there."""
        return replace(self, instructions=(*self.instructions, *more))

    def with_number(self, name: str, number: int) -> "Game":
        """Return the game with this number kept under a name."""
        return replace(self, lists=self.lists.with_number(name, number))

    def with_kept_nominations(self, side: Side, options: tuple[str, ...]) -> "Game":
        """Return the game with these nominations of a side still to be made again."""
        if options == self.kept_nominations.get(side, ()):
            return self
        kept = {**self.kept_nominations, side: options}
        return replace(self, kept_nominations={s: ids for s, ids in kept.items() if ids})

    def change_seat(self, side: Side, **changes: object) -> "Game":
        """Return the game with these fields of a side's seat changed."""
        return replace(self, seats={**self.seats, side: replace(self.seats[side], **changes)})

    def with_seat(self, side: Side, seat: Seat) -> "Game":
        """Return the game with this seat in place of the side's."""
        return replace(self, seats={**self.seats, side: seat})


def has_round(game: Game, side: Side) -> bool:
    """Return whether this side has a round left in this turn."""
    seat = game.seats[side]
    rounds = game.sheet.turn.rounds
    if seat.passed_in_turn == game.turn or (rounds is not None and seat.rounds_taken >= rounds):
        return False
    return not seat.is_out_of_chits or bool(list_alternatives(game, side))


def list_alternatives(
    game: Game, side: Side, *, after_roll: bool = False, fallback: bool = False
) -> tuple[Alternative, ...]:
    """Return what this side may do instead of rolling; without chits, only what it then must.

    `after_roll`: what it may still do after the roll. `fallback`: what is left to it when the
    roll offers nothing.
    """
    found = tuple(
        way
        for way in game.sheet.instead
        if (way.fallback if fallback else not after_roll or way.after_roll)
        and _is_available(game, side, way)
    )
    if fallback:
        return found[:1]
    musts = tuple(way for way in found if way.is_compulsory)
    return musts or tuple(way for way in found if not way.fallback)


def _is_available(game: Game, side: Side, way: Alternative) -> bool:
    seat = game.seats[side]
    return (
        way.side in (None, side)
        and (way.plays is None or seat.display.facing_at(Place(way.plays)) is Facing.UP)
        and (
            not way.ends_turn or seat.passed_in_turn is None or seat.passed_in_turn < game.turn - 1
        )
        and (not seat.is_out_of_chits or way.out_of_cards is WhenOutOfCards.MUST or way.fallback)
        and all(condition.holds(game, side) for condition in way.conditions)
    )


def list_cards_in_sight(game: Game, side: Side) -> tuple[tuple[Place, Facing | None], ...]:
    """Return every place of a side, A to E, and how its card lies on the table; None for a gap.

    With the pile off the displays nothing is on C until a card is drawn to it (mechanic #1). Where
    the player turns a card up of their choice, C stands for the pile's top card.
    """
    cards = tuple(game.seats[side].display.cards())
    if not game.sheet.words.pile_off_displays or isinstance(game.stage, TurningUp):
        return cards
    empty = (Place(Space.C), Facing.DOWN)
    return tuple(
        (place, None) if (place, lies) == empty else (place, lies) for place, lies in cards
    )


def list_cards_among(
    game: Game, sides: Iterable[Side], among: PickableCards
) -> tuple[PickedCard, ...]:
    """Return the cards of these sides that may be picked, A to E; those that have left, by slot."""
    if among is PickableCards.KEPT:
        return tuple(PickedCard(s, card) for s in sides for card in game.seats[s].kept_slots())
    cards = [
        (PickedCard(side, card), lies)
        for side in sides
        for card, lies in game.seats[side].display.cards()
        if lies is not None or PickedCard(side, card) in game.gaps_of_played
    ]
    by_facing = (tuple(card for card, lies in cards if lies in each) for each in FACINGS_OF[among])
    return next(filter(None, by_facing), ())


def turn_up_cards(game: Game, side: Side, cards: tuple[Place, ...]) -> Game:
    """Turn these face-down cards of a side face-up."""
    if not cards:
        return game
    display = game.seats[side].display
    for card in cards:
        display = display.turned(card, Facing.UP)
    return game.change_seat(side, display=display).with_instructions(FlipCards(side, cards))


def take_card(
    game: Game, side: Side, card: Place, *, discarded: bool = False, event: bool = False
) -> Game:
    """Take a card off the display, to be played or discarded; it leaves a gap."""
    facing = game.seats[side].display.facing_at(card) or Facing.DOWN
    act = DiscardCard(side, card, facing) if discarded else PlayCard(side, card, facing, event)
    if not discarded:
        game = replace(game, gaps_of_played=(*game.gaps_of_played, PickedCard(side, card)))
    return lay_card(game, side, card, None).with_instructions(act)


def find_place(game: Game, side: Side, card: str) -> Place:
    """Return the place of a side's display that has this id."""
    return next(place for place in game.seats[side].display.places() if str(place) == card)


def lay_card(game: Game, side: Side, place: Place, facing: Facing | None) -> Game:
    """Return the game with a card laid so in this place, or a gap with None."""
    if facing is None:
        game = replace(game, gaps_of_round=(*game.gaps_of_round, PickedCard(side, place)))
    return game.change_seat(side, display=game.seats[side].display.laid(place, facing))


def announce_outcome(game: Game, sentence: str) -> Game:
    """Describe what a die decided, on the side that threw it, before what follows from it."""
    return game.with_instructions(TellPlayer(game.active, sentence))


StepResult = tuple[Game, RunningSteps | None]
"""The game after a step and the course to continue; no course where the game waits or stops."""


def wait_for(game: Game, course: RunningSteps, step: Step, want: Want) -> StepResult:
    """Stop at this step: it is at the head of the course again when it is answered."""
    course = replace(course, steps=(step, *course.steps))
    return replace(game, stage=Waiting(want, course)), None


def run_first(course: RunningSteps, *first: Step) -> RunningSteps:
    """Run these steps before the rest."""
    return replace(course, steps=(*first, *course.steps)) if first else course


def sides_of(game: Game, course: RunningSteps, whose: Whose) -> tuple[Side, ...]:
    """Return the sides that a step works on."""
    match whose:
        case Whose.MINE:
            return (course.side,)
        case Whose.OTHER:
            return (course.side.other,)
        case Whose.BOTH:
            return (game.active, game.active.other)

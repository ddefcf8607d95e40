"""What a prompt is, and those in which steps, a nomination or its dice ask the player."""

from msgspec import Struct

from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.card_row import HOME_CARD, NO_HOME_CARD, list_nominees, target_number
from cdgdevice.rules.game import Game, Nominating, RowDice, TurningUp, Waiting, list_alternatives
from cdgdevice.rules.guided.kept_values import find_number_now
from cdgdevice.rules.player_actions import Action, OfferedAction, write_args
from cdgdevice.rules.sheet_entries import ActionMoment, BesideCard
from cdgdevice.rules.steps import walk_steps
from cdgdevice.rules.texts import refusals, sentences
from cdgdevice.rules.wants import (
    EITHER_SIDES_EVENT,
    NO_MORE_CARDS,
    PickedCard,
    WantsAnswer,
    WantsCard,
    WantsCards,
    WantsDie,
    WantsDone,
    WantsHeadline,
    WantsHome,
    WantsNumber,
    event_option_of,
    pick_option_of,
)


class Option(Struct, frozen=True):
    """One thing that may be chosen."""

    id: str
    title: str
    """A few words for a menu or a button."""
    uses: tuple[str, ...] = ()
    """For a card: what it may be played for."""
    card: PickedCard | None = None
    """The card of a display that it stands for."""
    number: int | None = None
    """The number that it stands for."""
    meaning: str = ""
    """What it means, in a sentence, if the title alone doesn't say it."""
    side: Side | None = None
    """The side that it belongs to, out of turn; None: the active one."""


def number_option(number: int) -> Option:
    """Return the option that stands for a number."""
    return Option(str(number), str(number), number=number)


class WantedThrow(Struct, frozen=True):
    """A throw that is wanted."""

    what: str
    """What it decides: `round`, `nominated`, `random-card`, `check`, `method-die`…"""
    dice: tuple[str, ...]
    """Each die by its kind: `method`, `d6`, `white`, `coloured`."""
    in_text: bool = True
    """The prompt's text asks for it; not where a roll is one of several ways."""


class Prompt(Struct, frozen=True):
    """What the game waits for."""

    stage: str
    """The stage's name in the text protocol."""
    question: tuple[str, ...]
    """Short sentences, in the order of doing."""
    options: tuple[Option, ...] = ()
    actions: tuple[OfferedAction, ...] = ()
    rollers: tuple[Side, ...] = ()
    """The sides that may roll now."""
    ask: WantedThrow | None = None
    """What a roll would be; None where none is allowed."""
    default: str | None = None
    """The option that a question starts at, such as the number that is kept now."""
    comes_by_itself: bool = False
    """It follows a press for something else: another press must not answer it unread."""
    asks_for_marks: bool = False
    """It asks about a mark, too."""
    out_of_turn: tuple[Option, ...] = ()
    """What the other side may take the round with instead."""

    @property
    def text(self) -> tuple[str, ...]:
        """Return all that is said: what is asked, and what each option means."""
        only = len(self.options) == 1
        meanings = (
            option.meaning if only else sentences.explain_variant(option.title, option.meaning)
            for option in self.options
            if option.meaning
        )
        return (*self.question, *meanings)

    @property
    def allowed(self) -> str:
        """Return a sentence that says what is allowed, in the ids of the text protocol."""
        return refusals.describe_allowed(
            (side.value for side in self.rollers),
            (option.id for option in self.options),
            (f"{each.id} ({each.side.value})" for each in self.out_of_turn if each.side),
            (action.id for action in self.actions),
        )

    def allows(self, act: Action) -> bool:
        """Return whether this action with its arguments is offered."""
        given = write_args(act)
        return any(
            offered.id == act.action
            and given.keys() == dict(offered.args).keys()
            and all(given[name] in values for name, values in offered.args)
            for offered in self.actions
        )


def _prompt_waiting(game: Game, stage: Waiting) -> Prompt:
    """Tell what steps wait for and what may be answered."""
    match stage.want:
        case WantsDie(decides, text, method) as want:
            left = want.dice - len(want.shown)
            dice = ("method",) if method else ("d6",) * left
            text = text if want.dice == 1 else sentences.ask_together(text, left)
            ask = WantedThrow(decides.value, dice)
            return Prompt("dice", (text,), rollers=(game.active,), ask=ask)
        case WantsCard(among, text):
            return Prompt("choose", (text,), _list_picks(among, "pick"))
        case WantsCards(among, text):
            none = Option(NO_MORE_CARDS, sentences.NO_MORE_CARDS)
            return Prompt("nominate", (text,), (*_list_picks(among, "nominate"), none))
        case WantsAnswer(text, answers):
            options = tuple(Option(answer.id, answer.title) for answer in answers)
            by_itself = _comes_by_itself(game, stage)
            return Prompt("choose", (text,), options, comes_by_itself=by_itself)
        case WantsNumber(_, text, high) as want:
            numbers = tuple(map(number_option, range(want.low, high + 1)))
            kept = find_number_now(game, want)
            default = None if kept is None else str(max(min(kept, high), want.low))
            return Prompt("choose", (text,), numbers, default=default)
        case WantsHome():
            return _prompt_home_card(game)
        case WantsHeadline(has, dealt):
            return _prompt_headline(game, has, dealt)
        case WantsDone(text):
            return Prompt("ready", (text,), (Option("next", sentences.GO_ON),))


def _list_picks(among: tuple[PickedCard, ...], use: str) -> tuple[Option, ...]:
    ids = ((card, pick_option_of(card, among)) for card in among)
    return tuple(Option(id_, sentences.title_pick(id_), (use,), card) for card, id_ in ids)


def _prompt_home_card(game: Game) -> Prompt:
    words = game.sheet.words
    if game.seat.display.facing_at(Place(Space.C)) is Facing.UP:  # since an earlier round
        asked, turn = sentences.HOME_CARD_OR_ANOTHER, sentences.PLAY_ANOTHER_CARD
        none = sentences.NO_HOME_CARD_LEFT
    else:
        asked, turn = sentences.ask_for_home_card(words), sentences.title_turn_c(words)
        none = sentences.title_none_left(words)
    home = Option(HOME_CARD.id, sentences.PLAY_HOME_CARD)
    return Prompt("home", (asked,), (home, Option("turn-c", turn), Option(NO_HOME_CARD, none)))


def _prompt_headline(game: Game, has: tuple[Side, ...], dealt: int) -> Prompt:
    options = (
        *(
            Option(event_option_of(side), sentences.title_headline(name, has_one=side in has))
            for side, name in game.sheet.sides.items()
        ),
        Option(EITHER_SIDES_EVENT, sentences.EITHER_SIDES),
    )
    return Prompt("choose", (sentences.ask_for_headline(dealt),), options)


def _prompt_nominating(game: Game) -> Prompt:
    side = game.active
    ways = list_alternatives(game, side)
    must = any(way.is_compulsory for way in ways)
    cards = () if must else list_nominees(game, side)
    words = game.sheet.words
    options = [
        Option(
            card.id,
            sentences.title_nominate(card.title, words),
            card=PickedCard(side, card) if isinstance(card, Place) else None,
        )
        for card in cards
    ]
    options.extend(Option(way.id, way.title, meaning=way.text) for way in ways)
    kept = any(card.id in game.kept_nominations.get(side, ())[:1] for card in cards)
    if kept:
        called: list[str] = [sentences.title_nominate(card.title, words) for card in cards]
    else:
        # Those below the row are seen on no display.
        of_row = any(isinstance(card, Place) for card in cards)
        called = [sentences.nominate_card(words)] if of_row else []
        called.extend(card.title for card in cards if isinstance(card, BesideCard))
    called.extend(way.title for way in ways)
    text = sentences.join_ways(tuple(called)) if called else sentences.NOTHING_TO_NOMINATE
    stays = (sentences.DICE_TAKEN_BACK,) if kept else ()
    warnings = game.lists.list_warnings(game.sheet.kept if cards else ())
    return Prompt("nominate", (*warnings, text, *stays), tuple(options))


def _prompt_row_dice(game: Game, stage: RowDice) -> Prompt:
    high = target_number(game, stage.nominated)
    words = game.sheet.words
    if stage.white is None:
        dice: tuple[str, ...] = ("white", "coloured")
        text = sentences.describe_target(stage.nominated.title, high)
    else:
        dice = ("coloured",)
        text = sentences.ask_for_coloured(stage.white, words)
    ask = WantedThrow("nominated", dice)
    return Prompt("dice", (text,), rollers=(game.active,), ask=ask)


def _prompt_turning_up(game: Game, stage: TurningUp) -> Prompt:
    side = stage.course.side
    display = game.seats[side].display
    off = game.sheet.words.pile_off_displays
    missing = min(
        stage.until - len(display.places_facing(Facing.UP)), len(display.places_facing(Facing.DOWN))
    )
    options = tuple(
        Option(
            str(card),
            sentences.title_turn_up(str(card), drawn=off and card.space is Space.C),
            ("flip",),
            PickedCard(side, card),
        )
        for card in display.places_facing(Facing.DOWN)
    )
    text = sentences.ask_to_turn_up(missing)
    return Prompt("flip", (text,), options)


def prompt_question(game: Game, stage: Nominating | RowDice | TurningUp | Waiting) -> Prompt:
    """Tell what is asked at one of these stages; the actions beside it are left out."""
    match stage:
        case Nominating():
            return _prompt_nominating(game)
        case RowDice():
            return _prompt_row_dice(game, stage)
        case TurningUp():
            return _prompt_turning_up(game, stage)
        case Waiting():
            return _prompt_waiting(game, stage)


def _comes_by_itself(game: Game, stage: Waiting) -> bool:
    """Return whether an action asks that is taken as soon as a card was chosen."""
    return any(
        step is stage.course.steps[0]
        for action in game.sheet.actions
        if ActionMoment.CHOSEN in action.moments
        for step in walk_steps(action.steps)
    )

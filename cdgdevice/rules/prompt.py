"""The prompt: what is said and what is allowed, from one function, so that they can't disagree."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from msgspec.structs import replace

from cdgdevice.rules.actions import list_actions, owning_side
from cdgdevice.rules.card_display import Place, Side
from cdgdevice.rules.card_row import EXTRA_CARD, PILE_TOP_CARD
from cdgdevice.rules.card_steps import CardUse, ReturnExcess
from cdgdevice.rules.conditions import LASTING, PlayedFor
from cdgdevice.rules.forced_cards import (
    filter_offers,
    find_action_played_at_once,
    find_compelled_cards,
    list_cards_just_revealed,
    list_perhaps_mandatory,
    list_rollers,
    list_ways_beside_mandatory_cards,
    list_ways_to_begin,
    may_begin_out_of_turn,
)
from cdgdevice.rules.game import (
    AskingHandSizes,
    CardOffer,
    Choosing,
    Game,
    GameEnd,
    Playing,
    Ready,
    SettingUp,
    TurnEnd,
    Waiting,
    list_alternatives,
)
from cdgdevice.rules.history import PastAnswer
from cdgdevice.rules.instructions import Instruction, PlayCard, TellPlayer
from cdgdevice.rules.player_actions import SET_TABLE, EndGame, MarkCard, OfferedAction
from cdgdevice.rules.questions import Option, Prompt, WantedThrow, number_option, prompt_question
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, RollDice
from cdgdevice.rules.set_up import (
    MORE,
    NEXT,
    SKIP,
    find_question,
    has_more_questions,
    list_hand_sizes,
    list_pages,
)
from cdgdevice.rules.sheet import Alternative, SheetAction, find_condition
from cdgdevice.rules.sheet_entries import BesideCard, ExcessRule, TurnEndDiscard
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.texts.templates import join_lines
from cdgdevice.rules.texts.words import describe_for_both
from cdgdevice.rules.turns import count_discards_left, list_discardable
from cdgdevice.rules.wants import PickedCard, WantsAnswer

T = TypeVar("T")
P = ParamSpec("P")


_KEPT = 24
"""So many answers of a function are kept: of a game, and of those that may come of it next."""


def memoize_recent(
    work_out: Callable[Concatenate[Game, P], T],
) -> Callable[Concatenate[Game, P], T]:
    """Make a pure function of a game work once where it is asked the same again before long.

    The very same game is meant: to compare two games would take longer than the work. What else
    is asked may be equal only.
    """
    kept: tuple[tuple[Game, object, T], ...] = ()

    @wraps(work_out)
    def ask(game: Game, /, *args: P.args, **named: P.kwargs) -> T:
        # One assignment: threads may ask at the same time.
        nonlocal kept
        asked, recent = (args, named), kept
        for number, known in enumerate(recent):
            if known[0] is game and known[1] == asked:
                if number:
                    kept = (known, *recent[:number], *recent[number + 1 :])
                return known[2]
        found = work_out(game, *args, **named)
        kept = ((game, asked, found), *recent[: _KEPT - 1])
        return found

    return ask


def name_period(game: Game) -> str:
    """Return what the game calls the turns that it is in; nothing where it has no word for them."""
    for period in game.sheet.turn.periods:
        first, last = period.turns
        if first <= game.turn <= last:
            return period.title
    return ""


def list_kept(game: Game, side: Side, *, in_full: bool = False) -> tuple[str, ...]:
    """Name each thing that is noted of a side, the most urgent first: in a word, or `in_full`.

    A card that it may play only from the next turn on stands in brackets.
    """
    seat, name = game.seats[side], sentences.name_beside
    return (
        *(state.title for state in game.sheet.states if state.id in seat.states),
        *((sentences.REVEALED,) if seat.row.is_open else ()),
        *((sentences.name_extras(seat.row.extra_cards),) if seat.row.extra_cards else ()),
        *(
            name(card.title if in_full else card.short, seat.beside_cards.count(card.id))
            for card in game.sheet.beside
            if card.short and card.id in (*seat.beside_cards, *seat.next_beside_cards)
        ),
    )


def describe_what_to_do(game: Game, acts: Iterable[Instruction] | None = None) -> tuple[str, ...]:
    """Describe what the hands are to do; a side is named unless it is plain whose cards it is.

    It is what this state asks, unless `acts` are given.
    """
    asked = drop_play_asked(game, game.instructions if acts is None else acts)
    return describe_for_both(asked, game.sheet.sides, game.active, game.sheet.words)


def is_plain_step(last: PastAnswer) -> bool:
    """Return whether an answer only said that all is done, and decided nothing."""
    stage = last.before.stage
    # Answers to the sheet's questions may be called anything.
    asks_to_decide = isinstance(stage, Waiting) and isinstance(stage.want, WantsAnswer)
    plain = isinstance(last.request, ChooseOption) and last.request.option in _PLAIN_STEPS
    return plain and not asks_to_decide


def describe_request(last: PastAnswer) -> str:
    """Describe what was answered, in a word or two: `the roll`, or by its title."""
    game, stage = last.before, last.before.stage
    if isinstance(stage, SettingUp) and stage.page is not None and is_plain_step(last):
        return sentences.count_page(stage.page + 1, len(list_pages(game)))
    if is_plain_step(last):
        return sentences.THE_CARD_DONE
    match last.request:
        case RollDice():
            return sentences.THE_ROLL
        case CorrectRoll():
            return sentences.THE_CORRECTED_DIE
        case ChooseOption(option):
            titles = {each.id: each.title for each in list_options(game, last.request.side)}
            return titles.get(option, option)
        case act:
            titles = {each.id: each.title for each in prompt(game).actions}
            return titles.get(act.action, act.action)


def find_taker(past: PastAnswer) -> Side:
    """Return the side whose action an answer is; of any other answer it is the active one's."""
    game, taken = past.before, past.taken
    side = getattr(past.request, "side", None)
    if isinstance(side, Side):
        return side
    return owning_side(game, taken) if isinstance(taken, SheetAction) else game.active


ONE_METHOD_DIE = ("method",)
"""The one die of a round in the families with a display."""
_PLAIN_STEPS = ("done", NEXT)
NEXT_SIDE = "next-side"
"""At a turn's end: on to the other side's discards."""
NEXT_TURN = "next-turn"
"""At a turn's end: it is over."""
PLAY_NOTHING = "nothing"
"""The option that is left when a result offers no card, where the sheet has no other way."""

_ALLOWED_WITH_EXCESS = (MarkCard.action, SET_TABLE, EndGame.action)
"""What may be done before mandatory cards in excess have gone back."""


@memoize_recent
def prompt(game: Game) -> Prompt:
    """Tell what a game waits for and what it allows."""
    now = _prompt_stage(game)
    asked = () if isinstance(game.stage, Playing) else _list_asked(game, now.actions)
    remarks = (act.text for act in game.instructions if isinstance(act, TellPlayer) and act.remark)
    return replace(now, question=(*now.question, *remarks, *asked))


def _list_asked(game: Game, actions: tuple[OfferedAction, ...]) -> tuple[str, ...]:
    """Return the questions of the sheet's actions that can be taken now."""
    may = {action.id for action in actions}
    return tuple(each.asks for each in game.sheet.actions if each.asks and each.id in may)


def _prompt_stage(game: Game) -> Prompt:
    match game.stage:
        case SettingUp():
            return _prompt_setting_up(game, game.stage)
        case AskingHandSizes():
            sizes = tuple(map(number_option, list_hand_sizes(game, game.active)))
            text = sentences.ask_for_hand(game.sheet.sides[game.active])
            return Prompt("choose", (text,), sizes, default=sizes[0].id)
        case Ready():
            return _prompt_ready(game)
        case Choosing():
            return _prompt_choosing(game, game.stage)
        case Playing():
            return _prompt_playing(game, game.stage)
        case TurnEnd():
            return _prompt_turn_end(game)
        case GameEnd():
            return Prompt("game-end", (sentences.GAME_OVER,))
        case stage:
            return replace(prompt_question(game, stage), actions=list_actions(game))


def _prompt_setting_up(game: Game, stage: SettingUp) -> Prompt:
    question = find_question(game, stage)
    skip = Option(SKIP, sentences.SKIP_SET_UP)
    if question is not None:
        answers = tuple(
            Option(answer.id, answer.title, number=answer.number, meaning=answer.meaning)
            for answer in question.answers
        )
        more = (Option(MORE, sentences.MORE_OPTIONS),) if has_more_questions(game, stage) else ()
        return Prompt("set-up", question.text, (*answers, *more, skip), default=answers[0].id)
    text = sentences.ask_for_page((stage.page or 0) + 1, len(list_pages(game)))
    return Prompt("set-up", (text,), (Option(NEXT, sentences.NEXT_PAGE), skip), default=NEXT)


def _prompt_ready(game: Game) -> Prompt:
    method = game.sheet.family.rolls_method_die
    rollers = list_rollers(game) if method else ()
    ask = WantedThrow("round", ONE_METHOD_DIE, in_text=False) if rollers else None
    own, other = _list_options_to_begin(game, game.active), game.active.other
    others = _list_options_to_begin(game, other) if method and may_begin_out_of_turn(game) else ()
    others = tuple(replace(option, side=other) for option in others)
    cards = tuple(each.id for each in own if each.card is not None)
    ways = tuple(each.title for each in own if each.card is None)
    if cards:
        asked: str = sentences.must_be_played(cards, ways)
    else:
        roll = (sentences.ROLL,) if game.active in rollers else ()
        asked = sentences.join_ways((*roll, *ways))
    if is_first_side_undecided(game):
        asked = sentences.ask_who_begins(asked) if ways else sentences.WHO_BEGINS
    marks = bool(list_perhaps_mandatory(game))
    said = (asked, sentences.MANDATORY_QUESTION) if marks else (asked,)
    ready = Prompt("ready", said, own, list_actions(game), rollers, ask)
    return replace(ready, asks_for_marks=marks, out_of_turn=others)


def list_options(game: Game, side: Side | None) -> tuple[Option, ...]:
    """Return what a side may choose now, in its turn or out of it; None: the active side."""
    now = prompt(game)
    return now.options if side in (None, game.active) else now.out_of_turn


def _list_options_to_begin(game: Game, side: Side) -> tuple[Option, ...]:
    must, ways = list_ways_to_begin(game, side)
    cards = (_card_option(side, card.card, card.uses) for card in must)
    return (*cards, *(Option(way.id, way.title, meaning=way.text) for way in ways))


def is_first_side_undecided(game: Game) -> bool:
    """Return whether no side has had a round of this turn, and either may have the first."""
    if not (game.sheet.turn.either_begins and isinstance(game.stage, Ready)):
        return False
    return game.is_turn_fresh and len(list_rollers(game)) == len(Side)


def _prompt_choosing(game: Game, stage: Choosing) -> Prompt:
    may = list_actions(game)
    kinds = game.sheet.step_kinds
    returning = [each.id for each in may if ReturnExcess in kinds.get(each.id, ())]
    if returning:
        return _prompt_excess(game, may, returning)
    cards = filter_offers(game, stage.offers)
    compelled = find_compelled_cards(game, cards)
    must = bool(compelled)
    beside = () if must else stage.beside
    options = [_card_option(game.active, card.card, card.uses) for card in cards]
    options.extend(Option(card.id, card.title, (CardUse.ANY.value,)) for card in beside)
    what = _describe_offers(game, cards, beside, compelled)
    if not options:
        ways = list_alternatives(game, game.active, fallback=True)
        options = [Option(way.id, way.title, meaning=way.text) for way in ways] or [
            Option(PLAY_NOTHING, sentences.PLAY_NOTHING)
        ]
        what = sentences.nothing_but(options[0].title)
    taken = {option.id for option in options}
    ways = list_alternatives(game, game.active, after_roll=True)
    if must:
        ways = list_ways_beside_mandatory_cards(game, game.active, ways)
    ways = tuple(way for way in ways if way.id not in taken)
    options.extend(Option(way.id, way.title, meaning=way.text) for way in ways)
    said: tuple[str, ...] = (sentences.offer(what, tuple(way.title for way in ways)),)
    at_once = find_action_played_at_once(game, cards) is not None
    marks = not at_once and bool(list_perhaps_mandatory(game))
    if marks:
        said = (*said, sentences.MANDATORY_QUESTION)
    return Prompt("choose", said, tuple(options), may, asks_for_marks=marks)


def _prompt_excess(game: Game, may: tuple[OfferedAction, ...], returning: list[str]) -> Prompt:
    """Ask for mandatory cards in excess to go back, by one of these actions, before anything else.

    Another card of the flip may be mandatory too: marks can still be set, and taken away.
    """
    rules = game.sheet.marks
    flipped = rules is not None and rules.excess is ExcessRule.FLIP
    text = sentences.too_many_mandatory(game.sheet.words, of_flip=flipped)
    allowed = (*_ALLOWED_WITH_EXCESS, *returning)
    still = tuple(action for action in may if action.id in allowed)
    return Prompt("choose", (text,), actions=still)


def _describe_offers(
    game: Game,
    cards: tuple[CardOffer, ...],
    beside: tuple[BesideCard, ...],
    compelled: tuple[CardOffer, ...],
) -> str:
    """Say which cards may be played, and for what; no full stop."""
    if find_action_played_at_once(game, cards) is not None:
        return sentences.play_at_once(tuple(str(card.card) for card in cards))
    if not cards and not beside:
        return sentences.NOTHING_TO_PLAY
    what = sentences.describe_offers(
        ((str(card.card), card.uses) for card in cards),
        (card.title for card in beside),
        game.sheet.lowest,
        game.sheet.words.event,
    )
    if not compelled:
        return what
    as_event = any(CardUse.EVENT in card.uses for card in compelled)
    return sentences.describe_compelled(what, game.sheet.words, as_event=as_event)


def _prompt_playing(game: Game, stage: Playing) -> Prompt:
    way = find_alternative_played(game, stage)
    what = stage.by.title if way is None else way.title
    options = (Option("done", _describe_done(game, stage)),)
    actions = list_actions(game)
    late = list_cards_just_revealed(game)
    # It may have been played already, by hand: earlier games continued so, and still can.
    if late and find_action_played_at_once(game, ()) is not None:
        now = tuple(_card_option(game.active, card, (CardUse.EVENT,)) for card in late)
        text = sentences.offer(sentences.play_at_once(tuple(map(str, late))), ())
        return Prompt("play", (text,), (*now, *options), actions)
    if asked := _list_asked(game, actions):
        # What the card may be used for was said when it was chosen: the question needs the room.
        text = sentences.use_card(what, join_lines(*asked), of_display=_names_card(game, stage))
        return Prompt("play", (text,), options, actions)
    purpose = sentences.describe_purpose(stage.uses, game.sheet.lowest, game.sheet.words.event)
    text = sentences.use_then_done(what, purpose, of_display=_names_card(game, stage))
    if stage.uses == (CardUse.DISCARD,):
        text = sentences.discard_then_done(what)
    rules = game.sheet.row
    if stage.why and rules is not None:
        if stage.by == PILE_TOP_CARD:
            what = sentences.TOP_CARD
        of_row = isinstance(stage.by, Place) or stage.by in (PILE_TOP_CARD, EXTRA_CARD)
        if of_row and CardUse.ANY in stage.uses:
            may = {action.id for action in actions}
            used = any(e.id in may and find_condition(e, PlayedFor) for e in game.sheet.actions)
            purposes = rules.any_purpose if used else rules.without_actions or rules.any_purpose
            purpose = sentences.any_purpose(purposes)
        played = (rules.played,) if rules.played else ()
        text = sentences.use_by_dice(stage.why, what, purpose)
        return Prompt("play", (text, *played), options, actions)
    return Prompt("play", (text,), options, actions)


def _describe_done(game: Game, stage: Playing) -> str:
    """Say what follows when the round is done on the map: a free round may leave nothing to do."""
    of_card = isinstance(stage.by, Place) or game.sheet.row is not None
    if not (of_card or stage.is_counted or game.gaps_of_round or game.gaps_of_played):
        return sentences.GO_ON
    return sentences.DONE if game.sheet.hands.counted else sentences.DONE_UNCOUNTED


def _names_card(game: Game, stage: Playing) -> bool:
    """Return whether the prompt of a round under way names the card that is played by its place."""
    return isinstance(stage.by, Place) and find_alternative_played(game, stage) is None


def drop_play_asked(game: Game, acts: Iterable[Instruction]) -> tuple[Instruction, ...]:
    """Leave out the play of the round's own card: what is asked says it, and for what it is."""
    if not isinstance(game.stage, Playing) or not _names_card(game, game.stage):
        return tuple(acts)
    own = (game.active, game.stage.by)
    return tuple(a for a in acts if not (isinstance(a, PlayCard) and (a.side, a.card) == own))


def find_alternative_played(game: Game, stage: Playing) -> Alternative | None:
    """Return the way, taken instead of a roll, that plays this card of the display."""
    if game.roll is not None or not isinstance(stage.by, Place):
        return None
    for way in game.sheet.instead:
        lasting = [each for each in way.conditions if isinstance(each, LASTING)]
        if (
            way.plays is stage.by.space
            and way.side in (None, game.active)
            and all(condition.holds(game, game.active) for condition in lasting)
        ):
            return way
    return None


def _prompt_turn_end(game: Game) -> Prompt:
    cards = list_discardable(game, game.active)
    discard = (CardUse.DISCARD.value,)
    options = [
        Option(
            str(card), sentences.title_discard(str(card)), discard, PickedCard(game.active, card)
        )
        for card in cards
    ]
    words = game.sheet.words
    over = sentences.turn_over(game.turn, words)
    if cards:
        may = min(count_discards_left(game, game.active), len(cards))
        combat = game.sheet.turn.discard is TurnEndDiscard.COMBAT
        over = sentences.turn_over_with_discards(game.turn, may, words, combat=combat)
        if list_discardable(game, game.active.other):
            options.append(Option(NEXT_SIDE, sentences.OTHER_SIDES_DISCARDS))
    last = game.turn == game.sheet.turn.last
    options.append(Option(NEXT_TURN, sentences.title_next_turn(words, last=last)))
    return Prompt("turn-end", (over,), tuple(options), list_actions(game))


def find_plain_turn_end(game: Game, now: Prompt) -> Option:
    """Return what a confirmation takes at a turn's end: the other side's discards come first.

    So a press that is one too many skips neither side, nor goes to and fro for ever.
    """
    options = {option.id: option for option in now.options}
    if NEXT_SIDE in options and game.active is game.sheet.turn.first:
        return options[NEXT_SIDE]
    return options[NEXT_TURN]


def _card_option(side: Side, card: Place, uses: tuple[CardUse, ...]) -> Option:
    names = tuple(use.value for use in uses)
    return Option(str(card), sentences.title_play(str(card)), names, PickedCard(side, card))

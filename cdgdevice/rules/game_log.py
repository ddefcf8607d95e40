"""The log of a game: a line for each round, with what was rolled, played and refilled in it.

Nothing is kept for it: it is told from the answers that led to the game.
"""

from collections.abc import Iterable, Iterator
from itertools import count, groupby

from msgspec import Struct

from cdgdevice.rules.card_display import Facing, Side
from cdgdevice.rules.card_row import PILE_TOP_CARD
from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.game import AskingHandSizes, Game, RowDice, SettingUp, TurnEnd, Waiting
from cdgdevice.rules.history import GameHistory, PastAnswer
from cdgdevice.rules.instructions import (
    CardSource,
    DiscardCard,
    LayBelowRow,
    LeaveGap,
    MoveCard,
    PlayCard,
    RefillGap,
    ReturnCard,
    SwapCard,
    TellPlayer,
)
from cdgdevice.rules.player_actions import (
    STATEMENTS,
    EndCombat,
    PlayCombatCard,
    PutActive,
    PutCard,
    PutCardsLeft,
    PutHandSize,
    PutNumber,
    PutRound,
    PutTurn,
    TableChange,
)
from cdgdevice.rules.prompt import NEXT_SIDE, NEXT_TURN, describe_request, find_taker, is_plain_step
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, RollDice
from cdgdevice.rules.set_up import find_question
from cdgdevice.rules.texts import log_texts, sentences
from cdgdevice.rules.texts.sentences import describe_clock, name_result
from cdgdevice.rules.texts.words import CardInstruction
from cdgdevice.rules.wants import WantsHeadline


class LogLine(Struct, frozen=True):
    """What was done in a round of a side, in a part of a guided list, or at the set-up."""

    before: int
    """How many answers were taken before it: an undo to there takes it back."""
    said: str


def write_whole_log(history: GameHistory) -> tuple[str, ...]:
    """Return the log of a game as it is kept on paper: its title, then its lines, oldest first."""
    lines = [line.said for line in write_log(history)]
    return (history.now.sheet.title, *reversed(lines))


def write_log(history: GameHistory) -> Iterator[LogLine]:
    """Yield the lines of a game's log, the newest first.

    Marks are in no line, nor is a round that has no answer but those.
    """
    write = log_texts.write_line if history.now.sheet.family.has_display else log_texts.write_told
    answers = _list_answers(history)
    for (where, side, _), group in groupby(answers, lambda each: _find_place(each[1][0])):
        answered = [*group][::-1]
        done = _describe_answers((answer for _, answer in answered), side)
        if done:
            yield LogLine(answered[0][0], write(where, done))


def _list_answers(history: GameHistory) -> Iterator[tuple[int, tuple[PastAnswer, Game]]]:
    """Yield each answer with its number and the game after it, the newest first."""
    after = history.now
    for number, past in zip(count(len(history.past) - 1, -1), reversed(history.past), strict=False):
        yield number, (past, after)
        after = past.before


def _find_place(past: PastAnswer) -> tuple[str, Side, int]:
    """Return where in the game an answer was given, the side and which round of it.

    Answers of one place share a line.
    """
    game = past.before
    words = game.sheet.words
    chosen_by = past.request.side if isinstance(past.request, ChooseOption) else None
    side = past.rolled[0] if past.rolled else chosen_by or game.active
    if isinstance(game.stage, SettingUp):
        return log_texts.SET_UP, side, 0
    if isinstance(game.stage, TurnEnd):
        return log_texts.end_of_turn(game.turn, words, game.sheet.sides[side]), side, 0
    clock = describe_clock(game.turn, game.round, words)
    if game.phase:
        return log_texts.of_phase(clock, game.phase), side, 0
    return log_texts.of_side(clock, game.sheet.sides[side]), side, game.seats[side].rounds_taken


def _describe_answers(answers: Iterable[tuple[PastAnswer, Game]], side: Side) -> tuple[str, ...]:
    """Return what answers of a side say; what a roll asked for is left out if it was corrected."""
    done: list[str] = []
    from_roll = 0
    for past, after in answers:
        if isinstance(past.request, CorrectRoll):
            del done[from_roll:]
        if isinstance(past.request, TableChange):
            what = _describe_correction(past.before, past.request, side)
            done.append(log_texts.table_corrected(what))
        # Without a display, it is what a guided list told: its answers say little by themselves.
        if not after.sheet.family.has_display:
            acts = after.instructions
            from_roll = len(done) if past.rolled else from_roll
            done += (act.text for act in acts if isinstance(act, TellPlayer))
            continue
        done += _describe_answer(past, after)
        from_roll = len(done) if past.rolled else from_roll
        done += _describe_acts(past, after, side)
    return tuple(done)


def _describe_correction(game: Game, change: TableChange, side: Side) -> str:
    """Return what a correction of the table says is there; `side` is the one of the line."""
    words, names = game.sheet.words, game.sheet.sides
    match change:
        case PutCard(owner, card, facing):
            whose = str(card) if owner is side else log_texts.of_other(names[owner], str(card))
            return log_texts.put_card(whose, (None, Facing.UP, Facing.DOWN).index(facing))
        case PutCardsLeft(owner, left):
            return log_texts.put_left(names[owner], left)
        case PutHandSize(owner, of):
            return log_texts.put_hand(names[owner], of, words)
        case PutNumber(kept, number):
            return log_texts.put_number(kept, number)
        case PutTurn(turn):
            return log_texts.put_turn(turn, words)
        case PutRound(number):
            return log_texts.put_round(number, words)
        case PutActive(active):
            return log_texts.put_active(names[active])


def _describe_answer(past: PastAnswer, after: Game) -> Iterator[str]:
    """Yield what an answer says, but not what was done with cards for it."""
    match past.request:
        case RollDice():
            yield from _describe_dice(past, after)
        case CorrectRoll():
            yield from map(log_texts.corrected, _describe_dice(past, after))
        case request if isinstance(request, STATEMENTS) or is_plain_step(past):
            pass
        case ChooseOption() if any(
            isinstance(act, PlayCard | DiscardCard) for act in after.instructions
        ):
            pass
        case EndCombat() | PlayCombatCard():
            pass
        case ChooseOption() if _deals_headline(past.before):
            yield log_texts.headline(describe_request(past))
        case ChooseOption(option) if option in (NEXT_SIDE, NEXT_TURN):
            pass
        case ChooseOption(option) if (of := _find_hand(past.before, option)) is not None:
            game, words = past.before, past.before.sheet.words
            named = isinstance(game.stage, AskingHandSizes)  # at the beginning of the line
            side = game.sheet.sides[game.active]
            yield log_texts.hand(of, words) if named else log_texts.put_hand(side, of, words)
        case act:
            taker, title = find_taker(past), describe_request(past)
            own = isinstance(act, ChooseOption) or taker is past.before.active
            yield title if own else log_texts.with_taker(title, past.before.sheet.sides[taker])


def _find_hand(game: Game, option: str) -> int | None:
    """Return how many cards the active side holds by an answer to the question of its hand."""
    if isinstance(game.stage, AskingHandSizes):
        return int(option)
    question = find_question(game, game.stage) if isinstance(game.stage, SettingUp) else None
    answers = question.answers if question is not None and question.side else ()
    return next((each.number for each in answers if each.id == option), None)


def _deals_headline(game: Game) -> bool:
    return isinstance(game.stage, Waiting) and isinstance(game.stage.want, WantsHeadline)


def _describe_dice(past: PastAnswer, after: Game) -> Iterator[str]:
    roll, words = after.roll, after.sheet.words
    if isinstance(after.stage, RowDice):
        # The other of the two dice is still to come.
        return
    rolled_on = past.roll_from or past.before
    if roll is None or isinstance(rolled_on.stage, Waiting):
        request = past.request
        corrected = request.die if isinstance(request, CorrectRoll) else ()
        yield from map(log_texts.name_die, past.rolled[1] if past.rolled else corrected)
    elif roll.method_result is not None:
        yield name_result(roll.method_result, words)
    else:
        yield log_texts.name_two_dice(*roll.numbers, words)
    playing = after.under_way
    if playing is not None and playing.by == PILE_TOP_CARD:
        yield _describe_play((sentences.TOP_CARD,), after)


def _describe_acts(past: PastAnswer, game: Game, side: Side) -> Iterator[str]:
    """Yield what the hands do with cards: of those alike, one after the other, in one part.

    `game` is after the answer.
    """
    for _, run in groupby(
        game.instructions, lambda act: (type(act), act.side, getattr(act, "source", None))
    ):
        together = tuple(run)
        first = together[0]
        match first:
            case PlayCard() | DiscardCard() | RefillGap() | LeaveGap() | SwapCard() | ReturnCard():
                cards = tuple(str(act.card) for act in together if isinstance(act, type(first)))
                if first.side is not side:
                    owner = game.sheet.sides[first.side]
                    cards = tuple(log_texts.of_other(owner, card) for card in cards)
                in_combat = isinstance(past.request, PlayCombatCard)
                yield from _describe_cards(first, cards, game, in_combat=in_combat)
            case LayBelowRow(_, card, _, owner):
                yield log_texts.taken(owner, str(card))
            case MoveCard(to, _, giver, start) if to is not giver:
                yield log_texts.taken(game.sheet.sides[giver], str(start))


def _describe_play(cards: tuple[str, ...], game: Game) -> str:
    playing = game.under_way
    only_event = playing is not None and playing.uses == (CardUse.EVENT,)
    return (
        log_texts.played_as(cards, game.sheet.words.event)
        if only_event
        else log_texts.played(cards)
    )


def _describe_cards(
    act: CardInstruction, cards: tuple[str, ...], game: Game, *, in_combat: bool
) -> Iterator[str]:
    words = game.sheet.words
    match act:
        case PlayCard() if in_combat:
            yield log_texts.played_in_combat(cards)
        case PlayCard():
            yield _describe_play(cards, game)
        case DiscardCard():
            yield log_texts.discarded(cards)
        case LeaveGap():
            yield log_texts.left_empty(cards)
        case SwapCard():
            yield log_texts.exchanged(cards)
        case ReturnCard():
            yield log_texts.returned(cards)
        case RefillGap(source=CardSource.BENEATH | CardSource.SHUFFLED):
            # The draw pile itself lies there.
            return
        case RefillGap(source=CardSource.ASIDE):
            yield log_texts.filled_with(cards, words.set_aside)
        case RefillGap(source=CardSource.PLAYED):
            yield log_texts.filled_with(cards, log_texts.PLAYED_CARD)
        case RefillGap(source=CardSource.DISCARDS):
            yield log_texts.filled(cards, log_texts.the(words.discards))
        case RefillGap(source=CardSource.C):
            yield log_texts.filled(cards, "C")
        case RefillGap():
            yield log_texts.filled(cards, log_texts.the(words.draw_pile))

"""The log of a game: a line for each round, with what was rolled, played and refilled in it.

Nothing is kept for it: it is told from the answers that led to the game.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.game import Game, SettingUp, TurnEnd
from cdgdevice.rules.history import GameHistory, PastAnswer
from cdgdevice.rules.instructions import (
    CardSource,
    DiscardCard,
    Instruction,
    LayBelowRow,
    LeaveGap,
    MoveCard,
    PlayCard,
    RefillGap,
    ReturnCard,
    SwapCard,
    TellPlayer,
)
from cdgdevice.rules.player_actions import EndCombat, MarkCard
from cdgdevice.rules.prompt import describe_request
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, RollDice
from cdgdevice.rules.texts import log_texts
from cdgdevice.rules.texts.sentences import describe_clock, name_result
from cdgdevice.rules.texts.words import CardInstruction


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

    Marks and other words on how the table lies are in no line, nor is a round that has no answer
    but those.
    """
    past = history.past
    after = (*(each.before for each in past[1:]), history.now) if past else ()
    answers = list(enumerate(zip(past, after, strict=True)))
    write = log_texts.write_line if history.now.sheet.family.has_display else log_texts.write_told
    for where, group in groupby(reversed(answers), lambda answer: _find_place(answer[1][0])):
        answered = [*group][::-1]
        done = [part for _, (each, then) in answered for part in _describe_answer(each, then)]
        if done:
            yield LogLine(answered[0][0], write(where, tuple(done)))


def _find_place(past: PastAnswer) -> str:
    """Return where in the game an answer was given: answers of one place share a line."""
    game = past.before
    words = game.sheet.words
    if isinstance(game.stage, SettingUp):
        return log_texts.SET_UP
    if isinstance(game.stage, TurnEnd):
        return log_texts.end_of_turn(game.turn, words)
    clock = describe_clock(game.turn, game.round, words)
    if game.phase:
        return log_texts.of_phase(clock, game.phase)
    chosen_by = past.request.side if isinstance(past.request, ChooseOption) else None
    side = past.rolled[0] if past.rolled else chosen_by or game.active
    return log_texts.of_side(clock, game.sheet.sides[side])


def _describe_answer(past: PastAnswer, after: Game) -> Iterator[str]:
    """Yield what an answer says, and what was done with cards for it.

    Without a display, it is what a guided list told: its answers say little without its questions.
    """
    acts = after.instructions
    if not after.sheet.family.has_display:
        yield from (act.text for act in acts if isinstance(act, TellPlayer))
        return
    match past.request:
        case RollDice() | CorrectRoll():
            yield from _describe_dice(past, after)
        case MarkCard() | EndCombat() | ChooseOption("done" | "next" | "next-turn" | "next-side"):
            pass
        case ChooseOption() if any(isinstance(act, PlayCard | DiscardCard) for act in acts):
            pass
        case _:
            yield describe_request(past)
    yield from _describe_acts(acts, after)


def _describe_dice(past: PastAnswer, after: Game) -> Iterator[str]:
    roll = after.roll
    words = after.sheet.words
    shown: tuple[str, ...]
    if roll is None or roll is past.before.roll:
        shown = tuple(map(log_texts.name_die, past.rolled[1] if past.rolled else ()))
    elif roll.method_result is not None:
        shown = (name_result(roll.method_result, words),)
    else:
        shown = (log_texts.name_two_dice(*roll.numbers, words),)
    corrects = isinstance(past.request, CorrectRoll)
    yield from (log_texts.corrected(each) if corrects else each for each in shown)


def _describe_acts(acts: Iterable[Instruction], game: Game) -> Iterator[str]:
    """Yield what the hands do with cards: of those alike, one after the other, in one part."""
    for _, run in groupby(acts, lambda act: (type(act), getattr(act, "source", None))):
        together = tuple(run)
        first = together[0]
        match first:
            case PlayCard() | DiscardCard() | RefillGap() | LeaveGap() | SwapCard() | ReturnCard():
                cards = tuple(str(act.card) for act in together if isinstance(act, type(first)))
                yield from _describe_cards(first, cards, game)
            case LayBelowRow(_, card, _, owner):
                yield log_texts.taken(owner, str(card))
            case MoveCard(side, _, giver, start) if side is not giver:
                yield log_texts.taken(game.sheet.sides[giver], str(start))


def _describe_cards(act: CardInstruction, cards: tuple[str, ...], game: Game) -> Iterator[str]:
    words = game.sheet.words
    match act:
        case PlayCard():
            playing = game.under_way
            only_event = playing is not None and playing.uses == (CardUse.EVENT,)
            yield log_texts.played_as(cards, words.event) if only_event else log_texts.played(cards)
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

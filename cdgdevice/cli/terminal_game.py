"""A game in a plain terminal: lines in; out come the table, what is done, and the help."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from cdgdevice.cli.known_words import SideQuestion
from cdgdevice.cli.terminal_board import PLAIN_LOOK, Look, board_lines, resumed_lines
from cdgdevice.cli.terminal_help import explain_word, help_now
from cdgdevice.cli.terminal_rules import describe_rule
from cdgdevice.cli.typed_words import LookUpNotes, LookUpRule, LookUpTerm, parse_typed
from cdgdevice.errors import CdgDeviceError
from cdgdevice.fold_lines import fold_text, fold_wide, wrap_lines
from cdgdevice.games.open_game import throw_die, throw_missing_dice
from cdgdevice.render.language import Language
from cdgdevice.rules import player_actions
from cdgdevice.rules.die import DieConversion
from cdgdevice.rules.engine import AnswerResult
from cdgdevice.rules.game import SettingUp, Waiting
from cdgdevice.rules.game_log import write_whole_log
from cdgdevice.rules.history import (
    GameHistory,
    StandingOrders,
    drop_cancelled_flips,
    leave_shuffled_cards,
)
from cdgdevice.rules.instructions import Instruction
from cdgdevice.rules.prompt import find_taker
from cdgdevice.rules.requests import CorrectRoll, Request, RollDice, RulesError, UndoLast
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.table_corrections import drop_corrected_orders
from cdgdevice.rules.texts import log_texts
from cdgdevice.rules.texts.templates import GivenName, Template
from cdgdevice.rules.texts.words import describe_for_both
from cdgdevice.sheet_tools.look_up import list_headings, look_up_notes
from cdgdevice.ui import choices

_HOW_TO = "Enter takes the usual next step. Type help for the others, quit to leave."
_not_meant = Template("That was {action}. Not meant? Type undo.")
_undone, _BY_HAND, _indented = Template("Undone: {what}."), "By hand:", Template("  {order}")
_counts_again = Template("The roll that was taken back counts: {kept}.")
_die_shows = Template("The die: {result}.")

Take = Callable[[Request, bool], AnswerResult]
"""Puts a request to the game on the table; True: its dice are of the `Roll`."""
Roll = Callable[[GameHistory, Request], Request]
"""Returns a request with dice in it, if it is a roll that brings none."""
THROWN: Roll = partial(throw_missing_dice, throw=throw_die)
"""The program throws them."""


def play_in_terminal(
    history: GameHistory,
    take: Take,
    read: Callable[[str], str],
    write: Callable[[str], None],
    conversion: DieConversion,
    look: Look = PLAIN_LOOK,
    roll: Roll = THROWN,
) -> None:
    """Play a game until the player leaves.

    `read` shows a prompt and returns a line, or raises EOFError; `write` shows one line or more;
    `conversion` says what the numbers of the player's own die stand for, `look` how all is shown;
    `roll` brings the dice of a roll.
    """
    write = partial(_write_folded, write)
    look = replace(look, language=look.language.for_sheet(history.now.sheet.id))
    write(look.language.write(_HOW_TO))
    write(resumed_lines(history, look))
    listed: tuple[Instruction, ...] = ()
    while (line := _read_line(read)) is not None:
        try:
            if (meant := parse_typed(line.split(), history, conversion)) is SideQuestion.QUIT:
                return
            if isinstance(meant, SideQuestion | LookUpNotes | LookUpTerm | LookUpRule):
                write(_look_up(history, meant, look.language))
                continue
            asked = roll(history, meant)
            thrown = tuple(map(look.write_bold, _dice_told(history, meant, asked)))
            answered = _name_taker(history, take(asked, asked != meant))
        except (RulesError, CdgDeviceError) as refused:
            write(fold_text(str(refused)))
            continue
        shown = _orders_beside(history, meant, answered.history, listed)
        history = answered.history
        every = shown.every if shown else history.orders.latest
        listed = tuple(act for act in history.orders.latest if act not in every)
        for told in (*thrown, *_describe_answer(meant, answered, shown, look)):
            write(told)
    write("")


def _write_folded(write: Callable[[str], None], text: str) -> None:
    """Write a text with no line that is too wide, whatever it was made of."""
    write("\n".join(map(fold_wide, text.split("\n"))))


def _read_line(read: Callable[[str], str]) -> str | None:
    """Return what the player types; None at the end of the input."""
    try:
        return read("> ")
    except EOFError:
        return None


def _describe_answer(
    meant: Request, answered: AnswerResult, shown: StandingOrders | None, look: Look
) -> Iterator[str]:
    """Describe what has come of an answer: what was taken back, the table, and the way back."""
    for told in _describe_reverted(meant, answered):
        yield "\n".join(map(look.language.write, told))
    latest, older = (shown.latest, shown.older) if shown else (None, ())
    counts = choices.describe_which_throws_count(answered.history)
    yield board_lines(answered.history.now, latest, older, counts, look)
    # A question would take the next line of a pipe for its answer: so the way back is told.
    if isinstance(meant, player_actions.EndTurn | player_actions.EndGame):
        yield look.language.write(_not_meant(GivenName(meant.action)))


def _look_up(
    history: GameHistory,
    meant: SideQuestion | LookUpNotes | LookUpTerm | LookUpRule,
    language: Language,
) -> str:
    """Return what answers a question that asks nothing of the game."""
    match meant:
        case LookUpNotes(words):
            return _notes(history.now.sheet, words)
        case LookUpTerm(word):
            return explain_word(history.now, word)
        case LookUpRule(entry):
            return describe_rule(history, entry, language)
        case SideQuestion.LOG:
            return "\n".join(map(wrap_lines, language.write(write_whole_log(history))))
        case _:
            return help_now(history.now)


def _describe_reverted(meant: Request, answered: AnswerResult) -> Iterator[tuple[str, ...]]:
    """Describe what an undo or a correction took back, and what to put back by hand."""
    now = answered.history.now
    if answered.undone:
        yield (_undone(answered.undone), *choices.describe_dice_again(answered))
    back = _to_put_back(meant, answered)
    if back:
        by_hand = describe_for_both(back, now.sheet.sides, now.active, now.sheet.words)
        yield (_BY_HAND, *map(_indented, by_hand))


def _name_taker(before: GameHistory, answered: AnswerResult) -> AnswerResult:
    """Name the side of what an undo took back, if it is not the one whose round it was."""
    last = before.past[-1] if answered.undone else None
    if last is None or (taker := find_taker(last)) is last.before.active:
        return answered
    whose = log_texts.with_taker(answered.undone, last.before.sheet.sides[taker])
    return replace(answered, undone=whose)


def _dice_told(before: GameHistory, meant: Request, asked: Request) -> Iterator[str]:
    """Describe which dice count, if the player did not type them and the table won't show them.

    The table shows the roll of the round. A throw that was taken back counts again, whatever was
    typed.
    """
    if not isinstance(meant, RollDice) or not isinstance(asked, RollDice):
        return
    again = choices.find_kept_dice(before, meant.side)
    if again:
        yield _counts_again(choices.format_dice(before.now, again))
    elif not meant.die and not meant.result and isinstance(before.now.stage, Waiting):
        yield _die_shows(choices.format_dice(before.now, asked.die))


def _notes(sheet: Sheet, words: str) -> str:
    return look_up_notes(sheet, words) if words or not sheet.notes else list_headings(sheet.notes)


def _to_put_back(request: Request, answered: AnswerResult) -> tuple[Instruction, ...]:
    """Return what the hands do after an undo or a correction; no card is turned twice."""
    if isinstance(request, CorrectRoll):
        told = answered.history.past[-1].messages_of_roll
        asked = (act for act in answered.history.now.instructions if act not in told)
        return drop_cancelled_flips((*answered.restore, *asked))
    return leave_shuffled_cards(answered.restore)


def _orders_beside(
    before: GameHistory, meant: Request, after: GameHistory, listed: tuple[Instruction, ...]
) -> StandingOrders | None:
    """Return what the table shows after an answer; None: what the answer itself asks.

    The older ones, of which is asked whether they are done, stand since before a mark or the like.
    They are not those that an undo or a correction has `listed` as done by hand: a card that was
    flipped must not be flipped back.
    """
    taken_back = isinstance(meant, UndoLast)
    act = before.past[-1].request if taken_back and before.past else meant
    if isinstance(act, player_actions.STATEMENTS):
        turned = isinstance(act, player_actions.PutCard)
        if turned and not taken_back:
            listed = (*listed, *drop_corrected_orders(StandingOrders(latest=listed), act).latest)
        if not (turned and taken_back):
            return StandingOrders(tuple(o for o in after.orders.latest if o not in listed))
    if isinstance(meant, UndoLast | CorrectRoll):
        return StandingOrders(latest=_told_again(after))
    return None


def _told_again(history: GameHistory) -> tuple[Instruction, ...]:
    """Return what to read after an undo or a correction, beside what is done by hand.

    A page of the set-up is open again with all that it asks.
    """
    if isinstance(history.now.stage, SettingUp):
        return history.orders.latest
    told = history.past[-1].messages_of_roll if history.past else ()
    return tuple(act for act in history.orders.latest if act in told)

"""A game in a plain terminal: lines in; out come the table, what is done, and the help."""

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from cdgdevice.cli.known_words import WHOLE_HELP, SideQuestion
from cdgdevice.cli.terminal_board import PLAIN_LOOK, Look, board_lines, resumed_lines
from cdgdevice.cli.terminal_rules import describe_rule
from cdgdevice.cli.typed_actions import SELDOM, form, list_typed_answers, typed_choices
from cdgdevice.cli.typed_words import (
    LookUpNotes,
    LookUpRule,
    LookUpTerm,
    find_action_of_sheet,
    find_plain_answer,
    parse_typed,
    write_in_full,
)
from cdgdevice.errors import CdgDeviceError
from cdgdevice.fold_lines import fold_text, wrap_lines
from cdgdevice.games.open_game import throw_die, throw_missing_dice
from cdgdevice.render.language import Language
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.engine import AnswerResult
from cdgdevice.rules.game import Game, SettingUp, Waiting
from cdgdevice.rules.game_log import write_whole_log
from cdgdevice.rules.history import (
    GameHistory,
    StandingOrders,
    drop_cancelled_flips,
    leave_shuffled_cards,
)
from cdgdevice.rules.instructions import Instruction
from cdgdevice.rules.note_search import note_number, sort_notes
from cdgdevice.rules.player_actions import (
    NO_MARK,
    STATEMENTS,
    EndGame,
    EndTurn,
    MarkCard,
    OfferedAction,
    PutCard,
)
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import CorrectRoll, Request, RollDice, RulesError, UndoLast
from cdgdevice.rules.set_table import drop_orders_for_card
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import LIST_OF_TERMS
from cdgdevice.rules.texts.sentences import name_result
from cdgdevice.rules.texts.templates import GivenName, Template
from cdgdevice.rules.texts.words import describe_for_both
from cdgdevice.sheet_tools.look_up import (
    find_terms,
    list_headings,
    list_terms,
    look_up_notes,
    look_up_term,
)
from cdgdevice.ui import choices

_HOW_TO = "Enter takes the usual next step. Type help for the others, quit to leave."
_not_meant = Template("That was {action}. Not meant? Type undo.")
_undone, _BY_HAND, _indented = Template("Undone: {what}."), "By hand:", Template("  {order}")
_counts_again = Template("The roll that was taken back counts: {kept}.")
_die_shows = Template("The die: {result}.")

Take = Callable[[Request, bool], AnswerResult]
"""Puts a request to the game on the table; True: its dice were thrown by the program."""


def play_in_terminal(
    history: GameHistory,
    take: Take,
    read: Callable[[str], str],
    write: Callable[[str], None],
    conversion: DieConversion,
    look: Look = PLAIN_LOOK,
    throw: Callable[[], int] = throw_die,
) -> None:
    """Play a game until the player leaves.

    `read` shows a prompt and returns a line, or raises EOFError; `write` shows one line or more;
    `conversion` says what the numbers of the player's own die stand for, `look` how all is shown;
    `throw` gives a die of 1 to 6.
    """
    look = replace(look, language=look.language.for_sheet(history.now.sheet.id))
    write(look.language.write(_HOW_TO))
    write(resumed_lines(history, look))
    listed: tuple[Instruction, ...] = ()
    while (line := _read_line(read)) is not None:
        try:
            meant = parse_typed(line.split(), history, conversion)
            if meant is SideQuestion.QUIT:
                return
            if isinstance(meant, SideQuestion | LookUpNotes | LookUpTerm | LookUpRule):
                write(_look_up(history, meant, look.language))
                continue
            asked = throw_missing_dice(history, meant, throw)
            thrown = tuple(map(look.write_bold, _dice_told(history, meant, asked)))
            answered = take(asked, asked != meant)
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
    if isinstance(meant, EndTurn | EndGame):
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
            return _explain(history.now, word)
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
    if isinstance(act, STATEMENTS):
        turned = isinstance(act, PutCard)
        if turned and not taken_back:
            listed = (*listed, *drop_orders_for_card(StandingOrders(latest=listed), act).latest)
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


_Typed = tuple[str, str]
"""What can be typed, or an example of it; and what it does."""


_ANY_TIME = f"Any time: undo, log, why, notes, table, quit. More: help {WHOLE_HELP}."
_WIDEST_TYPED = 24
"""Columns of what is typed; the meaning of anything longer begins on a line of its own."""


def help_now(game: Game) -> str:
    """Return what may be typed at this moment, with what it is: a screen of it."""
    typed = dict(_list_typed_now(game))
    width = min(max(map(len, typed)), _WIDEST_TYPED)
    lines = tuple(
        fold_text(f"  {word:{width}}  {meaning}", "", " " * (width + 4))
        for word, meaning in typed.items()
    )
    left, right = (game.sheet.sides[side] for side in Side)
    if any(re.search(r"\b(left|right)\b", word) for word in typed):
        lines = (*lines, "", fold_text(f"left is {left}, right is {right}.", "  ", "  "))
    return "\n".join((*lines, "", fold_text(_ANY_TIME, "  ", "  ")))


def _list_typed_now(game: Game) -> Iterator[_Typed]:
    now = prompt(game)
    plain = find_plain_answer(game)
    yield "Enter", "the usual next step" if plain else "takes no step here: type one of these"
    if now.ask is not None:
        yield from [*_dice_words(game.sheet)][1:]
    marked = tuple(option for option in now.options if option.card is not None)
    if marked:
        yield typed_choices(replace(now, options=marked)), "a card with a star"
    numbers = tuple(option for option in now.options if option.number is not None)
    if numbers:
        yield typed_choices(replace(now, options=numbers)), "a number"
    for option in now.options:
        if option not in (*marked, *numbers):
            yield option.id, option.title
    for option in now.out_of_turn:
        if option.side is not None:
            yield f"{option.side.value} {option.id}", _name_taker(option.title, option.side, game)
    for action in now.actions:
        if action.id not in (*SELDOM, MarkCard.action):
            yield form(action), _name_taker(action.title, _find_taker(action, game), game)


def _name_taker(title: str, side: Side | None, game: Game) -> str:
    return title if side is None else f"{title} ({game.sheet.sides[side]})"


def _find_taker(offered: OfferedAction, game: Game) -> Side | None:
    """Return the only side that may take an action now; None: either may, or it is of no side."""
    match dict(offered.args).get("side", ()):
        case (side,):
            return Side(side)
        case ():
            action = next((each for each in game.sheet.actions if each.id == offered.id), None)
            return None if action is None else action.only
        case _:
            return None


def help_page(game: Game) -> str:
    """Return the words that are understood, and those of this moment."""
    now = prompt(game)
    more = list_typed_answers(now)
    more.extend(f"{option.side.value} {option.id}" for option in now.out_of_turn if option.side)
    more.extend(form(action) for action in now.actions)
    listed = (fold_text(entry, " " * 4, " " * 8) for entry in dict.fromkeys(more))
    return "\n".join([*_help(game.sheet), "", "  Now also:", *listed])


def _help(sheet: Sheet) -> Iterator[str]:
    """Yield the lines of what is understood in any game of a sheet."""
    if sheet.family.has_display:
        yield "  [A] is face-up, (A) face-down; a star: may be taken; ... is a gap."
        yield ""
    yield from _in_columns(_list_typed(sheet))


def _in_columns(typed: list[_Typed]) -> Iterator[str]:
    width = max(len(word) for word, _ in typed)
    for word, meaning in typed:
        yield f"  {word:{width}}  {meaning}".rstrip()


def _list_typed(sheet: Sheet) -> list[_Typed]:
    """Return what is understood in any game of a sheet."""
    family = sheet.family
    method = family.rolls_method_die
    row = family.nominates
    display = family.has_display
    say = sheet.words
    words = [*_dice_words(sheet)]
    if display:
        taken = f"{say.nominate}, pick or discard" if row else "play, flip or discard"
        double = "" if row else f" (A1, A2 of a double {say.space})"
        words.append(("A to E", f"{taken} that card{double}"))
    if sheet.marks is not None:
        kind = sheet.marks.kinds[0].value
        words.append((f"mark A {kind}", f"card A is a {kind} card (mark A {NO_MARK}: it is not)"))
    if method:
        words.append(("right roll", "the right side takes the round, out of turn too (left roll)"))
        words.append(("right 4", "the same with your own die: right 4, right ABC"))
    dice = "correct ABC" if method else "correct 3 5" if row else "correct 4"
    misread = "dice were misread: they show" if row else "die was misread: it shows"
    words.extend(
        (
            (dice, f"the {misread} this"),
            ("undo", "take back the last answer, with what to put back by hand"),
            ("log", "what was played so far, a line for each round"),
            ("why", "the rule for what is done now (of an action: add its name)"),
            *_table_words(display=display, counted=sheet.hands.counted),
            ("notes", "a list of the notes on this game's cards and rules"),
            *_note_words(sheet),
            ("help", "what may be typed now (of a command: help undo)"),
            (f"help {WHOLE_HELP}", "this page"),
            *_term_words(sheet),
            ("quit", "leave (also Ctrl-D)"),
        )
    )
    return words


def _dice_words(sheet: Sheet) -> Iterator[_Typed]:
    """Yield what rolls the dice, or says what the player's own show."""
    row, say = sheet.family.nominates, sheet.words
    yield "Enter", "the usual next step: roll, done, or the next turn"
    yield "roll", f"the program rolls the {'dice' if row else 'die'}"
    if sheet.family.rolls_method_die:
        first = name_result(DieResult.JR, say)
        yield _OWN_RESULT, f"your own {say.die} shows {first}, AB, DE, ABC, CDE or EVENT"
    yield "1 to 6", "the die that you rolled yourself"
    if row:
        yield "3 5", f"two dice that you rolled yourself, the {say.white} one first"


_OWN_RESULT = "ABC"
"""The example of a result that is typed; the others are typed so, too."""


def _first_words_of(typed: str) -> tuple[str, ...]:
    """Return what a line of the help page may begin with: `A to E` with each of five letters."""
    if typed == _OWN_RESULT:
        return tuple(result.value.casefold() for result in DieResult)
    if between := re.fullmatch(r"(\w) to (\w)", typed.casefold()):
        return tuple(map(chr, range(ord(between[1]), ord(between[2]) + 1)))
    return tuple(each.split()[0] for each in typed.casefold().split(", "))


def _explain(game: Game, words: str) -> str:
    """Return what a word means: as the document has it, else as the help page says it.

    Raises:
        NotAllowedError: neither explains it.
    """
    sheet = game.sheet
    if words.casefold() == LIST_OF_TERMS:
        return list_terms(sheet)
    if words.casefold() == WHOLE_HELP:
        return help_page(game)
    now = prompt(game)
    always = _list_typed(sheet)
    of_now = [(option.id, option.title) for option in now.options if option.card is None]
    of_now.extend((form(action), action.title) for action in now.actions)
    first, *rest = write_in_full(words).split() or [""]
    explained = find_terms(sheet, words)
    for typed in [] if explained else (always, of_now):
        # What follows a word is understood after one that the page has with something after it.
        lines = [
            line
            for line in typed
            if first in _first_words_of(line[0]) and (not rest or " " in line[0])
        ]
        if lines:
            return "\n".join(_in_columns(lines))
    action = None if explained else find_action_of_sheet(words.split(), game)
    if action is not None:
        # Loaded only where it is wanted.
        from cdgdevice.sheet_tools.sheet_words import entry_words

        return fold_text(f"{action.title}: not now. {entry_words(action, sheet)[0]}", rest="  ")
    known = (each for line in (*always, *of_now) for each in _first_words_of(line[0]))
    return look_up_term(sheet, words, dict.fromkeys(each for each in known if len(each) > 1))


def _table_words(*, display: bool, counted: bool) -> Iterator[tuple[str, str]]:
    """Return examples of correcting the game if the table shows something else."""
    if display:
        yield "table C down", "C is face-down on your table (or up, or empty)"
    if counted:
        yield "table cards 2", "2 cards are left (table right cards 2: on the right side)"
    yield "table turn 3", "it is turn 3 (or: table round 2, table active right)"


def _note_words(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Return examples of looking up notes, which this sheet has."""
    card = next(filter(None, map(note_number, sort_notes(sheet.notes))), None)
    if card is not None:
        yield f"notes {card}", f"the notes on card {card}"
    title = next((note.title for note in sheet.notes if note.card is None), None)
    if title is not None:
        first, *rest = title.lower().split()
        word = next((each for each in (first, *rest) if each.isalpha() and len(each) > 1), first)
        yield f"notes {word}", "the notes with that word"


def _term_words(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Return examples of asking for the words that this sheet explains."""
    if sheet.terms:
        plain = (term.word for term in sheet.terms if term.word.isalpha())
        yield f"help {next(plain, sheet.terms[0].word)}", "what this word means"
        yield f"help {LIST_OF_TERMS}", "the words of this game that are explained so"

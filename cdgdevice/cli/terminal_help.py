"""What may be typed in a game at the terminal: now, in all, and what one word of it means."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from cdgdevice.cli.known_words import WHOLE_HELP
from cdgdevice.cli.typed_actions import SELDOM, form, list_typed_answers, typed_choices
from cdgdevice.cli.typed_words import find_entry_of_sheet, find_plain_answer, write_in_full
from cdgdevice.fold_lines import fold_text
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.card_steps import PlayPicked
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.game import Game
from cdgdevice.rules.note_search import note_number, sort_notes
from cdgdevice.rules.player_actions import (
    NO_MARK,
    SET_TABLE,
    ChangeHandSize,
    EndCombat,
    EndGame,
    EndTurn,
    MarkCard,
    OfferedAction,
    PlayCombatCard,
    SetRange,
)
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import LIST_OF_TERMS
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.texts.sentences import name_result
from cdgdevice.rules.texts.templates import begin_sentence
from cdgdevice.sheet_tools.look_up import find_terms, list_terms, look_up_term

_Typed = tuple[str, str]
"""What can be typed, or an example of it; and what it does."""

_ANY_TIME = f"Any time: undo, log, why, notes, {{table}}quit. More: help {WHOLE_HELP}."
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
    corrects = any(action.id == SET_TABLE for action in prompt(game).actions)
    any_time = _ANY_TIME.format(table="table, " if corrects else "")
    return "\n".join((*lines, "", fold_text(any_time, "  ", "  ")))


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


def explain_word(game: Game, words: str) -> str:
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
    first, *rest = write_in_full(words).split() or [""]
    explained = find_terms(sheet, words)
    # What follows a word is understood after one that the page has with something after it.
    lines = [
        line
        for line in ([] if explained else always)
        if first in _first_words_of(line[0]) and (not rest or " " in line[0])
    ]
    if lines:
        return "\n".join(_in_columns(lines))
    if not explained and words.split() and (said := _explain_act(words.split(), game)):
        return fold_text(said, rest="  ")
    known = [each for line in always for each in _first_words_of(line[0])]
    known.extend(option.id for option in now.options if option.card is None)
    known.extend(action.id for action in now.actions)
    return look_up_term(sheet, words, dict.fromkeys(each for each in known if len(each) > 1))


def _explain_act(words: list[str], game: Game) -> str:
    """Say of an action or answer what to type for it now, or that it is none now, and when it is.

    Nothing is said of what this game never has.
    """
    now, first = prompt(game), words[0].casefold()
    entry = find_entry_of_sheet(words, game)
    id_ = first if entry is None else entry.id
    typed = {action.id: (form(action), action.title) for action in now.actions}
    typed |= {each.id: (each.id, each.title) for each in now.options if each.card is None}
    whole = dict(_list_moments(game.sheet))
    when = whole[id_][1] if id_ in whole else ""
    if entry is not None:
        # Loaded only where it is wanted.
        from cdgdevice.sheet_tools.sheet_words import entry_words

        when = entry_words(entry, game.sheet)[0]
    if id_ in typed:
        return f"{typed[id_][1]}: type {typed[id_][0]}. {when}".rstrip()
    title = entry.title if entry is not None else whole[id_][0] if id_ in whole else ""
    return f"{title}: not now. {when}" if title else ""


def _list_moments(sheet: Sheet) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the actions that the program has for a sheet: word, title, and when there is one."""
    say = sheet.words
    if sheet.combat:
        title = sentences.COMBAT_CARD
        yield PlayCombatCard.action, (title, "Either side, while a card is played on the map.")
    if sheet.combat or any(PlayPicked in kinds for kinds in sheet.step_kinds.values()):
        gap = f"While a {say.space} is empty whose card was played beside another."
        yield EndCombat.action, (sentences.COMBAT_OVER, gap)
    if sheet.hands.vary:
        yield ChangeHandSize.action, (begin_sentence(say.hand_size), "Once the cards are dealt.")
    if sheet.row is not None:
        before = "Once the cards are dealt, before the dice."
        yield SetRange.action, (sentences.title_range(say), before)
    if say.has_turns:
        yield EndTurn.action, (sentences.title_end_of_turn(say), f"Before a {say.round} is begun.")
    yield EndGame.action, (sentences.END_GAME, "Once the cards are dealt.")


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

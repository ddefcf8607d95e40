"""What the board in a browser shows of a game, and what may be done there, as JSON.

It is the prompt of the rules, the orders that stand and the menu's entries: nothing is decided
here. Every text is in the given language.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice import __version__
from cdgdevice.games.board_answers import MAX_UNDONE_AT_ONCE, NO_GAME, BoardAnswered
from cdgdevice.games.sheet_library import name_edition
from cdgdevice.odds.next_throw import count_offers
from cdgdevice.render.describe_cards import EMPTY, describe_card, describe_left
from cdgdevice.render.language import IN_ENGLISH, Language
from cdgdevice.render.views import CardView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import AnswerResult, describe_undone
from cdgdevice.rules.game import Game, GameEnd, list_cards_in_sight
from cdgdevice.rules.game_log import write_log
from cdgdevice.rules.guided.kept_values import describe_kept_numbers
from cdgdevice.rules.history import GameHistory, PastAnswer
from cdgdevice.rules.note_search import find_notes, note_heading, sort_notes
from cdgdevice.rules.notes import find_rules
from cdgdevice.rules.player_actions import MarkCard
from cdgdevice.rules.prompt import describe_what_to_do, list_kept, name_period, prompt
from cdgdevice.rules.requests import (
    ChooseOption,
    Json,
    NewGame,
    NotAllowedError,
    Request,
    RollDice,
    UndoLast,
    read_request,
    write_request,
)
from cdgdevice.rules.texts.log_texts import hand as name_hand
from cdgdevice.rules.texts.sentences import describe_roll, describe_when
from cdgdevice.rules.texts.templates import Template
from cdgdevice.rules.wants import PickedCard
from cdgdevice.ui.action_menu import action_entries, list_fresh_marks
from cdgdevice.ui.choices import (
    Choice,
    after_answer,
    describe_which_throws_count,
    list_choices,
    roll_entries,
    wants_own_dice,
)
from cdgdevice.ui.intents_and_commands import AskGame
from cdgdevice.ui.menu import dice_entries
from cdgdevice.ui.state import MenuEntry, PageLayer, UiContext
from cdgdevice.ui.texts import GADGET_ROLLS

_NO_GADGET = UiContext()
"""What is known where there is no gadget: the dice are the program's."""
_begin = Template("{when:begin}")
_kept_of = Template("{name}: {kept:list}.")

NO_BOARD: dict[str, Json] = {"version": __version__, "board": None}
"""What a page is answered while no game was chosen."""


class Board(Struct, frozen=True):
    """The game that a page's board shows, and who takes its answers."""

    id: str | None
    """An answer names it again; None while no game was chosen."""
    history: GameHistory
    language: Language
    unsaved: str | None
    """Why the game is not saved; None while every answer is."""
    answer: Callable[[Request, str], BoardAnswered]
    """Answers the board with this id; raises NotAllowedError if another one stands."""
    undo: Callable[[int, str], BoardAnswered]
    """Takes answers back until so many are left, as seen at the board with this id."""
    context: UiContext = _NO_GADGET


def answer_question(asked: Mapping[str, object], board: Board) -> dict[str, Json]:
    """Answer what a page asks of its board.

    Raises:
        NotAllowedError: no game was chosen, the game refuses it, or it is not known here.
    """
    match asked:
        case {"do": "board"}:
            return write_board_of(board)
        case _ if board.id is None:
            raise NotAllowedError(NO_GAME)
        case {"do": "answer", "request": dict(raw), "id": str(id_)}:
            request = read_answer(raw)
            return write_answered(request, board.answer(request, id_), board)
        case {"do": "undo", "to": int(left), "id": str(id_)}:
            return write_answered(UndoLast(), board.undo(left, id_), board)
        case {"do": "odds"}:
            return write_odds(board.history)
        case {"do": "log", **how}:
            return write_history(board.history, board.language, whole=bool(how.get("whole")))
        case {"do": "statistics"}:
            from cdgdevice.browser.statistics import write_statistics  # no start needs it

            return write_statistics(board.history, board.language)
        case {"do": "rules"}:
            return {"rules": write_rules(board.history, board.language)}
        case {"do": "notes", "words": str(words)}:
            return {"notes": write_notes(board.history, words, board.language)}
    raise NotAllowedError("The page asks for something that this version doesn't know.")


def write_board_of(board: Board) -> dict[str, Json]:
    """Write the board as it stands; null while no game was chosen."""
    if board.id is None:
        return NO_BOARD
    return _write_reply(board.history, board, board.id, board.unsaved)


def write_answered(request: Request, came: BoardAnswered, board: Board) -> dict[str, Json]:
    """Write the board after an answer or an undo, and what the player is told of it.

    `undone` are the requests that give again what was taken back.
    """
    result = came.result
    return {
        **_write_reply(result.history, board, came.board_id, came.unsaved),
        "told": _write_told(request, result, board.language),
        **({"undone": _write_undone(came.undone)} if came.undone else {}),
    }


def read_answer(raw: Mapping[str, object]) -> Request:
    """Read the request with which a page answers its board.

    Raises:
        NotAllowedError: it is no request, or begins another game.
    """
    request = read_request(raw)
    if isinstance(request, NewGame):
        raise NotAllowedError("A board's answer begins no game.")
    return request


def write_board(
    history: GameHistory, language: Language = IN_ENGLISH, context: UiContext = _NO_GADGET
) -> dict[str, Json]:
    """Write the table, what to do there now, and what may be answered.

    `answers` is how many answers led there. `enter` is which of the `choices` Enter takes; null
    where each would decide something. `colours` are those of two dice, in English as the sheet
    names them.
    """
    game, write = history.now, language.write
    now, words = prompt(game), game.sheet.words
    choices = list_choices(game)
    write_choice = partial(_write_choice, history=history, language=language, context=context)
    return {
        "answers": len(history.past),
        "sheet": game.sheet.id,
        "title": write(game.sheet.title),
        "edition": name_edition(game.sheet),
        "where": write(_begin(describe_when(game.turn, game.round, words, name_period(game)))),
        "active": game.active.value,
        "stage": now.stage,
        "over": isinstance(game.stage, GameEnd),
        "result": write(describe_result(game)),
        "die": list(game.roll.numbers) if game.roll is not None else [],
        "colours": [game.sheet.words.white, game.sheet.words.coloured],
        "kept": _write_kept(game, language),
        "steps": _list(write(describe_what_to_do(game, history.orders.latest))),
        "asks": _list(write((*now.text, *describe_which_throws_count(history)))),
        "choices": [write_choice(choice) for choice in choices],
        "enter": _find_plain(choices),
        "others": [write_choice(choice) for choice in _list_out_of_turn(game)],
        "actions": _write_actions(history, language, context),
        "sides": [_write_side(game, side, language) for side in Side],
        "undo": _write_undo(history, language),
    }


def write_odds(history: GameHistory) -> dict[str, Json]:
    """Write how many throws of the dice offer, or play, each card of the side that rolls now.

    Where no throw is due, `throws` is 0.
    """
    throws, counts = count_offers(history.now, history)
    return {
        "throws": throws,
        "cards": [
            {"side": card.side.value, "name": str(card.card), "count": count}
            for card, count in counts
        ],
    }


def write_history(
    history: GameHistory, language: Language = IN_ENGLISH, *, whole: bool = False
) -> dict[str, Json]:
    """Write the latest lines of the game's log, the newest first, as far back as can be undone.

    If `whole`, write all lines. `before` is the number of answers before a line, `count` how many
    an undo to there takes back, `more` how many answers are before them all.
    """
    answers = len(history.past)
    told = [
        *takewhile(
            lambda line: whole or answers - line.before <= MAX_UNDONE_AT_ONCE, write_log(history)
        )
    ]
    lines: list[Json] = [
        {"before": line.before, "count": answers - line.before, "said": language.write(line.said)}
        for line in told
    ]
    return {"more": told[-1].before if told else answers, "lines": lines}


def write_rules(history: GameHistory, language: Language = IN_ENGLISH) -> list[Json]:
    """Write the rules of what is asked now, of what follows and of the orders that stand.

    `of` is what a rule is the rule of; empty for what is asked now.
    """
    return [
        {
            "of": language.write(rule.of),
            "title": language.write(note.title),
            "text": language.write(note.text),
            "source": note.source,
        }
        for rule in find_rules(history)
        for note in rule.notes
    ]


def write_notes(history: GameHistory, words: str, language: Language = IN_ENGLISH) -> list[Json]:
    """Write the sheet's notes in which these words are found; without words all of them."""
    notes = history.now.sheet.notes
    found = find_notes(notes, words) if words.strip() else sort_notes(notes)
    return [
        {
            "title": language.write(note_heading(note)),
            "text": language.write(note.text),
            "source": note.source,
        }
        for note in found
    ]


def describe_result(game: Game) -> str:
    """Return what the round's dice came to; empty before they are thrown."""
    roll = game.roll
    return "" if roll is None else describe_roll(roll.method_result, roll.numbers, game.sheet.words)


def _write_reply(
    history: GameHistory, board: Board, id_: str, unsaved: str | None
) -> dict[str, Json]:
    """Write what a page is answered that asks for the board; `notice` is what is told once."""
    return {
        "version": __version__,
        "language": board.language.code,
        "id": id_,
        "board": write_board(history, board.language, board.context),
        "notice": None,
        "unsaved": unsaved,
    }


def _write_undone(undone: Iterable[PastAnswer]) -> list[Json]:
    """Write the requests that give answers again which were taken back.

    A roll is without its dice: the game keeps those.
    """
    requests = (past.request for past in undone)
    return [
        write_request(RollDice(asked.side) if isinstance(asked, RollDice) else asked)
        for asked in requests
    ]


def _write_told(
    request: Request, result: AnswerResult, language: Language
) -> dict[str, Json] | None:
    """Write what an undo or a correction came to; `by_hand` if hands put something back."""
    layer = after_answer(request, result, 0.0).layer
    if not isinstance(layer, PageLayer):
        return None
    page = language.write(layer.page)
    return {"title": page.title, "text": _list(page.text), "by_hand": bool(result.restore)}


def _write_kept(game: Game, language: Language) -> list[Json]:
    """Write what the sheet remembers: numbers, and what each side keeps."""
    kept = [
        _kept_of(name, tuple(held))
        for side, name in game.sheet.sides.items()
        if (held := list_kept(game, side))
    ]
    return _list(language.write((*describe_kept_numbers(game), *kept)))


def _write_choice(
    choice: Choice, history: GameHistory, language: Language, context: UiContext
) -> dict[str, Json]:
    """Write a choice; `own` are the ways to name a die that the player rolled.

    Where the dice are not the program's, a roll is no `request`, but one of these ways.
    """
    card, request, own = choice.card, choice.request, tuple[MenuEntry, ...]()
    rolls = isinstance(request, RollDice)
    if isinstance(request, RollDice):
        side = request.side or history.now.active
        own = roll_entries(history.now, context, side)
        if wants_own_dice(history, context, side):
            own = (*own, MenuEntry(GADGET_ROLLS, AskGame(request)))
            request = None
    return {
        "title": language.write(choice.title),
        "question": language.write(choice.question),
        "meaning": language.write(choice.meaning),
        "request": None if request is None else write_request(request),
        "card": None if card is None else {"side": card.side.value, "name": str(card.card)},
        "number": choice.number,
        "rolls": rolls,
        "own": _write_entries(own, language),
    }


def _find_plain(choices: tuple[Choice, ...]) -> int | None:
    """Return which choice is only the next step: a roll, or that something is done."""
    match choices:
        case (Choice(request=RollDice()), *_):
            return 0
        case (Choice(request=ChooseOption(option="done" | "next" | "next-side")), *_):
            return 0
        case _:
            return None


def _list_out_of_turn(game: Game) -> list[Choice]:
    """Return the choices with which the side that is not at work takes the round."""
    if isinstance(game.stage, GameEnd):
        return []
    mine = {choice.request for choice in list_choices(game)}
    return [each for each in list_choices(game, game.active.other) if each.request not in mine]


def _write_actions(history: GameHistory, language: Language, context: UiContext) -> list[Json]:
    """Write what the menu offers; marks of the cards that were just turned up come first."""
    entries = [*dice_entries(history, context)]
    for action, entry in action_entries(history.now):
        if action == MarkCard.action and entry.entries:
            entry = replace(entry, entries=(*list_fresh_marks(history.now), *entry.entries))
        entries.append(entry)
    return _write_entries(entries, language)


def _write_entries(entries: Iterable[MenuEntry], language: Language) -> list[Json]:
    """Write entries with a request, or with further `ways`, one of which must be chosen."""
    written: list[Json] = []
    for entry in entries:
        request = (
            write_request(entry.command.request) if isinstance(entry.command, AskGame) else None
        )
        ways = _write_entries(entry.entries, language)
        if request is not None or ways:
            written.append(
                {
                    "title": language.write(entry.title),
                    "request": request,
                    "ways": ways,
                    "at": entry.highlighted,
                }
            )
    return written


def _write_side(game: Game, side: Side, language: Language) -> dict[str, Json]:
    seat, write = game.seats[side], language.write
    left, of = seat.chits_left, seat.hand_size
    size = "" if of is None else _begin(name_hand(of, game.sheet.words))
    offered = {option.card for option in prompt(game).options if option.card is not None}
    return {
        "place": side.value,
        "name": write(game.sheet.sides[side]),
        "left": left,
        "of": of,
        "counted": write(describe_left(left, of) or size),
        "cards": _write_cards(game, side, offered, language),
    }


def _write_cards(
    game: Game, side: Side, offered: Collection[PickedCard], language: Language
) -> list[Json]:
    """Write every place of the display; none where the method has no display."""
    if not game.sheet.family.has_display:
        return []
    display = game.seats[side].display
    cards: list[Json] = []
    for place, facing in list_cards_in_sight(game, side):
        mark, is_offered = display.mark_at(place), PickedCard(side, place) in offered
        lies = facing and CardView(facing, mark=mark, offered=is_offered)
        said = EMPTY if lies is None else describe_card(lies, game.sheet.words)
        cards.append(
            {
                "name": str(place),
                "space": place.space.value,
                "facing": None if facing is None else facing.value,
                "mark": None if mark is None else mark.value,
                "offered": is_offered,
                "words": language.write(said),
            }
        )
    return cards


def _write_undo(history: GameHistory, language: Language) -> str | None:
    """Write what an undo would take back; null where there is nothing to take back."""
    return language.write(describe_undone(history.past[-1])) if history.past else None


def _list(texts: Iterable[str]) -> list[Json]:
    return [str(text) for text in texts]

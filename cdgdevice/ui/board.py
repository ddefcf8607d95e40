"""What each screen shows: the game and the state in, one view a screen out.

What has no room on a board at once stays there too: it is divided, and a press turns on.
"""

import math
from collections.abc import Mapping

from msgspec.structs import replace

from cdgdevice.render.draw_board import is_legible, keeps_cards, pick_text_font
from cdgdevice.render.language import IN_ENGLISH, Language
from cdgdevice.render.views import BoardView, CardView, DiceView, MenuView, PageView, View
from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.card_row import target_number
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.game import (
    Choosing,
    Game,
    Playing,
    Ready,
    TurningUp,
    Waiting,
    has_round,
    list_cards_in_sight,
)
from cdgdevice.rules.history import GameHistory, StandingOrders
from cdgdevice.rules.prompt import (
    is_first_side_undecided,
    list_kept,
    memoize_recent,
    name_period,
    prompt,
)
from cdgdevice.rules.texts.sentences import name_kept
from cdgdevice.rules.texts.templates import join_lines
from cdgdevice.rules.texts.words import Words, describe_for_side, describe_of, describe_of_both
from cdgdevice.rules.wants import PickedCard
from cdgdevice.ui import texts
from cdgdevice.ui.board_pages import (
    BoardText,
    describe_kept,
    divide_board,
    fill_pages,
    number_pages,
)
from cdgdevice.ui.board_text import (
    describe_last_round,
    is_told_in_order,
    name_round_result,
    uncounted,
    write_board_text,
)
from cdgdevice.ui.calibration_guide import build_calibration_page
from cdgdevice.ui.choices import (
    find_card_in_question,
    find_highlighted,
    find_side_at_work,
    list_choices,
    list_dice_targets,
)
from cdgdevice.ui.state import DiceLayer, FlashLayer, MenuLayer, PageLayer, SelfTestLayer, UiState


def prefix_side_name(name: str, done: tuple[str, ...]) -> tuple[str, ...]:
    """Say whose cards these sentences mean, where they stand on the board of another side."""
    return (describe_of(name, join_lines(*done)),) if done else ()


def view_screens(state: UiState, history: GameHistory) -> Mapping[Side, View]:
    """Return what the two screens show, each on its side of the table."""
    language, views = find_language(state, history.now), _view_both(state, history)
    return {side: _write_view(view, language) for side, view in views.items()}


def find_language(state: UiState, game: Game) -> Language:
    """Return what the screens are written in; the self-test, whose findings are not, in English."""
    if isinstance(state.layer, SelfTestLayer):
        return IN_ENGLISH
    return state.context.language.for_sheet(game.sheet.id)


def _write_view(view: View, language: Language) -> View:
    """Return a view in another language; the last step before it is drawn."""
    if isinstance(view, BoardView):
        return view.written()
    return language.write(view)


def _view_both(state: UiState, history: GameHistory) -> Mapping[Side, View]:
    if isinstance(state.layer, SelfTestLayer):
        return {side: state.layer.run.view(side) for side in Side}
    over = _view_layer(state, history.now.sheet.words)
    if state.needs_game and over is not None:
        further = isinstance(state.layer, MenuLayer) and state.layer.below is not None
        welcome = texts.build_welcome_page(knob=state.context.knob, further=further)
        return {**dict.fromkeys(Side, welcome), history.now.active: over}
    boards: dict[Side, View] = {
        side: _pick_page(state, pages, at_work=side is history.now.active)
        for side, pages in _list_pages(state, history).items()
    }
    if isinstance(state.layer, MenuLayer) and (cards := _list_cards(state.layer)):
        return {**boards, cards[0].side: _view_table(state, history.now, state.layer)}
    return boards if over is None else {**boards, history.now.active: over}


def view_single_screen(state: UiState, history: GameHistory) -> View:
    """Return what the only screen shows: the side at work, or first what the other refills."""
    return _write_view(_view_only(state, history), find_language(state, history.now))


def _view_only(state: UiState, history: GameHistory) -> View:
    """Return what the only screen shows: the side at work, or first what the other has to refill.

    Of the orders those since the last roll or choice: that was made in sight of the others.
    """
    over = _view_layer(state, history.now.sheet.words)
    if isinstance(state.layer, MenuLayer) and _list_cards(state.layer):
        return _view_table(state, history.now, state.layer)
    return _pick_page(state, _list_single_pages(state, history)) if over is None else over


def count_pages(state: UiState, history: GameHistory) -> int:
    """Return into how many pages the board of the side at work is divided; nearly always 1."""
    return len(_list_pages_at_work(state, history))


def _list_pages_at_work(state: UiState, history: GameHistory) -> tuple[BoardView, ...]:
    if len(state.screens) == 1:
        return _list_single_pages(state, history)
    return _list_pages(state, history)[history.now.active]


def has_more_to_read(state: UiState, history: GameHistory) -> bool:
    """Return whether a press turns this page, not the last; large type it answers with a knob."""
    now, *rest = _list_pages_at_work(state, history)[state.page :]
    return now.large is None or len(rest) > 1 or not state.context.knob


def has_more_to_read_beside(state: UiState, history: GameHistory) -> bool:
    """Return whether the board of the side that is not at work goes on."""
    return state.armed_side is None and state.idle_page + 1 < count_idle_pages(state, history)


def count_idle_pages(state: UiState, history: GameHistory) -> int:
    """Return into how many pages the other side's board is divided, where it has its screen."""
    if len(state.screens) == 1:
        return 1
    return len(_list_pages(state, history)[history.now.active.other])


def _pick_page(state: UiState, pages: tuple[BoardView, ...], *, at_work: bool = True) -> BoardView:
    """Return the page that is read: the last one has the choices, so it is there with another."""
    last = state.highlight and state.armed_side is None if at_work else state.armed_side
    page = state.page if at_work else state.idle_page
    return pages[-1 if last else min(page, len(pages) - 1)]


def _list_pages(state: UiState, history: GameHistory) -> Mapping[Side, tuple[BoardView, ...]]:
    now, orders = history.now, history.orders
    pages = _build_boards(now, _strip_layers(state), orders, describe_last_round(now, history))
    if not _has_large_type(state):
        return pages
    return {side: _add_large(state, now, side, orders, each) for side, each in pages.items()}


def _has_large_type(state: UiState) -> bool:
    return state.context.settings is not None and state.context.settings.large_type


def _add_large(
    state: UiState, game: Game, side: Side, orders: StandingOrders, pages: tuple[BoardView, ...]
) -> tuple[BoardView, ...]:
    from cdgdevice.ui.large_type import list_large_orders  # most owners need none

    told = is_told_in_order(state, uncounted(orders.latest))
    large = () if told else list_large_orders(state, game, side, uncounted(orders.every))
    return (*(replace(pages[0], large=order) for order in large), *pages)


def _list_single_pages(state: UiState, history: GameHistory) -> tuple[BoardView, ...]:
    bare, latest = _strip_layers(state), StandingOrders(latest=history.orders.latest)
    pages, side = _build_single(history.now, bare, latest)
    pages = (_add_chances(bare, history.now, pages[0], side),) if len(pages) == 1 else pages
    return _add_large(state, history.now, side, latest, pages) if _has_large_type(state) else pages


@memoize_recent
def _build_single(
    game: Game, state: UiState, orders: StandingOrders
) -> tuple[tuple[BoardView, ...], Side]:
    """Return the pages of the only screen, and the side whose cards the last of them shows."""
    acts = orders.latest
    if state.armed_side is not None:
        own = write_board_text(state, game, state.armed_side, orders)
        return _divide(state, game, state.armed_side, own)
    card = find_card_in_question(state, game)
    side = game.active if card is None else card.side
    # Who looks at other choices has read what the other side has to do.
    others = () if state.highlight or is_told_in_order(state, acts) else uncounted(acts)
    behind = describe_for_side(others, game.active.other, game.sheet.words)
    own = write_board_text(state, game, game.active, orders)
    if own.acts and own.acts == describe_for_side(
        uncounted(acts), game.active.other, game.sheet.words
    ):
        both = replace(own, acts=describe_of_both(own.acts))
        return _divide(state, game, side, both)
    if not behind:
        return _divide(state, game, side, own)
    other = game.active.other
    if isinstance(game.stage, Ready):
        then = texts.describe_then(game.sheet.sides[side], own.sentences)
        together, on = replace(own, acts=behind, prompt=(then,)), other
    else:
        named = prefix_side_name(game.sheet.sides[other], behind)
        together = replace(own, acts=(*named, *own.acts))
        on = side
    pages, on = _divide(state, game, on, together)
    if len(pages) == 1:
        return pages, on
    of_other = BoardText(behind)
    own_pages, side = _divide(state, game, side, own)
    before = fill_pages(_build_board(state, game, other, of_other), behind)
    return number_pages((*before, *own_pages)), side


def _divide(
    state: UiState, game: Game, side: Side, says: BoardText
) -> tuple[tuple[BoardView, ...], Side]:
    return divide_board(_build_board(state, game, side, says), says), side


def shows_chances(state: UiState) -> bool:
    """Return whether the boards say how many throws offer each card."""
    settings = state.context.settings
    on = settings is None or settings.chances
    seen = bool(state.screens) and not state.needs_game
    return on and seen and state.context.chances is not None


def _add_chances(state: UiState, game: Game, board: BoardView, side: Side) -> BoardView:
    """Describe below each card how many throws of the side's next roll offer it.

    Only where the board's sentences keep their letters. Nobody chooses on the idle screen, so its
    cards give some of their height to both.
    """
    if not shows_chances(state) or board.chosen is not None or not board.spaces:
        return board
    if not _rolls_next(game, side):
        return board
    counted = state.chances
    if counted is None or counted.game.seats[side] != game.seats[side]:
        # They come in a moment: the sentences stand where they will stand then.
        after = replace(board, chances=())
    else:
        chances = counted.sides[side]
        if not chances.throws:
            return board
        numbers: dict[Space, tuple[int, ...]] = dict.fromkeys(Space, ())
        for place, _ in list_cards_in_sight(game, side):
            if place in chances.counts:
                numbers[place.space] += (chances.counts[place],)
        after = replace(board, chances=tuple(numbers.values()), throws=chances.throws)
    keeps = not board.lines or pick_text_font(after) is pick_text_font(board)
    room = board.quiet or keeps_cards(board, after)
    return after if keeps and room and is_legible(after) else board


def _rolls_next(game: Game, side: Side) -> bool:
    """Return whether this side throws next, or first in its next round."""
    if side is game.active:
        return side in prompt(game).rollers
    under_way = isinstance(game.stage, Ready | TurningUp | Choosing | Playing | Waiting)
    return under_way and bool(game.sheet.outcomes) and has_round(game, side)


def _strip_layers(state: UiState) -> UiState:
    """Return the state with nothing laid over the boards, whichever pages are read."""
    return replace(state, layer=None, calibration=None, page=0, idle_page=0, count_at=math.inf)


@memoize_recent
def _build_boards(
    game: Game, bare: UiState, orders: StandingOrders, last: str
) -> Mapping[Side, tuple[BoardView, ...]]:
    says = {side: write_board_text(bare, game, side, orders) for side in Side}
    boards = {side: _build_board(bare, game, side, says[side]) for side in Side}
    pages = {side: divide_board(boards[side], says[side]) for side in Side}
    at_work, idle = game.active, game.active.other
    if len(pages[idle]) > 1 and idle not in bare.context.buttons:
        # No button turns its pages: they are read on the other screen first.
        named = prefix_side_name(game.sheet.sides[idle], says[idle].sentences)
        before = fill_pages(boards[at_work], named)
        pages[at_work] = number_pages((*before, *pages[at_work]))
    board, *more = pages[idle]
    # What is kept in mind has the room first.
    board = board if board.kept else replace(board, result=last)
    pages[idle] = (board, *more)
    told = {
        side: (_add_chances(bare, game, each[0], side),) if len(each) == 1 else each
        for side, each in pages.items()
    }
    return told if more else {**told, idle: (_add_what_is_next(told[idle][0], game),)}


def _add_what_is_next(board: BoardView, game: Game) -> BoardView:
    """Say on the idle screen whose round comes, where its own order keeps its letters."""
    if not isinstance(game.stage, Ready) or not board.spaces or is_first_side_undecided(game):
        return board
    coming = texts.describe_next(game.sheet.sides[game.active], game.round, game.sheet.words)
    after = replace(board, lines=(*board.lines, coming))
    keeps = pick_text_font(after) is pick_text_font(board) or not board.lines
    return after if keeps and keeps_cards(board, after) and is_legible(after) else board


def _view_layer(state: UiState, words: Words) -> View | None:
    match state.layer:
        case FlashLayer(shown, _):
            return shown if isinstance(shown, PageView) else _build_dice(shown, words)
        case PageLayer(page=page):
            return page
        case MenuLayer(title, entries, highlighted, _):
            return MenuView(title, tuple(entry.title for entry in entries), highlighted)
        case DiceLayer(_, shown, number):
            return shown.views[number]
        case SelfTestLayer(run):
            return run.view(Side.LEFT)
        case None:
            return None if state.calibration is None else build_calibration_page(state.calibration)


def _list_cards(menu: MenuLayer) -> tuple[PickedCard, ...]:
    """Return the cards that the entries of a menu are about; of each there may be several."""
    return tuple(entry.card for entry in menu.entries if entry.card is not None)


def _view_table(state: UiState, game: Game, menu: MenuLayer) -> BoardView:
    """Show a list of cards on the cards themselves, or how one of them may be on the table."""
    at, cards = menu.entries[menu.highlighted], _list_cards(menu)
    side, one = cards[0].side, len(set(cards)) == 1
    looks = {
        place: CardView(lies or Facing.UP, gap=True) if lies is None else CardView(lies)
        for place, lies in game.seats[side].display.cards()
    }
    for card in cards:
        looks[card.card] = replace(looks[card.card], offered=True)
    if at.card is not None:
        looks[at.card.card] = CardView(
            at.facing or Facing.UP, offered=True, highlighted=True, gap=at.facing is None
        )
    spaces: dict[Space, tuple[CardView, ...]] = dict.fromkeys(Space, ())
    for place, look in looks.items():
        spaces[place.space] += (look,)
    asked = texts.ask_on_table(str(cards[0].card)) if one else texts.WHICH_CARD_DIFFERS
    board = _build_board(state, game, side, BoardText(chosen=at.title))
    return replace(board, spaces=tuple(spaces.values()), lines=(asked,), quiet=False, result="")


def _build_dice(shown: DieResult | tuple[int, ...], words: Words) -> DiceView:
    """Return the view of a throw; with the sheet's words only where it is told in words."""
    told = shown is DieResult.JR or (isinstance(shown, tuple) and len(shown) > 1)
    return DiceView(shown, words) if told else DiceView(shown)


def _build_board(state: UiState, game: Game, side: Side, says: BoardText) -> BoardView:
    seat = game.seats[side]
    offered: dict[Place, bool] = {}
    if state.throwing_side is None:
        at = find_highlighted(game, state.highlight)
        for number, choice in enumerate(list_choices(game, find_side_at_work(state, game))):
            if choice.card is not None and choice.card.side is side:
                offered[choice.card.card] = number == at
    offered |= {
        picked.card: ringed for picked, ringed in list_dice_targets(game) if picked.side is side
    }
    shown = Space if game.sheet.family.has_display else ()
    spaces: dict[Space, tuple[CardView, ...]] = dict.fromkeys(shown, ())
    for place, facing in list_cards_in_sight(game, side):
        if facing is not None:
            spaces[place.space] += (_build_card(game, side, place, facing, offered.get(place)),)
    numbers: list[str] = [name_kept(k.title, k.value) for k in says.kept if spaces]
    numbers[1:1] = list_kept(game, side)  # more urgent than any number but the first
    return BoardView(
        (side is game.active and game.phase) or game.sheet.sides[side],
        game.turn,
        game.round,
        tuple(spaces.values()),
        () if spaces else describe_kept(says.kept),
        seat.chits_left,
        seat.hand_size,
        quiet=side is not (state.armed_side or game.active),
        chosen=says.chosen,
        among=says.among,
        words=game.sheet.words,
        kept=(*numbers, *filter(None, (name_period(game),))),
        result=name_round_result(game, side),
        two_dice=game.sheet.family.nominates,
        language=find_language(state, game),
    )


def _build_card(
    game: Game, side: Side, place: Place, facing: Facing, highlighted: bool | None
) -> CardView:
    card = _CARD_LOOKS[facing][highlighted]
    mark = game.seats[side].display.mark_at(place)
    if mark is not None:
        return replace(card, mark=mark)
    if game.sheet.row is not None and facing is Facing.UP:
        return replace(card, reach=target_number(game, place))
    return card


_CARD_LOOKS = {
    facing: {
        None: CardView(facing),
        False: CardView(facing, offered=True),
        True: CardView(facing, offered=True, highlighted=True),
    }
    for facing in Facing
}
"""Every look of a card, by whether it is highlighted; None where it is not offered at all."""

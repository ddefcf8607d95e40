"""What each screen shows: the game and the state in, one view a screen out.

What the boards can't tell whole, or in order, goes to a page of its own.
"""

import math
from collections.abc import Iterable, Mapping
from itertools import groupby, islice

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.render.draw import check_fit
from cdgdevice.render.draw_board import (
    CHOICE_COLUMNS,
    SPACE_LETTERS,
    is_crowded,
    list_kept_left_out,
    pick_text_font,
)
from cdgdevice.render.fonts import SMALL
from cdgdevice.render.text_layout import NO_BREAK
from cdgdevice.render.views import BoardView, CardView, DiceView, MenuView, PageKind, PageView, View
from cdgdevice.rules.card_display import (
    Facing,
    Instruction,
    LayBelowRow,
    MoveCard,
    Place,
    PlayCard,
    SetChits,
    Side,
    Space,
    TellPlayer,
)
from cdgdevice.rules.card_row import target_number
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.game import (
    Choosing,
    Game,
    GameHistory,
    Nominating,
    PickedCard,
    Playing,
    Ready,
    RowDice,
    SettingUp,
    StandingOrders,
    TurnEnd,
    TurningUp,
    Waiting,
    WantsDie,
    has_round,
    list_cards_in_sight,
)
from cdgdevice.rules.prompt import (
    list_kept,
    memoize_last,
    name_period,
    name_phase,
    prompt,
    say_kept_numbers,
)
from cdgdevice.rules.requests import RollDice
from cdgdevice.rules.sheet import SheetFamily
from cdgdevice.rules.texts.sentences import list_in_line, name_result, shorten_offers
from cdgdevice.rules.texts.words import Words, say_by_side, say_for_side, say_of_both
from cdgdevice.ui import texts
from cdgdevice.ui.calibration import build_calibration_page
from cdgdevice.ui.choices import (
    TWO_DICE,
    Choice,
    can_choose_out_of_turn,
    list_choices,
    say_dice_stay,
)
from cdgdevice.ui.intents_and_commands import PageId
from cdgdevice.ui.layers import push_page
from cdgdevice.ui.new_game import list_setup_lines
from cdgdevice.ui.state import (
    DiceLayer,
    FlashLayer,
    MenuLayer,
    NewGameLayer,
    PageLayer,
    SelfTestLayer,
    UiState,
)


class BoardText(Struct, frozen=True):
    """A side's sentences in the order of doing, and the highlighted choice."""

    acts: tuple[str, ...] = ()
    """What the hands do first; chits are not counted in words, for the board shows them."""
    prompt_says_acts: bool = False
    """What is asked tells what the hands do, too."""
    older: tuple[str, ...] = ()
    """What was asked before the last roll or choice and still stands, where there is room."""
    prompt: tuple[str, ...] = ()
    """What is asked then."""
    chosen: str | None = None
    """The highlighted choice where it is no card."""
    among: str = ""
    """What it is one of."""
    prompt_is_optional: bool = False
    """The board shows what is asked without its words."""
    looked_ahead: bool = False
    """The player has looked at other choices, and so has read the rest."""
    asked_again: tuple[str, ...] = ()
    """What is asked, without what was read before the dice were taken back."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return all the sentences, but for those that stood before."""
        return (*self.acts, *self.prompt)

    @property
    def shortenings(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """Return what may be shown, the fullest first; those of a group tell the same."""
        asked = " ".join(self.prompt)
        lossy = (self.acts,) if self.prompt_is_optional else ()
        if self.asked_again:
            lossy = (*lossy, (*self.acts, *self.asked_again), self.asked_again)
        if self.looked_ahead:
            lossy = (*lossy, (asked,), (shorten_offers(asked),), ())
        asks = (self.prompt,) if self.prompt_says_acts else ()
        with_older = _join_or_not((*self.older, *self.sentences)) if self.older else ()
        same = (*_join_or_not(self.sentences), *asks)
        return (with_older, same, *((lines,) for lines in lossy))


def _join_or_not(sentences: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return sentences each on a line of its own, and one after the other."""
    return (sentences, (" ".join(sentences),))


def write_board_text(state: UiState, game: Game, side: Side, orders: StandingOrders) -> BoardText:
    """Return what a side's board says at this moment, with its part of the orders that stand."""
    # At the set-up the hands lay the chits out.
    setting_up = isinstance(game.stage, SettingUp)
    latest = orders.latest if setting_up else uncounted(orders.latest)
    playing = isinstance(game.stage, Playing) and side is game.active
    done = BoardText(
        say_for_side(latest, side, game.sheet.words),
        prompt_says_acts=playing and all(isinstance(act, PlayCard) for act in latest),
        older=say_for_side(uncounted(orders.older), side, game.sheet.words),
        looked_ahead=state.looked_ahead,
    )
    if state.armed_side is side:
        orders_first = BoardText(older=(*done.older, *done.acts))
        mended = _mended(game, side, knob=state.context.knob)
        return replace(orders_first, prompt=(texts.NOT_YOUR_ROUND, mended))
    if state.throwing_side is side and (state.highlight == 0 or side is not game.active):
        return replace(done, prompt=_ask_for_throw(game))
    return done if side is not game.active else _add_prompt(state, game, done)


def uncounted(acts: Iterable[Instruction]) -> tuple[Instruction, ...]:
    """Leave out counts of chits, which the board shows anyhow."""
    return tuple(act for act in acts if not isinstance(act, SetChits))


def _mended(game: Game, side: Side, *, knob: bool) -> str:
    """Say what to do where a side's button is pressed out of turn."""
    if knob and can_choose_out_of_turn(game, side):
        return texts.PRESS_OR_KNOB if _may_roll(game, side) else texts.PUSH_KNOB
    if _may_roll(game, side):
        return texts.PRESS_AGAIN
    if isinstance(game.stage, Nominating):
        return texts.other_nominates(game.sheet.words)
    return texts.press_other_side(game.sheet.sides[game.active], game.active.value)


def _may_roll(game: Game, side: Side) -> bool:
    return side in prompt(game).rollers


def _ask_for_throw(game: Game) -> tuple[str, ...]:
    now = prompt(game)
    dice = () if now.ask is None else now.ask.dice
    text = now.text[1:] if isinstance(game.stage, Ready) else now.text
    if any(map(texts.asks_for_throw, text)):
        return text
    if dice and dice[0] in TWO_DICE:
        return (*text, texts.throw_die(dice[0], first=len(dice) == 2))
    return (*text, texts.THROW_THE_DIE)


def _add_prompt(state: UiState, game: Game, said: BoardText) -> BoardText:
    """Add the prompt's words, and the highlighted choice where that is no card."""
    counts_pages = isinstance(game.stage, SettingUp) and game.stage.page is not None
    optional = counts_pages or isinstance(game.stage, TurnEnd)
    said = replace(said, prompt=prompt(game).text, prompt_is_optional=optional)
    offered = list_choices(game)
    if state.highlight >= len(offered):
        return replace(said, chosen=texts.MENU_TITLE) if offered else said
    chosen = offered[state.highlight]
    if isinstance(chosen.request, RollDice) and state.highlight == 0:
        kept = _say_kept_dice(state, game)
        again = (*said.prompt[:1], *kept) if kept else ()
        return replace(said, prompt=(*said.prompt, *kept), asked_again=again)
    only = isinstance(game.stage, Ready | Nominating | Playing) and len(offered) == 1
    if chosen.card is not None or only:
        return said
    return replace(said, chosen=chosen.title, among=_say_position(chosen, offered))


def _say_position(chosen: Choice, offered: tuple[Choice, ...]) -> str:
    """Say which one of the choices that are no cards it is, or among which numbers."""
    others = [
        choice for choice in offered if choice.card is None and choice.title != texts.ROLL_TITLE
    ]
    if len(others) == 1:
        return ""
    if chosen.title.isdigit():
        numbers = [int(choice.title) for choice in others if choice.title.isdigit()]
        return f"{min(numbers)}-{max(numbers)}"
    place = f"{others.index(chosen) + 1}/{len(others)}"
    return place if len(f"{chosen.title} {place}") <= CHOICE_COLUMNS else ""


def _say_kept_dice(state: UiState, game: Game) -> tuple[str, ...]:
    """Say which dice the next roll will show again."""
    return (texts.say_sentence(say_dice_stay(game, state.kept_dice)),) if state.kept_dice else ()


def prefix_side_name(name: str, done: tuple[str, ...]) -> tuple[str, ...]:
    """Say whose cards these sentences mean, where they stand on the board of another side."""
    return (texts.say_of(name, " ".join(done)),) if done else ()


def view_screens(state: UiState, history: GameHistory) -> Mapping[Side, View]:
    """Return what the two screens show, each on its side of the table."""
    if isinstance(state.layer, SelfTestLayer):
        return {side: state.layer.run.view(side) for side in Side}
    over = _view_layer(state, history.now.sheet.words)
    if state.needs_game and over is not None:
        return {
            **dict.fromkeys(Side, texts.build_welcome_page(knob=state.context.knob)),
            history.now.active: over,
        }
    last = _say_last_round(history, history.now.active.other)
    boards = _build_boards(history.now, _strip_layers(state), _for_boards(state, history), last)
    return boards if over is None else {**boards, history.now.active: over}


def view_single_screen(state: UiState, history: GameHistory) -> View:
    """Return what the only screen shows: the side at work, or first what the other has to refill.

    Of the orders those since the last roll or choice: that was made in sight of the others.
    """
    over = _view_layer(state, history.now.sheet.words)
    if over is not None:
        return over
    shown, side = _build_only_board(state, history)
    return _add_chances(state, history.now, shown, side)


def _build_only_board(state: UiState, history: GameHistory) -> tuple[BoardView, Side]:
    """Return the board of the only screen, and the side that it is of."""
    game = history.now
    orders = StandingOrders(latest=_for_boards(state, history).latest)
    acts = orders.latest
    if state.armed_side is not None:
        said = write_board_text(state, game, state.armed_side, orders)
        return _build_board(state, game, state.armed_side, said), state.armed_side
    card = _find_card_in_question(state, game)
    side = game.active if card is None else card.side
    others = () if state.looked_ahead else uncounted(acts)
    behind = say_for_side(others, game.active.other, game.sheet.words)
    own = write_board_text(state, game, game.active, orders)
    if own.acts and own.acts == say_for_side(uncounted(acts), game.active.other, game.sheet.words):
        both = replace(own, acts=say_of_both(own.acts))
        return _build_board(state, game, side, both), side
    if isinstance(game.stage, Ready) and behind:
        then = texts.say_then(game.sheet.sides[side], own.sentences)
        own = replace(own, acts=behind, prompt=(then,))
        return _build_board(state, game, side.other, own), side.other
    behind = prefix_side_name(game.sheet.sides[game.active.other], behind)
    own = replace(own, acts=(*behind, *own.acts), prompt_says_acts=False)
    return _build_board(state, game, side, own), side


def _for_boards(state: UiState, history: GameHistory) -> StandingOrders:
    """Return the orders that the boards show: the latest only if no page has told them."""
    return replace(history.orders, latest=untold(state, history))


def untold(state: UiState, history: GameHistory) -> tuple[Instruction, ...]:
    """Return the latest orders that no page has told."""
    return tuple(act for act in history.orders.latest if act not in state.acts_done)


def shows_chances(state: UiState) -> bool:
    """Tell whether the boards say how many throws offer each card."""
    settings = state.context.settings
    on = settings is None or settings.chances
    seen = bool(state.screens) and not state.needs_game
    return on and seen and state.context.chances is not None


def _add_chances(state: UiState, game: Game, board: BoardView, side: Side) -> BoardView:
    """Say below each card how many throws of the side's next roll offer it.

    Only where the board's sentences keep their letters, and those are not the smallest.
    """
    if not shows_chances(state) or board.chosen is not None or not board.spaces:
        return board
    if not _has_throw_coming(game, side):
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
    size = pick_text_font(after)
    keeps = not board.lines or (size is pick_text_font(board) and size is not SMALL)
    return after if keeps and not check_fit(after) else board


def _has_throw_coming(game: Game, side: Side) -> bool:
    """Tell whether this side throws next, or first in its next round."""
    if side is game.active:
        return side in prompt(game).rollers
    under_way = isinstance(game.stage, Ready | TurningUp | Choosing | Playing | Waiting)
    by_method = game.sheet.family in (SheetFamily.PILE, SheetFamily.OPEN)
    return under_way and by_method and has_round(game, side)


def _strip_layers(state: UiState) -> UiState:
    """Return the state with nothing laid over the boards."""
    if state.layer is None and state.calibration is None and state.count_at == math.inf:
        return state
    return replace(state, layer=None, calibration=None, count_at=math.inf)


@memoize_last
def _build_boards(
    game: Game, bare: UiState, orders: StandingOrders, last: str
) -> Mapping[Side, View]:
    idle = game.active.other
    boards = {
        side: _build_board(bare, game, side, write_board_text(bare, game, side, orders))
        for side in Side
    }
    # What is kept in mind has the room first.
    idle_board = boards[idle] if boards[idle].kept else replace(boards[idle], result=last)
    boards[idle] = idle_board
    told = {side: _add_chances(bare, game, board, side) for side, board in boards.items()}
    return {**told, idle: _add_what_is_next(told[idle], game)}


_LOOKED_BACK = 40
"""So many answers back a side's last round is looked for; a guided list may take hundreds."""


def _say_last_round(history: GameHistory, side: Side) -> str:
    """Say what a side's last round came to, such as `JR: C`; nothing where it rolled none."""
    result = chosen = ""
    for past in islice(reversed(history.past), _LOOKED_BACK):
        before, option = past.before, getattr(past.request, "option", "")
        if before.active is side and before.roll is not None:
            result = result or _name_result(before, side)
            if isinstance(before.stage, Choosing) and option[:1] in SPACE_LETTERS:
                chosen = option
        elif result or (before.active is side and option):
            break
    return texts.say_of(result, chosen) if chosen else result


def _add_what_is_next(board: BoardView, game: Game) -> BoardView:
    """Say on the idle screen whose round comes, where its own order keeps its letters."""
    if not isinstance(game.stage, Ready) or not board.spaces:
        return board
    coming = texts.say_next(game.sheet.sides[game.active], game.round)
    after = replace(board, lines=(*board.lines, coming))
    size = pick_text_font(after)
    keeps = size is pick_text_font(board) or not board.lines
    return after if keeps and size is not SMALL and not check_fit(after) else board


def _view_layer(state: UiState, words: Words) -> View | None:
    match state.layer:
        case FlashLayer(shown, _):
            return shown if isinstance(shown, PageView) else _build_dice(shown, words)
        case PageLayer(page=page):
            return page
        case MenuLayer(title, entries, highlighted, _):
            return MenuView(title, tuple(entry.title for entry in entries), highlighted)
        case NewGameLayer(sheet, _, _, highlighted):
            return MenuView(sheet.title, list_setup_lines(state.layer), highlighted)
        case DiceLayer(_, shown, number):
            return shown.views[number]
        case SelfTestLayer(run):
            return run.view(Side.LEFT)
        case None:
            return None if state.calibration is None else build_calibration_page(state.calibration)


def _build_dice(shown: DieResult | tuple[int, ...], words: Words) -> DiceView:
    """Return the view of a throw; with the sheet's words only where it is told in words."""
    told = shown is DieResult.JR or (isinstance(shown, tuple) and len(shown) > 1)
    return DiceView(shown, words) if told else DiceView(shown)


def _list_dice_targets(game: Game) -> tuple[tuple[PickedCard, bool], ...]:
    """Return the cards that dice are thrown for; with a ring the one that was nominated."""
    match game.stage:
        case RowDice(Place() as nominated):
            return ((PickedCard(game.active, nominated), True),)
        case Waiting(WantsDie(among=among)):
            return tuple((picked, False) for picked in among)
        case _:
            return ()


def _find_card_in_question(state: UiState, game: Game) -> PickedCard | None:
    """Return the card that is highlighted, or one that dice are thrown for."""
    offered = list_choices(game)
    if state.highlight < len(offered) and offered[state.highlight].card is not None:
        return offered[state.highlight].card
    return next((picked for picked, _ in _list_dice_targets(game)), None)


def _build_board(state: UiState, game: Game, side: Side, says: BoardText) -> BoardView:
    seat = game.seats[side]
    offered: dict[Place, bool] = {}
    if state.throwing_side is None:
        for number, choice in enumerate(list_choices(game)):
            if choice.card is not None and choice.card.side is side:
                offered[choice.card.card] = number == state.highlight
    offered |= {
        picked.card: ringed for picked, ringed in _list_dice_targets(game) if picked.side is side
    }
    spaces: dict[Space, tuple[CardView, ...]] = {}
    if game.sheet.family is not SheetFamily.CHECKS:
        spaces = dict.fromkeys(Space, ())
    for place, facing in list_cards_in_sight(game, side):
        if facing is not None:
            spaces[place.space] += (_build_card(game, side, place, facing, offered.get(place)),)
    board = BoardView(
        _name_side_or_phase(game, side),
        game.turn,
        game.round,
        tuple(spaces.values()),
        says.sentences,
        seat.chits_left,
        seat.hand_size,
        quiet=side is not (state.armed_side or game.active),
        chosen=says.chosen,
        among=says.among,
        words=game.sheet.words,
        kept=(*list_kept(game, side), *filter(None, (name_period(game),))),
        result=_name_result(game, side),
    )
    if not board.spaces:
        # The room of the display is for the numbers that are kept.
        # A number stays beside its name; a list of names may wrap.
        numbers = " ".join(
            said.replace(" ", NO_BREAK) if said.rstrip(".")[-1:].isdigit() else said
            for said in say_kept_numbers(game)
        )
        for lines in ((*says.older, *says.sentences), says.sentences):
            numbered = replace(board, lines=(numbers, *lines) if numbers else lines)
            # An order is never in the smallest letters for their sake.
            if not check_fit(numbered) and not (lines and is_crowded(numbered)):
                return numbered
    for alike in says.shortenings:
        fit = [way for lines in alike if not check_fit(way := replace(board, lines=lines))]
        if fit:
            board = next((way for way in fit if not is_crowded(way)), fit[0])
            return _with_kept_below(board)
    return board


def _with_kept_below(board: BoardView) -> BoardView:
    """Say below the rest what is kept in mind and the title leaves out, as far as there is room."""
    left_out = list_kept_left_out(board)
    for many in range(len(left_out), 0, -1):
        told = replace(board, lines=(*board.lines, list_in_line(left_out[:many])))
        if not check_fit(told) and not is_crowded(told):
            return told
    return board


def _name_result(game: Game, side: Side) -> str:
    """Name what the dice of this side's round show; of two dice each by its first letter."""
    if game.roll is None or side is not game.active:
        return ""
    if game.roll.method_result is not None:
        return name_result(game.roll.method_result, game.sheet.words)
    names = (game.sheet.words.white, game.sheet.words.coloured)
    shown = zip(names, game.roll.numbers, strict=True)
    return " ".join(f"{name[0].upper()}{number}" for name, number in shown)


def _name_side_or_phase(game: Game, side: Side) -> str:
    """Name what stands at the top: of a guided list under way, its phase."""
    return (side is game.active and name_phase(game)) or game.sheet.sides[side]


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


def overflow_to_page(state: UiState, history: GameHistory, screens: int) -> UiState:
    """Move what is to be done to a page of its own where so many screens have no room for it.

    On the only screen it is first what the other side has to do. A menu or page that lies there
    already comes to light again once it has been read.
    """
    acts = untold(state, history)
    if not acts or state.calibration is not None or isinstance(state.layer, SelfTestLayer):
        return state
    if not _needs_page(state, history, screens):
        return state
    game = history.now
    other = game.active.other
    behind = say_for_side(uncounted(acts), other, game.sheet.words)
    glance = replace(state, looked_ahead=True)
    alike = behind == say_for_side(acts, game.active, game.sheet.words)
    alone = (
        screens == 1 and behind and not state.looked_ahead and not alike and not _is_tangled(acts)
    )
    if alone and not _needs_page(glance, history, screens):
        page = PageView(PageKind.NOTE, game.sheet.sides[other], (" ".join(behind),))
        of_other = tuple(act for act in acts if act.side is other)
        return replace(
            push_page(glance, PageId.OTHER_SIDE, page), acts_done=(*state.acts_done, *of_other)
        )
    # The boards keep what was asked before the last answer, if then they have room for it.
    new = tuple(act for act in acts if act in game.instructions)
    for of_page in (new, acts):
        after = replace(state, acts_done=(*state.acts_done, *of_page))
        if of_page == acts or not _needs_page(after, history, screens):
            break
    return push_page(after, PageId.TO_DO, _build_overflow_page(game, of_page))


def _build_overflow_page(game: Game, acts: tuple[Instruction, ...]) -> PageView:
    """Tell all that is to be done in order, a paragraph for each time that a side has to do."""
    runs = say_by_side(acts, game.sheet.sides, game.sheet.words)
    if len({name for name, _ in runs}) == 1:
        # The page lies on the screen of the side at work.
        name = runs[0][0]
        title = texts.DO_THIS_TITLE if name in (game.sheet.sides[game.active], "") else name
        return PageView(PageKind.NOTE, title, tuple(text for _, said in runs for text in said))
    paragraphs = ((name, " ".join(said)) for name, said in runs)
    said = tuple(texts.say_of(name, text) if name else text for name, text in paragraphs)
    return PageView(PageKind.NOTE, texts.DO_THIS_TITLE, said)


def _needs_page(state: UiState, history: GameHistory, screens: int) -> bool:
    """Tell whether so many boards can't say whole, and in order, what is to be done."""
    bare = replace(state, layer=None, count_at=math.inf)
    return _is_tangled(untold(state, history)) or _overflows(history.now, history, bare, screens)


def _is_tangled(acts: tuple[Instruction, ...]) -> bool:
    """Tell whether the hands go to and fro between the sides in an order that matters."""
    shared = any(isinstance(act, TellPlayer | MoveCard | LayBelowRow) for act in acts)
    runs = list(groupby(uncounted(acts), key=lambda act: act.side))
    return shared and len(runs) > len(Side)


@memoize_last
def _overflows(_: Game, history: GameHistory, bare: UiState, screens: int) -> bool:
    boards = (
        (view_single_screen(bare, history),)
        if screens == 1
        else view_screens(bare, history).values()
    )
    return any(check_fit(board) for board in boards)

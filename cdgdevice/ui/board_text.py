"""What a side's board says: its part of the orders, then the prompt and the highlighted choice."""

from collections.abc import Iterable
from itertools import groupby, islice
from operator import attrgetter

from msgspec.structs import replace

from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game import Choosing, Game, Nominating, Playing, Ready, SettingUp
from cdgdevice.rules.guided.kept_values import list_kept_values
from cdgdevice.rules.history import GameHistory, StandingOrders
from cdgdevice.rules.instructions import Instruction, LayBelowRow, MoveCard, SetChits, TellPlayer
from cdgdevice.rules.prompt import drop_play_asked, is_first_side_undecided, memoize_recent, prompt
from cdgdevice.rules.requests import RollDice
from cdgdevice.rules.texts.sentences import name_result
from cdgdevice.rules.texts.templates import join_lines
from cdgdevice.rules.texts.words import describe_by_side, describe_for_side, describe_of, owner_of
from cdgdevice.ui import texts
from cdgdevice.ui.board_pages import BoardText
from cdgdevice.ui.choices import (
    TWO_DICE,
    Choice,
    describe_dice_count,
    describe_position,
    find_highlighted,
    list_choices,
)
from cdgdevice.ui.state import UiState


def write_board_text(state: UiState, game: Game, side: Side, orders: StandingOrders) -> BoardText:
    """Return what a side's board says at this moment, with its part of the orders that stand."""
    # At the set-up the hands lay the chits out.
    setting_up = isinstance(game.stage, SettingUp)
    latest = orders.latest if setting_up else uncounted(orders.latest)
    latest = drop_play_asked(game, latest)
    told_in_order = side is game.active and is_told_in_order(state, orders.latest)
    done = BoardText(
        _describe_in_order(game, latest)
        if told_in_order
        else describe_for_side(latest, side, game.sheet.words),
        older=describe_for_side(uncounted(orders.older), side, game.sheet.words),
        older_is_past=side is game.active and isinstance(game.stage, Ready | Nominating),
        kept=list_kept_values(game) if game.is_guided else (),
    )
    if state.armed_side is side:
        return _ask_out_of_turn(state, game, side, done)
    if state.throwing_side is side and (state.highlight == 0 or side is not game.active):
        return replace(done, prompt=_ask_for_throw(game))
    asks_other = state.armed_side is not None and is_first_side_undecided(game)
    if side is not game.active or asks_other:
        return done
    return _add_prompt(state, game, done)


def _ask_out_of_turn(state: UiState, game: Game, side: Side, said: BoardText) -> BoardText:
    """Ask a side that pressed out of turn what it wants, and show which choice is highlighted."""
    asked = texts.DO_YOU_BEGIN if is_first_side_undecided(game) else texts.NOT_YOUR_ROUND
    offered, at = list_choices(game, side), find_highlighted(game, state.highlight)
    hint = _hint_out_of_turn(game, side, knob=state.context.knob)
    more = () if at else (hint, *_describe_kept_dice(state, game, side))
    said = replace(said, prompt=(asked, *more), asked_again=more)
    return said if at == 0 and side in prompt(game).rollers else _show_chosen(said, offered, at)


def _show_chosen(said: BoardText, offered: tuple[Choice, ...], at: int) -> BoardText:
    """Name the highlighted choice; past the last one is the menu."""
    if at >= len(offered):
        return replace(said, chosen=texts.MENU_TITLE) if offered else said
    chosen = offered[at]
    if chosen.card is not None:
        return said
    return replace(said, chosen=chosen.title, among=describe_position(chosen, offered))


def uncounted(acts: Iterable[Instruction]) -> tuple[Instruction, ...]:
    """Leave out counts of chits, which the board shows anyhow."""
    return tuple(act for act in acts if not isinstance(act, SetChits))


def _hint_out_of_turn(game: Game, side: Side, *, knob: bool) -> str:
    """Describe what to do where a side's button is pressed out of turn."""
    offered = list_choices(game, side)
    if side in prompt(game).rollers:
        return texts.PRESS_OR_KNOB if knob and len(offered) > 1 else texts.PRESS_AGAIN
    if offered:
        return texts.PRESS_TO_TAKE
    if isinstance(game.stage, Nominating):
        return texts.other_nominates(game.sheet.words)
    return texts.press_other_side(game.sheet.sides[game.active], game.active.value)


def _ask_for_throw(game: Game) -> tuple[str, ...]:
    now = prompt(game)
    dice = () if now.ask is None else now.ask.dice
    text = now.text[1:] if isinstance(game.stage, Ready) else now.text
    if dice == TWO_DICE:
        return (*text, texts.throw_first(dice[0]))
    if now.ask is not None and now.ask.in_text:
        return text
    return (*text, texts.THROW_THE_DIE)


def _add_prompt(state: UiState, game: Game, said: BoardText) -> BoardText:
    """Add the prompt's words, and the highlighted choice where that is no card."""
    counts_pages = isinstance(game.stage, SettingUp) and game.stage.page is not None
    said = replace(said, prompt=prompt(game).question, prompt_is_optional=counts_pages)
    offered = list_choices(game)
    at = find_highlighted(game, 0 if state.armed_side else state.highlight)
    if at >= len(offered):
        return _show_chosen(said, offered, at)
    chosen = offered[at]
    if chosen.meaning:
        said = replace(said, prompt=(*said.prompt, chosen.meaning))
    # While a card is played, one sentence asks it together with what the card is for.
    if chosen.question and not isinstance(game.stage, Playing):
        said = replace(said, prompt=(chosen.question,))
    elif state.context.knob and not chosen.question and any(each.question for each in offered):
        said = replace(said, hint=texts.TURN_THE_KNOB)
    if isinstance(chosen.request, RollDice):
        kept = _describe_kept_dice(state, game, game.active)
        again = (*said.prompt[:1], *kept) if kept else ()
        return replace(said, prompt=(*said.prompt, *kept), asked_again=again)
    only = isinstance(game.stage, Ready | Nominating | Playing) and len(offered) == 1
    return said if only else _show_chosen(said, offered, at)


def _describe_kept_dice(state: UiState, game: Game, side: Side) -> tuple[str, ...]:
    """Describe which dice the next roll of a side will show again."""
    kept = state.kept_dice.get(side)
    return () if kept is None else describe_dice_count(game, kept)


def _describe_in_order(game: Game, acts: tuple[Instruction, ...]) -> tuple[str, ...]:
    """Tell all that must be done in order, a sentence for each time that a side has to do."""
    runs = describe_by_side(uncounted(acts), game.sheet.sides, game.sheet.words)
    return tuple(
        describe_of(name, join_lines(*said)) if name else join_lines(*said) for name, said in runs
    )


def is_told_in_order(state: UiState, acts: tuple[Instruction, ...]) -> bool:
    """Return whether what both sides do is told on one board, in the order of doing.

    The only screen would tell the other side's part before what is nobody's, such as a shuffle.
    """
    asked = uncounted(acts)
    order_matters = any(isinstance(act, TellPlayer | MoveCard | LayBelowRow) for act in asked)
    if order_matters and len([*groupby(asked, key=attrgetter("side"))]) > len(Side):
        return True  # the hands go to and fro between the sides
    owners = [owner_of(act) for act in asked]
    return len(state.screens) == 1 and owners[:1] == [None] and set(Side) < set(owners)


_LOOKED_BACK = 40
"""So many answers back a side's last round is looked for; a guided list may take hundreds."""


@memoize_recent
def describe_last_round(game: Game, history: GameHistory) -> str:
    """Describe the result of the idle side's last round, such as `JR: C`; empty if it rolled none.

    `game` is `history.now`.
    """
    side = game.active.other
    result = chosen = ""
    for past in islice(reversed(history.past), _LOOKED_BACK):
        before, option = past.before, getattr(past.request, "option", "")
        if before.active is side and before.roll is not None:
            result = result or name_round_result(before, side)
            offers = before.stage.offers if isinstance(before.stage, Choosing) else ()
            if option in {str(offer.card) for offer in offers}:
                chosen = option
        elif result or (before.active is side and option):
            break
    return describe_of(result, chosen) if chosen else result


def name_round_result(game: Game, side: Side) -> str:
    """Name what the dice of this side's round show; of two dice each by its first letter."""
    if game.roll is None or side is not game.active:
        return ""
    if game.roll.method_result is not None:
        return name_result(game.roll.method_result, game.sheet.words)
    names = (game.sheet.words.white, game.sheet.words.coloured)
    shown = zip(names, game.roll.numbers, strict=True)
    return " ".join(f"{name[0].upper()}{number}" for name, number in shown)

"""How a game begins, and what a choice or an action makes of it."""

from collections.abc import Iterator

from msgspec.structs import replace

from cdgdevice.rules import card_row, conditions, dealing, player_actions, requests, set_up, turns
from cdgdevice.rules.actions import cards_by_side, list_drawn_cards, owning_side
from cdgdevice.rules.card_display import Facing, Place, Side
from cdgdevice.rules.card_steps import CardUse, PlayPicked
from cdgdevice.rules.forced_cards import (
    filter_offers,
    find_action_played_at_once,
    find_forced_cards,
)
from cdgdevice.rules.game import (
    AskingHandSizes,
    Choosing,
    Game,
    GameEnd,
    Nominating,
    Playing,
    Ready,
    RowDice,
    RunningSteps,
    SettingUp,
    TurnEnd,
    TurningUp,
    Waiting,
    find_place,
    has_round,
    take_card,
    turn_up_cards,
)
from cdgdevice.rules.guided.list_memory import ListMemory
from cdgdevice.rules.history import moves_nothing
from cdgdevice.rules.instructions import RefillGap, TellPlayer
from cdgdevice.rules.interpreter import step_runner, table_steps
from cdgdevice.rules.interpreter.step_runner import run_steps
from cdgdevice.rules.prompt import NEXT_SIDE, NEXT_TURN, PLAY_NOTHING, list_options, prompt
from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.rules.sheet import Alternative, Sheet, find_condition
from cdgdevice.rules.sheet_entries import ActionMoment
from cdgdevice.rules.steps import Answer, Decide, Step
from cdgdevice.rules.table_corrections import check_table_args, correct_table
from cdgdevice.rules.texts import refusals, sentences
from cdgdevice.rules.texts.near_words import did_you_mean
from cdgdevice.rules.wants import PickedCard


def apply_choice(game: Game, option: str, side: Side) -> Game:
    """Take one of the options that a side is offered."""
    names = tuple(offer.id for offer in list_options(game, side))
    if option not in names:
        hint = did_you_mean(option, names)
        raise NotAllowedError(refusals.not_offered(option, hint, prompt(game).allowed))
    # Who begins out of turn takes the round.
    game = replace(dealing.begin_answer(game), active=side)
    match game.stage:
        case SettingUp():
            return choose_in_set_up(game, game.stage, option)
        case AskingHandSizes():
            return _begin_turn(*turns.take_hand_size(game, int(option)))
        case Ready():
            return _choose_before_roll(game, option)
        case Nominating():
            return _nominate_card(game, option)
        case TurningUp(_, course):
            card = find_place(game, course.side, option)
            game = turn_up_cards(game, course.side, (card,))
            if course.side is game.active:
                game = replace(game, cards_turned_up=(*game.cards_turned_up, card))
            return run_steps(game, course)
        case Waiting():
            return step_runner.take_option(game, game.stage, option)
        case Choosing():
            return _choose_after_roll(game, game.stage, option)
        case Playing() if option != "done" and (late := find_action_played_at_once(game, ())):
            card = find_place(game, game.active, option)
            return _take_sheet_action(game, player_actions.TakeAction(late.id, card=card), game)
        case Playing():
            return _finish_playing(game, game.stage)
        case TurnEnd(discarded):
            if option == NEXT_TURN:
                return _begin_turn(*turns.begin_next_turn(game))
            if option == NEXT_SIDE:
                return replace(game, active=game.active.other)
            return turns.discard_at_turn_end(game, discarded, find_place(game, game.active, option))
        case _:
            raise NotAllowedError(refusals.BEGIN_ANOTHER)


def _finish_playing(game: Game, stage: Playing) -> Game:
    """Draw what the draw pile can't give any more, then end the round."""
    due = dealing.list_draws_due(game)
    steps = dealing.list_draw_steps(game.sheet) if due else ()
    is_done = replace(stage, is_done=True)
    return run_steps(game, RunningSteps(game.active, steps, is_done, picked=due))


def _begin_turn(game: Game, begins: RunningSteps | None) -> Game:
    return game if begins is None else run_steps(game, begins)


def apply_action(game: Game, act: player_actions.Action) -> Game:
    """Take one of the offered actions."""
    now = prompt(game)
    if isinstance(act, player_actions.UnknownAction) or not now.allows(act):
        args = player_actions.write_args(act)
        if act.action == player_actions.SET_TABLE and any(
            each.id == player_actions.SET_TABLE for each in now.actions
        ):
            check_table_args(game, args)
        given = " ".join((act.action, *(f"{name} {value}" for name, value in args.items())))
        raise NotAllowedError(refusals.not_offered(given, "", now.allowed))
    before, game = game, dealing.begin_answer(game)
    match act:
        case player_actions.PlayCombatCard(side, card):
            return _play_combat_card(game, side, card)
        case player_actions.EndCombat():
            game = dealing.fill_own_gap_first(game)
            for side in (Side.LEFT, Side.RIGHT):
                game = dealing.fill_gaps(game, side)
            return game
        case player_actions.ChangeHandSize(side, of):
            return _change_hand_size(game, side, of)
        case player_actions.SetRange():
            return _set_range(game, act)
        case player_actions.MarkCard():
            return _mark_card(game, act)
        case player_actions.EndTurn():
            return turns.end_turn(game)
        case player_actions.EndGame():
            return replace(game, stage=GameEnd(), roll=None)
        case player_actions.TakeAction():
            return _take_sheet_action(game, act, before)
        case _:
            game = correct_table(game, act)
            # The cards as they are now may be enough, or one too few.
            turning = game.stage.course if isinstance(game.stage, TurningUp) else None
            return game if turning is None else run_steps(game, turning)


def replay_messages(game: Game, act: player_actions.Action) -> Game | None:
    """Say again what was said before the die was corrected; None where it can't be said now.

    A mark stays, though none may be set at this moment; with a card that is not face-up it goes.
    A space's range stays too: it is a setting.
    """
    if isinstance(act, player_actions.SetRange):
        return _set_range(game, act)
    if isinstance(act, player_actions.MarkCard):
        up = game.seats[act.side].display.facing_at(act.card) is Facing.UP
        return _mark_card(game, act) if up else game
    if not prompt(game).allows(act):
        return None
    after = apply_action(game, act)
    # With other cards turned up it may move some now: the hands have not done that.
    return after if moves_nothing(game, after) else None


def _set_range(game: Game, act: player_actions.SetRange) -> Game:
    option = card_row.range_option_of(act.space)
    return replace(game, options={**game.options, option: act.to})


def _choose_before_roll(game: Game, option: str) -> Game:
    must = find_forced_cards(game, game.active)
    if option in {str(offer.card) for offer in must}:
        return _play_card(game, find_place(game, game.active, option), must[0].uses)
    return _take_alternative(game, _find_alternative(game, option))


def _find_alternative(game: Game, option: str) -> Alternative:
    return next(way for way in game.sheet.instead if way.id == option)


def _take_alternative(game: Game, way: Alternative) -> Game:
    game = replace(game, roll=None)
    if way.plays is not None:
        # It is a card of the display: it leaves its space, and is counted as a card.
        return _play_card(game, Place(way.plays), (CardUse.EVENT,), once=way)
    if way.steps:
        game = replace(game, lists=game.lists.at_new_list())
        return run_steps(game, RunningSteps(game.active, way.steps, Playing(way)))
    if way.on_map:
        return replace(game, stage=Playing(way))
    return turns.finish_round(game, way, counts=True)


def _nominate_card(game: Game, option: str) -> Game:
    for card in card_row.list_nominees(game, game.active):
        if option == card.id:
            kept = game.kept_nominations.get(game.active, ())[1:]
            game = game.with_kept_nominations(game.active, kept)
            return replace(game, stage=RowDice(card))
    return _take_alternative(game, _find_alternative(game, option))


def _choose_after_roll(game: Game, stage: Choosing, option: str) -> Game:
    cards = {str(offer.card): offer for offer in filter_offers(game, stage.offers)}
    if option in cards:
        at_once = find_action_played_at_once(game, tuple(cards.values()))
        if at_once is not None:
            act = player_actions.TakeAction(at_once.id, card=cards[option].card)
            return _take_sheet_action(game, act, game)
        return _play_card(game, cards[option].card, cards[option].uses)
    for beside in stage.beside:
        if beside.id == option:
            return replace(game, stage=Playing(beside, (CardUse.ANY,)))
    if option == PLAY_NOTHING:
        return turns.go_to_next_round(turns.count_round(game))
    return _take_alternative(game, _find_alternative(game, option))


def _play_card(
    game: Game, card: Place, uses: tuple[CardUse, ...], once: Alternative | None = None
) -> Game:
    if once is not None and find_condition(once, conditions.OnceAGame):
        game = game.change_seat(game.active, used_once=game.seat.used_once | {once.id})
    playing = Playing(card, uses)
    game = replace(take_card(game, game.active, card), stage=playing, gaps_of_played=())
    by_itself = (
        action
        for action in game.sheet.actions
        if ActionMoment.CHOSEN in action.moments and game.active in cards_by_side(game, action)
    )
    steps = tuple(step for action in by_itself for step in action.steps)
    return run_steps(game, RunningSteps(game.active, steps, playing))


def _play_combat_card(game: Game, side: Side, card: Place) -> Game:
    game = take_card(game, side, card)
    seat = game.seats[side]
    return dealing.set_chits(game, side, seat.played + 1, seat.hand_size)


def _change_hand_size(game: Game, side: Side, of: int) -> Game:
    # At the turn's end it is for the next turn: the discards that are left stay as they are.
    game = table_steps.resize_hand(game, side, of, next_turn=isinstance(game.stage, TurnEnd))
    if not isinstance(game.stage, Ready | Nominating):
        return game
    game = dealing.settle_displays(game)
    return game if has_round(game, game.active) else turns.go_to_next_round(game)


def _mark_card(game: Game, act: player_actions.MarkCard) -> Game:
    return game.change_seat(
        act.side, display=game.seats[act.side].display.marked(act.card, act.kind)
    )


def _take_sheet_action(game: Game, act: player_actions.TakeAction, before: Game) -> Game:
    """Run an action of the sheet, by the side that it is for; `before` asks for what was drawn."""
    one = next(each for each in game.sheet.actions if each.id == act.action)
    side = act.side or owning_side(game, one)
    picked: tuple[PickedCard, ...] = ()
    if act.card is not None:
        picked = (PickedCard(side, act.card),)
        if one.drawn:
            drawn = list_drawn_cards(before, side)
            picked = tuple(PickedCard(side, each) for each in drawn[drawn.index(act.card) :])
            game = _note_draws_due(game, picked, before)
    if in_round := find_condition(one, conditions.OnceARound):
        game = replace(game, actions_taken=game.actions_taken | {in_round.taken_by(side)})
    if find_condition(one, conditions.OnceAGame):
        game = game.change_seat(side, used_once=game.seats[side].used_once | {one.id})
    only = find_condition(one, conditions.OnlyCard)
    if only or find_condition(one, conditions.OnceADeal):
        used = game.seats[side].used_since_deal | {only.card if only else one.id}
        game = game.change_seat(side, used_since_deal=used)
    steps = one.steps
    if each_occasion := find_condition(one, conditions.OnceAnOccasion):
        # A card that failed is not rolled for again, unless it answers to something else. One
        # that the action plays at once is gone: there it is the next card that is asked about.
        leaves = any(isinstance(step, PlayPicked) for step in one.steps)
        taken = f"{each_occasion.entry} {side.value} {'' if leaves else act.card or ''}"
        if taken in game.actions_taken:
            steps = (_ask_occasion(steps),)
        game = replace(game, actions_taken=game.actions_taken | {taken})
    return run_steps(game, RunningSteps(side, steps, game.stage, picked))


def _ask_occasion(steps: tuple[Step, ...]) -> Decide:
    answers = Answer("yes", sentences.YES, steps), Answer("no", sentences.NO)
    return Decide(sentences.ANOTHER_OCCASION, answers)


def _note_draws_due(game: Game, missing: tuple[PickedCard, ...], before: Game) -> Game:
    """Note which of the cards that were not drawn are taken from the other display instead."""
    due = tuple(
        (PickedCard(fill.side, fill.card), fill.facing)
        for fill in before.instructions
        if isinstance(fill, RefillGap)
        and fill.or_from_other
        and PickedCard(fill.side, fill.card) in missing
    )
    return replace(game, fills_due=(*game.fills_due, *due))


def set_up_game(sheet: Sheet, new: requests.NewGame) -> Game:
    """Set up a game of this sheet.

    Raises:
        NotAllowedError: when the hand sizes or options are not the sheet's.
    """
    game = _seat_game(sheet, new)
    before = tuple(
        TellPlayer(side, text) for side in Side for text in sheet.before_deal.get(side, ())
    )
    dealt = set_up.deal_at_once(game, led=new.set_up)
    return run_steps(*turns.begin_turn(replace(game, instructions=(*before, *dealt))))


def _seat_game(sheet: Sheet, new: requests.NewGame) -> Game:
    """Return the game as it is after the deal; nothing is said yet, and no turn begun."""
    options = set_up.choose_options(sheet, new)
    hands = set_up.choose_hand_sizes(sheet, new, options)
    game = Game(
        sheet=set_up.with_words_of_game(sheet, options, new.names),
        options=options,
        # Earlier games, and earlier front ends, count from 1.
        turn=set_up.find_first_turn(sheet, options) if new.set_up else 1,
        active=sheet.turn.first,
        seats={
            side: turns.set_up_seat(sheet, side, of, options)
            for side, of in zip(Side, hands, strict=True)
        },
        stage=Ready(),
        roll=None,
        instructions=(),
        lists=ListMemory(sheet.first_numbers),
        # Earlier games, and earlier front ends, continue without these questions.
        asks_hands=sheet.hands.asked and new.set_up,
    )
    return dealing.double_spaces_at_set_up(game)


def guide_set_up(sheet: Sheet, stage: SettingUp) -> Game:
    """Come to a question or page of the set-up; after the last one the game begins.

    Raises:
        NotAllowedError: when the hand sizes or options are not the sheet's.
    """
    game = _seat_game(sheet, stage.new)
    if stage.page is None:
        question = set_up.find_question(game, stage)
        if question is not None:
            bare = set_up.with_empty_displays(game)
            return replace(bare, stage=stage, active=question.side or game.active)
        stage = replace(stage, page=0)
    pages = set_up.list_pages(game)
    number = stage.page or 0
    if number >= len(pages):
        game, course = turns.begin_turn(game)
        led = sheet.list_steps(sheet.set_up_list)
        return run_steps(game, replace(course, steps=(*led, *course.steps)))
    page = pages[number]
    return replace(set_up.lay_out(game, page), stage=stage, instructions=page.acts)


def choose_in_set_up(game: Game, stage: SettingUp, option: str) -> Game:
    """Take the answer to a question of the set-up, or go to the next page."""
    if option == set_up.SKIP:
        if (
            stage.page is not None
            and set_up.list_pages(_seat_game(game.sheet, stage.new))[stage.page].dealt
        ):
            return run_steps(*turns.begin_turn(_seat_game(game.sheet, stage.new)))
        after, assumed = set_up_game(game.sheet, stage.new), tuple(_list_assumed(game))
        tell = TellPlayer(after.active, sentences.describe_assumed(assumed), of_game=True)
        told = (tell,) if assumed else ()
        return replace(after, instructions=(*told, *after.instructions))
    if option == set_up.MORE:
        every = replace(stage.new, few_questions=False)
        return guide_set_up(game.sheet, replace(stage, new=every))
    question = set_up.find_question(game, stage)
    if question is None:
        return guide_set_up(game.sheet, replace(stage, page=(stage.page or 0) + 1))
    answer = next(each for each in question.answers if each.id == option)
    if question.side is None:
        return guide_set_up(game.sheet, replace(stage, new=answer.then))
    hands = (*stage.hands, int(option))
    if len(hands) < len(Side):
        return guide_set_up(game.sheet, replace(stage, hands=hands))
    new = replace(stage.new, hands=(hands[0], hands[1]))
    return guide_set_up(game.sheet, replace(stage, new=new, hands=()))


def _list_assumed(game: Game) -> Iterator[str]:
    """Yield the answer that is taken to each question that is still open."""
    while isinstance(game.stage, SettingUp):
        question = set_up.find_question(game, game.stage)
        if question is None:
            return
        answer, side = question.answers[0], question.side
        hand = sentences.describe_hand(game.sheet.sides[side], answer.title) if side else ""
        yield hand or answer.title
        game = choose_in_set_up(game, game.stage, answer.id)

"""How a game begins: the deal, and the set-up step by step until the first turn."""

from msgspec.structs import replace

from cdgdevice.rules import dealing, requests, set_up, turns
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game import Game, Ready, SettingUp
from cdgdevice.rules.instructions import TellPlayer
from cdgdevice.rules.interpreter.step_runner import run_steps
from cdgdevice.rules.sheet import Sheet


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
        sheet=set_up.with_words_of_variants(sheet, options),
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
        return set_up_game(game.sheet, stage.new)
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
    return guide_set_up(game.sheet, SettingUp(new))

"""The prompt of what steps wait for: a die, a card, an answer."""

from cdgdevice.method.actions import actions
from cdgdevice.method.game import Game
from cdgdevice.method.prompted import Ask, Option, Prompt
from cdgdevice.method.running.answering import ENOUGH, MIXED, event_of, pick_id
from cdgdevice.method.stage import (
    Waiting,
    WantsAnswer,
    WantsCard,
    WantsCards,
    WantsDie,
    WantsDone,
    WantsHeadline,
    WantsHome,
    WantsNumber,
)
from cdgdevice.method.turns import HOME
from cdgdevice.method.words import belonging_to


def waiting(game: Game, stage: Waiting) -> Prompt:
    """Tell what steps wait for and what may be answered."""
    match stage.want:
        case WantsDie(decides, text, method):
            dice = ("method",) if method else ("d6",)
            ask = Ask(decides.value, dice)
            return Prompt("dice", (text,), (game.active,), (), actions(game), ask)
        case WantsCard(among, text):
            options = [
                Option(pick_id(card, among), f"Card {pick_id(card, among)}", ("pick",), card)
                for card in among
            ]
            return _choose(game, text, options)
        case WantsCards(among, text):
            options = [
                Option(pick_id(card, among), f"Card {pick_id(card, among)}", ("nominate",), card)
                for card in among
            ]
            options.append(Option(ENOUGH, "No more cards"))
            return Prompt("nominate", (text,), (), tuple(options), actions(game))
        case WantsAnswer(text, answers):
            return _choose(game, text, [Option(answer.id, answer.title) for answer in answers])
        case WantsNumber(_, text, high):
            return _choose(game, text, [Option(str(n), str(n)) for n in range(high + 1)])
        case WantsHome():
            options = [Option(HOME.id, "Play a home card"), Option("turn-c", "Turn C")]
            return Prompt("home", ("Home card, or turn C?",), (), tuple(options), actions(game))
        case WantsHeadline(has, dealt):
            text = f"Deal {'a card' if dealt == 1 else f'card {dealt}'}: whose event?"
            options = [
                Option(
                    event_of(side),
                    f"{belonging_to(name)}{': discard it' if side in has else ' event'}",
                )
                for side, name in game.sheet.sides.items()
            ]
            return _choose(game, text, [*options, Option(MIXED, "Either side's")])
        case WantsDone(text):
            done = (Option("next", "Done: go on"),)
            return Prompt("ready", (text,), (), done, actions(game))


def _choose(game: Game, text: str, options: list[Option]) -> Prompt:
    return Prompt("choose", (text,), (), tuple(options), actions(game))

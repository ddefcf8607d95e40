"""What a player types for dice: what they show, what a correction brings, and examples of both."""

import re

from msgspec.structs import replace

from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import ONE_METHOD_DIE, prompt
from cdgdevice.rules.questions import Prompt
from cdgdevice.rules.requests import RollDice
from cdgdevice.rules.texts.words import FATE_SIGNS, Words
from cdgdevice.ui.choices import count_thrown_dice

_NUMBERS = ("1", "2", "3", "4", "5", "6")


def prompt_of_roll(history: GameHistory) -> Prompt:
    """Return what was asked as the last roll was made, with those of the dice that it threw."""
    asked = prompt(history.past[-1].roll_from or history.now)
    if asked.ask is None:
        return asked
    thrown = asked.ask.dice[: count_thrown_dice(history.past)]
    return replace(asked, ask=replace(asked.ask, dice=thrown))


def read_dice(words: list[str], now: Prompt, conversion: DieConversion) -> RollDice | None:
    """Understand what the player's own dice show: a Method die, or plain numbers."""
    numbers = tuple(int(word) for word in words if word in _NUMBERS)
    method = now.ask is None or now.ask.dice == ONE_METHOD_DIE
    if method and len(words) == 1 and (result := _read_result(words[0])) is not None:
        return RollDice(result=result)
    wanted = 1 if now.ask is None else len(now.ask.dice)
    if len(numbers) != len(words) or not 1 <= len(words) <= wanted:
        return None
    return RollDice(result=conversion.result(numbers[0])) if method else RollDice(die=numbers)


def are_dice(words: list[str]) -> bool:
    """Return whether a line is what dice show, in whatever game."""
    numbers = all(word in _NUMBERS for word in words)
    return numbers or (len(words) == 1 and _read_result(words[0]) is not None)


def mean_two_dice(words: list[str], now: Prompt) -> bool:
    """Return whether a line that is no throw of the two dice that are due was meant for one."""
    two = now.ask is not None and "white" in now.ask.dice
    return two and re.fullmatch(r"[0-9][0-9\s,;./+-]*", " ".join(words)) is not None


def _read_result(word: str) -> DieResult | None:
    """Understand what a Method die shows: a result's letters, or the signs that stand for one."""
    if word == FATE_SIGNS:
        return DieResult.JR
    return next((result for result in DieResult if result.value == word.upper()), None)


def name_what_shows(now: Prompt) -> str:
    """Return `dice show`, or of one die `die shows`."""
    return "dice show" if now.ask is not None and len(now.ask.dice) > 1 else "die shows"


def give_examples(first: str, now: Prompt, words: Words) -> str:
    """Return examples of dice after a word."""
    if now.ask is None or now.ask.dice == ONE_METHOD_DIE:
        return f"{first} 4, or {first} ABC"
    if len(now.ask.dice) == 1:
        return f"{first} 4"
    if "white" in now.ask.dice:
        return f"{first} 3 5, {words.white} and {words.coloured}"
    return f"{first} 4 2, a number for each die"

"""The texts of a sheet on the glass: those that could not be shown whole."""

from collections.abc import Iterator

from cdgdevice.gadget.views.draw import fits
from cdgdevice.gadget.views.view import Board, CardView, Menu, Mood, Page
from cdgdevice.method.display import Facing, Space
from cdgdevice.method.holding import every_step
from cdgdevice.method.notes import heading
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.steps import (
    Check,
    CheckAgainst,
    Decide,
    GoOn,
    HowMany,
    Nominate,
    Pick,
    PickNumber,
    Remember,
    Reshuffle,
    Say,
    SayAtTurnEnd,
)
from cdgdevice.method.terms import Family

_LATE = 99
"""A turn, a round or a count that takes the most room."""
_DISPLAY = ((CardView(Facing.UP),),) * len(Space)
_MANY = 9
"""Entries of a menu that must scroll, and so has the least room."""


def unfitting(sheet: Sheet) -> tuple[str, ...]:
    """Give a sentence for each text of a sheet that the glass can't show whole."""
    return tuple(dict.fromkeys(_complaints(sheet)))


def _complaints(sheet: Sheet) -> Iterator[str]:
    for name in _names(sheet):
        yield from fits(_board(sheet, name))
    for entry in _entries(sheet):
        yield from fits(Menu("Menu", (entry,) * _MANY, 0))
    longest = max(_names(sheet), key=len)
    for text in _texts(sheet):
        yield from fits(_board(sheet, longest, text.replace("{n}", str(_LATE))))
    for note in sheet.notes:
        yield from fits(Page(Mood.NOTE, heading(note), (note.text,)))


def _board(sheet: Sheet, name: str, *lines: str) -> Board:
    spaces = () if sheet.family is Family.CHECKS else _DISPLAY
    hand = sheet.hands.high or None
    return Board(name, _LATE, _LATE, spaces, lines, hand if sheet.hands.counted else None, hand)


def _names(sheet: Sheet) -> tuple[str, ...]:
    others = (name for variant in sheet.variants for name in variant.names.values())
    return (*sheet.sides.values(), *others)


def _entries(sheet: Sheet) -> Iterator[str]:
    """Give what stands in menus: of the game, of a new game, and of the games laid aside."""
    yield sheet.title
    yield f"{sheet.title} T{sheet.turn.last or _LATE}"
    if sheet.hands.high:
        yield from (f"{name}: {sheet.hands.high}" for name in _names(sheet))
    yield from (f"[x] {variant.title}" for variant in sheet.variants)
    yield from (way.title for way in sheet.instead)
    yield from (action.title for action in sheet.actions)
    yield from (card.title for card in sheet.beside)
    for step in every_step(sheet):
        if isinstance(step, Decide):
            yield from (answer.title for answer in step.answers)
    yield from map(heading, sheet.notes)


def _texts(sheet: Sheet) -> Iterator[str]:
    """Give what stands on a side's board."""
    yield from (text for texts in sheet.before_deal.values() for text in texts)
    yield from (reminder.text for reminder in sheet.turn.reminders)
    for step in every_step(sheet):
        match step:
            case (
                Check(text=text)
                | CheckAgainst(text=text)
                | Decide(text=text)
                | GoOn(text)
                | HowMany(text=text)
                | Nominate(text=text)
                | Pick(text=text)
                | PickNumber(text=text)
                | Remember(text=text)
                | Reshuffle(text=text)
                | SayAtTurnEnd(text)
            ):
                yield text
            case Say(text, undo):
                yield text
                if undo:
                    yield undo
            case _:
                pass

"""The steps that hold no other steps: one line each, by their name in a sheet."""

import re
from collections.abc import Callable

from cdgdevice.method.display import Facing, Space
from cdgdevice.method.form import REQUIRED, Form, Need
from cdgdevice.method.reading.known import ID, Known, reference
from cdgdevice.method.steps import (
    NAMED,
    AddChits,
    Again,
    ChitsAtMost,
    CountCards,
    DiscardPicked,
    EmptyPile,
    ExchangePicked,
    ExtraCard,
    Fill,
    FlipSpaces,
    GoOn,
    HandOver,
    HandSize,
    Headlines,
    HomeCard,
    HowMany,
    Nominate,
    Offer,
    OfferBeside,
    OfferPicked,
    OpenRow,
    Pick,
    PickNumber,
    PickRandom,
    PickUnderWay,
    PlayPicked,
    Recall,
    Remember,
    Reshuffle,
    ReturnExcess,
    RollAgain,
    Say,
    SayAtTurnEnd,
    SetNumber,
    Step,
    SwapPicked,
    TakePicked,
    TurnUp,
    Uncounted,
)
from cdgdevice.method.terms import Among, Takes, Use, Whose

_MOST = 20
"""Cards, chits or things: more than any game has of them."""


def words(form: Form) -> str:
    """Read the text of a step; `{n}` stands for a number that a guided list counts."""
    text = form.text("text")
    if re.search(r"[{}]", text.replace("{n}", "")):
        form.refuse("text", "may hold {n} for a counted number, and no other brackets {}.")
    return text


def naming(form: Form, default: str | Need = REQUIRED) -> str:
    """Read the text of a step in which `{name}` stands for what a list has told under it."""
    text = form.text("text", default)
    if re.search(r"[{}]", NAMED.sub("", text)):
        form.refuse("text", "may hold a name in brackets, like {marked}, and no others {}.")
    return text


def _say(form: Form, _: Known) -> Step:
    into = form.text("into", None, pattern=ID, like="marked")
    called = form.text("called", "")
    if (into is None) is not (called == "") and not form.is_wrong("into"):
        form.refuse("into" if called == "" else "called", 'goes with "into" and "called" together.')
    return Say(words(form), form.text("undo", ""), into, called)


def name(form: Form, key: str = "name") -> str:
    """Read the name of a kept number."""
    return form.text(key, pattern=ID, like="columns")


def whose(form: Form, default: Whose = Whose.MINE) -> Whose:
    """Read which side a step works on."""
    return form.one_of("whose", Whose, default)


def _added(form: Form) -> int:
    by = form.whole("by", low=-_MOST, high=_MOST)
    if by == 0 and "by" in form:
        form.refuse("by", "must not be 0; take the step out, or say how many.")
    return by


def _uses(form: Form) -> tuple[Use, ...]:
    return form.some_of("uses", Use)


def _beside(form: Form, known: Known) -> Step:
    return OfferBeside(reference(form, "card", known.beside, "beside") or "")


def _reshuffle(form: Form, _: Known) -> Step:
    return Reshuffle(whose(form), form.one_of("takes", Takes), words(form))


def _how_many(form: Form, _: Known) -> Step:
    return HowMany(name(form), words(form), form.whole("high", low=1, high=99))


PLAIN_STEPS: dict[str, Callable[[Form, Known], Step]] = {
    "flip": lambda form, _: FlipSpaces(form.some_of("spaces", Space), whose(form)),
    "turn-up": lambda form, _: TurnUp(form.whole("until", low=1, high=10)),
    "offer": lambda form, _: Offer(form.some_of("spaces", Space), _uses(form)),
    "offer-beside": _beside,
    "home": lambda _form, _: HomeCard(),
    "pick": lambda form, _: Pick(
        whose(form),
        form.one_of("among", Among),
        words(form),
        form.some_of("spaces", Space, tuple(Space)),
    ),
    "pick-random": lambda form, _: PickRandom(
        whose(form),
        form.one_of("among", Among, Among.UP),
        form.yes_no("picked", False),
    ),
    "pick-under-way": lambda _form, _: PickUnderWay(),
    "nominate": lambda form, _: Nominate(
        whose(form),
        words(form),
        form.yes_no("chits", False),
        form.one_of("among", Among, Among.UP),
    ),
    "play": lambda form, _: PlayPicked(whose(form, Whose.BOTH)),
    "offer-picked": lambda form, _: OfferPicked(_uses(form), form.yes_no("only", False)),
    "discard": lambda form, _: DiscardPicked(form.yes_no("stays", False)),
    "fill": lambda form, _: Fill(
        form.one_of("facing", Facing, None),
        form.yes_no("discards", False),
        form.yes_no("later", False),
    ),
    "swap": lambda _form, _: SwapPicked(),
    "take": lambda form, _: TakePicked(form.yes_no("gap", False)),
    "exchange": lambda _form, _: ExchangePicked(),
    "return-excess": lambda _form, _: ReturnExcess(),
    "count": lambda form, _: CountCards(whose(form)),
    "chits": lambda form, _: AddChits(whose(form), _added(form)),
    "chits-at-most": lambda form, _: ChitsAtMost(form.whole("number", low=0, high=_MOST)),
    "uncounted": lambda _form, _: Uncounted(),
    "hand-size": lambda form, _: HandSize(_added(form)),
    "empty-pile": lambda _form, _: EmptyPile(),
    "reshuffle": _reshuffle,
    "tell": _say,
    "at-turn-end": lambda form, _: SayAtTurnEnd(words(form)),
    "again": lambda _form, _: Again(),
    "roll-again": lambda _form, _: RollAgain(),
    "open-row": lambda _form, _: OpenRow(),
    "extra-card": lambda _form, _: ExtraCard(),
    "hand-over": lambda form, known: HandOver(
        reference(form, "card", known.beside, "beside") or ""
    ),
    "headlines": lambda _form, _: Headlines(),
    "remember": lambda form, _: Remember(name(form), words(form)),
    "set": lambda form, _: SetNumber(name(form), form.whole("number", low=0, high=99)),
    "how-many": _how_many,
    "random": lambda form, _: PickNumber(name(form), words(form)),
    "recall": lambda form, _: Recall(naming(form, "")),
    "go-on": lambda form, _: GoOn(naming(form)),
}

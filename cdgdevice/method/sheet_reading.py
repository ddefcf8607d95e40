"""Reading a sheet from TOML: every mistake of the file at once, each with its line and remedy."""

from cdgdevice.method.die import Result
from cdgdevice.method.display import Side, Space
from cdgdevice.method.errors import SheetError
from cdgdevice.method.form import Form, parse
from cdgdevice.method.sheet import (
    Doubling,
    EndDiscard,
    Family,
    Hands,
    Instead,
    Outcome,
    OutOfCards,
    Sheet,
    Turn,
    Variant,
)
from cdgdevice.method.steps import FlipSpaces, Offer, Step, TurnUp, Use

DOUBLED_SPACES = "doubled-spaces"
"""The variant that every sheet with unequal hands has (Book, common mechanic #8)."""

_ID = "[a-z0-9]+(-[a-z0-9]+)*"
_LARGEST_HAND = 20


def read_sheet(source: str | bytes, name: str) -> Sheet:
    """Read a sheet; `name` is the file's name in sentences.

    Raises:
        SheetError: when the file has mistakes; it has a sentence for each.
    """
    form, mistakes = parse(source, name)
    if form is None:
        raise SheetError(mistakes.sentences)
    sheet = _sheet(form)
    form.close()
    if mistakes:
        raise SheetError(mistakes.sentences)
    return sheet


def _sheet(form: Form) -> Sheet:
    sides = form.table("sides", required=True)
    set_up = form.table("set-up", required=True)
    set_up.text("source")
    variants = _variants(form)
    combat = "combat" in form
    if combat:
        form.table("combat").text("source")
    return Sheet(
        id=form.text("id", pattern=_ID, like="my-game-2026"),
        title=form.text("title"),
        publisher=form.text("publisher"),
        year=form.whole("year", low=1900, high=2100),
        source=form.text("source"),
        family=form.one_of("family", Family),
        sides={side: sides.text(side.value) for side in Side},
        face_up=set_up.some_of("face-up", Space),
        hands=_hands(form.table("hands", required=True)),
        turn=_turn(form.table("turn", required=True)),
        combat=combat,
        variants=variants,
        instead=_all_instead(form, variants),
        outcomes=_outcomes(form),
    )


def _hands(form: Form) -> Hands:
    low = form.whole("low", low=1, high=_LARGEST_HAND)
    high = form.whole("high", low=low, high=_LARGEST_HAND)
    default = form.wholes("default", low=low, high=high, count=2)
    left, right = default if len(default) == 2 else (low, low)
    return Hands((left, right), low, high, form.yes_no("vary", False), form.text("source"))


def _turn(form: Form) -> Turn:
    return Turn(
        first=form.one_of("first", Side),
        rounds=form.whole("rounds", None, low=1, high=_LARGEST_HAND),
        discard=form.one_of("discard", EndDiscard, EndDiscard.NONE),
        source=form.text("source"),
    )


def _variants(form: Form) -> tuple[Variant, ...]:
    variants = [
        Variant(
            item.text("id", pattern=_ID, like="eight-cards"),
            item.text("title"),
            item.yes_no("default"),
            item.text("source"),
        )
        for item in form.each("variants")
    ]
    if "doubled-spaces" in form:
        doubled = form.table("doubled-spaces")
        doubling = doubled.one_of("when", Doubling)
        source = doubled.text("source")
        if doubling is not Doubling.NEVER:
            on = doubling is Doubling.RULE
            variants.append(Variant(DOUBLED_SPACES, "Doubled spaces", on, source))
    _check_names(form, "variants", tuple(variant.id for variant in variants))
    return tuple(variants)


def _all_instead(form: Form, variants: tuple[Variant, ...]) -> tuple[Instead, ...]:
    ways = tuple(_instead(way, variants) for way in form.each("instead"))
    _check_names(form, "instead", tuple(way.id for way in ways))
    return ways


def _instead(form: Form, variants: tuple[Variant, ...]) -> Instead:
    known = tuple(variant.id for variant in variants)
    return Instead(
        id=form.text("id", pattern=_ID, like="one-ops"),
        title=form.text("title"),
        on_map=form.yes_no("on-map", False),
        out_of_cards=form.one_of("out-of-cards", OutOfCards, OutOfCards.NEVER),
        option=form.text("variant", None, choices=known) if known else form.text("variant", None),
        source=form.text("source"),
    )


def _outcomes(form: Form) -> dict[Result, Outcome]:
    outcomes: dict[Result, Outcome] = {}
    for item in form.each("results"):
        result = item.one_of("result", Result)
        if result in outcomes:
            item.refuse("result", f'"{result.value}" is there already; keep one of the two.')
        steps = [_step(step) for step in item.each("steps", at_least=1)]
        known = tuple(step for step in steps if step is not None)
        if known and len(known) == len(steps):
            _check_steps(item, known)
        outcomes[result] = Outcome(known, item.text("source"))
    missing = [result.value for result in Result if result not in outcomes]
    if missing:
        form.refuse("results", f"must have each result once; missing: {', '.join(missing)}.")
    return outcomes


def _step(form: Form) -> Step | None:
    match form.text("do", choices=("flip", "turn-up", "offer")):
        case "flip":
            return FlipSpaces(form.some_of("spaces", Space))
        case "turn-up":
            return TurnUp(form.whole("until", low=1, high=10))
        case "offer":
            return Offer(form.some_of("spaces", Space), form.some_of("uses", Use))
        case _:
            for key in form.keys:
                _ = key in form  # known to some step: the name of the step is the one mistake
            return None


def _check_steps(form: Form, steps: tuple[Step, ...]) -> None:
    """Refuse steps that can leave the player without a card to play."""
    turned: set[Space] = set()
    offered: set[Space] = set()
    any_card = False
    for step in steps:
        match step:
            case FlipSpaces(spaces):
                turned.update(spaces)
            case TurnUp():
                any_card = True
            case Offer(spaces, uses):
                offered.update(spaces if uses else ())
        if offered and not isinstance(step, Offer):
            form.refuse("steps", "must end with the offers; move every flip and turn-up up.")
    if not (turned & offered or (any_card and offered == set(Space))):
        form.refuse(
            "steps",
            "must flip a card, or turn up any, and then offer it, or nothing can be played.",
        )


def _check_names(form: Form, key: str, names: tuple[str, ...]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        form.refuse(key, f"has {', '.join(twice)} more than once; rename or remove one.")

"""Reading a sheet from TOML: every mistake of the file at once, each with its line and remedy."""

from cdgdevice.method.display import Side, Space
from cdgdevice.method.errors import SheetError
from cdgdevice.method.form import Form, parse
from cdgdevice.method.reading.cards import read_beside, read_marks, read_note, read_row
from cdgdevice.method.reading.checking import check
from cdgdevice.method.reading.known import ID, Known, reference
from cdgdevice.method.reading.turn import read_hands, read_turn, turns
from cdgdevice.method.reading.variants import read_variants
from cdgdevice.method.reading.ways import read_action, read_instead, read_outcomes
from cdgdevice.method.sheet import SetAside, Sheet
from cdgdevice.method.terms import Family


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
    family = form.one_of("family", Family, None)
    hands = read_hands(form)
    variants = read_variants(form, hands)
    beside = read_beside(form, family)
    known = Known(
        family,
        hands,
        variants=tuple(variant.id for variant in variants),
        beside=tuple(card.id for card in beside),
    )
    sides = form.table("sides", required=True)
    sheet = Sheet(
        id=form.text("id", pattern=ID, like="my-game-2026"),
        title=form.text("title"),
        publisher=form.text("publisher"),
        year=form.whole("year", low=1900, high=2100),
        source=form.text("source"),
        family=form.one_of("family", Family),
        sides={side: sides.text(side.value) for side in Side},
        face_up=_face_up(form, family),
        hands=hands,
        turn=read_turn(form, known),
        combat=_combat(form),
        variants=variants,
        instead=tuple(read_instead(item, known) for item in form.each("instead")),
        outcomes=read_outcomes(form, known),
        actions=tuple(read_action(item, known) for item in form.each("actions")),
        beside=beside,
        marks=read_marks(form),
        row=read_row(form, family),
        notes=tuple(read_note(item) for item in form.each("notes")),
        combat_unless=_combat_unless(form, known),
        set_aside=_set_aside(form),
        lowest=form.text("lowest", "Ops"),
        before_deal=_before_deal(form),
    )
    check(form, sheet, known)
    return sheet


def _face_up(form: Form, family: Family | None) -> tuple[Space, ...]:
    if "set-up" not in form and family in (Family.CHECKS, None):
        return ()
    set_up = form.table("set-up", required=True)
    set_up.text("source")
    return set_up.some_of("face-up", Space)


def _before_deal(form: Form) -> dict[Side, tuple[str, ...]]:
    before = form.table("set-up").table("before")
    return {side: before.texts(side.value) for side in Side if side.value in before}


def _combat(form: Form) -> bool:
    if "combat" not in form:
        return False
    form.table("combat").text("source")
    return True


def _combat_unless(form: Form, known: Known) -> str | None:
    return reference(form.table("combat"), "unless", known.variants, "variants", None)


def _set_aside(form: Form) -> SetAside | None:
    if "set-aside" not in form:
        return None
    aside = form.table("set-aside")
    return SetAside(
        aside.one_of("side", Side),
        aside.some_of("spaces", Space),
        turns(aside) or (1, 1),
        aside.text("source"),
    )

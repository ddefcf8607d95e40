"""Reading variants: the rules and scenarios that a player switches on or off for a game."""

from cdgdevice.method.display import Side, Space
from cdgdevice.method.form import Form
from cdgdevice.method.reading.known import DOUBLED_SPACES, ID, refuse_doubles, variant_id
from cdgdevice.method.sheet import FixedDoubling, Hands, Variant
from cdgdevice.method.terms import Doubling


def read_variants(form: Form, hands: Hands) -> tuple[Variant, ...]:
    """Read [[variants]], and the one that [doubled-spaces] makes."""
    variants = (*(_variant(item, hands) for item in form.each("variants")), *_doubled_spaces(form))
    refuse_doubles(form, "variants", tuple(variant.id for variant in variants))
    groups = [variant.group for variant in variants if variant.group and variant.default]
    for group in sorted({group for group in groups if groups.count(group) > 1}):
        form.refuse("variants", f'has more than one default in group "{group}"; keep one.')
    return variants


def _variant(form: Form, hands: Hands) -> Variant:
    face_up, names = form.table("face-up"), form.table("sides")
    return Variant(
        variant_id(form),
        form.text("title"),
        form.yes_no("default"),
        form.text("source"),
        group=form.text("group", None, pattern=ID, like="scenario"),
        face_up={
            side: face_up.some_of(side.value, Space) for side in Side if side.value in face_up
        },
        names={side: names.text(side.value) for side in Side if side.value in names},
        hands=_hands(form, hands),
        doubling=_fixed(form.table("doubled")) if "doubled" in form else None,
    )


def _hands(form: Form, hands: Hands) -> tuple[int, int] | None:
    if "hands" not in form:
        return None
    if not hands.high:
        form.refuse("hands", "needs the section [hands] with the sizes that a hand can have.")
        return None
    sizes = form.wholes("hands", (), low=hands.low, high=hands.high, count=2)
    return (sizes[0], sizes[1]) if len(sizes) == 2 else None


def _fixed(form: Form) -> FixedDoubling:
    spaces = form.some_of("spaces", Space)
    once = form.some_of("once", Space, ())
    if not set(once) <= set(spaces):
        form.refuse("once", "must name doubled spaces only; name them under spaces, too.")
    if not spaces and "spaces" in form:
        form.refuse("spaces", "must name a space at least; or take this section out.")
    return FixedDoubling(form.one_of("side", Side), spaces, once)


def _doubled_spaces(form: Form) -> tuple[Variant, ...]:
    if "doubled-spaces" not in form:
        return ()
    doubled = form.table("doubled-spaces")
    doubling = doubled.one_of("when", Doubling)
    source = doubled.text("source")
    return (Variant(DOUBLED_SPACES, "Doubled spaces", doubling is Doubling.RULE, source),)

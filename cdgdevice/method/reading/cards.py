"""Reading what a sheet says of cards: marks, cards beside the display, ranges, notes."""

from cdgdevice.method.display import Side, Space
from cdgdevice.method.form import Form
from cdgdevice.method.mark import FORCED_BY_JOLLY_ROGER, MANDATORY, Mark
from cdgdevice.method.reading.known import own_id
from cdgdevice.method.sheet import Beside, MarkRules, Note, RowRules
from cdgdevice.method.terms import Excess, Family


def read_marks(form: Form) -> MarkRules | None:
    """Read [marks]; without it no card can be marked."""
    if "marks" not in form:
        return None
    marks = form.table("marks")
    kinds = marks.some_of("kinds", Mark)
    excess = marks.one_of("excess", Excess, Excess.NONE)
    if excess is not Excess.NONE and not set(kinds) & set(MANDATORY):
        marks.refuse("excess", "speaks of mandatory cards; name that kind of mark, too.")
    jolly_roger = marks.yes_no("jolly-roger", False)
    if jolly_roger and not set(kinds) & set(FORCED_BY_JOLLY_ROGER):
        marks.refuse("jolly-roger", "forces scoring or special cards; name one of these kinds.")
    at_once = marks.yes_no("at-once", False)
    return MarkRules(kinds, excess, jolly_roger, marks.text("source"), at_once)


def read_beside(form: Form, family: Family | None) -> tuple[Beside, ...]:
    """Read [[beside]]."""
    return tuple(_beside(item, family) for item in form.each("beside"))


def _beside(form: Form, family: Family | None) -> Beside:
    for key in ("target", "holder"):
        if key in form and family not in (Family.ROW, None):
            form.refuse(key, "means something in the row family only; take it out.")
    return Beside(
        own_id(form, "china-card"),
        form.text("title"),
        form.text("source"),
        counts=form.yes_no("counts", False),
        target=form.whole("target", None, low=1, high=6),
        holder=form.one_of("holder", Side, None),
    )


def read_row(form: Form, family: Family | None) -> RowRules | None:
    """Read [row], which the row family must have."""
    if "row" not in form and family is not Family.ROW:
        return None
    row = form.table("row", required=True)
    ranges = row.table("ranges", required=True)
    return RowRules(
        {space: ranges.whole(space.value, low=1, high=6) for space in Space}, row.text("source")
    )


def read_note(form: Form) -> Note:
    """Read one of [[notes]]."""
    card = form.text("card", None, pattern="[^0-9]*[0-9].*", like="#22")
    return Note(card, form.text("title"), form.text("text"), form.text("source"))

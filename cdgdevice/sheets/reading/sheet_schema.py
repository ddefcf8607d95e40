"""How a sheet stands in its file: every table with its keys; all mistakes of the file at once."""

from collections.abc import Container, Iterable, Mapping

from msgspec.structs import replace

from cdgdevice.rules import sheet_entries as entries
from cdgdevice.rules.card_display import (
    MANDATORY_MARKS,
    MARKS_FORCED_BY_JOLLY_ROGER,
    Mark,
    Side,
    Space,
)
from cdgdevice.rules.conditions import OF_ACTIONS, OF_WAYS
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.requests import RulesError
from cdgdevice.rules.sheet import (
    Alternative,
    GuidedList,
    Outcome,
    RowRules,
    Sheet,
    SheetAction,
    TurnRules,
)
from cdgdevice.rules.steps import walk_steps
from cdgdevice.rules.texts.words import Words
from cdgdevice.sheets.reading.sheet_checks import check_entries
from cdgdevice.sheets.reading.step_schema import (
    References,
    StepList,
    read_entry,
    read_id,
    read_reference,
    read_variant_id,
    refuse_duplicates,
)
from cdgdevice.sheets.reading.terms_schema import read_terms, read_words
from cdgdevice.tomlform.form import REQUIRED, Form, parse_form
from cdgdevice.tomlform.value_checks import LIMITS


def read_marks(form: Form, known: References) -> entries.MarkRules | None:
    """Read [marks]; without it no card can be marked."""
    if "marks" not in form:
        return None
    form = form.table("marks")
    marks = read_entry(form, entries.MarkRules, known)
    if marks.excess is not entries.ExcessRule.NONE and not set(marks.kinds) & set(MANDATORY_MARKS):
        form.refuse("excess", "speaks of mandatory cards; name that kind of mark, too.")
    if marks.jolly_roger_forces and not set(marks.kinds) & set(MARKS_FORCED_BY_JOLLY_ROGER):
        form.refuse("jolly-roger", "forces scoring or special cards; name one of these kinds.")
    if marks.first_by_event and Mark.FIRST_OPPORTUNITY not in marks.kinds:
        form.refuse("first-by-event", 'is of first-opportunity cards; add "first-opportunity".')
    return marks


def _read_beside_card(form: Form, known: References) -> entries.BesideCard:
    for key in ("target", "holder"):
        if key in form and known.family not in (entries.SheetFamily.ROW, None):
            form.refuse(key, "means something in the row family only; take it out.")
    card = read_entry(form, entries.BesideCard, known)
    _refuse_long_word(form, "short", card.short)
    return card


LONGEST_ON_TOP = 8
"""Characters of what is said of a side at the top of its screen."""


def _read_state(form: Form, known: References) -> entries.SideState:
    state = read_entry(form, entries.SideState, known)
    _refuse_long_word(form, "title", state.title)
    return state


def _read_list(form: Form, known: References) -> GuidedList:
    read = read_entry(form, GuidedList, known)
    known.step_lists.append(StepList(form, "steps", read.steps, shared=True))
    return read


def _refuse_long_word(form: Form, key: str, word: str) -> None:
    if len(word) > LONGEST_ON_TOP:
        form.refuse(
            key, f"has {len(word)} characters, and there is room for {LONGEST_ON_TOP}; shorten it."
        )


def read_row(form: Form, family: entries.SheetFamily | None) -> RowRules | None:
    """Read [row], which the row family must have."""
    if "row" not in form and (family is None or not family.nominates):
        return None
    row = form.table("row", required=True)
    source = row.text("source")
    before = _read_ranges(row, "without-facts") if "without-facts" in row else {}
    return RowRules(
        _read_ranges(row, "ranges"),
        source,
        any_purpose=row.text("any-purpose", "any purpose"),
        without_actions=row.text("without-actions", ""),
        played=row.text("played", ""),
        on_doubles=row.text("on-doubles", ""),
        without_facts=before,
        notes=row.texts("notes", ()),
        doubles_note=row.text("doubles-note", None),
        missed_note=row.text("missed-note", None),
    )


def _read_ranges(row: Form, key: str) -> Mapping[Space, int]:
    ranges = row.table(key, required=True)
    return {space: ranges.whole(space.value, low=1, high=6) for space in Space}


def read_hands(form: Form) -> entries.HandRules:
    """Read [hands]; without it no hand size is known, and no chit is turned."""
    if "hands" not in form:
        return entries.HandRules((0, 0), 0, 0, vary=False, source="", counted=False)
    hands = form.table("hands")
    low = hands.whole("low", low=1, high=entries.LARGEST_HAND)
    high = hands.whole("high", low="low", high=entries.LARGEST_HAND)
    by_turn = hands.wholes("by-turn", (), low="low", high="high")
    first = (by_turn[0],) * 2 if by_turn else REQUIRED
    default = hands.wholes("default", first, low="low", high="high")
    if len(default) != len(Side):
        both = f"must have two numbers, of the left side and the right. {LIMITS[Side]}"
        hands.refuse("default", both)
    left, right = default if len(default) == len(Side) else (low, low)
    return entries.HandRules(
        (left, right),
        low,
        high,
        vary=hands.yes_no("vary", False),
        source=hands.text("source"),
        counted=hands.yes_no("counted", True),
        by_turn=by_turn,
        asked=hands.yes_no("asked", False),
        while_pile_empty=hands.whole("while-pile-empty", None, low=0, high="high"),
    )


def read_turn(form: Form, known: References) -> TurnRules:
    """Read [turn]; the form is the sheet's."""
    turn = form.table("turn", required=True)
    rules = read_entry(turn, TurnRules, known)
    known.step_lists.append(StepList(turn, "begins", rules.begins))
    for item, reminder in zip(turn.each("reminders"), rules.reminders, strict=True):
        _check_reminder(item, reminder)
    return rules


def _check_reminder(form: Form, reminder: entries.Reminder) -> None:
    side, round_ = reminder.side, reminder.round
    if round_ and side is None and "side" not in form:
        form.refuse("round", "needs a side: the reminder comes before that side's round.")
    if side is not None and not round_ and ("round" not in form or round_ == 0):
        form.refuse("side", "needs a round from 1; at the turn's start or end leave the side out.")
    if reminder.off is not None and reminder.to is None:
        form.refuse("off", 'goes with "adds" and "to": what is taken off is added there.')


def read_variants(
    form: Form, words: Words, family: entries.SheetFamily | None
) -> tuple[entries.Variant, ...]:
    """Read [[variants]], and the one that [doubled-spaces] makes; [hands] is read already."""
    variants = (
        *(_read_variant(item, form) for item in form.each("variants")),
        *_read_doubled_spaces(form, words),
    )
    ids = tuple(variant.id for variant in variants)
    refuse_duplicates(form, "variants", ids)
    for item, variant in zip(form.each("variants"), variants, strict=False):
        _refuse_unknown_variants(item, "unless", variant.unless, ids)
        _refuse_unknown_variants(item, "needs", filter(None, (variant.needs,)), ids)
        if variant.pile_off_displays and family not in (entries.SheetFamily.PILE, None):
            item.refuse("pile-off-displays", "is for the pile family only; take it out.")
    groups = [variant.group for variant in variants if variant.group and variant.default]
    for group in sorted({group for group in groups if groups.count(group) > 1}):
        form.refuse("variants", f'has more than one default in group "{group}"; keep one.')
    return variants


def _refuse_unknown_variants(
    form: Form, key: str, names: Iterable[str], known: Container[str]
) -> None:
    for name in names:
        if name not in known:
            form.refuse(key, f'names "{name}", which is none of the variants.')


def _read_variant(form: Form, sheet: Form) -> entries.Variant:
    face_up, names = form.table("face-up"), form.table("sides")
    return entries.Variant(
        read_variant_id(form),
        form.text("title"),
        form.yes_no("default"),
        form.text("source"),
        group=read_id(form, "group", None, like="scenario"),
        face_up={side: face_up.enums(side.value, Space) for side in Side if side.value in face_up},
        names={side: names.text(side.value) for side in Side if side.value in names},
        hands=_read_variant_hands(form, sheet),
        doubling=_read_fixed_doubling(form.table("doubled")) if "doubled" in form else None,
        text=form.text("text", None),
        unless=form.texts("unless", ()),
        needs=form.text("needs", None),
        home=form.one_of("home", Side, None),
        first_turn=form.whole("first-turn", 1, low=1, high=99),
        pile_off_displays=form.yes_no("pile-off-displays", default=False),
        question=form.text("question", ""),
        more=form.yes_no("more", default=False),
    )


def _read_variant_hands(form: Form, sheet: Form) -> tuple[int, int] | None:
    if "hands" not in form:
        return None
    if "hands" not in sheet:
        form.refuse("hands", "needs the section [hands] with the sizes that a hand can have.")
        return None
    bounds = sheet.table("hands")
    sizes = form.wholes("hands", (), low="low", high="high", count=2, bounds_in=bounds)
    return (sizes[0], sizes[1]) if len(sizes) == 2 else None


def _read_fixed_doubling(form: Form) -> entries.FixedDoubling:
    spaces = form.enums("spaces", Space)
    once = form.enums("once", Space, ())
    if not set(once) <= set(spaces):
        only = "must name doubled spaces only; name them under spaces, too."
        form.refuse("once", only, depends_on=("spaces",))
    return entries.FixedDoubling(form.one_of("side", Side), spaces, once)


def _read_doubled_spaces(form: Form, words: Words) -> tuple[entries.Variant, ...]:
    if "doubled-spaces" not in form:
        return ()
    doubled = form.table("doubled-spaces")
    doubling = doubled.one_of("when", entries.DoublingRule)
    source = doubled.text("source")
    title = f"Doubled {words.space}s"
    on = doubling is entries.DoublingRule.RULE
    who = "By the rules, the side" if on else "The side"
    text = f"{who} with more cards has two in some {words.space}s."
    return (entries.Variant(entries.DOUBLED_SPACES, title, on, source, text=text, more=True),)


def read_outcomes(form: Form, known: References) -> dict[DieResult, Outcome]:
    """Read [[results]]."""
    outcomes: dict[DieResult, Outcome] = {}
    for item in form.each("results"):
        result = item.one_of("result", DieResult)
        if result in outcomes:
            item.refuse("result", f'"{result.value}" is there already; keep one of the two.')
        outcome = read_entry(item, Outcome, known)
        known.step_lists.append(StepList(item, "steps", outcome.steps, rolled=True, offers=True))
        outcomes[result] = outcome
    return outcomes


def read_alternative(form: Form, known: References) -> Alternative:
    """Read one of [[instead]]."""
    way = read_entry(form, Alternative, known, OF_WAYS)
    known.step_lists.append(StepList(form, "steps", way.steps, offers=True))
    return way


def read_action(form: Form, known: References) -> SheetAction:
    """Read one of [[actions]]."""
    action = read_entry(form, SheetAction, known, OF_ACTIONS)
    known.step_lists.append(
        StepList(
            form,
            "steps",
            action.steps,
            picked=action.card is not None or form.is_wrong("card"),
            offers=not {entries.ActionMoment.TURN_END, entries.ActionMoment.CHOSEN}
            & {*action.moments},
            under_way=bool(
                {entries.ActionMoment.PLAY, entries.ActionMoment.CHOSEN} & {*action.moments}
            )
            or form.is_wrong("when"),
        )
    )
    return action


class SheetError(RulesError):
    """A sheet file has mistakes; `mistakes` has a sentence for every one of them."""

    def __init__(self, mistakes: tuple[str, ...]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


def read_sheet(source: str | bytes, name: str) -> Sheet:
    """Read a sheet; `name` is the file's name in sentences.

    Raises:
        SheetError: when the file has mistakes; it has a sentence for each.
    """
    form, mistakes = parse_form(source, name)
    if form is None:
        raise SheetError(mistakes.sentences)
    sheet = _read_form(form)
    form.close()
    if mistakes:
        raise SheetError(mistakes.sentences)
    return sheet


def _read_form(form: Form) -> Sheet:
    family = form.one_of("family", entries.SheetFamily, None)
    hands = read_hands(form)
    words = read_words(form.table("words"))
    variants = read_variants(form, words, family)
    known = References(form, family, hands, variants=tuple(variant.id for variant in variants))
    beside = tuple(_read_beside_card(item, known) for item in form.each("beside"))
    states = tuple(_read_state(item, known) for item in form.each("states"))
    refuse_duplicates(form, "states", tuple(state.id for state in states))
    known = replace(
        known,
        beside=tuple(card.id for card in beside),
        states=tuple(state.id for state in states),
        lists=tuple(name for item in form.each("lists") if (name := item.text("id", None))),
    )
    turn = read_turn(form, known)
    sheet = Sheet(
        id=read_id(form, "id", like="my-game-2026"),
        title=form.text("title"),
        publisher=form.text("publisher"),
        year=form.whole("year", low=1900, high=2100),
        source=form.text("source"),
        document=form.text("source").partition(",")[0],
        edition=form.text("edition", ""),
        family=form.one_of("family", entries.SheetFamily),
        sides=_read_sides(form.table("sides", required=True)),
        face_up=_read_face_up(form, family),
        hands=hands,
        turn=turn,
        variants=variants,
        instead=tuple(read_alternative(item, known) for item in form.each("instead")),
        outcomes=read_outcomes(form, known),
        beside=beside,
        states=states,
        words=replace(words, has_turns=hands.counted or turn.rounds is not None),
    )
    sheet = _read_set_up(form, _read_entries(form, sheet, known), known)
    check_entries(form, sheet, known)
    return sheet


def _read_sides(form: Form) -> dict[Side, str]:
    form.limit = f" {LIMITS[Side]}"
    return {side: form.text(side.value) for side in Side}


def _read_entries(form: Form, sheet: Sheet, known: References) -> Sheet:
    """Add actions, lists, marks, the row, notes and explained words."""
    actions = tuple(read_action(item, known) for item in form.each("actions"))
    return replace(
        sheet,
        actions=actions,
        titled_with_side=frozenset(
            each.id for each in actions if each.only and sheet.sides[each.only] in each.title
        ),
        step_kinds={each.id: frozenset(map(type, walk_steps(each.steps))) for each in actions},
        lists=tuple(_read_list(item, known) for item in form.each("lists")),
        kept=tuple(read_entry(item, entries.KeptInSight, known) for item in form.each("kept")),
        marks=read_marks(form, known),
        row=read_row(form, known.family),
        notes=tuple(read_entry(item, entries.Note, known) for item in form.each("notes")),
        terms=read_terms(form),
        lowest=form.text("lowest", "Ops"),
    )


def _read_set_up(form: Form, sheet: Sheet, known: References) -> Sheet:
    """Add what the set-up leads through, combat cards, and the card that is set aside."""
    set_up, combat = form.table("set-up"), form.table("combat")
    before = set_up.table("before")
    if "combat" in form:
        combat.text("source")
    return replace(
        sheet,
        combat="combat" in form,
        combat_unless=read_reference(combat, "unless", known, "variants", None),
        own_gap_first=combat.yes_no("own-gap-first", default=False),
        set_aside=read_entry(form.table("set-aside"), entries.SetAsideRules, known)
        if "set-aside" in form
        else None,
        before_deal={side: before.texts(side.value) for side in Side if side.value in before},
        before_deal_sources=before.texts("sources", ()),
        set_up=tuple(_read_set_up_step(each, known) for each in set_up.each("steps")),
        set_up_source=set_up.text("source", ""),
        set_up_list=read_reference(set_up, "list", known, "lists", None),
    )


def _read_face_up(form: Form, family: entries.SheetFamily | None) -> tuple[Space, ...]:
    if "set-up" not in form and family in (entries.SheetFamily.CHECKS, None):
        return ()
    set_up = form.table("set-up", required=True)
    if family is not None and not family.has_display and "list" not in set_up:
        set_up.ignore_rest()
        form.refuse("set-up", 'has no place in the checks family but for its "list"; name one.')
        return ()
    set_up.text("source")
    if family is not None and not family.has_display:
        return ()
    return set_up.enums("face-up", Space, may_be_empty=True)


def _read_set_up_step(form: Form, known: References) -> entries.SetUpStep:
    step = read_entry(form, entries.SetUpStep, known)
    _refuse_unknown_variants(form, "unless", step.unless, known.variants)
    return step

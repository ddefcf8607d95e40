"""Reading what is done with and without the Method die: results, other rounds, and actions."""

from cdgdevice.method.die import Result
from cdgdevice.method.display import Side, Space
from cdgdevice.method.form import Form
from cdgdevice.method.reading.course import StepList
from cdgdevice.method.reading.known import Known, own_id, reference
from cdgdevice.method.reading.steps import read_steps
from cdgdevice.method.reading.turn import turns
from cdgdevice.method.sheet import Action, Instead, Outcome
from cdgdevice.method.terms import Among, Moment, OutOfCards, UnderWay, Use, Who


def read_outcomes(form: Form, known: Known) -> dict[Result, Outcome]:
    """Read [[results]]."""
    outcomes: dict[Result, Outcome] = {}
    for item in form.each("results"):
        result = item.one_of("result", Result)
        if result in outcomes:
            item.refuse("result", f'"{result.value}" is there already; keep one of the two.')
        steps = read_steps(item, "steps", known, at_least=1)
        known.courses.append(StepList(item, "steps", steps, rolled=True, offers=True))
        outcomes[result] = Outcome(steps, item.text("source"))
    return outcomes


def read_instead(form: Form, known: Known) -> Instead:
    """Read one of [[instead]]."""
    steps = read_steps(form, "steps", known)
    known.courses.append(StepList(form, "steps", steps, offers=True))
    return Instead(
        id=own_id(form, "one-ops"),
        title=form.text("title"),
        on_map=form.yes_no("on-map", False),
        out_of_cards=form.one_of("out-of-cards", OutOfCards, OutOfCards.NEVER),
        option=_variant(form, known),
        source=form.text("source"),
        side=form.one_of("side", Side, None),
        turns=turns(form),
        first_round=form.yes_no("first-round", False),
        plays=form.one_of("plays", Space, None),
        must=form.yes_no("must", False),
        counts=form.yes_no("counts", False),
        once=form.yes_no("once", False),
        after_roll=form.yes_no("after-roll", False),
        last_chit=form.yes_no("last-chit", False),
        ends_turn=form.yes_no("ends-turn", False),
        fallback=form.yes_no("fallback", False),
        steps=steps,
        pile_gone=form.yes_no("pile-gone", False),
        at_most=form.whole("at-most", None, low=1, high=9),
    )


def read_action(form: Form, known: Known) -> Action:
    """Read one of [[actions]]."""
    steps = read_steps(form, "steps", known, at_least=1)
    moments = form.some_of("when", Moment)
    card = form.one_of("card", Among, None)
    known.courses.append(
        StepList(
            form,
            "steps",
            steps,
            picked=card is not None,
            offers=Moment.TURN_END not in moments,
            under_way=Moment.PLAY in moments,
        )
    )
    return Action(
        id=own_id(form, "random-discard"),
        title=form.text("title"),
        moments=moments,
        who=form.one_of("who", Who, Who.ACTIVE),
        only=form.one_of("side", Side, None),
        card=card,
        offered=form.yes_no("offered", False),
        needs_chit=form.yes_no("needs-chit", False),
        option=_variant(form, known),
        result=form.one_of("result", Result, None),
        steps=steps,
        source=form.text("source"),
        turns=turns(form),
        first_round=form.yes_no("first-round", False),
        chit_left=form.yes_no("chit-left", False),
        once=form.yes_no("once", False),
        all_up=form.yes_no("all-up", False),
        use=form.one_of("use", Use, None),
        once_a_round=form.yes_no("once-a-round", False),
        rolled=form.yes_no("rolled", False),
        revealed=form.yes_no("revealed", False),
        under_way=form.one_of("under-way", UnderWay, None),
        pile_gone=form.yes_no("pile-gone", False),
        other_chit=form.yes_no("other-chit", False),
    )


def _variant(form: Form, known: Known) -> str | None:
    return reference(form, "variant", known.variants, "variants", None)

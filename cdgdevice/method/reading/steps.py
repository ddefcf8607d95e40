"""Reading steps: each by its name, and the steps that some of them hold."""

from cdgdevice.method.form import Form
from cdgdevice.method.reading.known import ID, Known, reference, refuse_doubles
from cdgdevice.method.reading.plain_steps import PLAIN_STEPS, name, whose, words
from cdgdevice.method.steps import (
    Answer,
    Check,
    CheckAgainst,
    Decide,
    Each,
    IfAny,
    IfPicked,
    IfVariant,
    MethodCheck,
    RangeCheck,
    Step,
)

DEEPEST = 8
"""So many lists of steps may lie one within the other."""

_HOLDING = (
    "check",
    "method-die",
    "range-dice",
    "decide",
    "if",
    "if-picked",
    "each",
    "check-against",
    "if-any",
)
STEP_NAMES = (*PLAIN_STEPS, *_HOLDING)
"""What a step can be: the values of `do`."""


def read_steps(
    form: Form, key: str, known: Known, *, at_least: int = 0, depth: int = 1
) -> tuple[Step, ...]:
    """Read an array of steps; one that can't be read is left out."""
    if depth > DEEPEST and key in form:
        form.refuse(key, f"lies too deep; write it flatter, at most {DEEPEST} lists of steps deep.")
        for each in form.each(key):
            each.forgive()  # nobody asks what is in there
        return ()
    steps = (_step(each, known, depth) for each in form.each(key, at_least=at_least))
    return tuple(step for step in steps if step is not None)


def _step(form: Form, known: Known, depth: int) -> Step | None:
    do = form.text("do", choices=STEP_NAMES)
    if do in PLAIN_STEPS:
        return PLAIN_STEPS[do](form, known)

    def inner(key: str, at_least: int = 0) -> tuple[Step, ...]:
        return read_steps(form, key, known, at_least=at_least, depth=depth + 1)

    match do:
        case "check":
            low = form.whole("low", low=1, high=6)
            high = form.whole("high", low=low, high=6)
            return Check(words(form), low, high, inner("then"), inner("else"))
        case "method-die":
            return MethodCheck(whose(form), inner("then"))
        case "range-dice":
            return RangeCheck(inner("then"))
        case "decide":
            return Decide(words(form), _answers(form, known, depth))
        case "if-picked":
            return IfPicked(inner("then"), inner("else"))
        case "if":
            variant = reference(form, "variant", known.variants, "variants") or ""
            return IfVariant(variant, inner("then"), inner("else"))
        case "each":
            return Each(name(form), inner("steps", 1))
        case "check-against":
            tally = name(form, "tally") if "tally" in form else None
            level = name(form, "level")
            return CheckAgainst(level, words(form), tally, inner("then"), inner("else"))
        case "if-any":
            return IfAny(name(form), inner("then"), inner("else"))
        case _:
            form.forgive()  # the name of the step is the one mistake
            return None


def _answers(form: Form, known: Known, depth: int) -> tuple[Answer, ...]:
    answers = tuple(
        Answer(
            each.text("id", pattern=ID, like="attack"),
            each.text("title"),
            read_steps(each, "steps", known, depth=depth + 1),
        )
        for each in form.each("answers", at_least=2)
    )
    refuse_doubles(form, "answers", tuple(answer.id for answer in answers))
    return answers

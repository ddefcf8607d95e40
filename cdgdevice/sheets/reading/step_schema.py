"""How steps stand in a sheet's file: each type by its name, its keys and references."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace

from cdgdevice.rules.card_display import Facing, Space
from cdgdevice.rules.sheet import HandRules, SheetFamily
from cdgdevice.rules.steps import (
    NAMED,
    AddChits,
    Again,
    Answer,
    CardUse,
    Check,
    CheckAgainst,
    ChitsAtMost,
    CountCards,
    Decide,
    DiscardPicked,
    Each,
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
    IfAny,
    IfPicked,
    IfVariant,
    MethodCheck,
    Nominate,
    Offer,
    OfferBeside,
    OfferPicked,
    OpenRow,
    Pick,
    PickableCards,
    PickNumber,
    PickRandom,
    PickUnderWay,
    PlayPicked,
    RangeCheck,
    Recall,
    Remember,
    Reshuffle,
    ReshuffledCards,
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
    Whose,
    nested_keys,
    nested_steps,
)
from cdgdevice.rules.words import quote
from cdgdevice.tomlform.form import REQUIRED, Form, Need


@dataclass(frozen=True, slots=True)
class StepList:
    """Steps of one array of the file."""

    form: Form
    """The table that has the array."""
    key: str
    steps: tuple[Step, ...]
    picked: bool = False
    """A card is picked before they run."""
    rolled: bool = False
    """They are the steps of a result."""
    offers: bool = False
    """They may offer cards."""
    under_way: bool = False
    """They may run while a card is under way."""

    @property
    def readable(self) -> bool:
        """Every step of it, and of those that they hold, could be read, and there is one."""
        return bool(self.steps) and self._whole and all(self._whole_within())

    def __iter__(self) -> Iterator[tuple[Form, Step]]:
        """Return each step with its table; nothing when a step could not be read."""
        if self._whole:
            yield from zip(self.form.each(self.key), self.steps, strict=True)

    def nested(self, form: Form, step: Step) -> tuple["StepList", ...]:
        """Return the lists of steps that this step of the list holds."""
        lists = nested_steps(step)
        if not lists:
            return ()
        forms = form.each("answers") if isinstance(step, Decide) else (form,) * len(lists)
        places = zip(forms, nested_keys(step), lists, strict=True)
        return tuple(replace(self, form=f, key=k, steps=s) for f, k, s in places)

    def walk(self) -> Iterator[tuple[Form, Step]]:
        """Return each step with its table, and those that it holds."""
        for form, step in self:
            yield form, step
            for inner in self.nested(form, step):
                yield from inner.walk()

    @property
    def _whole(self) -> bool:
        return len(self.form.each(self.key)) == len(self.steps)

    def _whole_within(self) -> Iterator[bool]:
        for form, step in self:
            for inner in self.nested(form, step):
                yield inner._whole and all(inner._whole_within())


ID_PATTERN = "[a-z0-9]+(-[a-z0-9]+)*"
"""What an id looks like; so none can be a card's, like A or D2."""
DOUBLED_SPACES_VARIANT = "doubled-spaces"
"""The variant that a sheet with a [doubled-spaces] table has (Book, common mechanic #8)."""

_RESERVED_IDS = frozenset(
    {
        "combat-card",
        "combat-over",
        "done",
        "end-game",
        "end-turn",
        "extra",
        "hand-size",
        "home",
        "mark",
        "next-side",
        "next-turn",
        "nothing",
        "pile",
        "range",
        "turn-c",
    }
)
"""What the rules call their own options and actions."""
_RESERVED_SETTINGS = frozenset([DOUBLED_SPACES_VARIANT, *(f"range-{letter}" for letter in "abcde")])
"""What the rules call their own settings."""


@dataclass(frozen=True, slots=True)
class References:
    """What the rest of a sheet may build on, and the steps that were read so far."""

    family: SheetFamily | None
    """None when the sheet does not say it in a way that can be read."""
    hands: HandRules
    variants: tuple[str, ...]
    """Ids."""
    beside: tuple[str, ...]
    """Ids."""
    step_lists: list[StepList] = field(default_factory=list)
    """Grows as entries are read; checked when all of them are known."""


def read_own_id(form: Form, like: str) -> str:
    """Read the id of an option or an action."""
    return _refuse_reserved(form, form.text("id", pattern=ID_PATTERN, like=like), _RESERVED_IDS)


def read_variant_id(form: Form) -> str:
    """Read the id of a variant."""
    return _refuse_reserved(
        form, form.text("id", pattern=ID_PATTERN, like="eight-cards"), _RESERVED_SETTINGS
    )


def read_reference(
    form: Form, key: str, ids: Collection[str], table: str, default: Need | None = REQUIRED
) -> str | None:
    """Read the id of an entry of another table of the sheet."""
    if ids:
        return form.text(key, default, choices=ids)
    name = form.text(key, default)
    if name:
        form.refuse(key, f"{quote(name)} is not known; write an entry [[{table}]] with that id.")
    return name


def refuse_duplicates(form: Form, key: str, ids: Collection[str]) -> None:
    """Refuse ids that are there more than once."""
    listed = list(ids)
    twice = sorted({name for name in listed if listed.count(name) > 1})
    if twice:
        form.refuse(key, f"has {', '.join(twice)} more than once; rename or remove one.")


def _refuse_reserved(form: Form, name: str, taken: Collection[str]) -> str:
    if name in taken:
        form.refuse("id", f"{quote(name)} is the gadget's own word; choose another id.")
    return name


_MOST_COUNTED = 20
"""Cards, chits or things: more than any game has of them."""


def read_words(form: Form) -> str:
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


def _say(form: Form, _: References) -> Step:
    into = form.text("into", None, pattern=ID_PATTERN, like="marked")
    called = form.text("called", "")
    if (into is None) is not (called == "") and not form.is_wrong("into"):
        form.refuse("into" if called == "" else "called", 'goes with "into" and "called" together.')
    return Say(read_words(form), form.text("undo", ""), into, called)


def read_number_name(form: Form, key: str = "name") -> str:
    """Read the name of a kept number."""
    return form.text(key, pattern=ID_PATTERN, like="columns")


def read_whose(form: Form, default: Whose = Whose.MINE) -> Whose:
    """Read which side a step works on."""
    return form.one_of("whose", Whose, default)


def _read_change(form: Form) -> int:
    by = form.whole("by", low=-_MOST_COUNTED, high=_MOST_COUNTED)
    if by == 0 and "by" in form:
        form.refuse("by", "must not be 0; take the step out, or say how many.")
    return by


def _read_uses(form: Form) -> tuple[CardUse, ...]:
    return form.some_of("uses", CardUse)


def _read_offer_beside(form: Form, known: References) -> Step:
    return OfferBeside(read_reference(form, "card", known.beside, "beside") or "")


def _read_reshuffle(form: Form, _: References) -> Step:
    return Reshuffle(read_whose(form), form.one_of("takes", ReshuffledCards), read_words(form))


def _read_how_many(form: Form, _: References) -> Step:
    return HowMany(read_number_name(form), read_words(form), form.whole("high", low=1, high=99))


PLAIN_STEPS: dict[str, Callable[[Form, References], Step]] = {
    "flip": lambda form, _: FlipSpaces(form.some_of("spaces", Space), read_whose(form)),
    "turn-up": lambda form, _: TurnUp(form.whole("until", low=1, high=10)),
    "offer": lambda form, _: Offer(form.some_of("spaces", Space), _read_uses(form)),
    "offer-beside": _read_offer_beside,
    "home": lambda _form, _: HomeCard(),
    "pick": lambda form, _: Pick(
        read_whose(form),
        form.one_of("among", PickableCards),
        read_words(form),
        form.some_of("spaces", Space, tuple(Space)),
    ),
    "pick-random": lambda form, _: PickRandom(
        read_whose(form),
        form.one_of("among", PickableCards, PickableCards.UP),
        form.yes_no("picked", False),
    ),
    "pick-under-way": lambda _form, _: PickUnderWay(),
    "nominate": lambda form, _: Nominate(
        read_whose(form),
        read_words(form),
        form.yes_no("chits", False),
        form.one_of("among", PickableCards, PickableCards.UP),
    ),
    "play": lambda form, _: PlayPicked(read_whose(form, Whose.BOTH)),
    "offer-picked": lambda form, _: OfferPicked(_read_uses(form), form.yes_no("only", False)),
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
    "count": lambda form, _: CountCards(read_whose(form)),
    "chits": lambda form, _: AddChits(read_whose(form), _read_change(form)),
    "chits-at-most": lambda form, _: ChitsAtMost(form.whole("number", low=0, high=_MOST_COUNTED)),
    "uncounted": lambda _form, _: Uncounted(),
    "hand-size": lambda form, _: HandSize(_read_change(form)),
    "empty-pile": lambda _form, _: EmptyPile(),
    "reshuffle": _read_reshuffle,
    "tell": _say,
    "at-turn-end": lambda form, _: SayAtTurnEnd(read_words(form)),
    "again": lambda _form, _: Again(),
    "roll-again": lambda _form, _: RollAgain(),
    "open-row": lambda _form, _: OpenRow(),
    "extra-card": lambda _form, _: ExtraCard(),
    "hand-over": lambda form, known: HandOver(
        read_reference(form, "card", known.beside, "beside") or ""
    ),
    "headlines": lambda _form, _: Headlines(),
    "remember": lambda form, _: Remember(read_number_name(form), read_words(form)),
    "set": lambda form, _: SetNumber(read_number_name(form), form.whole("number", low=0, high=99)),
    "how-many": _read_how_many,
    "random": lambda form, _: PickNumber(read_number_name(form), read_words(form)),
    "recall": lambda form, _: Recall(naming(form, "")),
    "go-on": lambda form, _: GoOn(naming(form)),
}

DEEPEST_NESTING = 8
"""So many lists of steps may lie one within the other."""

_NESTING_STEPS = (
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
STEP_NAMES = (*PLAIN_STEPS, *_NESTING_STEPS)
"""What a step can be: the values of `do`."""


def read_steps(
    form: Form, key: str, known: References, *, at_least: int = 0, depth: int = 1
) -> tuple[Step, ...]:
    """Read an array of steps; one that can't be read is left out."""
    if depth > DEEPEST_NESTING and key in form:
        form.refuse(
            key, f"lies too deep; write it flatter, at most {DEEPEST_NESTING} lists of steps deep."
        )
        for each in form.each(key):
            each.forgive()  # nobody asks what is in there
        return ()
    steps = (_read_step(each, known, depth) for each in form.each(key, at_least=at_least))
    return tuple(step for step in steps if step is not None)


def _read_step(form: Form, known: References, depth: int) -> Step | None:
    do = form.text("do", choices=STEP_NAMES)
    if do in PLAIN_STEPS:
        return PLAIN_STEPS[do](form, known)

    def inner(key: str, at_least: int = 0) -> tuple[Step, ...]:
        return read_steps(form, key, known, at_least=at_least, depth=depth + 1)

    match do:
        case "check":
            low = form.whole("low", low=1, high=6)
            high = form.whole("high", low=low, high=6)
            return Check(read_words(form), low, high, inner("then"), inner("else"))
        case "method-die":
            return MethodCheck(read_whose(form), inner("then"))
        case "range-dice":
            return RangeCheck(inner("then"))
        case "decide":
            return Decide(read_words(form), _read_answers(form, known, depth))
        case "if-picked":
            return IfPicked(inner("then"), inner("else"))
        case "if":
            variant = read_reference(form, "variant", known.variants, "variants") or ""
            return IfVariant(variant, inner("then"), inner("else"))
        case "each":
            return Each(read_number_name(form), inner("steps", 1))
        case "check-against":
            tally = read_number_name(form, "tally") if "tally" in form else None
            level = read_number_name(form, "level")
            return CheckAgainst(level, read_words(form), tally, inner("then"), inner("else"))
        case "if-any":
            return IfAny(read_number_name(form), inner("then"), inner("else"))
        case _:
            form.forgive()  # the name of the step is the one mistake
            return None


def _read_answers(form: Form, known: References, depth: int) -> tuple[Answer, ...]:
    answers = tuple(
        Answer(
            each.text("id", pattern=ID_PATTERN, like="attack"),
            each.text("title"),
            read_steps(each, "steps", known, depth=depth + 1),
        )
        for each in form.each("answers", at_least=2)
    )
    refuse_duplicates(form, "answers", tuple(answer.id for answer in answers))
    return answers

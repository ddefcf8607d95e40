"""The set-up: the options and hands of a new game, and its guide, step by step.

It is guided only if the game was begun so. Its questions come first, each with the sheet's default
as its first answer; then a page for everything that the hands do, in their order.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.rules.card_display import Display, Facing, Place, Side, Space
from cdgdevice.rules.card_row import range_option_of
from cdgdevice.rules.dealing import deal_instructions, deal_instructions_of_side
from cdgdevice.rules.game import Game, SettingUp, lay_card
from cdgdevice.rules.instructions import Instruction, SetChits, TellPlayer
from cdgdevice.rules.requests import NewGame, NotAllowedError
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import SetUpStep, TurnEndDiscard, Variant
from cdgdevice.rules.texts import refusals, sentences
from cdgdevice.rules.texts.near_words import did_you_mean
from cdgdevice.rules.texts.templates import GivenName

NEXT, SKIP, MORE = "next", "skip", "more"
"""The options that continue the set-up, leave it to who knows it, and ask for further variants."""
PLAIN, YES, NO = "none", "yes", "no"
"""Answers: no variant of a group; a variant on, and off."""


class SetUpAnswer(Struct, frozen=True):
    """One answer of a question of the set-up."""

    id: str
    title: str
    then: NewGame
    """The game that is set up with it."""
    number: int | None = None
    """The number that it stands for."""
    meaning: str = ""
    """What it means, in a sentence, if the title alone doesn't say it."""


class SetUpQuestion(Struct, frozen=True):
    """What is asked before the hands begin."""

    text: tuple[str, ...]
    answers: tuple[SetUpAnswer, ...]
    """The default first."""
    side: Side | None = None
    """Whose hand is asked for."""
    sources: tuple[str, ...] = ()
    """Where the rules of the variants stand that it asks for."""


class SetUpPage(Struct, frozen=True):
    """What the hands do between two presses."""

    acts: tuple[Instruction, ...]
    dealt: bool
    """The cards lie on the displays by then."""
    still_to_lay: tuple[tuple[Side, Space], ...] = ()
    """Where a later page lays a card."""
    step: SetUpStep | None = None
    """What it tells; none where it is the deal, or what comes with it."""
    source: str = ""
    """Where its own rule stands, if that is not the one of the step or of the deal."""


def find_question(game: Game, stage: SettingUp) -> SetUpQuestion | None:
    """Return the first question that is open; None where all is said."""
    if stage.page is not None:
        return None
    sheet, new = game.sheet, stage.new
    given = {name for name, _ in new.options}
    chosen = {name for name, value in new.options if value}
    answered = {each.group for each in sheet.variants if each.group and each.id in chosen}
    for variant in list_open_variants(sheet.variants, chosen, few=new.few_questions):
        # Hands that were given are not asked for again; a scenario is more than its hands.
        settled = new.hands is not None and variant.hands is not None and not variant.group
        if variant.id not in given and variant.group not in answered and not settled:
            return _ask_for_variant(sheet, new, variant, given)
    if sheet.hands.vary and new.hands is None and _find_scenario(sheet, game.options) is None:
        side = tuple(Side)[len(stage.hands)]
        return SetUpQuestion(
            (sentences.ask_for_hand(sheet.sides[side]),),
            tuple(SetUpAnswer(str(n), str(n), new, n) for n in list_hand_sizes(game, side)),
            side,
            (find_hands_source(game),),
        )
    return None


def list_open_variants(
    variants: Iterable[Variant], chosen: Collection[str], *, few: bool
) -> tuple[Variant, ...]:
    """Return which of a sheet's variants may be asked for beside those that are chosen.

    If only `few`, what is seldom wanted is left out.
    """
    return tuple(
        each
        for each in variants
        if not (few and each.more)
        and (each.needs is None or each.needs in chosen)
        and not any(other in chosen for other in each.unless)
    )


def has_more_questions(game: Game, stage: SettingUp) -> bool:
    """Return whether the sheet has variants that the set-up will not ask for by itself."""
    given = {name for name, _ in stage.new.options}
    return stage.new.few_questions and any(
        each.more and each.id not in given for each in game.sheet.variants
    )


def find_hands_source(game: Game) -> str:
    """Return where the rule of the hand sizes in force stands: a variant's, or the sheet's own."""
    scenario = _find_scenario(game.sheet, game.options)
    return game.sheet.hands.source if scenario is None else scenario.source


def _find_scenario(sheet: Sheet, options: Mapping[str, int]) -> Variant | None:
    """Return the variant that says how large the hands are; None where none is on that does."""
    return next((each for each in sheet.variants if each.hands and options[each.id]), None)


def find_turn_end_source(game: Game) -> str:
    """Return where the rule of a turn's end stands: with the hands, where cards end it alone."""
    turn, hands = game.sheet.turn, game.sheet.hands
    ends_alone = turn.rounds is None and turn.fresh_every is None
    if ends_alone and hands.counted and turn.discard is TurnEndDiscard.NONE:
        return find_hands_source(game)
    return turn.source


def list_hand_sizes(game: Game, side: Side) -> tuple[int, ...]:
    """Return what a side's hand may be: the present one first, then those above it, and around."""
    seat, rules = game.seats[side], game.sheet.hands
    present = seat.lasting_hand_size or rules.low
    sizes = range(rules.low, rules.high + 1)
    return (*(size for size in sizes if size >= present), *(n for n in sizes if n < present))


def _ask_for_variant(
    sheet: Sheet, new: NewGame, variant: Variant, given: set[str]
) -> SetUpQuestion:
    if variant.group is None:
        on = SetUpAnswer(
            YES,
            sentences.answer_variant(variant.title, on=True),
            with_options(new, {variant.id: True}),
        )
        off = SetUpAnswer(
            NO,
            sentences.answer_variant(variant.title, on=False),
            with_options(new, {variant.id: False}),
        )
        text = (
            variant.question or sentences.ask_for_variant(variant.title),
            *((variant.text,) if variant.text else ()),
        )
        ways = (on, off) if variant.default else (off, on)
        return SetUpQuestion(text, ways, sources=(variant.source,))
    group = [each for each in sheet.variants if each.group == variant.group]
    none = dict.fromkeys((each.id for each in group if each.id not in given), False)
    answers = [
        SetUpAnswer(
            each.id,
            each.title,
            with_options(new, none | {each.id: True}),
            meaning=each.text or "",
        )
        for each in sorted(group, key=lambda each: not each.default)
        if each.id not in given
    ]
    if not any(each.default for each in group):
        title = sentences.none_of_group(variant.group)
        answers.insert(0, SetUpAnswer(PLAIN, title, with_options(new, none)))
    text = (variant.question or sentences.ask_for_group(variant.group),)
    sources = tuple(dict.fromkeys(each.source for each in group))
    return SetUpQuestion(text, tuple(answers), sources=sources)


def with_options(new: NewGame, options: Mapping[str, int]) -> NewGame:
    """Return the request with these options said too."""
    return replace(new, options=tuple(sorted({**dict(new.options), **options}.items())))


def find_set_up_rule(game: Game, stage: SettingUp) -> SetUpStep | tuple[str, ...]:
    """Return the step of the sheet that a page of the set-up tells, or where its rule stands."""
    question = find_question(game, stage)
    if question is not None:
        return question.sources
    page = list_pages(game)[stage.page or 0]
    if page.step is not None:
        return page.step
    if page.source:
        return (page.source,)
    before = () if page.dealt else game.sheet.before_deal_sources
    return before or (game.sheet.set_up_source,)


def list_pages(game: Game) -> tuple[SetUpPage, ...]:
    """Return the pages of a game whose displays are as after the deal; none without a display."""
    if not game.sheet.family.has_display:
        return ()
    first, *others = _walk_pages(game)
    return replace(first, acts=(*_announce_hands(game), *first.acts)), *others


def _announce_hands(game: Game) -> Iterator[TellPlayer]:
    """Say the hand sizes that nothing counts, where the sheet has words for them."""
    tally = game.sheet.words.hand_tally
    for side, seat in game.seats.items():
        if tally and not seat.counted and seat.hand_size is not None:
            yield TellPlayer(side, tally.format(of=seat.hand_size))


def _walk_pages(game: Game) -> Iterator[SetUpPage]:
    sheet = game.sheet
    steps = [step for step in sheet.set_up if _is_in_force(game, step)]
    before = [step for step in steps if not step.after_deal]
    aside = tuple(
        TellPlayer(side, text) for side in Side for text in sheet.before_deal.get(side, ())
    )
    if aside:
        yield SetUpPage(aside, dealt=False)
    for step in before:
        yield SetUpPage((_tell(game, step),), dealt=False, step=step)
    for shuffle in _order_shuffle(game, before):
        yield SetUpPage((shuffle,), dealt=False)
    after = [step for step in steps if step.after_deal]
    laid = {place for step in before for place in _list_laid(step)}
    later = tuple(place for step in after for place in _list_laid(step))
    deal = tuple(_deal(game, laid.union(later), piled=any(s.pile for s in steps)))
    yield SetUpPage(deal, dealt=True, still_to_lay=later)
    for number, step in enumerate(after, start=1):
        later = tuple(place for each in after[number:] for place in _list_laid(each))
        yield SetUpPage((_tell(game, step),), dealt=True, still_to_lay=later, step=step)
    chits = tuple(
        SetChits(side, seat.hand_size, seat.hand_size, before=(0, 0))
        for side, seat in game.seats.items()
        if seat.counted and seat.hand_size is not None
    )
    if chits:
        yield SetUpPage(chits, dealt=True, source=find_hands_source(game))


def _order_shuffle(game: Game, before: list[SetUpStep]) -> tuple[TellPlayer, ...]:
    """Say to shuffle where nothing that the sheet says before the deal can have told it."""
    if game.sheet.before_deal or any(not step.lays for step in before):
        return ()
    return (TellPlayer(game.sheet.turn.first, sentences.SHUFFLE_AT_SET_UP, of_game=True),)


def _deal(game: Game, laid: set[tuple[Side, Space]], *, piled: bool) -> Iterator[Instruction]:
    """Say the deal; in the pile family nothing is dealt to C: the pile lies there."""
    on_c = game.sheet.family.has_pile_on_c
    if not on_c and not piled:
        beside = sentences.keep_pile_beside(game.sheet.words)
        yield TellPlayer(game.sheet.turn.first, beside, of_game=True)
    for side in Side:
        for deal in deal_instructions_of_side(game, side):
            is_pile = on_c and deal.card.space is Space.C
            if not is_pile and (side, deal.card.space) not in laid:
                yield deal
        if on_c and not piled:
            yield TellPlayer(side, sentences.place_pile_on_c(game.sheet.words))


def _tell(game: Game, step: SetUpStep) -> TellPlayer:
    side = step.side or game.sheet.turn.first
    return TellPlayer(side, step.text, of_game=step.side is None, note=step.note)


def _list_laid(step: SetUpStep) -> tuple[tuple[Side, Space], ...]:
    sides = tuple(Side) if step.side is None else (step.side,)
    return tuple((side, space) for side in sides for space in step.lays)


def deal_at_once(game: Game, *, led: bool) -> tuple[Instruction, ...]:
    """Return the acts of a deal in one go, and what tells how the table is beside that.

    If the set-up was `led`, and is skipped, every step of the sheet is told too.
    """
    steps = [step for step in game.sheet.set_up if _is_in_force(game, step)]
    before = [step for step in steps if not step.after_deal]
    # What is always laid before the deal is all that there is: it is dealt.
    named = [
        step
        for step in steps
        if step.stays or step.pile or (step.lays and (step.after_deal or step.when))
    ]
    laid = {place for step in named for place in _list_laid(step)}
    deals = (
        replace(
            deal,
            named=(deal.side, deal.card.space) in laid,
            pile=deal.facing is Facing.DOWN and game.sheet.family.is_pile(deal.card.space),
        )
        for deal in deal_instructions(game)
    )
    told = [step for step in before if step in named or (led and not step.lays)]
    first = (_tell(game, step) for step in told)
    shuffle = _order_shuffle(game, before) if led else ()
    last = (_tell(game, step) for step in steps if step.after_deal and (led or step in named))
    return (*first, *shuffle, *deals, *last)


def lay_out(game: Game, page: SetUpPage) -> Game:
    """Return the game as it is on the table at a page of its set-up."""
    if not page.dealt:
        return with_empty_displays(game)
    for side, space in page.still_to_lay:
        beneath = Facing.DOWN if game.sheet.family.is_pile(space) else None
        game = lay_card(game, side, Place(space), beneath)
    return game


def _is_in_force(game: Game, step: SetUpStep) -> bool:
    return (step.when is None or bool(game.options[step.when])) and not any(
        game.options[variant] for variant in step.unless
    )


def drop_own_names(sheet: Sheet, names: tuple[str, str] | None) -> tuple[str, str] | None:
    """Return the names that the player gave the sides, "" where one is the sheet's own.

    Such a side has none given: a scenario may call it something else.
    """
    if names is None:
        return None
    pairs = zip(Side, names, strict=True)
    left, right = ("" if name == sheet.sides[side] else name for side, name in pairs)
    return left, right


def with_words_of_game(
    sheet: Sheet, options: dict[str, int], given: tuple[str, str] | None
) -> Sheet:
    """Return the sheet that calls the sides, and says where the pile is, as its variants do.

    Names that the player has `given` the sides go before those of a variant; "" is none.
    """
    names = dict(sheet.sides)
    words = sheet.words
    for variant in sheet.variants:
        if options[variant.id]:
            names.update(variant.names)
            if variant.pile_off_displays:
                words = replace(words, pile_off_displays=True)
    named = {side: GivenName(name) for side, name in zip(Side, given or (), strict=False) if name}
    names.update(named)
    if names[Side.LEFT].casefold() == names[Side.RIGHT].casefold():  # a variant's for the other
        names = {**sheet.sides, **named}
    if names == sheet.sides and words is sheet.words:
        return sheet
    return replace(sheet, sides=names, words=words)


def find_first_turn(sheet: Sheet, options: Mapping[str, int]) -> int:
    """Return the turn with which a game of these options begins."""
    return max((each.first_turn for each in sheet.variants if options[each.id]), default=1)


def choose_hand_sizes(sheet: Sheet, new: NewGame, options: dict[str, int]) -> tuple[int, int]:
    """Return the hand sizes of a new game: as asked for, else the scenario's, else the sheet's.

    Raises:
        NotAllowedError: the sheet has no hands of that size.
    """
    scenario = _find_scenario(sheet, options)
    first_turn = find_first_turn(sheet, options) if new.set_up else 1
    chosen = scenario and scenario.hands
    hands = new.hands or chosen or sheet.hands.sizes_in(first_turn)
    low, high = sheet.hands.low, sheet.hands.high
    if not all(low <= size <= high for size in hands):
        raise NotAllowedError(refusals.hands_are(sheet.title, low, high))
    return hands


def choose_options(sheet: Sheet, new: NewGame) -> dict[str, int]:
    """Return every option of a new game, as asked for or by its default.

    Raises:
        NotAllowedError: the sheet has no such option or value, or two don't go together.
    """
    options: dict[str, int] = {variant.id: variant.default for variant in sheet.variants}
    if sheet.row is not None:
        options |= {range_option_of(space): high for space, high in sheet.row.ranges.items()}
    chosen = {name for name, _ in new.options}
    for name, given in new.options:
        if name not in options:
            hint, known = did_you_mean(name, options), tuple(options)
            raise NotAllowedError(refusals.no_such_option(sheet.title, name, hint, known))
        is_switch = isinstance(options[name], bool)
        if is_switch is not isinstance(given, bool) or not (is_switch or 1 <= given <= 6):
            raise NotAllowedError(refusals.option_must_be(name, switch=is_switch))
        options[name] = given
        if given:
            # What is chosen takes the place of its group's default.
            options |= dict.fromkeys(_others_of_group(sheet, name) - chosen, False)
    grouped = [v for v in sheet.variants if v.group is not None and options[v.id]]
    for number, variant in enumerate(grouped):
        for other in grouped[number + 1 :]:
            if variant.group == other.group:
                raise NotAllowedError(refusals.only_one_of(variant.id, other.id))
    return options


def _others_of_group(sheet: Sheet, name: str) -> set[str]:
    groups = {variant.id: variant.group for variant in sheet.variants}
    group = groups.get(name)
    return {id_ for id_, other in groups.items() if group is not None and other == group} - {name}


def with_empty_displays(game: Game) -> Game:
    """Take all cards off the displays: before the deal there are none."""
    for side in Side:
        display = game.seats[side].display
        empty = Display(tuple((None,) * len(held) for held in display.spaces))
        game = game.change_seat(side, display=empty)
    return game

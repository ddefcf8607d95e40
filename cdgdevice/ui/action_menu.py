"""The menu's entries for the actions that the game allows, each open argument a list of its own."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from cdgdevice.render.views import SCROLLED_COLUMNS
from cdgdevice.rules.actions import owning_side, put_marked_first
from cdgdevice.rules.card_display import Facing, Mark, Side, Space
from cdgdevice.rules.card_row import range_option_of
from cdgdevice.rules.forced_cards import list_perhaps_mandatory
from cdgdevice.rules.game import Choosing, Game, Playing
from cdgdevice.rules.player_actions import (
    NO_CARD,
    NO_MARK,
    SET_TABLE,
    ChangeHandSize,
    MarkCard,
    OfferedAction,
    SetRange,
    read_action,
)
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.texts.templates import join_lines
from cdgdevice.rules.texts.words import describe_of
from cdgdevice.rules.wants import PickedCard
from cdgdevice.ui import texts
from cdgdevice.ui.intents_and_commands import AskGame
from cdgdevice.ui.state import BACK_ENTRY, MenuEntry, MenuLayer

Arg = tuple[str, str | int]
Args = tuple[Arg, ...]


def action_entries(game: Game) -> tuple[tuple[str, MenuEntry], ...]:
    """Return what the state offers to do, each with the id of its action.

    Each argument that is open is a menu of its own, the active side first; what can be said in
    only one way needs no further press.
    """
    grouped: dict[str, list[OfferedAction]] = {}
    for action in prompt(game).actions:
        grouped.setdefault(action.id, []).append(action)
    return tuple(
        (id_, _table_entry(game, same) if id_ == SET_TABLE else _action_entry(game, same))
        for id_, same in grouped.items()
    )


def _list_side_entries(game: Game, side: Side, same: list[OfferedAction]) -> Iterator[MenuEntry]:
    """Yield the entries that put right the cards and the counts of a side."""
    mine = [args for each in same if side.value in (args := dict(each.args)).get("side", ())]
    cards = [args for args in mine if "card" in args]
    if cards:
        lying = [_facing_entry(game, side, card, a) for a in cards for card in a["card"]]
        lying.sort(key=lambda entry: entry.title)
        yield MenuEntry(texts.title_cards_of(game.sheet.sides[side]), entries=tuple(lying))
    seat = game.seats[side]
    for name, number in (("left", seat.chits_left), ("of", seat.hand_size)):
        numbers = next((args[name] for args in mine if name in args), ())
        what = texts.title_count(game.sheet.sides[side], number, left=name == "left")
        yield from _one_of_entry(what, name, numbers, number, (("side", side.value),))


def _table_entry(game: Game, same: list[OfferedAction]) -> MenuEntry:
    """Return the entry that shows how the game takes the table to lie, to be put right.

    The active side comes first; each list begins at what the game has now.
    """
    entries = [
        entry
        for side in (game.active, game.active.other)
        for entry in _list_side_entries(game, side, same)
    ]
    titles = {each.id: each.title for each in game.sheet.kept}
    for args in (dict(each.args) for each in same):
        for name in map(str, args.get("kept", ())):
            now = game.lists.number(name)
            what, told = describe_of(titles[name], str(now)), (("kept", name),)
            entries.extend(_one_of_entry(what, "number", args["number"], now, told))
    whole = {name: values for each in same for name, values in each.args if len(each.args) == 1}
    if game.sheet.words.has_turns:
        turn = texts.title_number(game.sheet.words.turn, game.turn)
        entries.extend(_one_of_entry(turn, "turn", whole["turn"], game.turn))
    rounds = whole.get("round", ())
    entries.extend(
        _one_of_entry(
            texts.title_number(game.sheet.words.round, game.round), "round", rounds, game.round
        )
    )
    sides, title = whole.get("active", ()), texts.title_to_play(game.sheet.sides[game.active])
    called = {side.value: name for side, name in game.sheet.sides.items()}
    entries.extend(_one_of_entry(title, "active", sides, game.active.value, called=called))
    return MenuEntry(same[0].title, entries=tuple(entries))


def _facing_entry(
    game: Game, side: Side, card: str | int, args: dict[str, tuple[str | int, ...]]
) -> MenuEntry:
    """Return the list of how a card may be on the table, each shown on the card itself."""
    display = game.seats[side].display.cards()
    place, facing = next((at, lies) for at, lies in display if str(at) == str(card))
    now = NO_CARD if facing is None else facing.value
    told = (("side", side.value), ("card", card))
    title = describe_of(str(card), texts.FACINGS[now].lower())
    (entry,) = _one_of_entry(title, "facing", args["facing"], now, told, texts.FACINGS)
    picked = PickedCard(side, place)
    ways = tuple(
        replace(way, card=picked, facing=None if value == NO_CARD else Facing(value))
        for way, value in zip(entry.entries, args["facing"], strict=True)
    )
    return replace(entry, entries=ways, card=picked, facing=facing)


def _one_of_entry(
    title: str,
    name: str,
    values: tuple[str | int, ...],
    now: str | int | None,
    told: Args = (),
    called: Mapping[str, str] | None = None,
) -> tuple[MenuEntry, ...]:
    """Return the list of what one thing may be, which begins at what it is; none for no values."""
    entries = tuple(
        MenuEntry(
            (called or {}).get(str(value), str(value)),
            AskGame(read_action(SET_TABLE, {**dict(told), name: value})),
        )
        for value in values
    )
    at = values.index(now) if now in values else 0
    return (MenuEntry(title, entries=entries, highlighted=at),) if entries else ()


def _action_entry(game: Game, same: list[OfferedAction]) -> MenuEntry:
    every = [args for action in same for args in _combinations(action.args)]
    wanted = [
        args for args in every if same[0].id != MarkCard.action or not _is_idle(game, dict(args))
    ]
    return _narrow_entry(game, same[0].title, same[0].id, wanted, ())


def build_mark_menu(game: Game) -> MenuLayer | None:
    """Return the marks of the cards that this roll turned up; None where there are none."""
    entries = list_fresh_marks(game)
    return MenuLayer(texts.MARK_TITLE, (*entries, BACK_ENTRY)) if entries else None


def list_fresh_marks(game: Game) -> tuple[MenuEntry, ...]:
    """Return the marks of the cards that this roll turned up, each one entry.

    Before a roll: the cards that the prompt asks about, as mandatory. A card that has a mark
    already is left to the menu, as are all others.
    """
    marks = game.sheet.marks
    if marks is None:
        return ()
    side, display = game.active, game.seat.display
    cards = list_perhaps_mandatory(game)
    kinds: tuple[Mark, ...] = (Mark.MANDATORY,)
    if isinstance(game.stage, Choosing | Playing):
        cards, kinds = game.cards_turned_up, marks.kinds
    fresh = (
        card
        for card in cards
        if display.facing_at(card) is Facing.UP and display.mark_at(card) is None
    )
    return tuple(
        MenuEntry(texts.name_marked_card(str(card), texts.name_mark(kind.value)), AskGame(marked))
        for card in fresh
        for kind in kinds
        if prompt(game).allows(marked := MarkCard(side, card, kind))
    )


def _combinations(args: tuple[tuple[str, tuple[str | int, ...]], ...]) -> list[Args]:
    if not args:
        return [()]
    (name, values), *rest = args
    return [((name, value), *others) for value in values for others in _combinations(tuple(rest))]


def _is_idle(game: Game, args: dict[str, str | int]) -> bool:
    """Return whether a mark would change nothing."""
    marks = game.seats[Side(args["side"])].display.marks
    marked = next((mark.value for card, mark in marks if str(card) == args["card"]), NO_MARK)
    return args["as"] == marked


def _narrow_entry(
    game: Game, title: str, action: str, left: list[Args], given: Args, named: tuple[str, ...] = ()
) -> MenuEntry:
    """Return the entry for these combinations, of which all arguments `given` are said already.

    Those that went without a question are `named` behind the title.
    """
    if not left[0]:
        return MenuEntry(_title_with(title, named), AskGame(read_action(action, dict(given))))
    by_value: dict[Arg, list[Args]] = {}
    for first, *rest in left:
        by_value.setdefault(first, []).append(tuple(rest))
    ordered = sorted(by_value, key=lambda arg: _rank_argument(game, *arg))
    if ordered[0][0] == "card":
        ordered = _put_marked_first(game, action, given, ordered)
    if len(ordered) == 1:
        (arg,) = ordered
        named = _name_if_room(game, action, title, named, *arg)
        return _narrow_entry(game, title, action, by_value[arg], (*given, arg), named)
    entries = tuple(
        _narrow_entry(
            game, _name_argument(game, action, *arg), action, by_value[arg], (*given, arg)
        )
        for arg in ordered
    )
    now = _find_number_now(game, action, dict(given), ordered[0][0])
    at = next((n for n, (_, value) in enumerate(ordered) if value == now), 0)
    return MenuEntry(_title_with(title, named), entries=entries, highlighted=at)


def _name_if_room(
    game: Game, action: str, title: str, named: tuple[str, ...], name: str, value: str | int
) -> tuple[str, ...]:
    """Name what goes without a question, too, if there is room; the active side needs none."""
    if name == "side" and (value == game.active.value or action in game.sheet.titled_with_side):
        return named
    longer = (*named, _name_argument(game, action, name, value))
    return longer if len(_title_with(title, longer)) <= SCROLLED_COLUMNS else named


def _title_with(title: str, named: tuple[str, ...]) -> str:
    return describe_of(title, join_lines(*named)) if named else title


def _rank_argument(game: Game, name: str, value: str | int) -> tuple[bool, bool, str | int]:
    """Put the active side first, and no mark last; everything else is in its own order."""
    return (name == "side" and value != game.active.value, value == NO_MARK, value)


def _put_marked_first(game: Game, action: str, given: Args, cards: list[Arg]) -> list[Arg]:
    """Put the cards first that their marks say are meant for this action."""
    side = dict(given).get("side")
    one = next((each for each in game.sheet.actions if each.id == action), None)
    taker = game.active if one is None else owning_side(game, one)
    display = game.seats[taker if side is None else Side(side)].display
    places = {str(place): place for place in display.places_facing(Facing.UP)}
    if any(card not in places for _, card in cards):
        return cards
    ranked = put_marked_first(action, display, [places[str(card)] for _, card in cards])
    return [("card", str(card)) for card in ranked]


def _find_number_now(
    game: Game, action: str, given: Mapping[str, str | int], name: str
) -> int | None:
    """Return what a number is now that an action changes; None if it changes none."""
    match action, name:
        case ChangeHandSize.action, "of":
            seat = game.seats[Side(given["side"])]
            return seat.hand_size if seat.next_hand_size is None else seat.next_hand_size
        case SetRange.action, "to":
            return game.options[range_option_of(Space(given["space"]))]
        case _:
            return None


def _name_argument(game: Game, action: str, name: str, value: str | int) -> str:
    """Name a value; one that has a number to change with that number."""
    match action, name:
        case ChangeHandSize.action, "side":
            size = _find_number_now(game, action, {name: value}, "of")
            return describe_of(game.sheet.sides[Side(value)], str(size))
        case SetRange.action, "space":
            high = _find_number_now(game, action, {name: value}, "to")
            return describe_of(str(value), str(high))
        case _, "side":
            return game.sheet.sides[Side(value)]
        case _, "as":
            return texts.NO_MARK_TITLE if value == NO_MARK else texts.name_mark(str(value))
        case _:
            return str(value)

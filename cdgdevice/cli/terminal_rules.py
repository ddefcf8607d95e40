"""The rule of what is asked in a game, or of an action, in lines of a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from cdgdevice.cli.known_words import list_explained
from cdgdevice.cli.typed_actions import form, name_typed
from cdgdevice.fold_lines import fold_text
from cdgdevice.render.language import IN_ENGLISH, Language
from cdgdevice.rules import note_search
from cdgdevice.rules.game import Game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.notes import Rule, find_rule_of_act, find_rules, list_acts_to_offer
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import Note
from cdgdevice.rules.texts.near_words import did_you_mean
from cdgdevice.rules.texts.templates import GivenName, Template, quote
from cdgdevice.sheet_tools.look_up import format_notes

_possible = Template("Possible now: {typed}.")
_rule_of = Template("{of}:")
_rule_source, _document = Template("The rule: {source}."), Template("The document: {source}.")
_no_note = Template("There is no note on this. Type notes for a list of all notes.")
_type_notes = Template("{notes:and}: type notes {words}.")


def describe_rule(history: GameHistory, of: str, language: Language = IN_ENGLISH) -> str:
    """Return the rule of what is asked now, or of an action or way, and what may be typed for it.

    After that of what is asked come those of what follows it and of the orders that stand.

    Raises:
        NotAllowedError: there is no such action or way.
    """
    game = history.now
    now = prompt(game)
    rules = (_find_rule_of(game, of),) if of else find_rules(history)
    allowed = {action.id: form(action) for action in now.actions}
    allowed |= {option.id: option.id for option in now.options}
    notes = tuple(note for rule in rules for note in rule.notes)
    acts = dict.fromkeys(id_ for note in notes for id_ in list_acts_to_offer(history, note))
    typed = tuple(allowed[id_] for id_ in acts if id_ in allowed)
    offered = [language.write(_possible(name_typed(typed)))] if typed else []
    written = tuple(_write_rule(rule, language) for rule in rules)
    in_full = next((rule for rule in written if rule.notes), None)
    # `notes` searches the sheet's own titles, whatever language they are shown in.
    shown = (note for rule in written for note in rule.notes)
    typed_for = dict(zip(shown, map(note_search.words_for_note, notes), strict=True))
    said = [
        _describe_rule(
            game.sheet, rule, language, typed_for, in_full=rule is in_full, first=rule is written[0]
        )
        for rule in written
    ]
    return "\n\n".join([*said, *offered])


def _find_rule_of(game: Game, act: str) -> Rule:
    rule = find_rule_of_act(game, act.lower())
    if rule is None:
        own = (entry.id for entry in note_search.list_actions_and_ways(game.sheet))
        known = dict.fromkeys((*own, *list_explained(prompt(game))))
        near = did_you_mean(act, tuple(word for word in known if word != act.lower()))
        raise NotAllowedError(f"There is no rule for {quote(act)}.{near}")
    return rule


def _write_rule(rule: Rule, language: Language) -> Rule:
    """Return a rule in this language, but for the names of its places in the document."""
    write = language.write
    notes = (replace(note, title=write(note.title), text=write(note.text)) for note in rule.notes)
    return replace(rule, of=write(rule.of), notes=tuple(notes))


def _describe_rule(
    sheet: Sheet,
    rule: Rule,
    language: Language,
    typed_for: Mapping[Note, str],
    *,
    in_full: bool,
    first: bool,
) -> str:
    """Return the rule below what it is the rule of: where it stands, if no note is on it.

    The first note is told `in_full`; of the others it is told how to read them, so that all of it
    fits a screen. The `first` rule names the document too.
    """
    head = [fold_text(language.write(_rule_of(rule.of)))] if rule.of else []
    lines: list[str] = [_rule_source(GivenName(source)) for source in rule.sources]
    if rule.notes:
        own = rule.notes[0]
        alike = [n for n in rule.notes if in_full and (n.text, n.source) == (own.text, own.source)]
        head += [format_notes(alike)] if alike else []
        lines = [*_name_notes([note for note in rule.notes if note not in alike], typed_for)]
    elif first and sheet.source not in rule.sources:
        lines.append(_document(GivenName(sheet.source)))
    if not rule.of and not rule.notes:
        lines.append(_no_note())
    return "\n".join([*head, *(fold_text(language.write(line)) for line in lines)])


_MAX_CARDS_ALONE = 3
"""The notes on more cards than this are named together: `notes 7 8 25` asks for all of them."""


def _name_notes(notes: Sequence[Note], typed_for: Mapping[Note, str]) -> Iterator[str]:
    """Describe what notes are called, and what to type to read them."""
    cards = [note for note in notes if note_search.note_number(note) is not None]
    together = cards if len(cards) > _MAX_CARDS_ALONE else []
    if together:
        numbers = " ".join(dict.fromkeys(typed_for[note] for note in together))
        yield _type_notes(tuple(map(note_search.note_heading, together)), GivenName(numbers))
    for note in notes:
        if note not in together:
            yield _type_notes((note_search.note_heading(note),), GivenName(typed_for[note]))

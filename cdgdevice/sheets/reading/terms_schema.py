"""The words of a sheet's file and how they are explained, there or in what several games share."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache

from msgspec import Struct, convert
from msgspec.structs import asdict, fields, replace

from cdgdevice.rules.card_display import Mark
from cdgdevice.rules.guided.list_steps import NAMED
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import LIST_OF_TERMS, SheetFamily, Term, fold_term
from cdgdevice.rules.texts.templates import quote
from cdgdevice.rules.texts.words import LONGEST_ORDER, LONGEST_WORD, Words
from cdgdevice.tomlform.form import Form


class _SharedTerm(Struct, frozen=True, forbid_unknown_fields=True):
    """A word that documents of several games share, and which sheets have it."""

    word: str
    text: str
    also: tuple[str, ...] = ()
    families: tuple[SheetFamily, ...] = tuple(SheetFamily)
    counted: bool = False
    """Only where chits are counted."""
    mark: Mark | None = None
    """Only where a card may have this mark."""
    where: Mapping[str, str] = {}
    """Only where these words of the sheet are so."""


@cache
def _read_shared_terms(content: str) -> tuple[_SharedTerm, ...]:
    return convert(tomllib.loads(content)["terms"], tuple[_SharedTerm, ...])


_NAMES_IN_ORDER = {
    "tally": ("{left}", "{of}"),
    "hand_tally": ("{of}",),
    "discard": ("{cards}",),
    "swap": ("{cards}",),
}
"""The words that are whole orders, and the names that stand in each, once."""


def read_words(form: Form) -> Words:
    """Read [words]: what the document calls things, and what the Book does where it is silent."""
    form.text("source", None)
    found = {}
    for entry in fields(Words):
        if entry.type is not str:
            continue  # a variant, or the turn, says it
        names = _NAMES_IN_ORDER.get(entry.name, ())
        longest = LONGEST_ORDER if names else LONGEST_WORD
        word = form.text(entry.encode_name, str(entry.default))
        if len(word) > longest:
            form.refuse(
                entry.encode_name,
                f"has {len(word)} characters, and a screen has room for {longest}; shorten it.",
            )
        braces = len(re.findall("[{}]", word))
        wrong = any(word.count(name) != 1 for name in names) or braces != 2 * len(names)
        if names and word and wrong:
            must = f"must have {' and '.join(names)} in it, and no other braces."
            form.refuse(entry.encode_name, must)
            word = str(entry.default)
        found[entry.name] = word
    return replace(Words(), **found)


def read_terms(form: Form) -> tuple[Term, ...]:
    """Read [[terms]], the sheet's own words."""
    terms: list[Term] = []
    for item in form.each("terms"):
        term = Term(
            item.text("word"), item.text("text"), item.texts("also", ()), item.text("source")
        )
        _check_term(item, term, terms)
        terms.append(term)
    return tuple(terms)


def _check_term(form: Form, term: Term, before: Iterable[Term]) -> None:
    """Refuse a term that can't be asked for, or is told with braces that nothing fills."""
    name = term.word.casefold()
    if name and name in (other.word.casefold() for other in before):
        form.refuse("word", f"{quote(term.word)} is explained already; keep one of the two.")
    for key, texts in (("word", (term.word,)), ("also", term.also), ("text", (term.text,))):
        if key != "text" and LIST_OF_TERMS in (name.casefold() for name in texts):
            form.refuse(key, f"{quote(LIST_OF_TERMS)} lists all words; name it otherwise.")
        if re.search("[{}]", "".join(texts)):
            form.refuse(key, "must have no brackets {}; write the word itself.")


def add_shared_terms(sheet: Sheet, content: str) -> Sheet:
    """Add the words that several games share, in the sheet's words.

    What one of its own is called, or is also called, no shared one is.
    `content` is that of their file, `terms.toml`.
    """
    names = {name.replace("_", "-"): str(word) for name, word in asdict(sheet.words).items()}
    names["lowest"] = sheet.lowest
    own = {fold_term(name) for term in sheet.terms for name in term.names}
    shared = []
    for term in _read_shared_terms(content):
        if (
            sheet.family in term.families
            and (sheet.hands.counted or not term.counted)
            and (term.mark is None or (sheet.marks is not None and term.mark in sheet.marks.kinds))
            and all(names[name] == word for name, word in term.where.items())
        ):
            word, text, *also = (
                NAMED.sub(lambda name: names[name[1]], each)
                for each in (term.word, term.text, *term.also)
            )
            if fold_term(word) not in own:
                left = (name for name in also if name != word and fold_term(name) not in own)
                shared.append(Term(word, text, tuple(dict.fromkeys(left))))
    terms = sorted((*sheet.terms, *shared), key=lambda term: term.word.casefold())
    return replace(sheet, terms=tuple(terms))

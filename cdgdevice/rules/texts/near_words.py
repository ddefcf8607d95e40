"""Which known word somebody may have meant who wrote another one."""

from collections.abc import Iterable


def find_most_like(word: str, known: Iterable[str], at_least: float = 0.6) -> str | None:
    """Return the known word that is most like `word`; None where none is `at_least` so like it.

    0 is nothing in common, and 1 the same.
    """
    # Loaded only where it is wanted: the gadget starts sooner, and nothing is mistyped there.
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), 1, at_least)), None)


def did_you_mean(given: object, known: object) -> str:
    """Return ` Did you mean "x"?` where one of the known names is near, else nothing."""
    names = [str(name) for name in known] if isinstance(known, (tuple, list, dict)) else []
    near = find_most_like(given, names) if isinstance(given, str) else None
    return f' Did you mean "{near}"?' if near else ""

"""Small sheets that a test writes itself, played on a table with real cards and taken back."""

from msgspec.structs import replace

from cdgdevice.rules.game import Game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.instructions import Instruction, TellPlayer
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, UndoLast
from cdgdevice.rules.sheet import Sheet
from cdgdevice.sheets.reading.sheet_schema import read_sheet
from tests.rules.playing import read
from tests.rules.walking import Walk

KINDS = {
    "DealCard": "deal",
    "FlipCards": "flip",
    "PlayCard": "play",
    "DiscardCard": "discard",
    "RefillGap": "refill",
    "SetChits": "count",
    "PutCardBack": "putback",
    "TakeCardBack": "takeback",
    "MoveCard": "move",
    "LayBelowRow": "steal",
    "LeaveGap": "leave-empty",
    "SwapCard": "swap",
    "ReturnCard": "return",
    "TellPlayer": "tell",
}
"""What tests call the instructions."""

NAMED = {"JR": "C", "AB": "A B", "DE": "D E", "ABC": "A B C", "CDE": "C D E"}


def outcome(result: str, *steps: str) -> str:
    """Write what a result of the Method die leads through."""
    return f"""
[[results]]
result = "{result}"
source = "results"
steps = [{", ".join(steps)}]
"""


def plain(result: str) -> str:
    """Write a result as in most sheets."""
    if result == "EVENT":
        every = spaces("A B C D E")
        return outcome(
            result,
            '{ do = "turn-up", until = 2 }',
            f'{{ do = "offer", spaces = {every}, uses = ["event"] }}',
        )
    named = spaces(NAMED[result])
    steps = [
        f'{{ do = "flip", spaces = {named} }}',
        f'{{ do = "offer", spaces = {named}, uses = ["any"] }}',
    ]
    if result == "JR":
        others = spaces("A B D E")
        steps.append(f'{{ do = "offer", spaces = {others}, uses = ["lowest-ops"] }}')
    return outcome(result, *steps)


def spaces(letters: str) -> str:
    """Write spaces as an array."""
    return str(letters.split())


def written(family: str, *parts: str, **results: str) -> str:
    """Write a sheet: these parts come after its head, and these results in place of the plain."""
    head = f"""
id = "small"
title = "Small"
publisher = "Nobody"
year = 2026
source = "a test"
family = "{family}"
sides = {{ left = "Reds", right = "Blues" }}
"""
    given = "".join(parts)
    if "[turn]" not in given:
        head += 'turn = { first = "left", source = "turn" }\n'
    if "[hands]" not in given and family != "checks":
        head += 'hands = { default = [5, 5], low = 1, high = 9, vary = true, source = "hands" }\n'
    face_up = {"row": "[]", "checks": ""}.get(family, '["A", "B"]')
    if face_up:
        head += f'set-up = {{ face-up = {face_up}, source = "set-up" }}\n'
    if family == "row":
        head += 'row = { ranges = { A = 3, B = 4, C = 5, D = 4, E = 3 }, source = "ranges" }\n'
    if family in ("row", "checks"):
        return head + given
    return head + given + "".join(results.get(name, plain(name)) for name in (*NAMED, "EVENT"))


def action(*steps: str, id_: str = "act", **keys: str) -> str:
    """Write an action, by default one to be taken while a card is carried out."""
    all_keys = {"when": '["play"]', "who": '"active"'} | keys
    lines = "\n".join(f"{key.replace('_', '-')} = {value}" for key, value in all_keys.items())
    return f"""
[[actions]]
id = "{id_}"
title = "{id_}"
source = "card"
{lines}
steps = [{", ".join(steps)}]
"""


def small(family: str, *parts: str, **results: str) -> Sheet:
    """Give a small sheet."""
    return read_sheet(written(family, *parts, **results), "small.toml")


def played(
    of: Sheet, *requests: str, hands: tuple[int, int] | None = None, **options: int
) -> GameHistory:
    """Play requests, and do by hand what is asked: then all of it is taken back, on the quiet.

    The table must lie as the state says after each request, and be put back as it was.
    """
    named = tuple(sorted((name.replace("_", "-"), on) for name, on in options.items()))
    walk = Walk(NewGame(of.id, hands, named), of)
    walk.table.check(walk.history.now)
    behind = []
    for request in requests:
        behind.append((walk.history.now, walk.table.snapshot()))
        walk.take(read(request))
        walk.table.check(walk.history.now)
    history = walk.history
    if "undo" not in requests:
        for game, table in reversed(behind):
            walk.take(UndoLast())
            assert without_kept_nominations(walk.history.now) == game
            assert walk.table.snapshot() == table
    return history


def without_kept_nominations(game: Game) -> Game:
    """The game as it was before an undo, which keeps a nomination together with its dice."""
    return replace(game, kept_nominations={})


def said(history: GameHistory) -> list[str]:
    """What the sheet itself told the hands to do now."""
    return [act.text for act in history.now.instructions if isinstance(act, TellPlayer)]


def stage(history: GameHistory) -> str:
    """The stage's name."""
    return prompt(history.now).stage


def asks(history: GameHistory) -> str:
    """What is asked now, in the words of the prompt."""
    return " ".join(prompt(history.now).text)


def done_by_hand(history: GameHistory) -> list[str]:
    """The acts asked of the hands now, each by its kind and card."""
    return [_short(act) for act in history.now.instructions]


def _short(act: Instruction) -> str:
    card = getattr(act, "card", None) or getattr(act, "cards", "")
    cards = "".join(map(str, card)) if isinstance(card, tuple) else str(card)
    return f"{KINDS[type(act).__name__]} {act.side.value} {cards}".strip()

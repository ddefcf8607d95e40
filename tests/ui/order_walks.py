"""Every order and question of games of all sheets, as the glass has them, on two screens or one.

`python -m tests.ui.order_walks` walks through them and prints what is not whole in letters for
orders, then what is divided into pages, the most often first.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.render.draw_board import is_legible
from cdgdevice.render.views import BoardView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import NewGame
from cdgdevice.ui.board import count_idle_pages, count_pages, view_screens, view_single_screen
from cdgdevice.ui.choices import list_choices
from cdgdevice.ui.state import UiState
from tests.rules.walking import picked

_BACK = frozenset({"undo", "correct", "set-table", "mark"})
"""What asks for nothing that was not asked before."""
Pages = tuple[BoardView, ...]


def walk_games(sheet: str, steps: int, seed: int = 7) -> Iterator[GameHistory]:
    """Give the moments of a game from its set-up on, and those of one that is dealt already."""
    rng = Random(seed)
    of = load_sheet(sheet)
    hands = (of.hands.high, of.hands.high)
    for new in (NewGame(sheet, set_up=True), NewGame(sheet, hands)):
        history = begin_game(of, new)
        yield history
        for _ in range(steps):
            request = picked(history, rng.randrange(100_000), _BACK)
            if request is None:
                break
            history = answer_request(history, request).history
            yield history


def list_boards(history: GameHistory) -> Iterator[tuple[int, Pages]]:
    """Give what a moment shows, with how many screens there are: boards, each as its pages.

    Of other choices than the first only the second: they differ by their name.
    """
    for screens in (tuple(Side), (Side.LEFT,)):
        for highlight in range(min(2, len(list_choices(history.now)))):
            state = UiState(highlight=highlight, screens=screens)
            pages = range(1 if highlight else count_pages(state, history))
            shown = [_view(replace(state, page=page), history) for page in pages]
            yield len(screens), tuple(views[history.now.active] for views in shown)
        if len(screens) > 1:
            idle = history.now.active.other
            turned = (UiState(idle_page=n) for n in range(count_idle_pages(UiState(), history)))
            yield 2, tuple(_view(each, history)[idle] for each in turned)
            yield 2, (_view(UiState(armed_side=idle), history)[idle],)


def _view(state: UiState, history: GameHistory) -> dict[Side, BoardView]:
    if len(state.screens) == 1:
        only = view_single_screen(state, history)
        return {history.now.active: only} if isinstance(only, BoardView) else {}
    views = view_screens(state, history).items()
    return {side: view for side, view in views if isinstance(view, BoardView)}


def main(sheets: tuple[str, ...] = sheet_ids()) -> None:
    """Print the lists."""
    for sheet in sheets:
        hard: Counter[tuple[int, BoardView]] = Counter()
        divided: Counter[tuple[int, tuple[tuple[str, ...], ...]]] = Counter()
        moments = 0
        for seed in range(3):
            for history in walk_games(sheet, 60, seed):
                moments += 1
                for screens, pages in list_boards(history):
                    hard.update((screens, page) for page in pages if not is_legible(page))
                    if len(pages) > 1:
                        divided[screens, tuple(page.lines for page in pages)] += 1
        print(f"{sheet}: {moments} moments, {len(hard)} hard to read")
        for (screens, board), many in hard.most_common():
            print(f"  HARD TO READ, {screens} screens, {many} times: {board.lines} {board.chosen}")
        for (screens, lines), many in divided.most_common(8):
            print(f"  {screens} screens, {many} times: {' // '.join(map(' '.join, lines))}")


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or sheet_ids())

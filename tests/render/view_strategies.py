"""Random views for property tests."""

from hypothesis import strategies as st

from cdgdevice.render import views
from cdgdevice.rules.card_display import Facing, Mark
from cdgdevice.rules.die import DieResult

WORDS = st.text("ABCDEabcdefgh019.,:'-/()", min_size=1, max_size=12)
SENTENCES = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)
CARDS = st.sampled_from(
    [
        views.CardView(facing, offered, highlighted, mark, reach)
        for facing in Facing
        for offered, highlighted in ((False, False), (True, False), (True, True))
        for mark, reach in ((None, None), (Mark.SCORING, None), (None, 4))
    ]
)
SPACES = st.lists(CARDS, max_size=2).map(tuple)
COUNTS = st.none() | st.integers(0, 20)
BOARDS: st.SearchStrategy[views.BoardView] = st.builds(
    views.BoardView,
    side=st.text("Abcdefg &-", min_size=1, max_size=28),
    turn=st.integers(1, 99),
    round=st.integers(1, 99),
    spaces=st.just(()) | st.tuples(SPACES, SPACES, SPACES, SPACES, SPACES),
    lines=st.lists(SENTENCES, max_size=4).map(tuple),
    left=COUNTS,
    of=COUNTS,
    quiet=st.booleans(),
    chosen=st.none() | WORDS,
    among=st.sampled_from(["", "1/3", "0-12"]),
)
MENUS: st.SearchStrategy[views.MenuView] = st.integers(1, 12).flatmap(
    lambda n: st.builds(
        views.MenuView,
        title=SENTENCES,
        items=st.tuples(*[SENTENCES] * n),
        highlighted=st.integers(0, n - 1),
    )
)
PAGES: st.SearchStrategy[views.PageView] = st.builds(
    views.PageView,
    mood=st.sampled_from(views.PageKind),
    title=WORDS,
    text=st.lists(SENTENCES, max_size=6).map(tuple),
    page=st.integers(0, 9),
    progress=st.none() | st.integers(0, 25).map(lambda done: (done, 25)),
    beside=st.tuples(st.integers(0, 9), st.integers(0, 9)),
)
DICE = st.lists(st.integers(1, 6), min_size=1, max_size=2).map(tuple)
BARS: st.SearchStrategy[views.DiceCountView] = st.builds(
    views.DiceCountView,
    title=WORDS,
    counts=st.tuples(*[st.integers(0, 100_000)] * 6),
    labels=st.tuples(*[st.text("ABC123", min_size=1, max_size=4)] * 6),
    text=SENTENCES,
    number=st.just(1),
    of=st.sampled_from([1, 3]),
)
VIEWS: st.SearchStrategy[views.View] = st.one_of(
    BOARDS, MENUS, PAGES, BARS, st.builds(views.DiceView, st.sampled_from(DieResult) | DICE)
)

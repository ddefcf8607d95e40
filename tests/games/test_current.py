from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.games.journal_format import KEPT_READER_STARTS, encode_line, newest_throw_keys
from cdgdevice.games.state_files import KEPT_PREVIOUS_GAMES, LONGEST_CURRENT_FILE, CurrentGame

NUMBERS = st.integers(1, 2**32 - 1)
KEYS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=3 * KEPT_READER_STARTS)
FEW = st.lists(st.tuples(st.integers(1, 12), st.integers(1, 20)), max_size=60)
LONG_NAME = "0001-" + "x" * 242 + ".journal"


@given(
    st.text(max_size=30),
    st.integers(0, 10**6),
    KEYS,
    st.lists(st.integers(1), max_size=KEPT_PREVIOUS_GAMES),
)
def test_what_is_written_is_read_back(
    game: str, answers: int, keys: list[tuple[int, int]], before: list[int]
) -> None:
    current = CurrentGame(game, answers, newest_throw_keys(keys), tuple(before))
    assert CurrentGame.read(current.write()) == current


def test_the_longest_one_is_read_whole() -> None:
    keys = newest_throw_keys((2**32 - 1 - boot, 2**32 - 1) for boot in range(KEPT_READER_STARTS))
    before = tuple(range(10**6, 10**6 + KEPT_PREVIOUS_GAMES))
    assert len(CurrentGame(LONG_NAME, 10**9, keys, before).write()) < LONGEST_CURRENT_FILE


def test_of_an_older_version_the_name_of_the_game_is_read() -> None:
    assert CurrentGame.read(b"0007-standard.journal\n") == CurrentGame("0007-standard.journal")


@given(st.binary(max_size=300))
def test_whatever_else_is_there_counts_no_throw(raw: bytes) -> None:
    assert CurrentGame.read(raw).counted == ()


def test_a_single_wrong_byte_counts_no_throw() -> None:
    raw = CurrentGame("0001-one.journal", 3, ((7, 41),)).write()
    for at in range(len(raw) - 1):
        damaged = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        assert CurrentGame.read(damaged).counted == ()


def test_a_line_of_another_kind_is_nothing() -> None:
    assert CurrentGame.read(encode_line(0, {"journal": 1})) == CurrentGame()


@given(FEW)
def test_of_each_start_the_newest_throw_is_known_and_of_the_last_starts_only(
    keys: list[tuple[int, int]],
) -> None:
    found = newest_throw_keys(keys)
    last = list(dict.fromkeys(boot for boot, _ in reversed(keys)))[:KEPT_READER_STARTS]
    assert [boot for boot, _ in found] == last[::-1]
    for boot, sequence in found:
        assert sequence == max(s for b, s in keys if b == boot)
    assert newest_throw_keys(found) == found

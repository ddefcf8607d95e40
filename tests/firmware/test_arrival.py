"""A die falls, a finger comes slowly."""

import arrival
import pytest

from bench.modelled_studies import hands
from firmware.simulated.hands import RECORDINGS

WHITE = 6000
SKIN = (1440, 560, 450, 2350)


def part(colours: tuple[int, int, int, int], of: float) -> tuple[int, int, int, int]:
    red, green, blue, clear = (round(each * of) for each in colours)
    return red, green, blue, clear


def empty() -> arrival.Arrival:
    seen = arrival.Arrival(WHITE)
    for _ in range(2):
        seen.see(0, (0, 0, 0, 0), 0)
    return seen


def come(*looks: tuple[int, int, int, int], label: int | None = 5) -> arrival.Arrival:
    """What comes over a window that had nothing over it."""
    seen = empty()
    for look in looks:
        seen.see(label, look, 0)
    return seen


def test_what_was_seen_before_dimmer_and_of_the_same_hue_comes_slowly() -> None:
    assert come(part(SKIN, 0.2), part(SKIN, 0.5), SKIN, SKIN, SKIN).is_slow(SKIN)


def test_what_is_there_at_once_fell() -> None:
    assert not come(SKIN, SKIN, SKIN).is_slow(SKIN)
    assert not come(part(SKIN, 0.9), SKIN, SKIN).is_slow(SKIN)


def test_what_showed_another_hue_tumbled() -> None:
    assert not come((300, 900, 500, 1700), part(SKIN, 0.5), SKIN, SKIN).is_slow(SKIN)


def test_a_die_that_is_out_of_sight_for_a_moment_is_the_same_die() -> None:
    seen = empty()
    for label, look in ((None, (300, 900, 500, 1700)), (0, (0, 0, 0, 0)), (5, part(SKIN, 0.4))):
        seen.see(label, look, 0)
    assert not seen.is_slow(SKIN)


def test_where_the_light_has_just_changed_a_hue_says_less() -> None:
    odd = (500, 180, 120, 700)
    assert not come(odd, SKIN, SKIN).is_slow(SKIN)
    seen = empty()
    seen.see(None, odd, 300)
    assert seen.is_slow(SKIN)


def test_a_die_that_has_settled_or_was_never_away_came_not() -> None:
    seen = come(part(SKIN, 0.3), SKIN)
    seen.forget()
    assert not seen.is_slow(SKIN)
    seen.see(5, part(SKIN, 0.3), 0)
    assert not seen.is_slow(SKIN)


@pytest.mark.parametrize(("beats", "is_slow"), [(0.0, False), (0.015, True)])
def test_what_lies_stiller_than_anything_alive_is_a_die_however_it_came(
    beats: float, is_slow: bool
) -> None:
    looks = [part(SKIN, 1 + beats * (-1) ** (look // 4)) for look in range(arrival.LONG + 2)]
    assert come(part(SKIN, 0.3), *looks[:-3]).is_slow(SKIN)
    assert come(part(SKIN, 0.3), *looks).is_slow(SKIN) is is_slow


def test_of_what_hands_do_hardly_anything_counts_as_a_throw() -> None:
    seen = hands(2, throws=3) + hands(5, throws=3) + hands(8, throws=3)
    assert {what for what, _ in seen} == set(RECORDINGS)
    assert sum(count for (_, rolls), count in seen.items() if rolls) <= 1

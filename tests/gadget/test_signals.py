"""Lamps and buzzer, told the time."""

from collections.abc import Collection, Iterator
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.gadget.signals import APART, BETWEEN, FLASH, SOUNDED, Code, Signal, Signals, Sound
from cdgdevice.method.display import Side

LEFT = frozenset({Side.LEFT})
BOTH = frozenset(Side)
NONE: frozenset[Side] = frozenset()


def course(
    signals: Signals, codes: Collection[Code], until: float, start: float = 0.0
) -> Iterator[tuple[float, Signal]]:
    """Look only when it is due, as the loop does; give the time of each look."""
    now: float | None = start
    while now is not None and now < until:
        yield now, signals.look(now, LEFT, codes)
        due = signals.deadline()
        assert due is None or due > now, "a deadline lies ahead"
        now = due


def flashes(signals: Signals, codes: Collection[Code], until: float) -> list[int]:
    """How often all lamps flash between one time that they show a side and the next."""
    counts = [0]
    for _, signal in course(signals, codes, until):
        if signal.lamps == BOTH:
            counts[-1] += 1
        elif signal.lamps == LEFT:
            counts.append(0)
    return counts


def round_of(*codes: Code) -> float:
    return sum(APART + 2 * FLASH * code.value for code in codes) + BETWEEN


def test_with_nothing_to_tell_the_lamps_are_the_sides_own_and_nothing_is_due() -> None:
    signals = Signals()
    assert signals.look(5.0, LEFT, ()) == Signal(LEFT)
    assert signals.deadline() is None


@pytest.mark.parametrize("code", Code)
def test_a_code_flashes_as_often_as_its_number_says_again_and_again(code: Code) -> None:
    assert flashes(Signals(), [code], 3 * round_of(code)) == [code.value] * 3 + [0]


def test_codes_that_are_there_together_are_told_one_after_the_other() -> None:
    seen = course(Signals(), {Code.DISK, Code.SCREENS}, round_of(Code.SCREENS, Code.DISK))
    stretches = [(at, signal.lamps) for at, signal in seen]
    ends = [at for at, _ in stretches[1:]] + [round_of(Code.SCREENS, Code.DISK)]
    long_dark = [
        end - at
        for (at, lamps), end in zip(stretches, ends, strict=True)
        if lamps == NONE and end - at > FLASH
    ]
    assert long_dark == [APART, APART]
    lit = [lamps for _, lamps in stretches if lamps]
    assert [(lamps, len(list(same))) for lamps, same in groupby(lit)] == [(BOTH, 6), (LEFT, 1)]


@given(
    st.sets(st.sampled_from(Code), min_size=1),
    st.floats(0, 1e6),
    st.lists(st.floats(0, 40), max_size=20),
)
def test_between_its_deadlines_nothing_changes(
    codes: set[Code], start: float, looks: list[float]
) -> None:
    """Whoever looks only when it is due misses nothing that another sees who looks all the time."""
    lazy = list(course(Signals(), codes, start + 41, start))
    eager = Signals()
    eager.look(start, LEFT, codes)
    for at in sorted(looks):
        now = start + at
        last = [signal for time, signal in lazy if time <= now][-1]
        assert eager.look(now, LEFT, codes) == last


def test_a_code_that_is_mended_is_told_no_more() -> None:
    signals = Signals()
    signals.look(0.0, LEFT, [Code.SCREENS])
    assert signals.look(APART, LEFT, [Code.SCREENS]).lamps == BOTH
    assert signals.look(APART + 0.1, LEFT, []) == Signal(LEFT)
    assert signals.deadline() is None


def test_a_moment_without_a_screen_is_no_code_yet() -> None:
    signals = Signals()
    seen = [signals.look(at / 10, LEFT, [Code.SCREENS]) for at in range(9)]
    assert {signal.lamps for signal in seen} == {NONE}
    assert not any(signal.sounding for signal in seen)


def test_in_the_dark_no_code_is_told_and_with_the_light_it_begins_anew() -> None:
    signals = Signals()
    list(course(signals, [Code.DISK], 3.0))
    assert signals.look(3.0, LEFT, [Code.DISK], dark=True) == Signal()
    assert signals.deadline() is None
    assert signals.look(1000.0, LEFT, [Code.DISK]).lamps == NONE
    assert signals.look(1000.0 + APART, LEFT, [Code.DISK]).lamps == BOTH


# --- buzzer -------------------------------------------------------------------------------------


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_lasts_its_time_from_when_it_is_first_looked_at(sound: Sound) -> None:
    signals = Signals()
    signals.play(sound)
    assert signals.look(7.0, LEFT, ()) == Signal(LEFT, sounding=True)
    assert signals.deadline() == 7.0 + sound.value
    assert not signals.look(7.0 + sound.value, LEFT, ()).sounding
    assert signals.deadline() is None


def test_what_is_refused_sounds_longer_than_what_counts() -> None:
    assert Sound.REFUSED.value > 4 * Sound.COUNTED.value


def test_the_buzzer_gives_a_code_with_the_lamps_and_leaves_it_to_them_after_three_times() -> None:
    seen = list(course(Signals(), [Code.DISK], 5 * round_of(Code.DISK)))
    assert sum(signal.sounding for _, signal in seen) == SOUNDED * Code.DISK.value
    assert sum(signal.lamps == BOTH for _, signal in seen) == 5 * Code.DISK.value
    assert all(signal.lamps == BOTH for _, signal in seen if signal.sounding)


def test_a_touch_silences_the_code_that_is_told_and_no_other() -> None:
    signals = Signals()
    list(course(signals, [Code.SCREENS], 2.0))
    signals.touched()
    seen = list(course(signals, [Code.SCREENS], 20.0, 2.0))
    assert not any(signal.sounding for _, signal in seen)
    assert any(signal.lamps == BOTH for _, signal in seen)
    both = [Code.SCREENS, Code.DISK]
    seen = list(course(signals, both, 20.0 + round_of(*both), 20.0))
    assert sum(signal.sounding for _, signal in seen) == Code.DISK.value


@given(
    st.sampled_from(Code),
    st.lists(
        st.tuples(st.sets(st.sampled_from(Code)), st.booleans(), st.floats(0.01, 30)), max_size=8
    ),
)
def test_no_coming_and_going_of_others_has_a_code_sound_more_often(
    code: Code, changes: list[tuple[set[Code], bool, float]]
) -> None:
    """It has sounded its three times; then only a touch, or its own end, changes anything."""
    signals, now, began, flashes = Signals(), 0.0, 0.0, 0
    before: object = None
    sounding = False
    for others, dark, lasts in (*changes, (set[Code](), False, 60.0)):
        codes = {code, *others}
        if (codes, dark) != before:
            before, began = (codes, dark), now
        due: float | None = now
        while due is not None and due < now + lasts:
            signal = signals.look(due, LEFT, codes, dark=dark)
            if signal.sounding and not sounding:
                flashes += told(code, codes, due - began)
            sounding = signal.sounding
            due = signals.deadline()
        now += lasts
    assert flashes <= SOUNDED * code.value


def told(code: Code, codes: Collection[Code], after: float) -> bool:
    """Tell whether it is this code's turn, so long after the codes have changed."""
    before = [each for each in codes if each.value < code.value]
    begins = round_of(*before) - BETWEEN
    took = APART + 2 * FLASH * code.value
    return begins < after % round_of(*codes) < begins + took


def test_a_code_that_others_come_and_go_beside_sounds_three_times_in_all() -> None:
    signals = Signals()
    sounded = 0
    for number in range(40):
        codes = [Code.SCREENS, Code.READER] if number % 2 else [Code.SCREENS]
        seen = list(course(signals, codes, 3.0 * (number + 1), 3.0 * number))
        sounded += sum(signal.sounding for _, signal in seen)
    assert sounded == SOUNDED * Code.SCREENS.value


def test_a_code_that_comes_again_sounds_again() -> None:
    signals = Signals()
    list(course(signals, [Code.DISK], 2.0))
    signals.touched()
    signals.look(3.0, LEFT, [])
    seen = list(course(signals, [Code.DISK], 4.0 + round_of(Code.DISK), 4.0))
    assert any(signal.sounding for _, signal in seen)


def test_with_the_sound_off_nothing_sounds_and_the_lamps_tell_the_code() -> None:
    signals = Signals(sound=False)
    signals.play(Sound.REFUSED)
    seen = list(course(signals, [Code.READER], round_of(Code.READER)))
    assert not any(signal.sounding for _, signal in seen)
    assert sum(signal.lamps == BOTH for _, signal in seen) == Code.READER.value


def test_a_sound_that_was_wanted_while_it_was_off_does_not_come_late() -> None:
    signals = Signals(sound=False)
    signals.play(Sound.COUNTED)
    signals.look(1.0, LEFT, ())
    signals.sound = True
    assert not signals.look(1.01, LEFT, ()).sounding

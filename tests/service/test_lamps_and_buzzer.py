"""Lamps and buzzer, told the time."""

import math
from collections.abc import Collection, Iterator
from itertools import groupby

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cdgdevice.rules.card_display import Side
from cdgdevice.service.lamps_and_buzzer import (
    DARK_BEFORE_SECONDS,
    FLASH_SECONDS,
    MAX_BUZZER_ROUNDS,
    PAUSE_SECONDS,
    LampCode,
    Outputs,
    SignalSequencer,
)
from cdgdevice.ui.sounds import Sound

LEFT = frozenset({Side.LEFT})
BOTH = frozenset(Side)
NONE: frozenset[Side] = frozenset()


def course(
    signals: SignalSequencer, codes: Collection[LampCode], until: float, start: float = 0.0
) -> Iterator[tuple[float, Outputs]]:
    """Look only when it is due, as the loop does; give the time of each look."""
    now = start
    while now < until:
        yield now, signals.find_outputs(now, LEFT, codes)
        due = signals.deadline()
        assert due > now, "a deadline lies ahead"
        now = due


def flashes(signals: SignalSequencer, codes: Collection[LampCode], until: float) -> list[int]:
    """How often all lamps flash between one time that they show a side and the next."""
    counts = [0]
    for _, signal in course(signals, codes, until):
        if signal.lamps == BOTH:
            counts[-1] += 1
        elif signal.lamps == LEFT:
            counts.append(0)
    return counts


def round_of(*codes: LampCode) -> float:
    return (
        sum(DARK_BEFORE_SECONDS + 2 * FLASH_SECONDS * code.value for code in codes) + PAUSE_SECONDS
    )


def test_with_nothing_to_tell_the_lamps_are_the_sides_own_and_nothing_is_due() -> None:
    signals = SignalSequencer()
    assert signals.find_outputs(5.0, LEFT, ()) == Outputs(LEFT)
    assert signals.deadline() == math.inf


@pytest.mark.parametrize("code", LampCode)
def test_a_code_flashes_as_often_as_its_number_says_again_and_again(code: LampCode) -> None:
    assert flashes(SignalSequencer(), [code], 3 * round_of(code)) == [code.value] * 3 + [0]


def test_codes_that_are_there_together_are_told_one_after_the_other() -> None:
    seen = course(
        SignalSequencer(),
        {LampCode.DISK, LampCode.SCREENS},
        round_of(LampCode.SCREENS, LampCode.DISK),
    )
    stretches = [(at, signal.lamps) for at, signal in seen]
    ends = [at for at, _ in stretches[1:]] + [round_of(LampCode.SCREENS, LampCode.DISK)]
    long_dark = [
        end - at
        for (at, lamps), end in zip(stretches, ends, strict=True)
        if lamps == NONE and end - at > FLASH_SECONDS
    ]
    assert long_dark == [DARK_BEFORE_SECONDS, DARK_BEFORE_SECONDS]
    lit = [lamps for _, lamps in stretches if lamps]
    assert [(lamps, len(list(same))) for lamps, same in groupby(lit)] == [(BOTH, 6), (LEFT, 1)]


@given(
    st.sets(st.sampled_from(LampCode), min_size=1),
    st.floats(0, 1e6),
    st.lists(st.floats(0, 40), max_size=20),
)
def test_between_its_deadlines_nothing_changes(
    codes: set[LampCode], start: float, looks: list[float]
) -> None:
    """Whoever looks only when it is due misses nothing that another sees who looks all the time."""
    lazy = list(course(SignalSequencer(), codes, start + 41, start))
    eager = SignalSequencer()
    eager.find_outputs(start, LEFT, codes)
    for at in sorted(looks):
        now = start + at
        last = [signal for time, signal in lazy if time <= now][-1]
        assert eager.find_outputs(now, LEFT, codes) == last


def test_a_code_that_is_fixed_is_no_longer_shown() -> None:
    signals = SignalSequencer()
    signals.find_outputs(0.0, LEFT, [LampCode.SCREENS])
    assert signals.find_outputs(DARK_BEFORE_SECONDS, LEFT, [LampCode.SCREENS]).lamps == BOTH
    assert signals.find_outputs(DARK_BEFORE_SECONDS + 0.1, LEFT, []) == Outputs(LEFT)
    assert signals.deadline() == math.inf


def test_a_moment_without_a_screen_is_no_code_yet() -> None:
    signals = SignalSequencer()
    seen = [signals.find_outputs(at / 10, LEFT, [LampCode.SCREENS]) for at in range(9)]
    assert {signal.lamps for signal in seen} == {NONE}
    assert not any(signal.buzzer for signal in seen)


def test_in_the_dark_no_code_is_told_and_with_the_light_it_begins_again() -> None:
    signals = SignalSequencer()
    list(course(signals, [LampCode.DISK], 3.0))
    assert signals.find_outputs(3.0, LEFT, [LampCode.DISK], dark=True) == Outputs()
    assert signals.deadline() == math.inf
    assert signals.find_outputs(1000.0, LEFT, [LampCode.DISK]).lamps == NONE
    assert signals.find_outputs(1000.0 + DARK_BEFORE_SECONDS, LEFT, [LampCode.DISK]).lamps == BOTH


# --- buzzer -------------------------------------------------------------------------------------


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_lasts_its_time_from_when_it_is_first_looked_at(sound: Sound) -> None:
    signals = SignalSequencer()
    signals.play(sound)
    assert signals.find_outputs(7.0, LEFT, ()) == Outputs(LEFT, buzzer=True)
    assert signals.deadline() == 7.0 + sound.value
    assert not signals.find_outputs(7.0 + sound.value, LEFT, ()).buzzer
    assert signals.deadline() == math.inf


def test_what_is_refused_sounds_longer_than_what_counts() -> None:
    assert Sound.REFUSED.value > 4 * Sound.COUNTED.value


def test_the_buzzer_gives_a_code_with_the_lamps_and_leaves_it_to_them_after_three_times() -> None:
    seen = list(course(SignalSequencer(), [LampCode.DISK], 5 * round_of(LampCode.DISK)))
    assert sum(signal.buzzer for _, signal in seen) == MAX_BUZZER_ROUNDS * LampCode.DISK.value
    assert sum(signal.lamps == BOTH for _, signal in seen) == 5 * LampCode.DISK.value
    assert all(signal.lamps == BOTH for _, signal in seen if signal.buzzer)


def test_a_touch_silences_the_code_that_is_told_and_no_other() -> None:
    signals = SignalSequencer()
    list(course(signals, [LampCode.SCREENS], 2.0))
    signals.note_touch()
    seen = list(course(signals, [LampCode.SCREENS], 20.0, 2.0))
    assert not any(signal.buzzer for _, signal in seen)
    assert any(signal.lamps == BOTH for _, signal in seen)
    both = [LampCode.SCREENS, LampCode.DISK]
    seen = list(course(signals, both, 20.0 + round_of(*both), 20.0))
    assert sum(signal.buzzer for _, signal in seen) == LampCode.DISK.value


@example(LampCode.SCREENS, [(set(), False, 1.125)])  # looked at in the middle of a flash
@given(
    st.sampled_from(LampCode),
    st.lists(
        st.tuples(st.sets(st.sampled_from(LampCode)), st.booleans(), st.floats(0.01, 30)),
        max_size=8,
    ),
)
def test_no_coming_and_going_of_others_has_a_code_sound_more_often(
    code: LampCode, changes: list[tuple[set[LampCode], bool, float]]
) -> None:
    """It has sounded its three times; then only a touch, or its own end, changes anything."""
    signals, now, began, flashes = SignalSequencer(), 0.0, 0.0, 0
    before: object = None
    sounding = False
    for others, dark, lasts in (*changes, (set[LampCode](), False, 60.0)):
        codes = {code, *others}
        if (codes, dark) != before:
            before, began = (codes, dark), now
        due = now
        while due < now + lasts:
            signal = signals.find_outputs(due, LEFT, codes, dark=dark)
            if signal.buzzer and not sounding:
                flashes += told(code, codes, due - began)
            sounding = signal.buzzer
            due = signals.deadline()
        now += lasts
    assert flashes <= MAX_BUZZER_ROUNDS * code.value


def told(code: LampCode, codes: Collection[LampCode], after: float) -> bool:
    """Tell whether it is this code's turn, so long after the codes have changed."""
    before = [each for each in codes if each.value < code.value]
    begins = round_of(*before) - PAUSE_SECONDS
    took = DARK_BEFORE_SECONDS + 2 * FLASH_SECONDS * code.value
    return begins < after % round_of(*codes) < begins + took


def test_a_code_that_others_come_and_go_beside_sounds_three_times_in_all() -> None:
    signals = SignalSequencer()
    sounded = 0
    for number in range(40):
        codes = [LampCode.SCREENS, LampCode.READER] if number % 2 else [LampCode.SCREENS]
        seen = list(course(signals, codes, 3.0 * (number + 1), 3.0 * number))
        sounded += sum(signal.buzzer for _, signal in seen)
    assert sounded == MAX_BUZZER_ROUNDS * LampCode.SCREENS.value


def test_a_code_that_comes_again_sounds_again() -> None:
    signals = SignalSequencer()
    list(course(signals, [LampCode.DISK], 2.0))
    signals.note_touch()
    signals.find_outputs(3.0, LEFT, [])
    seen = list(course(signals, [LampCode.DISK], 4.0 + round_of(LampCode.DISK), 4.0))
    assert any(signal.buzzer for _, signal in seen)


def test_with_the_sound_off_nothing_sounds_and_the_lamps_tell_the_code() -> None:
    signals = SignalSequencer(sound=False)
    signals.play(Sound.REFUSED)
    seen = list(course(signals, [LampCode.READER], round_of(LampCode.READER)))
    assert not any(signal.buzzer for _, signal in seen)
    assert sum(signal.lamps == BOTH for _, signal in seen) == LampCode.READER.value


def test_a_sound_that_was_wanted_while_it_was_off_does_not_come_late() -> None:
    signals = SignalSequencer(sound=False)
    signals.play(Sound.COUNTED)
    signals.find_outputs(1.0, LEFT, ())
    signals.sound = True
    assert not signals.find_outputs(1.01, LEFT, ()).buzzer

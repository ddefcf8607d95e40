"""The self-test by a person at a terminal: they press, look, and answer."""

from collections.abc import Callable, Iterator
from contextlib import closing
from queue import Empty

from cdgdevice.config import Config
from cdgdevice.gadget.glass.bus import Bus
from cdgdevice.method.display import Side
from cdgdevice.selftest.controls import PATIENCE, Touches, at_rest, touch_findings, touched
from cdgdevice.selftest.finding import Finding, What
from cdgdevice.selftest.hardware import Pins
from cdgdevice.selftest.screens import judged, may_be_seen, pattern

Tell = Callable[[str], None]
Ask = Callable[[str], str]
"""Asks a question and gives the line that was typed."""


def press_all(
    config: Config, pins: Pins, clock: Callable[[], float], tell: Tell
) -> Iterator[Finding]:
    """Have each control touched, and tell of each touch; `clock` gives monotonic seconds."""
    from cdgdevice.gadget.pins.switchboard import Switchboard

    closed = pins.inputs.closed()
    yield from at_rest(config.pins.inputs, closed)
    touches = Touches(config.pins.inputs)
    board = Switchboard(
        config.pins.debounce_ms / 1000,
        config.pins.hold_ms / 1000,
        config.pins.long_hold_ms / 1000,
        transitions=config.pins.knob_steps_per_detent,
        closed=closed,
    )
    tell(f"Press or turn each: {', '.join(touches.to_do)}. Hold one down to end.")
    until = clock() + PATIENCE
    while not touches.over and (now := clock()) < until:
        due = board.deadline()
        wait = min(until, until if due is None else due) - now
        gestures = board.tick(now, pins.inputs.level)
        try:
            gestures += board.feed(pins.queue.get(timeout=max(0.0, wait)))
        except Empty:
            gestures += board.tick(clock(), pins.inputs.level)
        for gesture in gestures:
            until = clock() + PATIENCE
            before, touches = touches, touched(touches, gesture)
            for name in before.to_do:
                if name not in touches.to_do:
                    tell(f"  {name}: felt, {len(touches.to_do)} to go")
    yield from touch_findings(touches)


def light_lamps(config: Config, pins: Pins, ask: Ask) -> Iterator[Finding]:
    """Light the lamps one after the other, and ask whether each burns."""
    for side, gpio in sorted(config.pins.lamps.items(), key=lambda lamp: lamp[0].value):
        pins.lamps.show(frozenset({side}))
        if _yes(ask(f"Does the {side.value} button's lamp burn now, and no other? [y/n] ")):
            yield Finding(What.LAMPS_LIT, f"The {side.value} lamp burns.")
        else:
            yield Finding(
                What.LAMPS_DARK,
                f"The {side.value} lamp (GPIO{gpio}) does not burn alone: turn the LED round, "
                "check its resistor and wires, and [pins] in the configuration.",
            )
    pins.lamps.show(frozenset())


def sound_buzzer(config: Config, pins: Pins, ask: Ask) -> Iterator[Finding]:
    """Have the buzzer sound, where there is one, and ask whether it does."""
    if pins.buzzer is None:
        return
    pins.buzzer.sound(True)
    try:
        heard = _yes(ask("Does the buzzer sound now? [y/n] "))
    finally:
        pins.buzzer.sound(False)
    if heard:
        yield Finding(What.BUZZER_SOUNDS, "The buzzer sounds.")
        return
    yield Finding(
        What.BUZZER_SILENT,
        f"The buzzer (GPIO{config.pins.buzzer}) does not sound: turn it round, check its "
        "transistor and wires, and [pins] in the configuration. It is to be an active one.",
    )


def look_at_screens(
    config: Config, bus: Bus, answering: frozenset[Side], tell: Tell, ask: Ask
) -> Iterator[Finding]:
    """Show the pattern on each screen that answers, and ask what is seen."""
    from cdgdevice.gadget.glass.screen import Screen
    from cdgdevice.gadget.views.draw import draw

    panels = config.screens.fitted
    for side, panel in panels.items():
        if side not in answering:
            continue
        screen = Screen(
            panel.controller, bus, panel.address, rotate=panel.rotate, contrast=panel.contrast
        )
        with closing(screen):
            screen.show(draw(pattern(side, panel.address, panel.controller)))
            choices = may_be_seen(len(panels))
            tell(f"The {side.value} screen is to show a frame round its whole edge, and its name.")
            for number, seen in enumerate(choices, 1):
                tell(f"  {number}  {seen.value}")
            try:
                yield judged(choices[_number(ask, len(choices)) - 1], (side,))
            finally:
                screen.sleep()


def _yes(answer: str) -> bool:
    return answer.strip().lower()[:1] in ("", "y")


def _number(ask: Ask, last: int) -> int:
    """Ask until a number from 1 to `last` is typed; an empty line is 1."""
    while True:
        typed = ask(f"What do you see there? [1-{last}] ").strip() or "1"
        if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= last:
            return int(typed)

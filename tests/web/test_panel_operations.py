import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.drivers.gpio.control_events import (
    Control,
    RemoteTouch,
    RemoteTouchKind,
    ScreenTapped,
    Turned,
)
from cdgdevice.web import page_messages


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        (
            b'{"do": "down", "control": "left"}',
            RemoteTouch(5.0, Control.LEFT, RemoteTouchKind.DOWN),
        ),
        (b'{"do": "up", "control": "e"}', RemoteTouch(5.0, Control.E, RemoteTouchKind.UP)),
        (b'{"do": "turn", "steps": -20}', Turned(5.0, -20)),
        (b'{"do": "tap", "at": ["right", 127, 63]}', ScreenTapped(5.0, "right", 127, 63)),
        (b'{"do": "throw", "face": 6}', page_messages.ThrowDie(6)),
        (b'{"do": "throw", "face": null}', page_messages.ThrowDie(None)),
        (b'{"do": "throw"}', page_messages.ThrowDie(None)),
        (b'{"do": "cock"}', page_messages.CockDie()),
        (b'{"do": "lift"}', page_messages.LiftDie()),
        (b'{"do": "unplug"}', page_messages.UnplugReader()),
        (b'{"do": "replug"}', page_messages.ReplugReader()),
    ],
)
def test_every_operation_can_be_written(text, operation):
    assert page_messages.read_operation(text, 5.0) == operation


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "An operation is one JSON object; this is not JSON."),
        (b"\xff", "An operation is one JSON object; this is not JSON."),
        (b"[" * 900, "An operation is one JSON object; this is not JSON."),
        (b"[]", 'An operation is one JSON object with a member "do".'),
        (
            b"{}",
            '"do" is one of down, still, up, turn, tap, throw, cock, lift, unplug, replug; '
            "not null.",
        ),
        (
            b'{"do": ["down"]}',
            '"do" is one of down, still, up, turn, tap, throw, cock, lift, unplug, replug; '
            'not ["down"].',
        ),
        (
            b'{"do": "down", "control": "middle"}',
            '"control" is one of left, right, knob, a, b, c, d, e; not "middle".',
        ),
        (
            b'{"do": "down", "control": {}}',
            '"control" is one of left, right, knob, a, b, c, d, e; not {}.',
        ),
        (
            b'{"do": "turn", "steps": 0}',
            '"steps" is a whole number from -20 to 20, not 0; this is 0.',
        ),
        (
            b'{"do": "turn", "steps": true}',
            '"steps" is a whole number from -20 to 20, not 0; this is true.',
        ),
        *(
            (
                b'{"do": "tap", "at": %s}' % at,
                '"at" is left or right, a column from 0 to 127 and a row from 0 to 63, '
                f'as ["left", 64, 20]; not {at.decode()}.',
            )
            for at in (
                *(b'["left", 128, 0]', b'["left", 0, -1]', b'["left", 1.5, 2]'),
                *(b'["up", 1, 2]', b'["left", true, 2]', b'["left", 1]', b"null", b"5"),
            )
        ),
        (b'{"do": "throw", "face": 7}', '"face" is a whole number from 1 to 6, or null; not 7.'),
        (
            b'{"do": "throw", "face": 2.0}',
            '"face" is a whole number from 1 to 6, or null; not 2.0.',
        ),
        (b'{"do": "cock", "face": 2}', '"cock" has no member "face".'),
    ],
)
def test_anything_else_is_refused_with_one_sentence(text, sentence):
    with pytest.raises(page_messages.BadOperationError) as refused:
        page_messages.read_operation(text, 5.0)
    assert str(refused.value) == sentence


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(
    st.binary()
    | st.fixed_dictionaries(
        {"do": st.sampled_from(["down", "up", "turn", "throw", "cock"]) | json_values},
        optional={"control": json_values, "steps": json_values, "face": json_values},
    ).map(lambda value: json.dumps(value).encode())
)
def test_whatever_is_sent_is_an_operation_or_a_short_sentence(text):
    sentence = ""
    try:
        page_messages.read_operation(text, 5.0)
    except page_messages.BadOperationError as refused:
        sentence = str(refused)
    assert "\n" not in sentence
    assert len(sentence) < 160

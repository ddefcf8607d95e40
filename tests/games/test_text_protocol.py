"""The text protocol: what a front end may rely on, and what nothing can do to it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice import __version__
from cdgdevice.cli.engine_command import LONGEST_REQUEST, PROTOCOL, EngineProtocol
from cdgdevice.games.sheet_library import SheetLibrary, sheet_ids
from cdgdevice.rules.sheet import Sheet
from tests.examples import examples

FIELDS = {
    *("sheet", "turn", "round", "active", "stage", "roll"),
    *("steps", "text", "options", "actions", "sides"),
}
"""What every state names."""

NEW = '{"do": "new", "sheet": "paths-of-glory-2022"}'


def asked(server: EngineProtocol, **request: object) -> Any:
    return json.loads(server.answer_line(json.dumps(request)))


def began(**more: object) -> EngineProtocol:
    server = EngineProtocol()
    assert asked(server, do="new", **{"sheet": "paths-of-glory-2022", **more})["ok"]
    return server


def test_the_list_of_sheets_tells_what_each_one_is() -> None:
    answer = asked(EngineProtocol(), do="sheets")
    assert answer["ok"]
    assert [about["id"] for about in answer["sheets"]] == list(sheet_ids())
    for about in answer["sheets"]:
        told = {"id", "title", "publisher", "year", "edition", "source", "family", "sides"}
        assert about.keys() >= told
        assert about["sides"].keys() == {"left", "right"}
        assert about["family"] in ("pile", "open", "row", "checks")


def test_every_accepted_request_but_sheets_is_answered_with_the_state() -> None:
    server = began()
    state = asked(server, do="state")["state"]
    assert state.keys() >= FIELDS
    for request in (
        {"do": "roll", "die": 5},
        {"do": "correct", "die": 4},
        {"do": "choose", "option": "B"},
        {"do": "act", "action": "combat-card", "side": "right", "card": "A"},
        {"do": "undo"},
        {"do": "state"},
    ):
        answer = asked(server, **request)
        assert answer["ok"], answer
        assert answer["state"].keys() == state.keys()


def test_a_new_game_takes_the_place_of_the_one_before() -> None:
    server = began()
    asked(server, do="roll", die=4)
    assert asked(server, do="new", sheet="washingtons-war-2022")["state"]["stage"] == "ready"
    assert asked(server, do="undo")["error"] == "There is nothing to take back."


def test_a_refused_new_game_leaves_the_old_one_where_it_was() -> None:
    server = began()
    before = asked(server, do="roll", die=4)
    assert not asked(server, do="new", sheet="washingtons-war-2022", hands=[1, 1])["ok"]
    assert asked(server, do="state")["state"] == before["state"]


def rolls(server: EngineProtocol, count: int) -> list[int]:
    """The numbers of this many rolls, each round played to its end."""
    found = []
    for _ in range(count):
        state = asked(server, do="roll")["state"]
        found += state["roll"]["die"]
        while state["stage"] != "ready":
            state = asked(server, do="choose", option=state["options"][0]["id"])["state"]
    return found


def test_a_seed_repeats_the_rolls_and_another_seed_does_not() -> None:
    first = rolls(began(seed=7), 12)
    assert rolls(began(seed=7), 12) == first
    assert rolls(began(seed=8), 12) != first
    assert set(first) <= set(range(1, 7))


def test_rolls_without_a_seed_differ_from_game_to_game() -> None:
    assert len({tuple(rolls(began(), 12)) for _ in range(5)}) > 1


def test_a_refused_roll_uses_up_no_throw() -> None:
    server = began(seed=7)
    first = asked(server, do="roll")["state"]["roll"]
    assert not asked(server, do="roll")["ok"]
    assert not asked(server, do="roll", side="north")["ok"]
    asked(server, do="choose", option=asked(server, do="state")["state"]["options"][0]["id"])
    assert first["die"] == rolls(began(seed=7), 1)


def test_a_roll_that_was_kept_uses_up_no_throw_either() -> None:
    plain = rolls(began(seed=7), 6)
    server = began(seed=7)
    for _ in range(3):
        asked(server, do="roll")
        asked(server, do="undo")
    assert rolls(server, 6) == plain


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "roll",
        "{",
        '{"do": "state"',
        '{"do": "state"} {"do": "state"}',
        "null",
        "true",
        "7",
        "NaN",
        '"state"',
        "[]",
        '[{"do": "state"}]',
        "{'do': 'state'}",
        '{"do": "state",}',
        "\ufeff{}",
        "\x00",
        "[" * 50_000,
        '{"do": ' * 20_000,
        '{"do": "roll", "die": ' + "9" * 5000 + "}",
        '{"do": "roll", "die": 1e999}',
        '{"do": "roll", "die": NaN}',
        '{"do": "choose", "option": "' + "A" * 90_000 + '"}',
        '{"do": "' + "roll" * 20_000 + '"}',
        '{"do": "undo", "' + "x" * 90_000 + '": 1}',
        '{"do": "new", "sheet": "\\ud800"}',
        '{"do": "choose", "option": "A\\nB\\u2028C"}',
        '{"do": "new", "sheet": "../../etc/passwd"}',
        '{"do": "new", "sheet": "standard-2018", "hands": [[[]], 1, null, "AB", "DE", "JR"]}',
        "x" * (LONGEST_REQUEST + 1),
    ],
    ids=range(30),
)
def test_what_is_no_request_is_refused_in_one_line_and_changes_nothing(line: str) -> None:
    server = began()
    before = asked(server, do="roll", die=4)
    assert_refused(server.answer_line(line))
    assert asked(server, do="state") == before


@pytest.mark.parametrize("depth", range(900, 1010, 5))
def test_brackets_nested_as_deep_as_the_parser_bears_are_refused_like_any_others(
    depth: int,
) -> None:
    server = began()
    nested = "[" * depth + "]" * depth
    for line in (
        f'{{"do": "roll", "die": {nested}}}',
        f'{{"do": "roll", "side": {nested}}}',
        f'{{"do": {nested}}}',
        f'{{"do": "act", "action": "end-game", "of": {nested}}}',
        f'{{"do": "new", "sheet": "standard-2018", "hands": {nested}}}',
    ):
        assert_refused(server.answer_line(line))


def assert_refused(line: str) -> None:
    """One line of plain characters: a sentence, and nothing else."""
    assert line.isascii()
    assert line.isprintable()
    answer = json.loads(line)
    assert answer.keys() == {"ok", "error"}
    assert answer["ok"] is False
    assert answer["error"].endswith(".")
    assert len(answer["error"]) < 500


DOS = ("roll", "choose", "act", "new", "undo", "correct", "state", "sheets")
KEYS = ("die", "result", "option", "action", "side", "card", "of", "sheet", "hands", "options")
NAMES = ("A", "C", "done", "left", "right", "JR", "one-ops", "combat-card", "standard-2018")

texts = st.one_of(st.sampled_from((*DOS, *KEYS, *NAMES)), st.text(max_size=5))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.integers(1, 6), st.floats(), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=5,
)
requests = st.builds(
    lambda do, rest: {"do": do, **rest},
    st.sampled_from(DOS),
    st.dictionaries(texts, values, max_size=3),
)
lines = st.one_of(
    st.text(max_size=30),
    st.text(alphabet='{}[]":,0123 nulltrefase\\', max_size=30),
    values.map(json.dumps),
    requests.map(json.dumps),
)


@examples(3)
@given(st.lists(lines, max_size=8))
def test_no_line_breaks_the_server_and_a_refused_one_changes_nothing(sent: list[str]) -> None:
    server = EngineProtocol()
    server.answer_line(NEW)
    state = server.answer_line('{"do": "state"}')
    for line in sent:
        answer = server.answer_line(line)
        now = server.answer_line('{"do": "state"}')
        if json.loads(answer)["ok"]:
            state = now
        else:
            assert_refused(answer)
            assert now == state


class TornShelf(SheetLibrary):
    """A shelf whose sheets can be read until it is torn."""

    torn = False

    def sheet(self, id_: str) -> Sheet:
        """Give a sheet; torn, fail as no shelf should."""
        if self.torn:
            raise RuntimeError("the shelf\nis torn" + "!" * 1000)
        return super().sheet(id_)


def test_a_mistake_of_the_program_is_a_sentence_and_the_game_goes_on() -> None:
    shelf, heard = TornShelf(), list[Exception]()
    server = EngineProtocol(shelf, report=heard.append)
    assert asked(server, do="new", sheet="standard-2018")["ok"]
    before = asked(server, do="roll", die=4)["state"]
    shelf.torn = True
    line = server.answer_line('{"do": "new", "sheet": "for-the-people-2018"}')
    assert_refused(line)
    sentence = json.loads(line)["error"]
    assert sentence.startswith("This is a mistake of cdgdevice, and nothing has changed")
    assert "RuntimeError: the shelf is torn" in sentence
    assert [type(mistake) for mistake in heard] == [RuntimeError]
    assert asked(server, do="state")["state"] == before
    assert asked(server, do="choose", option="A")["ok"]


def test_a_die_that_fails_leaves_the_game_and_what_can_be_taken_back_as_it_was() -> None:
    faults = iter([OSError("no chance left")])

    def throw() -> int:
        for fault in faults:
            raise fault
        return 2

    server = EngineProtocol(throw=throw)
    asked(server, do="new", sheet="standard-2018")
    assert "OSError: no chance left" in asked(server, do="roll")["error"]
    assert asked(server, do="state")["state"]["stage"] == "ready"
    assert asked(server, do="undo")["error"] == "There is nothing to take back."
    assert asked(server, do="roll")["state"]["roll"] == {"die": [2], "result": "AB"}


def test_hello_tells_the_version_of_the_protocol_before_any_game() -> None:
    answer = asked(EngineProtocol(), do="hello")
    assert answer == {"ok": True, "protocol": PROTOCOL, "version": __version__}
    page = (Path(__file__).parents[2] / "docs" / "ENGINE.md").read_text("utf-8")
    assert f'"protocol": "{PROTOCOL}"' in page
    assert not asked(EngineProtocol(), do="hello", version="1.1")["ok"]


@pytest.mark.parametrize("name", [0, -7, 10**15 - 1, "", "request 5", "ä", "\u0000", "x" * 100])
def test_the_answer_to_a_request_with_an_id_has_that_id(name: object) -> None:
    server = began(id=name)
    for request in ({"do": "state"}, {"do": "roll", "die": 4}, {"do": "roll"}, {"do": "nothing"}):
        plain = EngineProtocol() if "die" not in request else server
        answer = asked(plain, **request, id=name)
        assert answer["id"] == name
    assert "id" not in asked(server, do="state")


@pytest.mark.parametrize("name", [True, 1.5, [1], {"a": 1}, 10**15, "x" * 101])
def test_what_is_no_id_is_refused_and_changes_nothing(name: object) -> None:
    server = began()
    before = asked(server, do="state")
    answer = asked(server, do="roll", die=4, id=name)
    assert answer == {
        "ok": False,
        "error": '"id" must be a whole number of at most 15 digits, '
        "or a text of at most 100 characters.",
    }
    assert asked(server, do="state") == before


def test_a_byte_order_mark_before_a_line_is_passed_over() -> None:
    assert json.loads(EngineProtocol().answer_line("\ufeff" + NEW))["ok"]


def test_the_example_in_python_prints_what_the_page_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "ENGINE.md").read_text("utf-8")
    example, told = page.partition("```python\n")[2].split("```\n\nIt prints:\n\n")
    exec(compile(example, "ENGINE.md", "exec"), {})
    assert capsys.readouterr().out == told.replace("    ", "")

"""A further game needs a TOML file and nothing else: one of each kind, from text to the glass."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cdgdevice
from cdgdevice.cli.engine_command import EngineProtocol
from cdgdevice.cli.parser import run_command
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.sheet_library import open_sheet_library
from cdgdevice.games.tabletop import Games
from cdgdevice.render.describe import describe
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.service.session import Session
from cdgdevice.ui.intents_and_commands import PressSide, Scroll
from cdgdevice.ui.state import UiContext
from tests.simulated_disk import SimulatedDisk

RESULTS = {
    "JR": ("C", "A, B, D, E"),
    "AB": ("A, B", ""),
    "DE": ("D, E", ""),
    "ABC": ("A, B, C", ""),
    "CDE": ("C, D, E", ""),
    "EVENT": ("", ""),
}
"""What each result names, and what it offers beside that as the lowest card."""

HILLS = """
id = "hills-of-glass"
title = "Hills of Glass"
publisher = "Nobody"
year = 2031
source = "Its rules"
family = "pile"

[sides]
left = "Hillmen"
right = "Glaziers"

[set-up]
face-up = ["A"]
source = "1"

[hands]
default = [3, 3]
low = 2
high = 5
source = "2"

[turn]
first = "right"
discard = "any"
begins = [{ do = "set", name = "snow", number = 0 }]
source = "3"

[[turn.reminders]]
text = "Roll for the weather."

# The Spy: a random face-up card of the other side comes to its place; the other side loses a chit.
[[actions]]
id = "spy"
title = "The Spy"
when = ["play"]
who = "active"
source = "Card 7"
steps = [
  { do = "check", text = "Is the Spy in time?", low = 4, high = 6, then = [
    { do = "pick-random", whose = "other", among = "up" },
    { do = "take" },
    { do = "fill" },
    { do = "count", whose = "other" },
    { do = "uncounted" },
  ], else = [{ do = "tell", text = "The Spy is caught." }] },
]

# Snow: asked for in each round that plays a card, and counted through the turn.
[[actions]]
id = "snow"
title = "Snow falls"
when = ["play"]
who = "active"
once-a-round = true
asks = "Does snow fall?"
source = "8"
steps = [
  { do = "set", name = "flakes", number = 2 },
  { do = "set", name = "snow", plus = "flakes" },
  { do = "if", name = "snow", keep = 4, then = [
    { do = "tell", text = "The pass is closed." },
  ], else = [{ do = "tell", text = "Snow: {snow}." }] },
]

[[kept]]
id = "snow"
title = "Snow"
source = "8"

[[notes]]
card = "#7"
title = "The Spy"
text = "On 4 to 6 a face-up card of the other side comes to you."
source = "Card 7"
"""

RIVER = """
id = "river-of-mist"
title = "River of Mist"
publisher = "Nobody"
year = 2032
source = "Its rules"
family = "row"

[sides]
left = "Upstream"
right = "Downstream"

[set-up]
face-up = []
source = "1"

[hands]
default = [4, 4]
low = 3
high = 6
source = "2"

[turn]
first = "left"
rounds = 3
source = "3"

[row]
ranges = { A = 1, B = 2, C = 3, D = 4, E = 5 }
source = "4"

[[beside]]
id = "ferry"
title = "The Ferry"
target = 6
holder = "left"
source = "5"

[[instead]]
id = "drift"
title = "Drift"
out-of-cards = "must"
source = "6"

# A side that is aground can do nothing else until a die sets it free.
[[states]]
id = "aground"
title = "Aground"
source = "7"

[[actions]]
id = "sandbank"
title = "Sandbank"
when = ["play"]
who = "inactive"
unless = ["aground"]
source = "7"
steps = [{ do = "state", state = "aground" }]

[[instead]]
id = "push-off"
title = "Push off"
while = ["aground"]
must = true
source = "7"
steps = [
  { do = "check", text = "Afloat?", low = 3, high = 6, then = [
    { do = "state", state = "aground", ends = true },
  ] },
]
"""

TOWER = """
id = "last-tower"
title = "Last Tower"
publisher = "Nobody"
year = 2033
source = "Its rules"
family = "checks"

[sides]
left = "Keeper"
right = "Sea"

[turn]
first = "right"
source = "1"

[[instead]]
id = "storm"
title = "The storm"
side = "right"
source = "2"
steps = [
  { do = "remember", name = "wind", text = "The wind." },
  { do = "how-many", name = "ships", text = "How many ships are out?", high = 9 },
  { do = "each", name = "ships", steps = [
    { do = "check", level = "wind", text = "Ship {n} founders?", then = [{ do = "tell", text = "Ship {n} is lost." }], else = [{ do = "tell", text = "Ship {n} rides it out.", into = "safe", called = "{n}" }] },
  ] },
  { do = "how-many", name = "oil", text = "How much oil has the tower?", high = 9 },
  { do = "run", list = "lamp" },
  { do = "tell", text = "Safe: {safe}." },
]

[[lists]]
id = "lamp"
title = "The lamp"
source = "4"
steps = [
  { do = "set", name = "night", number = 3 },
  { do = "if", name = "oil", amount = "night", keep = 1, then = [
    { do = "set", name = "oil", minus = "night" },
    { do = "tell", text = "The lamp burns: {oil} stays." },
  ], else = [{ do = "tell", text = "The lamp goes out." }] },
]

[[kept]]
id = "oil"
title = "Oil"
source = "4"

[[instead]]
id = "watch"
title = "Keep watch"
side = "left"
source = "3"
"""  # noqa: E501 - an inline table of TOML stands on one line


def with_results(text: str) -> str:
    """Add the results of the Method die; EVENT lets any face-up card be played."""
    for result, (named, lowest) in RESULTS.items():
        spaces = ", ".join(f'"{space}"' for space in named.split(", "))
        others = ", ".join(f'"{space}"' for space in lowest.split(", "))
        steps = [
            f'{{ do = "flip", spaces = [{spaces}] }}',
            f'{{ do = "offer", spaces = [{spaces}], uses = ["any"] }}',
        ]
        if lowest:
            steps.append(f'{{ do = "offer", spaces = [{others}], uses = ["lowest-ops"] }}')
        if not named:
            every = '"A", "B", "C", "D", "E"'
            steps = [
                '{ do = "turn-up", until = 2 }',
                f'{{ do = "offer", spaces = [{every}], uses = ["event"] }}',
            ]
        text += f'\n[[results]]\nresult = "{result}"\nsource = "7"\nsteps = [{", ".join(steps)}]\n'
    return text


GAMES = {
    "hills-of-glass": with_results(HILLS),
    "dunes-of-glass": with_results(HILLS.replace("hills-of", "dunes-of").replace("pile", "open")),
    "river-of-mist": RIVER,
    "last-tower": TOWER,
}


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A configuration with a folder of own sheets beside it, where the games were laid."""
    (tmp_path / "sheets").mkdir()
    for id_, text in GAMES.items():
        (tmp_path / "sheets" / f"{id_}.toml").write_text(text, encoding="utf-8")
    file = tmp_path / "cdgdevice.toml"
    file.write_text("", encoding="utf-8")
    return file


Ask = Callable[..., Any]


def protocol(config: Path) -> Ask:
    server = EngineProtocol(open_sheet_library(config))
    return lambda **request: json.loads(server.answer_line(json.dumps(request)))


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert run_command([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("id_", GAMES)
def test_no_line_of_the_program_knows_the_game(id_: str) -> None:
    for file in Path(cdgdevice.__file__).parent.rglob("*.py"):
        assert id_ not in file.read_text(encoding="utf-8"), file


@pytest.mark.parametrize("id_", GAMES)
def test_it_is_checked_without_a_mistake_and_listed(
    id_: str, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "check-sheet", config.parent / "sheets" / f"{id_}.toml")
    assert id_ in said(capsys, "sheets", "--config", config)
    assert id_ in {about.id for about in list_offered_sheets(open_sheet_library(config))}


def test_a_card_of_its_own_does_what_its_sheet_says(config: Path) -> None:
    ask = protocol(config)
    state = ask(do="new", sheet="hills-of-glass")["state"]
    assert state["active"] == "right"
    assert state["sides"]["right"]["display"]["A"] == ["up"]
    ask(do="roll", result="ABC")
    ask(do="choose", option="B")
    ask(do="act", action="spy")
    state = ask(do="roll", die=4)["state"]
    assert state["sides"]["right"]["display"]["B"] == ["up"]
    assert state["sides"]["left"]["left"] == 2
    state = ask(do="choose", option="done")["state"]
    assert state["sides"]["right"]["left"] == 3


def test_its_row_has_its_own_ranges_and_its_own_card_below(config: Path) -> None:
    ask = protocol(config)
    state = ask(do="new", sheet="river-of-mist")["state"]
    assert "ferry" in {option["id"] for option in state["options"]}
    ask(do="choose", option="E")
    state = ask(do="roll", die=[5, 1])["state"]
    assert state["stage"] == "play"
    assert state["sides"]["left"]["display"]["E"] == []


def test_its_list_makes_and_remembers_its_rolls(config: Path) -> None:
    ask = protocol(config)
    ask(do="new", sheet="last-tower")
    ask(do="choose", option="storm")
    ask(do="roll", die=2)
    ask(do="choose", option="2")
    assert "Ship 1 is lost." in ask(do="roll", die=2)["state"]["text"]
    assert "Ship 2 rides it out." in ask(do="roll", die=3)["state"]["text"]
    state = ask(do="choose", option="5")["state"]
    assert state["kept"]["oil"] == 2
    # What the list told under a name can be named at its end.
    assert {"Sea: The lamp burns: 2 stays.", "Sea: Safe: 2."} <= set(state["text"])


def test_a_question_of_its_own_is_put_each_round_and_its_number_is_compared(config: Path) -> None:
    ask = protocol(config)
    ask(do="new", sheet="hills-of-glass")
    for snow, told in ((2, "Snow: 2."), (4, "The pass is closed.")):
        ask(do="roll", result="AB")
        state = ask(do="choose", option="A")["state"]
        assert any("Does snow fall?" in text for text in state["text"])
        state = ask(do="act", action="snow")["state"]
        assert state["kept"]["snow"] == snow
        assert told in state["text"]
        assert "snow" not in {action["id"] for action in state["actions"]}
        ask(do="choose", option="done")


def test_a_state_of_its_own_leaves_a_side_one_way_until_a_die_ends_it(config: Path) -> None:
    ask = protocol(config)
    ask(do="new", sheet="river-of-mist")
    ask(do="choose", option="E")
    ask(do="roll", die=[1, 2])
    ask(do="act", action="sandbank")
    state = ask(do="choose", option="done")["state"]
    assert state["kept"]["aground"] == ["right"]
    assert [option["id"] for option in state["options"]] == ["push-off"]
    ask(do="choose", option="push-off")
    state = ask(do="roll", die=3)["state"]
    assert state["kept"]["aground"] == []


@pytest.mark.parametrize("id_", GAMES)
def test_whatever_it_offers_can_be_played(id_: str, config: Path) -> None:
    """A long game in which anything that is offered may be taken never comes to a halt."""
    ask, random = protocol(config), Random(7)
    state = ask(do="new", sheet=id_, seed=7)["state"]
    for _ in range(300):
        requests = [{"do": "choose", "option": option["id"]} for option in state["options"]]
        if state["ask"]:
            requests.append({"do": "roll"})
        requests += [
            {"do": "act", "action": "spy"} for act in state["actions"] if act["id"] == "spy"
        ]
        answer = ask(**random.choice(requests))
        assert answer["ok"], answer
        state = answer["state"]
    assert state["turn"] > 1 or state["round"] > 20


@pytest.mark.parametrize("id_", GAMES)
def test_it_is_played_on_the_screen(id_: str, config: Path) -> None:
    find = open_sheet_library(config).sheet
    games = Games(GameFolder(SimulatedDisk()), NewGame(id_), find=find)
    session = Session(games, UiContext(), lambda: 4, 1.0)
    names = games.tabletop.history.now.sheet.sides

    def glass(side: Side) -> str:
        return "\n".join(describe(session.views((Side.LEFT, Side.RIGHT))[side]))

    assert names[Side.LEFT] in glass(Side.LEFT)
    before = games.tabletop.answers
    for second in range(12):
        side = games.tabletop.history.now.active
        session.send(Scroll(0), float(second))
        session.send(PressSide(side), float(second))
        session.tick(second + 0.9)
    assert games.tabletop.answers > before


def test_a_game_with_a_display_has_odds_and_lines_of_play(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    beside = ("--json", "--config", config)
    odds = json.loads(said(capsys, "odds", "hills-of-glass", *beside))
    assert sum(map(Fraction, odds["played"].values())) == 1
    lines = json.loads(said(capsys, "perft", "hills-of-glass", "1", *beside))["lines"]
    # C, A, B or C, C, D or E, A or B, D or E; EVENT turns up one of four, then two are offered.
    assert lines == 2 + 3 + 3 + 2 + 2 + 4 * 2

"""`cdgdevice odds` and `cdgdevice perft`: what they print."""

import json
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.fold_lines import COLUMNS
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.card_display import Space
from tests.odds import two_dice
from tests.odds.method_die_claims import odds_of
from tests.odds.test_odds import SHEETS

Capture = pytest.CaptureFixture[str]


def said(capsys: Capture, *arguments: str) -> str:
    """What an accepted command prints."""
    assert run_command(list(arguments)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Capture, *arguments: str) -> str:
    """The one sentence with which a command is refused."""
    assert run_command(list(arguments)) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("id_", SHEETS)
def test_the_odds_in_json_are_exact_fractions(id_: str, capsys: Capture) -> None:
    told = json.loads(said(capsys, "odds", id_, "--json"))
    exact = odds_of(id_)
    assert (told["sheet"], told["states"]) == (id_, exact.states)
    assert read(told["hidden"]) == {str(n): share for n, share in exact.hidden.items()}
    assert read(told["offered"]) == {str(n): share for n, share in exact.offered.items()}
    assert read(told["played"]) == {space.value: x for space, x in exact.played.items()}


def read(shares: dict[str, str]) -> dict[str, Fraction]:
    assert all("/" in share for share in shares.values())
    return {key: Fraction(share) for key, share in shares.items()}


@pytest.mark.parametrize("id_", SHEETS)
def test_the_odds_in_text_fit_a_terminal(id_: str, capsys: Capture) -> None:
    lines = said(capsys, "odds", id_).splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert all(line == line.rstrip() and line.isascii() for line in lines)


def test_the_longest_bar_is_that_of_the_largest_share(capsys: Capture) -> None:
    bars = [line for line in said(capsys, "odds", "standard-2018").splitlines() if "%  #" in line]
    assert max(bars, key=lambda line: line.count("#")) == (
        "  3  45.290 %  ####################################  125/276"
    )
    assert len(bars) == 4 + 4 + 5


def test_perft_counts_in_json_and_divides_by_the_first_result(capsys: Capture) -> None:
    assert json.loads(said(capsys, "perft", "standard-2018", "3", "--json")) == {"lines": 4635}
    divided = json.loads(said(capsys, "perft", "standard-2018", "2", "--divide", "--json"))
    assert divided == {
        "lines": 261,
        "divide": {"JR": 45, "AB": 40, "DE": 34, "ABC": 45, "CDE": 57, "EVENT": 40},
    }
    assert json.loads(said(capsys, "perft", "standard-2018", "0", "--divide", "--json")) == {
        "lines": 1,
        "divide": {},
    }


def test_perft_says_the_same_in_text(capsys: Capture) -> None:
    assert said(capsys, "perft", "standard-2018", "1", "--divide").splitlines() == [
        "first  lines of play",
        "JR     3",
        "AB     2",
        "DE     2",
        "ABC    3",
        "CDE    3",
        "EVENT  2",
        "15 lines of play over 1 round of one side, standard-2018.",
    ]
    assert said(capsys, "perft", "standard-2018", "0").startswith("1 line of play over 0 rounds ")


@pytest.mark.parametrize("json_", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize(
    "id_",
    [id_ for id_ in sheet_ids() if not load_sheet(id_).family.rolls_method_die] or ["no-such"],
)
def test_a_sheet_without_a_method_die_is_refused_in_one_sentence(
    id_: str, json_: tuple[str, ...], capsys: Capture
) -> None:
    there = id_ in sheet_ids()
    odds, lines = "has no odds of this kind", "has no lines of play to count"
    if not (there and load_sheet(id_).family.nominates):
        assert (odds if there else "There is no sheet") in refused(capsys, "odds", id_, *json_)
    assert (lines if there else "There is no sheet") in refused(capsys, "perft", id_, "2", *json_)


PROPOSED = {"A": "A", "B": "B", "C": "C", "D": "D", "E": "E", "China Card": "China"}


def test_what_a_proposal_comes_to_is_counted_over_all_throws_of_both_dice(capsys: Capture) -> None:
    told = json.loads(said(capsys, "odds", "twilight-struggle-five-card", "--json"))["nominated"]
    assert told.keys() == PROPOSED.keys()
    for title, card in PROPOSED.items():
        played = two_dice.played_odds(card).get(card, Fraction())
        doubles = Fraction(1, 36) if card in two_dice.ROW else Fraction()
        shares = {key: Fraction(x) for key, x in told[title].items() if key != "high"}
        assert told[title]["high"] == two_dice.RANGES[card]
        assert shares["event"] == doubles
        assert shares["any-purpose"] + shares["event"] == played
        assert shares["event"] + shares["other-event"] == two_dice.doubles_odds()
        assert sum(shares.values()) == 1


@pytest.mark.parametrize("id_", [id_ for id_ in sheet_ids() if load_sheet(id_).family.nominates])
def test_what_a_nomination_comes_to_fits_a_terminal(id_: str, capsys: Capture) -> None:
    lines = said(capsys, "odds", id_).splitlines()
    assert max(map(len, lines)) <= COLUMNS
    (of_c,) = (line for line in lines if line.startswith("C "))
    high = load_sheet(id_).row.ranges[Space.C]
    assert f"1-{high}" in of_c


def test_a_sheet_of_the_player_s_own_has_figures_too(tmp_path: Path, capsys: Capture) -> None:
    ours = tmp_path / "sheets" / "my-own-game.toml"
    ours.parent.mkdir()
    there = files("cdgdevice.sheets").joinpath("1866-2018.toml").read_text(encoding="utf-8")
    ours.write_text(there.replace("1866-2018", "my-own-game"), encoding="utf-8")
    beside = ("--config", str(tmp_path / "cdgdevice.toml"))
    own = json.loads(said(capsys, "odds", "my-own-game", "--json", *beside))
    assert own == json.loads(said(capsys, "odds", "1866-2018", "--json")) | {"sheet": "my-own-game"}
    told = said(capsys, "perft", "my-own-game", "3", "--json", *beside)
    assert json.loads(told) == {"lines": 4635}


def test_an_absurd_depth_is_refused_in_one_sentence(capsys: Capture) -> None:
    for depth in ("-1", "1001"):
        assert f"not {depth}." in refused(capsys, "perft", "standard-2018", depth, "--json")

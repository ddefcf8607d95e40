"""All that reads a sheet, used with one: what fails in any of it is a mistake of cdgdevice."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cdgdevice.cli.engine_command import EngineProtocol
from cdgdevice.cli.known_words import list_completions
from cdgdevice.cli.terminal_game import play_in_terminal
from cdgdevice.config.settings import Settings
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpenGame
from cdgdevice.games.sheet_library import SheetLibrary
from cdgdevice.games.tabletop import Games
from cdgdevice.odds.odds import NoOddsError, odds_as_json, odds_table
from cdgdevice.printing.mat import draw_mat
from cdgdevice.printing.products_and_sizes import Paper
from cdgdevice.printing.quick_sheet import draw_quick_sheet
from cdgdevice.printing.stickers_and_chits import CHIT_SIZE, draw_chits
from cdgdevice.render.describe import describe
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.interpreter.step_runner import MAX_STEPS
from cdgdevice.rules.requests import NewGame, NotAllowedError, write_request
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.texts.refusals import too_many_steps
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.service.session import Session
from cdgdevice.sheet_tools.look_up import list_terms, look_up_notes, look_up_term
from cdgdevice.sheet_tools.own_sheet import check_sheet_text
from cdgdevice.sheet_tools.sheet_words import sheet_lines
from cdgdevice.ui.intents_and_commands import Intent, PickSpace, Press, PressSide, Scroll
from cdgdevice.ui.state import UiContext
from tests.drawn import draw_view
from tests.games.test_own_sheets import disk_with
from tests.rules.walking import picked
from tests.simulated_disk import SimulatedDisk

ID = "my-game"
Use = Callable[[Sheet, SheetLibrary, Random], None]


def read_sheet_text(text: str) -> SheetLibrary | None:
    """Give a library with the sheet `my-game` of this text; None when the text is refused."""
    library = SheetLibrary({"/own": disk_with(**{ID: text})})
    if ID in library.own:
        return library
    assert library.mistakes, "it is left out without a word"
    return None


def use_everywhere(library: SheetLibrary, random: Random, *uses: Use) -> None:
    """Use the sheet `my-game` in each of these ways."""
    for use in uses:
        use(library.sheet(ID), library, random)


def describe_sheet(sheet: Sheet, library: SheetLibrary, _: Random) -> None:
    """`cdgdevice sheets` and `notes`, and the menu of a new game."""
    assert list(sheet_lines(sheet))
    look_up_notes(sheet, "")
    list_terms(sheet)
    for term in sheet.terms:
        look_up_term(sheet, term.word)
    assert ID in {offered.id for offered in list_offered_sheets(library)}


def check(text: str) -> None:
    """`cdgdevice check-sheet`, with the odds and the round that it plays."""
    with TemporaryDirectory() as folder:
        file = Path(folder, f"{ID}.toml")
        file.write_text(text, "utf-8")
        assert list(check_sheet_text(file))


def figure_odds(sheet: Sheet, _: SheetLibrary, __: Random) -> None:
    """`cdgdevice odds`."""
    with suppress(NoOddsError):
        odds_table(sheet)
        json.dumps(odds_as_json(sheet))


def print_sheets(sheet: Sheet, _: SheetLibrary, __: Random) -> None:
    """`cdgdevice print quick-sheet`, `mat` and `chits`, for games that have these."""
    draw_quick_sheet(Paper.A4, sheet, STANDARD_CONVERSION).pdf()
    if sheet.family.has_display:
        draw_mat(Paper.LETTER, sheet, (63, 88)).pdf()
    if sheet.hands.counted and sheet.hands.high:
        draw_chits(Paper.A4, sheet, CHIT_SIZE).pdf()


def play_evening(sheet: Sheet, library: SheetLibrary, random: Random) -> None:
    """`cdgdevice play`: what a player may type, and the game that is continued."""
    disk = SimulatedDisk()
    table = OpenGame.new(GameFolder(disk), NewGame(sheet.id, set_up=True), find=library.sheet)
    left = 40

    def read(_: str) -> str:
        nonlocal left
        left -= 1
        if not left:
            raise EOFError
        return _type_line(table, random)

    play_in_terminal(
        table.history,
        lambda request, own: table.answer(request, "terminal", own=own),
        read,
        str.encode,
        STANDARD_CONVERSION,
    )
    assert table.save() is None
    if table.name is not None and table.answers:
        again = OpenGame.resume(GameFolder(disk), table.name, find=library.sheet)
        assert again.history == table.history


def _type_line(table: OpenGame, random: Random) -> str:
    """Type what may be typed now; half of the lines are the usual next step."""
    words: list[str] = []
    for _ in range(random.choice((0, 0, 1, 3))):
        known = list_completions(table.history, " ".join([*words, ""]))
        if not known:
            break
        words.append(random.choice(known))
    return "" if words[:1] in (["quit"], ["exit"], ["q"]) else " ".join(words)


def serve_protocol(sheet: Sheet, library: SheetLibrary, random: Random) -> None:
    """`cdgdevice engine`: anything that is allowed, and back."""

    def fail(mistake: Exception) -> None:
        raise mistake

    protocol = EngineProtocol(library, lambda: random.randint(1, 6), fail)
    for new in _list_new_games(sheet, random):
        history = begin_game(sheet, new)
        assert json.loads(protocol.answer_line(json.dumps(write_request(new))))["ok"]
        for _ in range(30):
            request = picked(history, random.randrange(100_000))
            if request is None:
                break
            answer = json.loads(protocol.answer_line(json.dumps(write_request(request))))
            if answer.get("error") == too_many_steps(sheet.title, MAX_STEPS):
                break  # which nobody can tell before the numbers are known
            assert answer["ok"], (request, answer)
            history = answer_request(history, request).history
    protocol.answer_line('{"do": "state"}')


def _list_new_games(sheet: Sheet, random: Random) -> Iterator[NewGame]:
    """Give a game with the usual options, and one with others if they go together."""
    yield NewGame(ID)
    new = NewGame(ID, None, tuple((each.id, random.random() < 0.5) for each in sheet.variants))
    with suppress(NotAllowedError):
        begin_game(sheet, new)
        yield new


def press_gadget(sheet: Sheet, library: SheetLibrary, random: Random) -> None:
    """The gadget: buttons, knob and menus, with all that the screens show."""
    games = Games(GameFolder(SimulatedDisk()), NewGame(sheet.id, set_up=True), find=library.sheet)
    context = UiContext(
        sheets=lambda: list_offered_sheets(library), settings=Settings(), about=("This",)
    )
    session = Session(games, context, lambda: random.randint(1, 6), 1.0)
    now = 0.0
    for _ in range(60):
        session.send(random.choice(_INTENTS), now)
        now += random.choice((0.1, 2.0, 10.0))
        session.tick(now)
        seen = random.choice((tuple(Side), tuple(Side), (Side.LEFT,)))
        for view in session.views(seen).values():
            describe(view)
            if random.random() < 0.1:
                draw_view(view)


_SIDES: tuple[Intent, ...] = (PressSide(Side.LEFT), PressSide(Side.RIGHT))
_INTENTS: tuple[Intent, ...] = (
    *_SIDES * 4,
    *(Press.KNOB, Press.ADVANCE, Press.CONFIRM, Press.UNDO, Press.MENU),
    *(Scroll(steps) for steps in (1, 1, 2, 5, -1)),
    *(PickSpace(space) for space in Space),
)

CHEAP: tuple[Use, ...] = (describe_sheet, play_evening, serve_protocol, press_gadget)
DEAR: tuple[Use, ...] = (figure_odds, print_sheets)

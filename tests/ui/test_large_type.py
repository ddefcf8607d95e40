"""Large type: one verb and its cards fill the screen, and the board itself is a detent away."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PIL import Image

from cdgdevice.config.settings import Settings
from cdgdevice.games.sheet_library import sheet_ids
from cdgdevice.render.draw_large import MIN_SCALE, check_large_fit
from cdgdevice.render.language import IN_ENGLISH, Language, load_language
from cdgdevice.render.text import LARGE, draw_line
from cdgdevice.render.views import BoardView, LargeOrder
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import RollDice
from cdgdevice.ui.board import count_idle_pages, count_pages, view_screens, view_single_screen
from cdgdevice.ui.board_text import uncounted
from cdgdevice.ui.choices import list_kept_dice
from cdgdevice.ui.intents_and_commands import AskGame, Press, PressSide, Scroll, TapScreen
from cdgdevice.ui.state import KeptDice, MenuLayer, UiContext, UiState
from cdgdevice.ui.update import update
from tests.drawn import draw_view
from tests.service.session_table import Table
from tests.ui.order_walks import walk_games
from tools.example_views import UP, example_board
from tools.visual_angles import ENOUGH, GLASSES, measure_angle, measure_pixel

LANGUAGES = {"paths-of-glory-2022": (IN_ENGLISH, load_language("de"))}
BOARD_ONLY = {"last-crusade", "paths-of-glory-2016", "twilight-struggle-five-card"}
"""Sheets that are played by lists of sentences, or by nominating."""


def at(history: GameHistory, **state: object) -> tuple[UiState, GameHistory]:
    return replace(UiState(context=in_large_type()), **state), history


def in_large_type(language: Language = IN_ENGLISH, **context: object) -> UiContext:
    return replace(UiContext(settings=Settings(large_type=True), language=language), **context)


def list_orders(sheet: str, language: Language) -> Iterator[LargeOrder]:
    """Give each large order of the games of a sheet, of all pages and screens, as it is written."""
    for history in walk_games(sheet, 40):
        for screens in (tuple(Side), (Side.LEFT,)):
            state = UiState(context=in_large_type(language), screens=screens)
            for page in range(count_pages(state, history)):
                turned = replace(state, page=page, idle_page=page)
                views = view_screens(turned, history).values()
                only = (view_single_screen(turned, history),)
                for view in views if len(screens) > 1 else only:
                    if isinstance(view, BoardView) and view.large is not None:
                        yield view.large


@pytest.mark.parametrize("sheet", sheet_ids())
def test_each_large_order_of_every_sheet_is_whole_and_large_enough_on_0_96_inch(
    sheet: str,
) -> None:
    pixel = measure_pixel(GLASSES["0.96 inch"])
    assert measure_angle(LARGE, pixel * MIN_SCALE, 0.7) >= ENOUGH
    for language in LANGUAGES.get(sheet, (IN_ENGLISH,)):
        orders = set(list_orders(sheet, language))
        assert [order for order in orders if not is_drawn_whole(order)] == []
        assert bool(orders) is (sheet not in BOARD_ONLY)


def is_drawn_whole(order: LargeOrder) -> bool:
    """Say whether each dot of each letter is there, as a square of so many pixels."""
    picture = draw_view(replace(example_board((UP,) * 5), large=order))
    rows = [order.verb, " ".join(filter(None, (order.cards, order.lies)))]
    rows = [row.upper() for row in rows if row]
    for number, row in enumerate(rows):
        part = picture.crop((0, 64 * number // len(rows), 128, 64 * (number + 1) // len(rows)))
        line = draw_line(row, LARGE).to_image()
        letters = line.crop(line.getbbox())
        if number and order.takes_first:  # its first card is inverse
            letters = letters.crop((len(row.split()[0]) * LARGE.width, 0, *letters.size))
            letters = letters.crop(letters.getbbox())
        if not any(is_in(letters, scale, part) for scale in range(MIN_SCALE, 8)):
            return False
    return True


def is_in(letters: Image.Image, scale: int, picture: Image.Image) -> bool:
    """Say whether a picture has these letters, so many times as large, at its right edge."""
    large = letters.resize((letters.width * scale, letters.height * scale), Image.NEAREST)
    box = picture.getbbox()
    if box is None or large.width > picture.width or large.height > picture.height:
        return False
    return any(
        picture.crop((box[2] - large.width, top, box[2], top + large.height)).tobytes()
        == large.tobytes()
        for top in range(picture.height - large.height + 1)
    )


ONLY_IN_SENTENCES = ("lowest", "freely", "took back")
"""What a board says that no verb can."""


@pytest.mark.parametrize("sheet", [id_ for id_ in sheet_ids() if id_ not in BOARD_ONLY])
def test_large_type_leaves_out_no_purpose_and_nothing_that_is_asked_about(sheet: str) -> None:
    for history in walk_games(sheet, 60):
        kept = list_kept_dice(history)
        for side, view in view_screens(*at(history, kept_dice=kept)).items():
            if isinstance(view, BoardView) and view.large:
                board = " ".join(view.lines)
                assert not [words for words in ONLY_IN_SENTENCES if words in board], board
                assert "Done?" not in board or view.large.verb != "Roll"
                assert side is history.now.active or count_idle_pages(*at(history)) == 2


def test_a_roll_that_was_taken_back_is_told_by_the_board() -> None:
    state, history = at(find_moment("Roll"))
    taken_back = KeptDice((1,))
    assert read(replace(state, kept_dice={history.now.active: taken_back}), history) is None


def find_moment(verb: str, sheet: str = "paths-of-glory-2022") -> GameHistory:
    """Return a moment of a game at which the side at work reads this in large type."""
    for history in walk_games(sheet, 40):
        view = view_screens(*at(history))[history.now.active]
        large = view.large if isinstance(view, BoardView) else None
        if large and large.verb == verb and count_pages(*at(history)) == 2:
            return history
    raise LookupError(verb)


def read(state: UiState, history: GameHistory) -> LargeOrder | None:
    view = view_screens(state, history)[history.now.active]
    assert isinstance(view, BoardView)
    return view.large


def test_with_a_knob_a_press_answers_large_type_and_a_detent_shows_the_board() -> None:
    state, history = at(find_moment("Roll"))
    side = history.now.active
    assert read(state, history) == LargeOrder("Roll")
    assert update(state, history, PressSide(side), 0.0).commands[:1] == (AskGame(RollDice(side)),)
    detail = update(state, history, Scroll(1), 0.0).state
    assert read(detail, history) is None
    assert read(update(detail, history, Scroll(-1), 0.0).state, history) is not None
    assert isinstance(update(state, history, Press.KNOB, 0.0).state.layer, MenuLayer)


def test_without_a_knob_the_first_press_shows_the_board_and_the_second_answers() -> None:
    history = find_moment("Roll")
    state = UiState(context=in_large_type(knob=False))
    for press in (PressSide(history.now.active), Press.ADVANCE):
        shown = update(state, history, press, 0.0)
        assert (shown.commands, read(shown.state, history)) == ((), None)
        assert update(shown.state, history, PressSide(history.now.active), 0.0).commands


def test_a_tap_on_large_type_presses_the_side_s_own_button() -> None:
    history = next(
        moment
        for moment in walk_games("standard-2018", 40)
        if all(isinstance(v, BoardView) and v.large for v in view_screens(*at(moment)).values())
        and read(*at(moment)) == LargeOrder("Roll")
    )
    state, idle = at(history)[0], history.now.active.other
    turned = update(state, history, TapScreen(idle, 60, 20), 0.0)
    assert (turned.commands, turned.state.idle_page) == ((), 1)
    taken = update(state, history, TapScreen(history.now.active, 60, 20), 0.0)
    assert taken.commands[:1] == (AskGame(RollDice(history.now.active)),)


def test_the_only_screen_has_large_type_for_the_side_at_work_alone() -> None:
    seen = set()
    for history in walk_games("standard-2018", 40):
        state = UiState(context=in_large_type(), screens=(Side.LEFT,))
        view = view_single_screen(state, history)
        if isinstance(view, BoardView) and view.large:
            acts = uncounted(history.orders.latest)
            assert {act.side for act in acts} <= {history.now.active}
            seen.add(view.large.verb)
    assert "Play" in seen


def test_it_is_switched_on_in_the_menu() -> None:
    table = Table(4, context=UiContext(settings=Settings())).rolls()
    table.enters("Settings", "Large type: off", "[ ] on")
    settings = table.session.state.context.settings
    assert settings is not None
    assert settings.large_type


def test_another_choice_than_the_first_is_made_on_the_board() -> None:
    history = next(
        moment
        for moment in walk_games("paths-of-glory-2022", 40)
        if (order := read(*at(moment))) is not None and order.takes_first
    )
    state = update(*at(history), Scroll(2), 0.0).state
    assert (state.highlight, read(state, history)) == (1, None)


def test_what_takes_a_sentence_and_large_type_switched_off_show_the_board() -> None:
    (dealt, *_), off = walk_games("paths-of-glory-2022", 0), UiState()
    assert read(*at(dealt)) is None
    assert read(off, find_moment("Roll")) is None
    assert read(*at(find_moment("Roll"), armed_side=Side.LEFT)) is None


def test_verb_and_cards_are_apart_and_a_row_too_long_is_told() -> None:
    view = replace(example_board((UP,) * 5), large=LargeOrder("Fill", "A B", "down"))
    picture = draw_view(view)
    lit = [bool(picture.crop((0, y, 128, y + 1)).getbbox()) for y in range(64)]
    assert [y for y in range(lit.index(True), 64 - lit[::-1].index(True)) if not lit[y]]
    assert check_large_fit(LargeOrder("Fill", "A B C D", "down"))

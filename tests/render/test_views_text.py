from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.render.bitmap import HEIGHT, WIDTH, Bitmap
from cdgdevice.render.text import (
    LARGE,
    MEDIUM,
    SMALL,
    check_text_fit,
    draw_line,
    draw_rows,
    has_glyph,
    lay_out_text,
    wrap_paragraphs,
)
from cdgdevice.render.views import NO_BREAK

from view_strategies import SENTENCES  # isort: skip

PARAGRAPHS = st.lists(SENTENCES, min_size=1, max_size=5).map(tuple)
WIDTHS = st.integers(70, 127)
HEIGHTS = st.integers(16, 48)


@given(PARAGRAPHS, st.integers(12, 25))
def test_wrapping_keeps_every_word_in_its_order(paragraphs: tuple[str, ...], columns: int) -> None:
    rows = wrap_paragraphs(paragraphs, columns)
    assert " ".join(rows).split() == " ".join(paragraphs).split()
    assert all(len(row) <= columns for row in rows)


def test_no_row_ends_between_words_that_belong_together() -> None:
    for columns in range(12, 40):
        text = "Try: left button, right button, knob push."
        for name in ("left button", "right button", "knob push"):
            text = text.replace(name, name.replace(" ", NO_BREAK))
        rows = wrap_paragraphs((text,), columns)
        assert all("left" not in row or "left button" in row for row in rows)
        assert all("right" not in row or "right button" in row for row in rows)
        assert NO_BREAK not in "".join(rows)


def test_rows_end_at_pauses_where_that_takes_no_more_of_them() -> None:
    assert wrap_paragraphs(("Random card: 1-3 A, 4-6 B.",), 21) == ("Random card:", "1-3 A, 4-6 B.")
    assert wrap_paragraphs(("C: white 1-5 plays it.",), 21) == ("C: white 1-5", "plays it."), (
        "C: is no row"
    )


def test_each_paragraph_starts_a_row() -> None:
    assert wrap_paragraphs(("Flip C.", "Play A, B or C."), 25) == ("Flip C.", "Play A, B or C.")


def test_a_row_breaks_after_a_comma_where_it_may_and_leaves_no_word_alone() -> None:
    assert wrap_paragraphs(("Turn up a card: 1 to go.",), 21) == ("Turn up a card:", "1 to go.")
    assert wrap_paragraphs(("Discard A, then press.",), 21) == ("Discard A,", "then press.")
    assert wrap_paragraphs(("Allied Powers to play.",), 21) == ("Allied Powers", "to play.")


def test_words_with_hyphens_stay_whole() -> None:
    assert wrap_paragraphs(("no sheet paths-of-glory-2022",), 20) == (
        "no sheet",
        "paths-of-glory-2022",
    )


@given(PARAGRAPHS, WIDTHS, HEIGHTS)
def test_where_nothing_is_complained_of_every_pixel_of_the_text_is_there(
    paragraphs: tuple[str, ...], width: int, height: int
) -> None:
    if check_text_fit(paragraphs, width, height):
        return
    setting = lay_out_text(paragraphs, width, height)
    canvas = Bitmap(WIDTH, HEIGHT)
    draw_rows(canvas, setting, 1, 2, height)
    inside = canvas.crop(1, 2, 1 + width, 2 + height)
    lit = sum(draw_line(row, setting.font).bits.bit_count() for row in setting.rows)
    assert inside.bits.bit_count() == canvas.bits.bit_count() == lit


def test_the_largest_size_that_fits_is_taken() -> None:
    assert lay_out_text(("Press to roll.",), 128, 25).font is LARGE
    assert lay_out_text(("Flip C.", "Play A, B or C."), 128, 25).font is MEDIUM
    assert lay_out_text(("Fill A from C, face-up.", "6 of 7 left."), 128, 25).font is SMALL


def test_every_printable_ascii_character_has_its_own_look_in_every_size() -> None:
    characters = [chr(code) for code in range(0x20, 0x7F)]
    for font in (SMALL, MEDIUM, LARGE):
        assert all(has_glyph(character, font) for character in characters)
        assert len({draw_line(character, font).bits for character in characters}) == 95


def test_accents_are_drawn_and_the_smallest_size_drops_them() -> None:
    assert draw_line("é", MEDIUM).bits != draw_line("e", MEDIUM).bits
    assert draw_line("é", SMALL).bits == draw_line("e", SMALL).bits
    assert not has_glyph("\N{SKULL AND CROSSBONES}", LARGE)


def test_a_long_file_name_is_broken_after_its_hyphens_and_dots() -> None:
    name = "0001-paths-of-glory-2022.journal"
    rows = wrap_paragraphs((f"{name} can't be read.",), 25)
    assert rows[:2] == ("0001-paths-of-glory-2022.", "journal can't be read.")
    assert check_text_fit((name,), 126, 40) == []


def test_what_has_no_place_to_break_is_broken_anywhere_and_leaves_no_empty_row() -> None:
    kept = f"Enemy{NO_BREAK}Supply:{NO_BREAK}20. {'W' * 25}"
    assert wrap_paragraphs((kept,), 10) == ("Enemy Supp", "ly: 20.", "W" * 10, "W" * 10, "WWWWW")


def test_a_path_is_broken_after_its_strokes_and_where_that_does_not_do_anywhere() -> None:
    path = "/media/pi/0123456789ABCDEF0123456789/games"
    assert wrap_paragraphs((f"Games: {path}",), 25) == (
        "Games: /media/pi/",
        "0123456789ABCDEF012345678",
        "9/games",
    )
    assert check_text_fit((f"Games: {path}",), 126, 40) == []


NAMES = st.lists(st.text("aZ0.-", max_size=60), max_size=4)


@given(NAMES, st.sampled_from("/\\"), st.integers(12, 25))
def test_no_path_is_longer_than_the_screen_is_wide_and_none_loses_a_letter(
    names: list[str], stroke: str, columns: int
) -> None:
    path = stroke + stroke.join(names)
    rows = wrap_paragraphs((path,), columns)
    assert "".join(rows) == path
    assert all(len(row) <= columns for row in rows)

"""The die's stickers: their size, their colours, and which lie opposite."""

from functools import partial

import pytest
from scipy.ndimage import find_objects, label

from cdgdevice.drivers.reader.die_stickers import STICKERS, TEST_STRIP, Sticker
from cdgdevice.errors import CdgDeviceError
from cdgdevice.printing.pen import Place
from cdgdevice.printing.products_and_sizes import Paper
from cdgdevice.printing.stickers_and_chits import FIELD, NET, RIM, draw_stickers, draw_test_strip
from tests.printing.looking import DOTS, Mask, Picture, covered, pictures, texts

COLOURED = [sticker for sticker in STICKERS if sticker.ground != (255, 255, 255)]


def picture(die: float = 16.0, paper: Paper = Paper.A4) -> Picture:
    return pictures(draw_stickers(paper, die).pdf())[0]


def below_the_net(whole: Picture) -> Picture:
    return whole[87 * DOTS :]


def faces(ground: Mask) -> list[tuple[slice, slice]]:
    """Where the stickers of one ground are: its patches, without specks."""
    patches, _ = label(ground)
    large = 4 * DOTS
    return [
        (down, across)
        for down, across in find_objects(patches)
        if min(down.stop - down.start, across.stop - across.start) > large
    ]


@pytest.mark.parametrize("die", [12.0, 16.0, 25.0])
def test_a_sticker_leaves_a_millimetre_of_the_face_at_each_edge(die: float) -> None:
    whole = below_the_net(picture(die))
    for sticker in COLOURED:
        for down, across in faces(covered(whole, sticker.ground)):
            assert (down.stop - down.start) / DOTS == pytest.approx(die - 2 * RIM, abs=0.25)
            assert (across.stop - across.start) / DOTS == pytest.approx(die - 2 * RIM, abs=0.25)


@pytest.mark.parametrize("paper", list(Paper))
def test_each_set_has_each_sticker_once_and_there_are_several(paper: Paper) -> None:
    whole = below_the_net(picture(paper=paper))
    counts = {len(faces(covered(whole, sticker.ground))) for sticker in COLOURED}
    assert len(counts) == 1
    assert counts.pop() >= 9


@pytest.mark.parametrize("sticker", COLOURED, ids=lambda sticker: sticker.colour)
def test_most_of_a_sticker_is_its_ground_and_its_middle_is_nothing_else(sticker: Sticker) -> None:
    ground = covered(below_the_net(picture()), sticker.ground)
    found = faces(ground)
    assert found
    for place in found:
        face = ground[place]
        assert face.mean() >= 0.85
        assert face[int(4.5 * DOTS) : int(9.5 * DOTS), DOTS:-DOTS].all()


def test_the_unfolded_cube_folds_so_that_opposite_faces_add_up_to_7() -> None:
    lies = {place: face for face, place in NET}
    below: dict[Place, str] = {}

    def roll(place: Place, cube: dict[str, str]) -> None:
        """Roll a cube over the net, and note which of its sides each square sticks to."""
        below[place] = cube["down"]
        steps = {
            (1, 0): {"down": "east", "east": "up", "up": "west", "west": "down"},
            (-1, 0): {"down": "west", "west": "up", "up": "east", "east": "down"},
            (0, 1): {"down": "south", "south": "up", "up": "north", "north": "down"},
            (0, -1): {"down": "north", "north": "up", "up": "south", "south": "down"},
        }
        for (dx, dy), turned in steps.items():
            to = (place[0] + dx, place[1] + dy)
            if to in lies and to not in below:
                roll(to, {side: cube[turned.get(side, side)] for side in cube})

    sides = ("up", "down", "north", "south", "east", "west")
    roll(next(iter(lies)), {side: side for side in sides})
    face_of = {side: lies[place] for place, side in below.items()}
    assert set(face_of) == set(sides)
    for one, other in (("up", "down"), ("north", "south"), ("east", "west")):
        assert face_of[one] + face_of[other] == 7
        assert STICKERS[face_of[one] - 1].opposite == face_of[other]


def test_the_page_names_every_pair_of_opposite_faces_with_their_colours() -> None:
    text = texts(draw_stickers(Paper.A4).pdf())[0]
    for sticker in STICKERS[:3]:
        other = STICKERS[sticker.opposite - 1]
        assert (
            f"{sticker.face} {sticker.name}, {sticker.colour} opposite "
            f"{other.face} {other.name}, {other.colour}"
        ) in text


def test_plain_stickers_are_black_on_white_and_name_every_result() -> None:
    pdf = draw_stickers(Paper.A4, plain=True).pdf()
    whole = pictures(pdf)[0][::3, ::3]
    # Greys may have a tint; no colour of the tray's die is near one.
    assert (whole.max(axis=2) - whole.min(axis=2)).max() < 20
    text = texts(pdf)[0]
    for result in ("AB", "DE", "ABC", "CDE", "EVENT"):
        assert text.split().count(result) >= 12


@pytest.mark.parametrize("die", [11.9, 25.1, float("nan"), -16.0])
def test_a_die_too_small_or_too_large_for_stickers_is_refused_with_what_is_possible(
    die: float,
) -> None:
    for stickers in (draw_stickers, partial(draw_stickers, plain=True)):
        with pytest.raises(CdgDeviceError, match="stickers for dice of 12 to 25 mm"):
            stickers(Paper.A4, die)


@pytest.mark.parametrize("paper", list(Paper))
def test_the_test_strip_has_each_ground_side_by_side_and_bare_where_the_sensor_looks(
    paper: Paper,
) -> None:
    whole = pictures(draw_test_strip(paper).pdf())[0][40 * DOTS : 105 * DOTS]
    along, across = FIELD
    begins: list[float] = []
    for sticker in TEST_STRIP[1:]:
        ground = covered(whole, sticker.ground)
        strips = faces(ground)
        assert len(strips) == 2
        for place in strips:
            field = ground[place]
            size = [side / DOTS for side in field.shape]
            assert size == pytest.approx([across, along], abs=0.25)
            middle = int(across / 2 * DOTS), int(along / 2 * DOTS)
            reach = int(6.5 * DOTS)
            looked_at = tuple(slice(at - reach, at + reach) for at in middle)
            assert field[looked_at].all()
        begins.append(strips[0][1].start / DOTS)
    assert begins == pytest.approx([begins[0] + along * number for number in range(5)], abs=0.2)
    assert {sticker.face for sticker in TEST_STRIP} == set(range(1, 7))

import io

from PIL import Image

from cdgdevice.render.contact_sheet import draw_contact_sheet, draw_glowing, encode_animation
from tests.drawn import draw_view
from tools.example_views import DOCUMENTED_VIEWS, EXAMPLE_VIEWS, main


def test_a_lit_pixel_is_bright_and_the_dark_glass_is_nearly_black() -> None:
    picture = Image.new("1", (128, 64))
    picture.putpixel((10, 10), 255)
    glass = draw_glowing(picture, 4)
    assert min(glass.getpixel((14 * 4 + 1, 14 * 4 + 1))) > 200
    assert max(glass.getpixel((100 * 4, 40 * 4))) < 20


def test_a_contact_sheet_holds_every_picture_and_its_caption() -> None:
    one = draw_contact_sheet([("ready", draw_view(EXAMPLE_VIEWS["ready"]))], 2, 3)
    four = draw_contact_sheet([("ready", draw_view(EXAMPLE_VIEWS["ready"]))] * 4, 2, 3)
    bare = draw_contact_sheet([("", draw_view(EXAMPLE_VIEWS["ready"]))], 2, 3)
    assert four.width > 2 * one.width
    assert four.height > 1.5 * one.height
    assert one.tobytes() != bare.tobytes()


def test_an_animation_is_a_gif_with_a_frame_a_scene_and_its_times() -> None:
    ready, choose = draw_view(EXAMPLE_VIEWS["ready"]), draw_view(EXAMPLE_VIEWS["choose"])
    data = encode_animation([([ready, choose], 0.5), ([choose, ready], 1.25)], 2)
    with Image.open(io.BytesIO(data)) as gif:
        assert (gif.format, gif.n_frames) == ("GIF", 2)
        assert gif.info["duration"] == 500
        gif.seek(1)
        assert gif.info["duration"] == 1250


def test_the_documentations_sheet_is_written_where_it_is_asked_for(tmp_path, capsys) -> None:
    target = tmp_path / "screens.png"
    main([str(target)])
    with Image.open(target) as sheet:
        assert sheet.width > 1000
    assert capsys.readouterr().out == f"wrote {target}\n"
    assert set(DOCUMENTED_VIEWS) <= set(EXAMPLE_VIEWS)

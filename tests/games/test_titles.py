"""Sheets of one title are told apart by their names, and the menu has them in order."""

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import SheetLibrary, distinguish_titles, load_sheet, sheet_ids
from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import MenuView
from cdgdevice.service.assembly import list_offered_sheets
from tests.games.test_own_sheets import disk_with, text_of

STANDARD = load_sheet("standard-2018")


def names(**titles: str) -> tuple[str, ...]:
    """The names of sheets with these titles, by id (with _ for -)."""
    return distinguish_titles(
        [
            replace(STANDARD, id=id_.replace("_", "-"), title=t, edition="")
            for id_, t in titles.items()
        ]
    )


def test_a_title_that_no_other_sheet_has_stands_alone() -> None:
    assert names(hannibal="Hannibal", verdun_1916="Verdun") == ("Hannibal", "Verdun")


def test_two_of_one_title_are_told_apart_by_edition_or_by_the_rest_of_the_id() -> None:
    assert names(hannibal="Hannibal", hannibal_2018="Hannibal") == ("Hannibal", "Hannibal 2018")
    assert names(hannibal="Hannibal", hannibal_my_way="Hannibal") == (
        "Hannibal",
        "Hannibal my way",
    )
    assert names(rome_2018="Rome", rome_short_2018="Rome") == ("rome-2018", "Rome short 2018")


def test_a_sheet_says_itself_what_its_owner_has_as_far_as_a_menu_has_room() -> None:
    named = {sheet.id: sheet.title for sheet in list_offered_sheets()}
    assert named["for-the-people-2018"] == "For the People 2018 book"
    assert named["for-the-people-2022"] == "For the People 2022 box"
    assert named["washingtons-war-2022"] == "Washington's War box"


@pytest.mark.parametrize(
    ("id_", "copy", "names"),
    [
        ("paths-of-glory-2022", "paths-of-glory-2022-mine", ("2022 box", "2022 mine")),
        ("washingtons-war-2022", "my-war", ("box", "")),
    ],
)
def test_a_copy_of_a_sheet_takes_no_name_away_from_it(
    id_: str, copy: str, names: tuple[str, str]
) -> None:
    sheets = [load_sheet(each) for each in sheet_ids()]
    alone = distinguish_titles(sheets)
    sheet = load_sheet(id_)
    *others, mine = distinguish_titles([*sheets, replace(sheet, id=copy)])
    assert tuple(others) == alone
    assert others[sheet_ids().index(id_)] == f"{sheet.title} {names[0]}"
    assert mine == (f"{sheet.title} {names[1]}" if names[1] else copy)


def test_where_nothing_else_tells_them_apart_the_id_does() -> None:
    assert names(one="Hannibal", two="Hannibal") == ("one", "two")
    long = "Empire of the sun"
    assert names(empire_of_the_sun_tournament=long, empire_of_the_sun_2018=long) == (
        "empire-of-the-sun-tournament",
        "Empire of the sun 2018",
    )


def test_the_names_of_all_sheets_fit_a_menu_differ_and_are_in_order() -> None:
    offered = list_offered_sheets(
        SheetLibrary({"/own": disk_with(one=text_of("one"), two=text_of("two"))})
    )
    titles = [each.title for each in offered]
    assert titles == sorted(titles, key=str.casefold)
    assert len(set(titles)) == len(sheet_ids()) + 2
    assert [title for title in titles if title != title.strip()] == []
    assert check_fit(MenuView("New game", tuple(titles), 0)) == []
    assert {each.id for each in offered} == {*sheet_ids(), "one", "two"}

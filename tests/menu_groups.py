"""The groups of the menu, for tests that look for an entry wherever it is."""

from cdgdevice.ui.texts import GADGET_TITLE, GAME_TITLE

_GROUPED = {
    GAME_TITLE: (
        "New game",
        "Switch game",
        "Rename",
        "Delete",
        "Log",
        "Dice",
        "Hand size",
        "Range",
        "End the",
    ),
    GADGET_TITLE: (
        "Settings",
        "Die reader",
        "Bluetooth dice",
        "Version",
        "Self-test",
        "Allow a browser",
        "Shut down",
    ),
}


def through_groups(*titles: str) -> tuple[str, ...]:
    """Return the entries on the way from the menu to these, with the group that they are in."""
    for group, members in _GROUPED.items():
        if titles and titles[0].startswith(members):
            return (group, *titles)
    return titles

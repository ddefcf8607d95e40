"""What a change in the menu of settings makes of the moment."""

from dataclasses import replace

from cdgdevice.gadget.desk.menu import menu
from cdgdevice.gadget.desk.moment import Around, Moment
from cdgdevice.gadget.desk.settings_menu import opened
from cdgdevice.gadget.desk.wishes import Change
from cdgdevice.method.history import History


def changed(
    moment: Moment, around: Around, history: History, change: Change
) -> tuple[Moment, Around] | None:
    """Set this, and show in the menu that it is set; the game goes on as it was.

    None where it was so already, or nothing can be set.
    """
    before = around.settings
    settings = None if before is None else before.changed(change.setting, change.value)
    if settings is None or settings == before:
        return None
    around = replace(around, settings=settings, die=settings.die)
    layer = opened(change.setting, settings, menu(history, around))
    # A throw that was asked for is asked for anew, wherever it is to come from now.
    return replace(moment, layer=layer, throwing=None), around

"""The command `dice`: what the throws of all games tell of the dice."""

import json
import sys
from pathlib import Path

from cdgdevice.configured import configured
from cdgdevice.errors import CdgDeviceError
from cdgdevice.fair_dice.picture import picture
from cdgdevice.fair_dice.report import for_programs, report
from cdgdevice.fair_dice.samples import power_table
from cdgdevice.shelves import shelf_beside
from cdgdevice.table.dice_count import DiceCounter
from cdgdevice.table.disk import reason
from cdgdevice.table.folder import FolderDisk
from cdgdevice.table.game_folder import GameFolder


def tell_power() -> int:
    """Print what samples of different sizes can show."""
    print(power_table())
    return 0


def tell_dice(
    sheet: str | None,
    as_json: bool,
    target: Path | None,
    config_file: Path | None,
    folder: Path | None,
) -> int:
    """Print the counts of each die, of one sheet's games or of all, and draw them if asked to.

    Raises:
        CdgDeviceError: there are no such games, no throws to draw, or the picture can't be
            written.
    """
    games = folder or configured(config_file).games
    find = shelf_beside(config_file).sheet
    count = DiceCounter(GameFolder(FolderDisk(games)), find, sheet).count()
    if sheet is not None and not count.dice:
        # Its name may be mistyped; or its sheet is gone, but then there are throws.
        find(sheet)
    print(json.dumps(for_programs(count)) if as_json else report(count))
    if target is not None:
        if not count.dice:
            raise CdgDeviceError(f"There is no throw to draw: {target} is not written.")
        try:
            picture(count).save(target, "PNG", optimize=True)
        except OSError as error:
            raise CdgDeviceError(
                f"The picture {target} can't be written: {reason(error)}; name another file."
            ) from error
        # Beside the line of JSON there is nothing else on the standard output.
        print(f"The picture is in {target}.", file=sys.stderr if as_json else sys.stdout)
    return 0

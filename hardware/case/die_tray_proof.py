"""The die tray's figures, computed from its solids.

python -m hardware.case.die_tray_proof
"""

from __future__ import annotations

from hardware.case.die_tray_fit import depths, offset, rests, widest_cube
from hardware.case.die_tray_light import lit_share, mirror_share, sticker_share, view_radius
from hardware.case.die_tray_printed import hook_strain, tray, well
from hardware.case.die_tray_sizes import lean_in_the_nest
from hardware.case.tables import Tables, read_tables
from hardware.case.tower import tower
from hardware.case.tower_fit import tips_alone, tips_with_the_tray, widest_ball
from hardware.case.tower_sizes import longest_of_a_die


def figures(tables: Tables) -> str:
    """Give a line for each figure."""
    box, block = tray(tables).solid, well(tables).solid
    error = tables.case["die_tray"]["print_error"]
    aside = offset(tables, tables.mm("die", "corner_radius"), error)
    least, most = depths(tables)
    rows = {
        "widest sharp die that goes in, turned any way": f"{widest_cube(box, tables):.1f} mm",
        "a die lies off the middle by at most": f"{aside:.1f} mm",
        "a die with its lower corners in the nest leans at most": (
            f"{lean_in_the_nest(tables):.1f} degrees"
        ),
        "dice shaken down without friction lean in the end at most": (
            f"{rests(tables).max():.1f} degrees"
        ),
        "sensor to die, all errors added up": f"{least:.1f} to {most:.1f} mm",
        "the sensor sees of the die a circle of radius": f"{view_radius(tables):.1f} mm",
        "of that circle the LED lights": f"{lit_share(tables, block):.0%}",
        "of the light the sticker's, of a die that lies most off": (
            f"{sticker_share(tables, block, aside):.0%}"
        ),
        "the window mirrors, against white paper": f"{mirror_share(tables, block):.0%}",
        "the Pico's hook is stretched by at most": f"{hook_strain(tables):.1%}",
        "the die, from corner to corner": f"{longest_of_a_die(tables):.1f} mm",
        "widest ball that falls through the tower": (
            f"{widest_ball(tower(tables).solid, tables):.1f} mm"
        ),
        "the tower tips over on the tray when it leans": f"{tips_alone(tables):.0f} degrees",
        "tray and tower, on the tray's feet": f"{tips_with_the_tray(tables):.0f} degrees",
    }
    wide = max(map(len, rows)) + 2
    return "\n".join(f"{words:{wide}}{figure}" for words, figure in rows.items())


if __name__ == "__main__":
    print(figures(read_tables()))

"""The boxes that are printed, put together once for all tests: nobody changes what is in here."""

from collections.abc import Mapping

from hardware.case.assembly import Assembly
from hardware.case.exports import assemblies
from hardware.case.tables import read_tables

TABLES = read_tables()
BOXES: Mapping[str, Assembly] = {made.name: made for made in assemblies(TABLES)}

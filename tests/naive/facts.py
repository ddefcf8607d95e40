"""What each sheet's pages say, gathered."""

from tests.naive.facts_book import BOOK
from tests.naive.facts_fate import FATE
from tests.naive.facts_row import CHECKS, ROWS
from tests.naive.table import Table

FACTS: dict[str, Table] = BOOK | FATE | ROWS | CHECKS

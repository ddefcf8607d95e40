"""Where what is made goes, from the repository's root."""

from pathlib import Path
from typing import Final

MADE: Final = Path("hardware/made")
"""What people read: pictures, drawings, lists. It is committed."""
FILES: Final = Path("hardware/files")
"""What printers and factories are given. It is attached to a release, and never committed."""

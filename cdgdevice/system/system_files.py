"""What Linux says of this computer in files, read without ever raising."""

from pathlib import Path

_MOST = 65536
"""Bytes that are read of a file at most."""


class SystemFiles:
    """The files under `root`; whatever can't be read is not there, and nothing raises."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def raw(self, path: str) -> bytes | None:
        """Return the content of the file at an absolute path; None if it can't be read."""
        try:
            with self._under(path).open("rb") as file:
                return file.read(_MOST)
        except OSError:
            return None

    def text(self, path: str) -> str | None:
        """Return the content as text without blanks, line ends and zero bytes round it."""
        raw = self.raw(path)
        return None if raw is None else raw.decode("utf-8", "replace").strip(" \t\n\0")

    def number(self, path: str, base: int = 10) -> int | None:
        """Return the content as a whole number; None if it is none."""
        try:
            return int(self.text(path) or "", base)
        except ValueError:
            return None

    def names(self, folder: str) -> tuple[str, ...]:
        """Name what is in a folder, sorted; nothing if it can't be read."""
        try:
            return tuple(sorted(path.name for path in self._under(folder).iterdir()))
        except OSError:
            return ()

    def there(self, path: str) -> bool:
        """Return whether something is at an absolute path."""
        try:
            return self._under(path).exists()
        except OSError:
            return False

    def _under(self, path: str) -> Path:
        return self._root / path.lstrip("/")

"""Builds the page that needs no gadget: one folder of files for any web server.

    python -m tools.make_page FOLDER

It takes Pyodide from npm and msgspec's wheel for it from PyPI, each checked against the hash below,
and a wheel of this project. Needs npm, pip and a `.venv` by `make`.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from base64 import b64decode, b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from cdgdevice.browser.browser_play import write_offered_sheets

ROOT = Path(__file__).parents[1]
OWN = ROOT / "cdgdevice" / "browser" / "static"

PYODIDE = "pyodide@314.0.7"
PYODIDE_SHA512 = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LIST = "files.js"
"""The page's list of its own files."""
LOCK = "pyodide-lock.json"
"""Pyodide reads from it what packages there are; the page has none from there."""

PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"
"""What that Pyodide is, as pip names it."""
MSGSPEC = "msgspec==0.22.0"
MSGSPEC_SHA256 = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"


def make_page(folder: Path) -> None:
    """Write the page into the folder, in place of the page that is there.

    Raises:
        SystemExit: something else is there, or what came from a registry is not what is pinned.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / LIST).exists():
        raise SystemExit(f"{folder} has other files: name a folder that is empty, or new.")
    with TemporaryDirectory() as work:
        page = Path(work) / "page"
        shutil.copytree(OWN, page)
        (page / "pyodide").mkdir()
        _add_pyodide(page / "pyodide", Path(work))
        _add_wheels(page, Path(work))
        (page / "sheets.json").write_text(json.dumps(write_offered_sheets()), encoding="utf-8")
        _write_list(page)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(page, folder)


def _add_pyodide(folder: Path, work: Path) -> None:
    done = subprocess.run(
        ["npm", "pack", "--silent", PYODIDE], cwd=work, check=True, capture_output=True, text=True
    )
    packed = work / done.stdout.split()[-1]
    if hashlib.sha512(packed.read_bytes()).digest() != b64decode(PYODIDE_SHA512):
        raise SystemExit(f"{PYODIDE} is not the one whose hash is in {__file__}.")
    with tarfile.open(packed) as archive:
        for name in PYODIDE_FILES:
            source = archive.extractfile(f"package/{name}")
            assert source is not None
            (folder / name).write_bytes(source.read())
        source = archive.extractfile(f"package/{LOCK}")
        assert source is not None
        lock = json.load(source)
    (folder / LOCK).write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")


def _add_wheels(folder: Path, work: Path) -> None:
    wanted = work / "wanted.txt"
    wanted.write_text(f"{MSGSPEC} --hash=sha256:{MSGSPEC_SHA256}\n", encoding="utf-8")
    target = ("--python-version", PYTHON, "--platform", PLATFORM, "--implementation", "cp")
    _pip("download", "--no-deps", "--only-binary=:all:", *target, "-r", wanted, "-d", folder)
    _pip("wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)


def _pip(command: str, *options: str | Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", command, "-qq", "--disable-pip-version-check", *options],
        check=True,
    )


def _write_list(folder: Path) -> None:
    """Write how long each file is, with the hash that its copy in a browser must have.

    `version` is another one for other files.
    """
    files = {}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = file.read_bytes()
        hashed = b64encode(hashlib.sha256(content).digest()).decode()
        name = file.relative_to(folder).as_posix()
        files[name] = {"size": len(content), "hash": f"sha256-{hashed}"}
    large = [f"pyodide/{name}" for name in (*PYODIDE_FILES, LOCK) if not name.endswith(".mjs")]
    wheels = [name for name in files if name.endswith(".whl")]
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    listed = {"version": version, "files": files, "program": [*large, *wheels]}
    (folder / LIST).write_text(f"self.CDGDEVICE = {json.dumps(listed)};\n", encoding="utf-8")


if __name__ == "__main__":
    make_page(Path(sys.argv[1]))

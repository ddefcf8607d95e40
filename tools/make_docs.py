"""Build the documentation as a site of pages with a search, to be read without a network.

The command is `python -m tools.make_docs FOLDER`; `make docs` runs it with `dist/docs`. The pages
are those of the repository, in the order of docs/INDEX.md, with what tools/make_api.py writes of
the code, and the board that `make page` built, if it did. A link that leads nowhere is an error.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import make_api

ROOT = Path(__file__).resolve().parents[1]
INDEX = ROOT / "docs" / "INDEX.md"
BOARD = ROOT / "dist" / "page"
"""What `make page` builds."""
API = "api"
PLAY_NOW = "PLAY_NOW.md"
COPIED = (
    *("README.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE"),
    "SECURITY.md",
    *("docs", "hardware", "firmware", "bench", "systemd", "contrib"),
)
"""The pages, and what they show or link to."""
_LINK = re.compile(r"\[([^]]+)\]\(([^)#]+\.md)\)")


_PLAY_NOW = """# Play now

[Open the board](play/index.html). It plays every game in this browser, without a gadget. A web
server must offer this site: opened as a file, the board does not start.
[What it needs](docs/BROWSER.md).
"""


def read_nav() -> list[dict[str, object]]:
    """Return the site's contents: the headings of docs/INDEX.md with the pages that they list."""
    nav: list[dict[str, object]] = [{"cdgdevice": "README.md"}]
    if BOARD.is_dir():
        nav.append({"Play now": PLAY_NOW})
    for part in re.split(r"^## ", INDEX.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, lines = part.partition("\n")
        entries = [{title: locate(link)} for title, link in _LINK.findall(lines)]
        if heading == "Develop":
            entries += [
                {title: f"{API}/{make_api.page_name(package)}"}
                for package, title in make_api.PACKAGES.items()
            ]
        nav.append({heading: entries})
    return nav


def locate(link: str) -> str:
    """Return the place in the repository that a link of docs/INDEX.md names."""
    return (INDEX.parent / link).resolve().relative_to(ROOT).as_posix()


def write_settings(pages: Path, site: Path) -> str:
    """Return the settings of MkDocs as JSON, which is YAML: nothing comes from another computer."""
    return json.dumps(
        {
            "site_name": "cdgdevice",
            "docs_dir": str(pages),
            "site_dir": str(site),
            "theme": {"name": "readthedocs", "highlightjs": False},
            "use_directory_urls": False,
            "plugins": ["search"],
            "markdown_extensions": [
                "tables",
                "fenced_code",
                "sane_lists",
                {"toc": {"permalink": ""}},
            ],
            "nav": read_nav(),
            "validation": {
                "nav": {"omitted_files": "info"},
                "links": {"not_found": "warn", "anchors": "warn", "unrecognized_links": "info"},
            },
        }
    )


def build_site(site: Path, mkdocs: str) -> None:
    """Build the site with this command of MkDocs.

    Raises:
        subprocess.CalledProcessError: a link leads nowhere; MkDocs has said which.
    """
    with tempfile.TemporaryDirectory() as work:
        pages = Path(work, "pages")
        for name in COPIED:
            _copy(ROOT / name, pages / name)
        make_api.main(str(pages / API))
        if BOARD.is_dir():
            _copy(BOARD, pages / "play")
            (pages / PLAY_NOW).write_text(_PLAY_NOW, encoding="utf-8")
        settings = Path(work, "mkdocs.yml")
        settings.write_text(write_settings(pages, site.resolve()), encoding="utf-8")
        subprocess.run([mkdocs, "build", "--quiet", "--strict", "-f", settings], check=True)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        for each in sorted(source.iterdir()):
            if not each.name.startswith("__"):
                _copy(each, target / each.name)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def main(site: str) -> None:
    """Build the site into this folder."""
    build_site(Path(site), str(ROOT / ".venv" / "docs" / "bin" / "mkdocs"))


if __name__ == "__main__":
    main(*sys.argv[1:])

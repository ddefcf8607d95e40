"""Draws the picture of `docs/PAGE.md`, and the page's picture for a phone's home screen.

`.ci/browser --pictures [FOLDER]` runs it. In the folder it also leaves the page in every window in
which it is tried: the board, and the gadget.
"""

import base64
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, Gadget
from tests.browser.steps import WINDOWS, choice, open_gadget

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs/page.png"
ICON = ROOT / "cdgdevice/web/page/icon.svg"
TOUCH = ROOT / "cdgdevice/web/page/touch.png"
PHONE, LAPTOP = WINDOWS[0], WINDOWS[3]
SIMULATOR = f"{ROOT}/.venv/bin/python -m cdgdevice sim --no-browser"
CONFIGURATION = 'sheet = "washingtons-war-2022"\nset_up = false\n[die]\nsource = "reader"\n'


def open_page(browser: Browser, gadget: Gadget, size: tuple[int, int], opened: bool) -> Page:
    """Open the page in a window, as a phone has it where that is small; `opened`: the gadget."""
    width, height = size
    touch = width < LAPTOP[0]
    page = browser.new_page(
        viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch
    )
    page.goto(gadget.url)
    page.wait_for_selector("[data-link=live]")
    choice(page, "Play A").wait_for()
    page.locator(".guide .quiet").click()
    if opened:
        open_gadget(page)
        page.locator("#gadget").evaluate("part => part.scrollIntoView()")
    page.wait_for_timeout(1000)  # dice and cards lie still
    return page


def take(page: Page, name: str, folder: Path | None) -> str:
    """Return a picture of what the window shows, as an address; keep it in the folder."""
    picture = page.screenshot()
    if folder is not None:
        (folder / f"{name}.png").write_bytes(picture)
    page.close()
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with TemporaryDirectory() as games, sync_playwright() as playwright:
        written = Path(games, "cdgdevice.toml")
        written.write_text(CONFIGURATION)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        gadget = Gadget("--folder", games, "--config", str(written), command=SIMULATOR)
        try:
            playing = browser.new_page()
            playing.goto(gadget.url)
            playing.wait_for_selector("[data-link=live]")
            open_gadget(playing)
            playing.keyboard.press("4")
            choice(playing, "Play A").wait_for()
            playing.close()
            seen = {
                (size, opened): take(
                    open_page(browser, gadget, size, opened),
                    f"{size[0]}x{size[1]}{'-gadget' if opened else ''}",
                    folder,
                )
                for size in WINDOWS
                for opened in (False, True)
            }
            sheet = browser.new_page(viewport={"width": 1800, "height": 900})
            shown = [((PHONE, False), 600), ((PHONE, True), 600), ((LAPTOP, False), 600)]
            pictures = "".join(f'<img src="{seen[each]}" height="{high}">' for each, high in shown)
            sheet.set_content(
                f'<body style="margin:0"><div id="all" style="display:inline-flex;gap:16px;'
                f'align-items:start;padding:16px;background:#fff">{pictures}</div>'
            )
            sheet.locator("#all").screenshot(path=PICTURE)
            sheet.set_viewport_size({"width": 180, "height": 180})
            # A phone rounds the corners itself, and shows what is clear as black or white.
            sheet.set_content(
                '<body style="margin:0;background:#26282c"><img width="180" height="180" '
                f'src="data:image/svg+xml;base64,{base64.b64encode(ICON.read_bytes()).decode()}">'
            )
            sheet.screenshot(path=TOUCH)
        finally:
            browser.close()
            gadget.stop()


if __name__ == "__main__":
    main()

"""What several of the tests in Chromium do at the page, and what the counting gadget tells then."""

PIXEL = """([x, y]) => {
  const canvas = document.querySelector("canvas");
  const dot = canvas.width / 128;
  const at = [x * dot + (dot >> 1), y * dot + (dot >> 1)];
  return canvas.getContext("2d").getImageData(...at, 1, 1).data[3] > 0;
}"""
"""Tells whether a dot of the left screen is lit."""
WINDOWS = [(390, 844), (844, 390), (820, 1180), (1366, 768), (1920, 1080)]
"""A phone upright and on its side, a tablet, a laptop and a large screen: widths and heights."""


DRAWN = """() => new Promise((drawn) =>
  requestAnimationFrame(() => requestAnimationFrame(drawn)))"""
"""Waits until what a page has changed is drawn."""


def resize(page, width, height, ratio=1):
    """Give the window another size, and a dot of the page so many of the screen."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": False}
    page.context.new_cdp_session(page).send("Emulation.setDeviceMetricsOverride", metrics)
    page.evaluate(DRAWN)


def press(control):
    return [f"{control.lower()} down", release(control)]


def release(control):
    return f"{control.lower()} up"


def told(counting, count):
    return [counting.told() for _ in range(count)]


def open_gadget(page):
    """Open the gadget's panels, and have its keys mean it."""
    for part in ("gadget", "simulator"):
        summary = page.locator(f"#{part}:not([open]) > summary")
        if summary.is_visible():
            summary.click()
    page.locator(".case").focus()


def choice(page, title):
    return page.locator(".choice", has_text=title)

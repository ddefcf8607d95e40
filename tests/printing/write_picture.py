"""Draw the picture of `docs/PRINTING.md` anew: `python -m tests.printing.write_picture`."""

from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from cdgdevice.printing.products_and_sizes import Paper
from tests.printing.printouts import one_of_each

PICTURE = Path(__file__).parents[2] / "docs" / "printing.png"
SHOWN = (
    "stickers",
    "conversion",
    "quick-sheet-paths-of-glory-2022",
    "plain-stickers",
    "chits-paths-of-glory-2022",
    "mat-paths-of-glory-2022",
)
WIDTH, GAP, COLUMNS = 420, 16, 3


def main() -> None:
    """Show the first page of six printouts side by side."""
    found = {printout.name: printout.pdf() for printout in one_of_each(Paper.A4)}
    height = round(WIDTH * 297 / 210)
    rows = -(-len(SHOWN) // COLUMNS)
    size = COLUMNS * (WIDTH + GAP) + GAP, rows * (height + GAP) + GAP
    picture = Image.new("RGB", size, (205, 207, 212))
    for number, name in enumerate(SHOWN):
        page = pdfium.PdfDocument(found[name])[0]
        shown = page.render(scale=4).to_pil()
        high = round(WIDTH * shown.height / shown.width)
        row, column = divmod(number, COLUMNS)
        at = GAP + column * (WIDTH + GAP), GAP + row * (height + GAP)
        picture.paste(shown.resize((WIDTH, high), Image.Resampling.LANCZOS), at)
    picture.quantize(128).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()

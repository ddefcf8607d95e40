"""Serves the built page from this machine alone, as strictly as a host can be."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

FOLDER = Path(os.environ.get("CDGDEVICE_STATIC", ""))
"""What `make page` wrote."""
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'"
)


def list_sheets() -> list[dict[str, str]]:
    """Return the sheets that the page offers: their `id`, `title` and `edition`."""
    return json.loads((FOLDER / "sheets.json").read_text(encoding="utf-8"))


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Say nothing of a browser that hung up: a page that closes does."""


class _Handler(SimpleHTTPRequestHandler):
    extensions_map: ClassVar = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""


@contextmanager
def serve(folder: Path = FOLDER) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    """Serve the folder; yield its address, and the server, which can be shut down before."""
    server = _Server(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

"""A web server from which a card fetches its update."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Self


class UpdateServer:
    """A web server in the owner's network, with one file."""

    def __init__(self) -> None:
        self.content: bytes | None = None
        self.promised = 0
        """Bytes that it announces and then does not send."""
        self.most: int | None = None
        """After so many bytes it waits until nobody takes more."""
        self.elsewhere = False
        """Whether it says that the file has another address, where it is."""
        served = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if served.content is None:
                    self.send_error(404)
                    return
                if served.elsewhere and self.path == "/card.update":
                    self.send_response(302)
                    self.send_header("Location", "/elsewhere")
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(len(served.content) + served.promised))
                self.end_headers()
                self.wfile.write(served.content[: served.most])
                if served.most is not None:
                    self.rfile.read(1)

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.http.server_port
        self.address = f"http://127.0.0.1:{self.port}/card.update"

    def __enter__(self) -> Self:
        self._thread = Thread(target=self.http.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.http.shutdown()
        self._thread.join()
        self.http.server_close()

"""The server: the application on a port of the loopback interface, until it is stopped."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import token_urlsafe
from types import FrameType

import uvicorn

from explorer.serve.app import Site, application
from explorer.serve.requests import LAYING, REQUESTS, Bounds
from explorer.serve.worker import Answer, Worker
from models.errors import InputError
from models.library import Library
from reports.page import laying_page

HOSTS = {"127.0.0.1": socket.AF_INET, "localhost": socket.AF_INET, "::1": socket.AF_INET6}
"""The names of the loopback interface, each with its kind of address."""

_UNSAID = 80
"""The port that a browser does not name."""

MOST_REQUESTS = 32
"""So many connections are taken at once."""


class _Server(uvicorn.Server):
    """A server that gives up what is still worked at when it is stopped."""

    def __init__(self, config: uvicorn.Config, workers: Sequence[Worker]) -> None:
        super().__init__(config)
        self._workers = workers

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop the workers, for whose answers nobody waits, then the server."""
        for worker in self._workers:
            worker.stop()
        super().handle_exit(sig, frame)


def serve(
    start: str,
    library: Library,
    *,
    host: str,
    port: int,
    bounds: Bounds,
    folder: Path | None,
    ready: Callable[[str], None],
) -> None:
    """Serve until the process is told to stop; ``start`` is the text of the board that the page begins with.

    ``ready`` is called with the address when a browser can call it. Port 0 is any that is free. Raises InputError
    where the port cannot be had.
    """
    listening = _listening(host, port)
    port = listening.getsockname()[1]
    laying, asking = workers = Worker(bounds), Worker(bounds)
    token = token_urlsafe(32)
    page = laying_page(library, token=token, start=start, saves=folder is not None)
    site = Site(page.html, page.policy, token, names(port), folder)

    def answers(name: str, body: bytes) -> Answer:
        return (laying if name in LAYING else asking).ask(name, body)

    config = uvicorn.Config(
        application(site, answers, REQUESTS),
        access_log=False,
        date_header=False,
        lifespan="off",
        limit_concurrency=MOST_REQUESTS,
        log_level="error",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        ws="none",
    )
    try:
        laying.start()
        asking.start()
        ready(f"http://{f'[{host}]' if ':' in host else host}:{port}/")
        _Server(config, workers).run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # which is how it is stopped
    finally:
        for worker in workers:
            worker.stop()
        listening.close()


def names(port: int) -> tuple[str, ...]:
    """The Hosts by which a browser on this machine calls us; of the port that they leave out, none."""
    end = "" if port == _UNSAID else f":{port}"
    return tuple(f"{f'[{host}]' if ':' in host else host}{end}" for host in HOSTS)


def _listening(host: str, port: int) -> socket.socket:
    """A socket on a port of the loopback interface; raises InputError."""
    listening = socket.socket(HOSTS[host])
    if sys.platform != "win32":  # where it would let others listen on the same port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(MOST_REQUESTS)  # whoever calls now waits until there is somebody to answer
    except OSError as error:
        listening.close()
        reason = error.strerror or "it cannot be had"
        raise InputError(f"port {port} of {host}: {reason}", expected=["--port 0, for any that is free"]) from None
    return listening

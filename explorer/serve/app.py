"""The application: who may ask (the page that it gave out, on this machine), and where answers come from.

A page of another site can send requests to a loopback address, and can have its own name point there (DNS rebinding).
So the Host of every request has to be our own, and what asks for anything has to come from our own page: it sends the
token that it was given, and its Origin, where a browser tells it, is ours. Answers are never kept by a browser, and
what our page may load or be loaded by is said in every one of them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from secrets import compare_digest
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from explorer.serve.saving import Taken, save
from explorer.serve.worker import Answer
from models.errors import InputError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 500_000
"""No request is larger."""

TOKEN = "x-endphase-token"

_HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_SAID = {404: "there is nothing here", 405: "this is asked in another way"}
_NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


@dataclass(frozen=True)
class Site:
    """What is served: the page, what it may load, and the token that it sends; by which names, and into which folder.

    ``hosts`` are those by which a browser may call us, as it writes them. Without a ``folder`` nothing is saved.
    """

    page: str
    policy: str
    token: str
    hosts: tuple[str, ...]
    folder: Path | None = None


def application(site: Site, answers: Callable[[str, bytes], Answer], names: Iterable[str]) -> ASGIApp:
    """The application of a site; ``answers`` carries out the requests with these names."""
    asking = frozenset(names)

    async def page(request: Request) -> Response:
        del request
        policy = f"{site.policy}; frame-ancestors 'none'"
        return Response(site.page, media_type="text/html", headers={"content-security-policy": policy})

    async def icon(request: Request) -> Response:
        del request
        return Response(status_code=204)

    async def asked(request: Request) -> Response:
        name = request.path_params["name"]
        refused = _refused(request, site)
        if refused is not None:
            return _sent(refused)
        if name not in asking and not (name == "save" and site.folder is not None):
            return _sent(Answer.refused(404, "there is no such request"))
        body = await _body(request)
        if body is None:
            return _sent(Answer.refused(413, f"more than {MOST_BYTES // 1000} kB are not taken"))
        if name == "save" and site.folder is not None:
            return _sent(await run_in_threadpool(_saved, site.folder, body))
        return _sent(await run_in_threadpool(answers, name, body))

    async def refuse(request: Request, error: Exception) -> Response:
        del request
        status = error.status_code if isinstance(error, HTTPException) else 500
        return _sent(Answer.refused(status, _SAID.get(status, "internal error")))

    routes = [
        Route("/", page, methods=["GET"]),
        Route("/favicon.ico", icon, methods=["GET"]),
        Route("/ask/{name}", asked, methods=["POST"]),
    ]
    inside = Starlette(routes=routes, exception_handlers={HTTPException: refuse, 500: refuse})
    return Door(inside, frozenset(site.hosts))


class Door:
    """Lets in what calls us by our own name, and has every answer say what a browser may do with it."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        """Stand before an application that has these names."""
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or have the application answer; what goes wrong in it is told in a line on standard error."""
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                headers = {**_HEADERS, "content-security-policy": _NOTHING}
                more = [(k.encode(), v.encode()) for k, v in headers.items() if k.encode() not in given]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        hosts = [value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            await _sent(Answer.refused(403, "this is not the name of this place"))(scope, receive, guarded)
            return
        try:
            await self._app(scope, receive, guarded)
        except Exception as error:  # it has been answered by now
            sys.stderr.write(f"endphase serve: internal error: {type(error).__name__}: {error}\n")


def _refused(request: Request, site: Site) -> Answer | None:
    """Why a request that asks for something is not let in, None where it is."""
    origin = request.headers.get("origin")
    if origin is not None and origin not in {f"http://{host}" for host in site.hosts}:
        return Answer.refused(403, "asked by the page of another site")
    if not compare_digest(request.headers.get(TOKEN, "").encode(), site.token.encode()):
        return Answer.refused(403, "asked by another page, or by one of an earlier start; load the page again")
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        return Answer.refused(415, "JSON is expected")
    return None


async def _body(request: Request) -> bytes | None:
    """What was sent, None where that is too much; no more is read than may be."""
    length = request.headers.get("content-length", "0")
    if not re.fullmatch(r"[0-9]{1,9}", length) or int(length) > MOST_BYTES:
        return None
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BYTES:
                return None
    except ClientDisconnect:
        return b""
    return bytes(body)


def _saved(folder: Path, body: bytes) -> Answer:
    """The answer to a board that is to be saved: ``name``, ``text``, and whether it may take another's place."""
    try:
        sent = json.loads(body)
        name, text, over = sent["name"], sent["text"], sent["over"]
        if not (isinstance(name, str) and isinstance(text, str) and isinstance(over, bool)):
            raise ValueError(name)
    except (ValueError, KeyError, TypeError, RecursionError):
        return Answer.refused(400, "this is no request: name, text and over are expected")
    try:
        save(folder, name, text, over=over)
    except Taken as taken:
        return Answer.refused(409, str(taken))
    except InputError as error:
        return Answer.refused(422, error.message, expected=list(error.expected))
    return Answer(200, json.dumps({"saved": name}).encode())


def _sent(answer: Answer) -> Response:
    return Response(answer.body, status_code=answer.status, media_type="application/json")

"""The web service: a form, its ruling, and a folder of disputes, each request within bounds."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import SplitResult, parse_qsl, urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from judge.rulebook.shelf import find
from judge.serving.form import FormPage
from judge.serving.orders import ANSWERED, ASKED, BODY, FIELDS, KEPT, SENT, Answer, Order
from judge.serving.workers import Broken, Busy, TooLong, Workers
from judge.speech.catalogue import languages, phrases
from judge.text.rows import NamedTuple


# --- connections, closed when they take too long -------------------------------------------------------
class Patience(H11Protocol):
    """A connection that is closed where no request comes, or where its answer is not read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as above it
        """Begin to wait."""
        super().connection_made(transport)
        self.loop.call_later(ASKED, self.look, None, 0)

    def look(self, before: RequestResponseCycle | None, waited: int) -> None:
        """Closes the connection if nothing has happened since the last look; otherwise looks again later."""
        if self.transport.is_closing():
            return
        now: RequestResponseCycle | None = self.cycle
        waited = waited + ASKED if now is before else 0
        idle = now is None or now.response_complete
        if (idle and now is before) or waited >= ANSWERED:
            self.transport.abort()
        else:
            self.loop.call_later(ASKED, self.look, now, waited)


# --- disputes in the folder: read, listed, and written under a new name --------------------------------
NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


class Kept:
    """The disputes of a folder; nothing else of it is touched, and nothing is written over."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """The names of the disputes, in order."""
        try:
            inside = os.listdir(self.folder)
        except OSError:  # it was taken away, or closed, since the service was started
            return []
        stems = (file.removesuffix(".toml") for file in inside if file.endswith(".toml"))
        return sorted(name for name in stems if NAME.fullmatch(name) and self.is_plain(name))[:KEPT]

    def is_plain(self, name: str) -> bool:
        """Is it a file of the folder, and no link to elsewhere?"""
        path = self.path(name)
        return os.path.isfile(path) and not os.path.islink(path) and os.path.getsize(path) <= BODY

    def path(self, name: str) -> str:
        """Where a dispute of that name lies."""
        return os.path.join(self.folder, f"{name}.toml")

    def read(self, name: str) -> str:
        """The text of a dispute; "" where there is none of that name."""
        if not NAME.fullmatch(name) or not self.is_plain(name):
            return ""
        try:
            with open(self.path(name), encoding="utf-8", errors="replace") as stream:
                return stream.read()
        except OSError:
            return ""

    def write(self, name: str, text: str) -> str:
        """Keep a dispute under a new name; what is wrong with that, "" for nothing."""
        if not NAME.fullmatch(name):
            return "name"
        if not text.strip():
            return "empty"
        if len(self.names()) >= KEPT:
            return "full"
        part = f"{self.path(name)}.{os.getpid()}.part"
        try:
            with open(part, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            os.link(part, self.path(name))  # whole, or not at all where that name is taken
        except FileExistsError:
            return "taken"
        except OSError:
            return "unwritable"
        finally:
            if os.path.exists(part):
                os.remove(part)
        return ""


# --- the service ---------------------------------------------------------------------------------------
HEADERS: Final = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Settings(NamedTuple):
    """How the service was started."""

    place: str  # an empty folder in which disputes are played
    games: Mapping[str, str]  # their titles
    lang: str = "en"
    folder: str = ""  # where disputes may be kept
    host: str = ""  # a name by which it is called, beside addresses


class Refused(Exception):
    """Raised for a request that is refused: the phrase that says why, and the status."""

    def __init__(self, key: str, code: int) -> None:
        super().__init__(key)
        self.key = key
        self.code = code


class Service:
    """Answers requests; what raises Refused is answered by a page that says why."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.workers = Workers(settings.place)
        self.kept = Kept(settings.folder) if settings.folder else None

    def app(self) -> Starlette:
        """The application for a server of ASGI."""
        routes = [
            Route("/", self.form, methods=["GET", "POST"]),
            Route("/toml", self.toml, methods=["GET", "POST"]),
            Route("/keep", self.keep, methods=["POST"]),
            Route("/kept", self.listed, methods=["GET", "POST"]),
            Route("/kept/{name}", self.one, methods=["GET"]),
        ]
        told = {
            Refused: self.refused,
            HTTPException: self.no_page,
            ClientDisconnect: left,
            Exception: self.failed,
        }
        app = Starlette(routes=routes, exception_handlers=told)
        app.router.redirect_slashes = False  # it would lead to whatever name the service was called by
        return app

    # --- what is asked for -----------------------------------------------------------------------
    async def form(self, request: Request) -> Response:
        """The form; what was typed in it as a ruling."""
        if request.method == "GET":
            return self.answer(request, self.drawn(request).form(dict(request.query_params)))
        values = await self.sent(request)
        order = Order(values, "", self.lang(request, values), seat(values), self.kept is not None)
        answer = await self.worked(order)
        page = answer.page or self.drawn(request, order.lang).form(values, answer)
        return self.answer(request, page, 200 if answer.page else 422)

    async def toml(self, request: Request) -> Response:
        """A dispute as it is written in a file, and its ruling."""
        if request.method == "GET":
            return self.answer(request, self.drawn(request).toml(""))
        values = await self.sent(request)
        return await self.ruled(request, values.get("toml", ""), values)

    async def ruled(self, request: Request, text: str, values: Mapping[str, str]) -> Response:
        """The ruling of a dispute, or the dispute with what is wrong with it."""
        order = Order({}, text, self.lang(request, values), seat(values), self.kept is not None)
        answer = await self.worked(order)
        page = answer.page or self.drawn(request, order.lang).toml(text, answer)
        return self.answer(request, page, 200 if answer.page else 422)

    async def keep(self, request: Request) -> Response:
        """Ask under which name a dispute is kept."""
        values = await self.sent(request)
        if self.kept is None:
            raise Refused("read-only", 403)
        return self.answer(request, self.drawn(request).keep(Answer(toml=values.get("toml", ""))))

    async def listed(self, request: Request) -> Response:
        """What is kept; one dispute more."""
        if self.kept is None:
            raise Refused("read-only", 403)
        if request.method == "GET":
            return self.answer(request, self.drawn(request).kept(self.kept.names()))
        values = await self.sent(request)
        text = values.get("toml", "")
        wrong = self.kept.write(values.get("name", ""), text)
        drawn = self.drawn(request)
        if wrong:
            return self.answer(request, drawn.keep(Answer(toml=text), wrong), 422)
        return self.answer(request, drawn.kept(self.kept.names()), 201)

    async def one(self, request: Request) -> Response:
        """The ruling of a dispute that is kept."""
        if not self.known(request):
            raise Refused("foreign", 421)
        text = self.kept.read(str(request.path_params["name"])) if self.kept is not None else ""
        if not text:
            raise Refused("missing", 404)
        return await self.ruled(request, text, {})

    # --- how it is answered ----------------------------------------------------------------------
    async def sent(self, request: Request) -> dict[str, str]:
        """The fields of a form that this service has sent out. Raises Refused."""
        if not self.own(request):
            raise Refused("foreign", 403)
        try:
            async with asyncio.timeout(SENT):
                body = await read(request)
        except TimeoutError:
            raise Refused("too-long", 408) from None
        try:
            pairs = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=FIELDS)
        except ValueError:
            raise Refused("too-large", 413) from None
        return {key: value.replace("\r\n", "\n") for key, value in pairs}

    def own(self, request: Request) -> bool:
        """Was the request sent from a page of this service, addressed by IP address or by the service's own
        name?
        """
        origin = request.headers.get("origin", "")
        host = request.headers.get("host", "")
        return self.known(request) and (not origin or address(origin).netloc == host)

    def known(self, request: Request) -> bool:
        """Is the service addressed by IP address or by its own name, and not by a name that somebody else
        has pointed here?
        """
        name = address(f"//{request.headers.get('host', '')}").hostname or ""
        return name in ("localhost", self.settings.host) or is_address(name)

    async def worked(self, order: Order) -> Answer:
        """The answer of a worker. Raises Refused where there is none."""
        try:
            return await self.workers.work(order)
        except Busy:
            raise Refused("busy", 503) from None
        except TooLong:
            raise Refused("too-long", 422) from None
        except Broken:
            raise Refused("broken", 500) from None

    def lang(self, request: Request, values: Mapping[str, str] = {}) -> str:  # it is only read
        """The language asked for by the form, by the address, by the browser, or as it was started."""
        wanted = (values.get("lang", ""), request.query_params.get("lang", ""), *spoken(request))
        return next((language for language in wanted if language in languages()), self.settings.lang)

    def drawn(self, request: Request, lang: str = "") -> FormPage:
        """The pages in the language that is asked for."""
        lang = lang or self.lang(request)
        games = self.settings.games
        examples = {game: phrases(str(find(game)), lang).get("example", {}) for game in games if game}
        return FormPage(phrases("", lang), lang, games, self.kept is not None, examples)

    async def refused(self, request: Request, why: Exception) -> Response:
        """A page that says why not."""
        assert isinstance(why, Refused)
        return self.answer(request, self.drawn(request).said(why.key), why.code)

    async def no_page(self, request: Request, why: Exception) -> Response:
        """The page that says that there is no such page, or none for this method."""
        assert isinstance(why, HTTPException)
        return self.answer(request, self.drawn(request).said("missing"), why.status_code)

    async def failed(self, request: Request, why: Exception) -> Response:
        """The page for a bug of ours, which is also printed where the service was started."""
        return self.answer(request, self.drawn(request).said("broken"), 500)

    def answer(self, request: Request, page: str, code: int = 200) -> Response:
        """A page; to a name that is not its own, nothing."""
        if not self.known(request):
            return Response("not called by this name", 421, HEADERS, "text/plain")
        return HTMLResponse(page, code, HEADERS)


async def read(request: Request) -> bytes:
    """The body of a request. Raises Refused where it is too large."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY:
            raise Refused("too-large", 413)
    return body


async def left(request: Request, why: Exception) -> Response:
    """An empty answer: the client has gone."""
    return Response(status_code=400, headers=HEADERS)


def address(text: str) -> SplitResult:
    """The parts of an address; empty ones for a text that is no address."""
    try:
        return urlsplit(text)
    except ValueError:
        return urlsplit("")


def seat(values: Mapping[str, str]) -> str:
    """The player who may read the ruling; "" for everybody."""
    return values.get("seat", "") if values.get("seat") in ("A", "B") else ""


def is_address(name: str) -> bool:
    """Is it an IP address and not a name?"""
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def spoken(request: Request) -> list[str]:
    """The languages of a browser, the first first."""
    parts = request.headers.get("accept-language", "").split(",")[:10]
    return [part.split(";")[0].split("-")[0].strip().lower() for part in parts]

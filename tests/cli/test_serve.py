"""`judge serve`: a real server, asked by a real client."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")
pytest.importorskip("uvicorn", reason="the extra `serve` is not installed")

from hearing import hear_signals
from starlette.requests import Request

from judge.serving import service, workers
from judge.serving.orders import ASKED, CONNECTIONS, Answer, Order
from judge.serving.service import Kept
from judge.serving.workers import Busy, TooLong, Workers

HOME = Path(__file__).parent.parent.parent
FORM = {
    "game": "dbs",
    "question": "B counter halt",
    "board": "A battle k1 15000\nB hand halt extra contre(attack)",
    "before": "A attack k1 lb",
}
RULED = "B may counter with halt."


class Said(NamedTuple):
    """What the server answers."""

    code: int
    body: str
    headers: dict[str, str]


class Served(NamedTuple):
    """A server that runs, and its folder."""

    url: str
    folder: Path

    def ask(self, path: str, form: dict[str, str] | bytes | None = None, **headers: str) -> Said:
        data = urllib.parse.urlencode(form).encode() if isinstance(form, dict) else form
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        request = urllib.request.Request(self.url + path, data, named)
        try:
            with urllib.request.urlopen(request, timeout=60) as found:
                return Said(found.status, found.read().decode(), dict(found.headers))
        except urllib.error.HTTPError as error:
            return Said(error.code, error.read().decode(), dict(error.headers))


def started(folder: Path, *options: str, ending: int = signal.SIGTERM) -> Iterator[Served]:
    """A server at a port that is free, ended afterwards."""
    command = [sys.executable, "-m", "judge", "serve", "--host", "127.0.0.1", "--port", "0", *options]
    environment = {
        **os.environ,
        "PYTHONPATH": str(HOME),
        "XDG_DATA_HOME": str(folder / "data"),
        "JUDGE_LANG": "en",
    }
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder, preexec_fn=hear_signals
    )
    assert running.stdout is not None
    url = running.stdout.readline().strip().rstrip("/")
    assert url.startswith("http://127.0.0.1:")
    running.stdout.readline()
    yield Served(url, folder)
    running.send_signal(ending)
    assert running.wait(20) in (0, -15)


def talk(served: Served, *parts: bytes) -> bytes:
    """What comes back of bytes that are sent as they are, until the server ends it."""
    with socket.create_connection(("127.0.0.1", int(served.url.rsplit(":", 1)[1])), 30) as line:
        for one in parts:
            line.sendall(one)
        return b"".join(iter(lambda: line.recv(65_536), b""))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that keeps disputes."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "kept").mkdir()
    yield from started(folder, "--folder", str(folder / "kept"))


def test_a_form_and_its_ruling(served: Served) -> None:
    """The form is there, and what is typed in it is ruled on."""
    assert 'name="question"' in served.ask("/").body
    found = served.ask("/", FORM)
    assert found.code == 200
    assert RULED in found.body
    assert "contre = {" in found.body  # the dispute as a file
    assert "default-src 'none'" in found.body


def test_the_language_of_the_browser(served: Served) -> None:
    """French where the browser asks for it, or the address does."""
    assert "Quelle est la question" in served.ask("/", Accept_Language="fr-CA,en;q=0.5").body
    assert "Quelle est la question" in served.ask("/?lang=fr").body
    assert "What is asked?" in served.ask("/?lang=xx").body
    found = served.ask("/", {**FORM, "lang": "fr"}).body
    assert "B peut contrer avec halt." in found
    assert "Est-ce que B peut «\u202fcounter halt\u202f»" in found  # its title


def test_a_slip_is_told_where_it_was_typed(served: Served) -> None:
    """Beside its field, with what was expected; what was typed stays."""
    found = served.ask("/", {**FORM, "board": "A battle k1 15000; B hamd halt"})
    assert found.code == 422
    assert "did you mean hand?" in found.body
    assert 'aria-invalid="true"' in found.body
    assert "B hamd halt" in found.body


def test_a_player_reads_nothing_hidden(served: Served) -> None:
    """The ruling for A has no word of what lies in B's hand."""
    board = {
        **FORM,
        "question": "",
        "before": "",
        "board": "A battle k1 15000\nB hand secretcard extra",
        "seat": "A",
    }
    body = served.ask("/", board).body
    shown = body[: body.index("<pre>")]
    assert "as A" in shown
    assert "secretcard" not in shown


def test_a_dispute_as_a_file(served: Served) -> None:
    """It is played as `judge run` plays it; a slip is told with its line."""
    text = (HOME / "fixtures/dbs/counter-window/the-actor-may-not-start-a-window.toml").read_text(
        encoding="utf-8"
    )
    assert "A may not counter with mine." in served.ask("/toml", {"toml": text}).body
    found = served.ask("/toml", {"toml": 'game = "dbs"\nat = 3 4'})
    assert (found.code, "2:8" in found.body) == (422, True)


@pytest.mark.parametrize(
    "line",
    ['library = ["/etc/passwd"]', 'library = ["../kept/own.toml"]', 'rulebook = "/tmp"', 'modules = ["os"]'],
)
def test_it_reads_and_runs_nothing_that_a_dispute_names(served: Served, line: str) -> None:
    """A file, a rulebook or a module that a dispute names is refused."""
    (served.folder / "kept" / "own.toml").write_text('secret = "kettle"', encoding="utf-8")
    found = served.ask("/toml", {"toml": f'game = "dbs"\n{line}\nscript = []\n'})
    assert found.code == 422
    assert "root:" not in found.body
    assert "kettle" not in found.body
    (served.folder / "kept" / "own.toml").unlink()


def test_a_dispute_is_kept_under_a_new_name(served: Served) -> None:
    """Once; never over another one, nor anywhere else."""
    folder = served.folder / "kept"
    toml = 'game = "dbs"\nscript = []\n'
    assert served.ask("/kept", {"toml": toml, "name": "mine"}).code == 201
    assert (folder / "mine.toml").read_text(encoding="utf-8") == toml
    assert "there is one of that name" in served.ask("/kept", {"toml": "x", "name": "mine"}).body
    for name in ("../out", "a/b", "A", "", ".hidden", "x" * 100):
        assert served.ask("/kept", {"toml": toml, "name": name}).code == 422, name
    assert sorted(one.name for one in folder.iterdir()) == ["mine.toml"]
    assert 'href="/kept/mine"' in served.ask("/kept").body
    assert served.ask("/kept/mine").code == 200
    assert served.ask("/kept/%2e%2e%2fout").code == 404


def test_a_link_in_the_folder_is_not_followed(tmp_path: Path) -> None:
    """Nor is a file read that no dispute is as large as."""
    (tmp_path / "secret").write_text("kettle", encoding="utf-8")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "link.toml").symlink_to(tmp_path / "secret")
    (tmp_path / "kept" / "large.toml").write_text("x" * 70_000, encoding="utf-8")
    kept = Kept(str(tmp_path / "kept"))
    assert kept.names() == []
    assert kept.read("link") == ""
    assert kept.read("large") == ""


def test_what_is_too_large_is_sent_back(served: Served) -> None:
    """A request over its bound, and a form of more fields than there are."""
    assert served.ask("/toml", {"toml": "x" * 70_000}).code == 413
    assert served.ask("/", {f"field{n}": "x" for n in range(30)}).code == 413


def test_other_pages_send_no_forms(served: Served) -> None:
    """A page of somebody else, and a name that somebody has pointed here, get nothing done."""
    assert served.ask("/kept", {"toml": "x", "name": "theirs"}, Origin="http://evil.example").code == 403
    assert served.ask("/", Host="evil.example").code == 421
    assert served.ask("/kept", {"toml": "x", "name": "theirs"}, Host="evil.example").code in (403, 421)
    assert not (served.folder / "kept" / "theirs.toml").exists()


@pytest.mark.parametrize("name", [b"[", b"[::1", b"[v1.x]", b"evil/127.0.0.1", b"\xff", b""])
def test_what_is_no_name_is_not_its_own(served: Served, name: bytes) -> None:
    """A host or an origin that is no address at all."""
    found = talk(served, b"GET / HTTP/1.1\r\nHost: " + name + b"\r\nConnection: close\r\n\r\n")
    assert found.startswith((b"HTTP/1.1 421", b"HTTP/1.1 400"))
    origin = f"http://{name.decode('latin1')}" if name else "//"
    assert served.ask("/kept", {"toml": "x", "name": "theirs"}, Origin=origin).code == 403


@pytest.mark.parametrize(("path", "code"), [("/none", 404), ("/kept/", 404), ("/keep", 405)])
def test_pages_that_are_not_there(served: Served, path: str, code: int) -> None:
    """As every other answer: with its headers, in the reader's language, to its own name only."""
    found = served.ask(path, Accept_Language="fr")
    assert (found.code, found.headers["x-frame-options"]) == (code, "DENY")
    assert "Aucun litige de ce nom" in found.body
    assert served.ask(path, Host="evil.example").code == 421


def test_whoever_leaves_costs_nothing(served: Served) -> None:
    """In the middle of a form."""
    with socket.create_connection(("127.0.0.1", int(served.url.rsplit(":", 1)[1]))) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nabc")
    assert served.ask("/").code == 200


def test_who_says_nothing_keeps_nobody_out(served: Served) -> None:
    """Connections on which nothing is asked are closed."""
    port = int(served.url.rsplit(":", 1)[1])
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(CONNECTIONS + 6)]
    assert served.ask("/").code == 503
    end = time.monotonic() + 60  # a machine that is busy closes them later
    while served.ask("/").code == 503 and time.monotonic() < end:
        time.sleep(ASKED)
    assert served.ask("/").code == 200
    for one in idle:
        one.close()


def test_a_form_arrives_in_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Or is sent back."""
    monkeypatch.setattr(service, "SENT", 0.1)

    async def slow() -> dict[str, object]:
        await asyncio.sleep(5)
        return {"type": "http.request"}

    headers = [(b"host", b"127.0.0.1")]
    request = Request({"type": "http", "method": "POST", "headers": headers, "query_string": b""}, slow)
    asked = service.Service(service.Settings(str(tmp_path), {})).sent(request)
    with pytest.raises(service.Refused) as refused:
        asyncio.run(asked)
    assert refused.value.code == 408


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    """Holds nothing, and takes nothing; and what is empty is not kept."""
    kept = Kept(str(tmp_path / "gone"))
    assert (kept.names(), kept.read("mine")) == ([], "")
    assert kept.write("mine", "x") == "unwritable"
    assert Kept(str(tmp_path)).write("mine", " ") == "empty"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_nothing_stays_when_it_is_ended(ending: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder for temporary files is taken away."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    for server in started(tmp_path, ending=ending):
        assert server.ask("/").code == 200
        assert list((tmp_path / "tmp").iterdir())
    assert list((tmp_path / "tmp").iterdir()) == []


def test_without_a_folder_nothing_is_written(tmp_path: Path) -> None:
    """There is no way to keep anything, and nothing new lies anywhere near."""
    for server in started(tmp_path):
        before = sorted(tmp_path.rglob("*"))
        assert server.ask("/", FORM).code == 200
        assert server.ask("/kept", {"toml": "x", "name": "mine"}).code == 403
        assert "Keep it" not in server.ask("/", FORM).body
        assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.soak
def test_work_is_stopped_at_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock, and by the process; whoever waits too long a queue is asked to come again."""
    monkeypatch.setattr(workers, "SECONDS", 0.5)
    monkeypatch.setattr(workers, "WAITING", 1)

    async def four() -> list[Answer | BaseException]:
        bench = Workers(str(tmp_path))
        bench.command = (sys.executable, "-c", "import time; time.sleep(60)")
        return await asyncio.gather(*(bench.work(Order({})) for _ in range(4)), return_exceptions=True)

    assert [type(one) for one in asyncio.run(four())] == [TooLong, TooLong, TooLong, Busy]


@pytest.mark.soak
def test_a_worker_has_no_more_memory_than_its_bound(tmp_path: Path) -> None:
    """What asks for more is stopped, and that is told as such."""
    code = "import resource; from judge.serving import worker; worker.limit(); x = bytearray(3_000_000_000)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=HOME, check=False)
    assert done.returncode != 0
    assert "MemoryError" in done.stderr


@pytest.mark.soak
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "70000"], "0 (any that is free) to 65535"),
        (["--folder", "nowhere"], "there is no folder nowhere"),
        (["--host", "256.1.1.1"], "cannot be listened on"),
        (["--host", "\x1b[2J\u202e"], "cannot be listened on"),
        (["--host", "\udcff"], "cannot be listened on"),
        (["--lang", "xx"], "--lang has no value"),
    ],
)
def test_slips(judge: object, options: list[str], said: str) -> None:
    """They are told before anything listens."""
    called = judge("serve", *options)  # type: ignore[operator]
    assert called.code == 2
    assert re.search(re.escape(said), called.err)

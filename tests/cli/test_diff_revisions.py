"""`judge diff REVISION`: the rulebook of a revision is what was committed, in anybody's repository."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from judge.errors import BadInput
from judge.suite.diff.revisions import files_at

if TYPE_CHECKING:
    from tests.cli.conftest import Call

HOME = Path(__file__).parent.parent.parent
DBS = HOME / "rulebooks" / "dbs"
RULING = HOME / "fixtures/dbs/counter-window/a-countered-counter-lets-the-attack-go-on.toml"
Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """Git in a repository with a copy of a rulebook, not committed yet, where judge runs, too."""
    monkeypatch.chdir(tmp_path)
    own = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]

    def call(*words: str, asked: bytes = b"") -> str:
        done = subprocess.run(["git", *own, *words], input=asked, check=True, capture_output=True)
        return done.stdout.decode().strip()

    call("init", "-q")
    shutil.copytree(DBS, "rulebooks/dbs")
    shutil.copy(RULING, "halt.toml")
    return call


def commit(git: Git) -> None:
    """All that is there."""
    git("add", "-A")
    git("commit", "-qm", "as it is")


def tree(git: Git, *entries: tuple[str, str, bytes], of: str = "rulebooks") -> str:
    """A commit whose rulebooks/ has these entries: modes, objects and names as no work tree has them."""
    raw = b"".join(b"%s %s\0%s" % (mode.encode(), name, bytes.fromhex(oid)) for mode, oid, name in entries)
    inner = git("hash-object", "-t", "tree", "--literally", "-w", "--stdin", asked=raw)
    outer = git("mktree", asked=f"040000 tree {inner}\t{of}\n".encode())
    return git("commit-tree", "-m", "odd", outer)


def blob(git: Git, text: bytes) -> str:
    """An object with a text."""
    return git("hash-object", "-w", "--stdin", asked=text)


@pytest.mark.sample(2)
@pytest.mark.parametrize("ignored", ["rulebooks/dbs/readings.toml", "rulebooks", "*.toml"])
@pytest.mark.parametrize("attribute", ["export-ignore", "export-subst"])
def test_attributes_leave_nothing_out(ignored: str, attribute: str, git: Git, judge: Call) -> None:
    """What an archive would not hold, or hold otherwise, is there."""
    Path(".gitattributes").write_text(f"{ignored} {attribute}\n", encoding="utf-8")
    readings = Path("rulebooks/dbs/readings.toml")
    readings.write_text(f"# $Format:%H$\n{readings.read_text(encoding='utf-8')}", encoding="utf-8")
    commit(git)
    found = judge("diff", "HEAD", "halt.toml")
    assert (found.code, found.err) == (0, "")
    assert "Same rulebook on both sides" in found.out


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name", ["rulebooks/dbs/readings.toml", "rulebooks/dbs/versions", "rulebooks/dbs", "rulebooks"]
)
def test_links_inside_lead_where_they_lead_in_the_work_tree(name: str, git: Git, judge: Call) -> None:
    """Of a table, of the folder of versions, of a rulebook, of all of them."""
    path = Path(name)
    path.rename(path.parent / "real")
    path.symlink_to("real")
    commit(git)
    found = judge("diff", "HEAD", "halt.toml")
    assert (found.code, found.err) == (0, "")
    assert "Same rulebook on both sides" in found.out


@pytest.mark.parametrize("target", ["../../house.toml", "/etc/hostname", "nowhere.toml", "readings.toml"])
def test_links_that_lead_out_are_told(target: str, git: Git, judge: Call) -> None:
    """Or nowhere, or back to themselves."""
    Path("house.toml").write_text("x = 1\n", encoding="utf-8")
    Path("rulebooks/dbs/readings.toml").unlink()
    Path("rulebooks/dbs/readings.toml").symlink_to(target)
    Path("rulebooks/dbs/README").symlink_to("../../house.toml")  # which nobody reads
    commit(git)
    found = judge("diff", "HEAD", "dbs", "halt.toml")
    place = "HEAD:rulebooks/dbs/readings.toml"
    told = f"{place}: not read: this link leads out of the folder (expected a file of the folder)\n"
    assert (found.code, found.out, found.err) == (2, "", told)


def test_a_rulebook_at_the_top_of_the_repository(git: Git, judge: Call) -> None:
    """With a link in it."""
    for one in Path("rulebooks/dbs").iterdir():
        one.rename(one.name)
    Path("readings.toml").rename("real.txt")
    Path("readings.toml").symlink_to("real.txt")
    commit(git)
    found = judge("diff", "HEAD:./", "dbs", "halt.toml")
    assert (found.code, found.err, "Same rulebook on both sides" in found.out) == (0, "", True)


def test_a_large_file_is_not_read(git: Git, judge: Call) -> None:
    """Its size is looked at before; what is no table may be as large as it likes."""
    Path("rulebooks/dbs/book.pdf").write_bytes(bytes(2_000_000))
    commit(git)
    assert judge("diff", "HEAD", "halt.toml").code == 0
    Path("rulebooks/dbs/new.toml").write_bytes(bytes(1_000_001))
    commit(git)
    found = judge("diff", "HEAD", "dbs", "halt.toml")
    told = "too large, not read (expected at most 1,000,000 bytes; found 1,000,001 bytes)"
    assert (found.code, found.err) == (
        2,
        f"HEAD:rulebooks/dbs/new.toml: {told}\n".replace(" bytes; found", " bytes, found"),
    )


def test_names_that_no_folder_has_are_told(git: Git, judge: Call, tmp_path: Path) -> None:
    """Too long, twice there, or a way out of the folder: nothing is written elsewhere."""
    text = blob(git, b'id = "dbs"\n')
    book = git("mktree", asked=f"100644 blob {text}\trulebook.toml\n".encode())
    long, up = b"x" * 300, b"../../../escaped"
    for told, entries in {
        "file name too long": [("40000", book, long)],
        "file exists": [("40000", book, b"dbs"), ("40000", book, b"dbs")],
        "a path inside of the repository": [("40000", book, b".."), ("40000", book, up)],
    }.items():
        odd = tree(git, *entries)
        found = judge("diff", odd, "dbs", "halt.toml")
        assert (found.code, told in found.err) == (2, True), found
    scratch = tmp_path / "deep" / "scratch"
    for way in (b"../../escaped.toml", b"versions/../../../escaped.toml", b"/escaped.toml"):
        odd = tree(git, ("100644", text, b"rulebook.toml"), ("100644", text, way))
        with suppress(BadInput):
            files_at(odd, "rulebooks", str(scratch))
    assert not list(tmp_path.rglob("escaped*"))


@pytest.mark.soak
def test_a_list_without_end_is_not_read_to_its_end(git: Git, judge: Call) -> None:
    """Ten folders in each of ten folders, twelve deep, are a few objects."""
    below = blob(git, b"")
    for depth in range(12):
        mode = "100644" if depth == 0 else "40000"
        raw = b"".join(b"%s %d\0%s" % (mode.encode(), n, bytes.fromhex(below)) for n in range(10))
        below = git("hash-object", "-t", "tree", "-w", "--stdin", asked=raw)
    found = judge("diff", tree(git, ("40000", below, b"dbs")), "dbs", "halt.toml")
    assert (found.code, "too many files, not read" in found.err) == (2, True), found


def test_what_git_has_lost_is_told(git: Git, judge: Call) -> None:
    """An object that is not there any more; a folder of another repository; no such folder."""
    commit(git)
    lost = git("rev-parse", "HEAD:rulebooks/dbs/readings.toml")
    os.remove(f".git/objects/{lost[:2]}/{lost[2:]}")
    found = judge("diff", "HEAD", "dbs", "halt.toml")
    assert (found.code, "the repository does not have what it says is there" in found.err) == (2, True), found
    other = git("rev-parse", "HEAD")
    odd = git("commit-tree", "-m", "odd", git("mktree", asked=f"160000 commit {other}\trulebooks\n".encode()))
    found = judge("diff", odd, "dbs", "halt.toml")
    assert (found.code, f"revision {odd} has no folder rulebooks/" in found.err) == (2, True), found


def test_a_full_disk_is_told(git: Git, judge: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the file for which there is no room."""

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    commit(git)
    monkeypatch.setattr(os, "makedirs", full)
    found = judge("diff", "HEAD", "dbs", "halt.toml")
    assert (found.code, "cannot be laid out: no space left on device" in found.err) == (2, True), found

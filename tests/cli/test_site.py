"""`judge site`: every page is there and leads somewhere, and nothing else is touched."""

from __future__ import annotations

import os
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from site_sample import SAMPLE, make, sample

from bench import FIXTURES
from judge.suite.site.drawn import chapter_file


class Links(HTMLParser):
    """The ids and addresses of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.addresses: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids.add(found.get("id") or "")
        if found.get("href"):
            self.addresses.add(str(found["href"]))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert make(sample(folder), folder / "site").exit_code == 0
    return folder / "site"


def test_every_ruling_has_a_page(made: Path) -> None:
    """Where its id says, names that an address has to quote too."""
    for name in SAMPLE:
        assert (made / "rulings" / f"{name}.html").is_file()
    assert (made / "rulings" / "odd" / "50% #1 'quoted' & é.html").is_file()


def test_every_link_leads_somewhere(made: Path) -> None:
    """To a file of the site, and to a place in it that is there; a search is no place."""
    pages = {one: Links(one.read_text(encoding="utf-8")) for one in made.rglob("*.html")}
    assert len(pages) > 40
    for path, page in pages.items():
        for address in page.addresses:
            file, place = urldefrag(address)
            target = (path.parent / unquote(file)).resolve() if file else path
            assert target in pages, (path, address)
            if place and not place.startswith("q="):
                assert unquote(place) in pages[target].ids, (path, address)


def test_an_article_has_its_rulings(made: Path) -> None:
    """10-10-3-2 refuses both claims of a ruling: its chapter has that ruling below it."""
    chapter = (made / "articles" / "dbs" / "10.html").read_text(encoding="utf-8")
    article = chapter[chapter.index('id="art-10-10-3-2"') :]
    article = article[: article.index("<h2")]
    assert "../../rulings/dbs/counter-window/the-actor-may-not-start-a-window.html" in article
    assert "decides" in article


def test_a_question_does_not_give_its_answer_away(made: Path) -> None:
    """The title of the ruling stands behind the answer only."""
    quiz = (made / "quiz" / "ygo.html").read_text(encoding="utf-8")
    lead = quiz[quiz.index("<article") : quiz.index('<details class="answer">')]
    assert "May A activate balm" in lead
    assert "cannot be activated" not in lead


def test_again_the_same_bytes_and_nothing_left_over(made: Path, tmp_path: Path) -> None:
    """A site is made again: pages of rulings that are gone go, files of others stay."""
    rulings, site = sample(tmp_path), tmp_path / "site"
    assert make(rulings, site).exit_code == 0
    first = {one.relative_to(site): one.read_bytes() for one in site.rglob("*") if one.is_file()}
    assert first == {one.relative_to(made): one.read_bytes() for one in made.rglob("*") if one.is_file()}
    (rulings / f"{SAMPLE[3]}.toml").unlink()
    (site / "CNAME").write_text("rulings.example", encoding="utf-8")
    assert make(rulings, site, "--jobs", "2").exit_code == 0
    assert not (site / "rulings" / f"{SAMPLE[3]}.html").exists()
    assert not (site / "articles" / "tdg" / "clock.html").exists()
    assert (site / "CNAME").read_text(encoding="utf-8") == "rulings.example"


def test_a_list_of_strangers_takes_nothing_away(tmp_path: Path) -> None:
    """What a site in a folder that somebody sent says are its files."""
    rulings, site = sample(tmp_path), tmp_path / "site"
    (site / "deep").mkdir(parents=True)
    kept = [site / "precious.txt", site / "deep" / "mine.html", tmp_path / "rulings.html"]
    for one in kept:
        one.write_text("mine", encoding="utf-8")
    listed = ["precious.txt", "deep/mine.html", "rulings/../../rulings.html", "rulings/old.html"]
    (site / "judge-site.txt").write_text("\n".join(listed), encoding="utf-8")
    (site / "rulings").mkdir()
    (site / "rulings" / "old.html").write_text("old", encoding="utf-8")
    assert make(rulings, site).exit_code == 0
    assert [one.read_text(encoding="utf-8") for one in kept] == ["mine"] * 3
    assert not (site / "rulings" / "old.html").exists()


def bytes_of(folder: Path) -> dict[Path, bytes]:
    """Everything below a folder."""
    return {one: one.read_bytes() if one.is_file() else b"" for one in folder.rglob("*")}


def interrupt_at(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    """Somebody interrupts when so many files are in their places."""
    real, calls = os.replace, [0]

    def replace(source: str, target: str) -> None:
        calls[0] += 1
        if calls[0] == n:
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)


def test_an_interrupted_site_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor its folders: it can be made at once."""
    rulings = sample(tmp_path)
    with monkeypatch.context() as patch:
        interrupt_at(patch, 3)
        assert make(rulings, tmp_path / "site").exit_code == 130
    assert not (tmp_path / "site").exists()
    assert make(rulings, tmp_path / "site").exit_code == 0


def test_over_one_that_stands_it_leaves_that(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Page by page, those too that would go."""
    rulings, site = sample(tmp_path), tmp_path / "site"
    shutil.copytree(made, site)
    before = bytes_of(site)
    (rulings / f"{SAMPLE[3]}.toml").unlink()
    interrupt_at(monkeypatch, len([one for one in before if one.is_file()]) - 1)
    assert make(rulings, site).exit_code == 130
    assert bytes_of(site) == before


def test_a_page_that_cannot_be_taken_away_is_told(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The site is as it was."""
    rulings, site, real = sample(tmp_path), tmp_path / "site", os.replace
    shutil.copytree(made, site)
    before = bytes_of(site)
    (rulings / f"{SAMPLE[3]}.toml").unlink()

    def replace(source: str, target: str) -> None:
        if str(source).endswith(".html"):
            raise PermissionError(13, "Permission denied")
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    called = make(rulings, site)
    assert called.exit_code == 2
    assert "cannot be removed: permission denied; nothing was" in called.stderr
    assert bytes_of(site) == before


@pytest.mark.sample(1)
@pytest.mark.parametrize("where", ["index.html", "judge-site.txt", "rulings"])
def test_a_site_is_written_through_no_link(tmp_path: Path, where: str) -> None:
    """A link in the folder of a site leads anywhere."""
    rulings, site, secret = sample(tmp_path), tmp_path / "site", tmp_path / "secret"
    site.mkdir()
    if where == "rulings":
        secret.mkdir()
    else:
        secret.write_text("", encoding="utf-8")
    (site / "judge-site.txt").write_text("index.html", encoding="utf-8")
    (site / where).unlink(missing_ok=True)
    (site / where).symlink_to(secret)
    called = make(rulings, site)
    assert called.exit_code == 2
    assert "leads elsewhere by a link" in called.stderr
    assert secret.is_dir() or secret.read_text(encoding="utf-8") == ""
    assert not secret.is_dir() or not list(secret.iterdir())


@pytest.mark.sample(1)
@pytest.mark.parametrize("what", ["pipe", "device", "folder", "no text"])
def test_a_list_that_cannot_be_read_is_told(what: str, tmp_path: Path) -> None:
    """It says which pages are of no use any more; nothing is written without."""
    rulings, site = sample(tmp_path), tmp_path / "site"
    site.mkdir()
    path = site / "judge-site.txt"
    if what == "device":
        path.symlink_to("/dev/zero")
    elif what == "no text":
        path.write_bytes(b"\xff")
    else:
        (os.mkfifo if what == "pipe" else os.mkdir)(path)
    called = make(rulings, site)
    assert (called.exit_code, called.stdout) == (2, "")
    assert str(path) in called.stderr
    assert list(site.iterdir()) == [path]


def test_a_name_that_is_no_text_has_a_page(tmp_path: Path) -> None:
    """Under a name that is one."""
    rulings = sample(tmp_path)
    odd = os.path.join(os.fsencode(rulings), b"z\xff\xfe\n.toml")
    shutil.copy(os.fsencode(rulings / f"{SAMPLE[0]}.toml"), odd)
    assert make(rulings, tmp_path / "site").exit_code == 0
    pages = sorted(one.name for one in (tmp_path / "site" / "rulings").iterdir() if one.is_file())
    assert pages == ["z\\udcff\\udcfe\\n.html"]
    os.remove(odd)
    assert make(rulings, tmp_path / "site").exit_code == 0
    assert not (tmp_path / "site" / "rulings" / pages[0]).exists()


@pytest.mark.soak
def test_names_as_long_as_a_name_can_be_have_pages(tmp_path: Path) -> None:
    """Each its own, though they begin alike; also where a sign is written as its code."""
    rulings = sample(tmp_path)
    for name in ("x" * 249 + "a", "x" * 249 + "b", "é\u202e" * 49):
        shutil.copy(rulings / f"{SAMPLE[0]}.toml", rulings / f"{name}.toml")
    assert make(rulings, tmp_path / "site").exit_code == 0
    pages = [one.name for one in (tmp_path / "site" / "rulings").iterdir() if one.is_file()]
    assert sorted(one[:8] for one in pages) == ["xxxxxxxx", "xxxxxxxx", "é\\u202eé"]
    assert make(rulings, tmp_path / "site").exit_code == 0


def test_a_sign_and_its_code_are_two_names(tmp_path: Path) -> None:
    """Each has its page, though one is written as the other is called; so have rulings of two folders."""
    for name in ("d1/\x1bx.toml", "d1/\\x1bx.toml", "d1/a.toml", "d2/a.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(FIXTURES / f"{SAMPLE[0]}.toml", tmp_path / name)
    assert make(tmp_path / "d1", tmp_path / "site", str(tmp_path / "d2")).exit_code == 0
    pages = {
        str(one.relative_to(tmp_path / "site")) for one in (tmp_path / "site").rglob("rulings/**/*.html")
    }
    assert pages == {f"rulings/{one}.html" for one in ("\\x1bx", "\\\\x1bx", "d1/a", "d2/a")}


def test_chapters_of_other_letters_are_files_of_their_own() -> None:
    """What a file's name leaves out of theirs is not all that tells them apart."""
    assert chapter_file("dbs", "10") == "articles/dbs/10.html"
    assert len({chapter_file("dbs", one) for one in ("é", "è", "a b", "a-b", "-", "", "..")}) == 7


def test_two_pages_are_never_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than that one be lost there is no site."""
    monkeypatch.setattr("judge.cli.site.site", lambda *_: [("a.html", "one"), ("a.html", "two")])
    called = make(sample(tmp_path), tmp_path / "site")
    assert called.exit_code == 2
    assert "two pages of the site would be one file (expected other names, found a.html)" in " ".join(
        called.stderr.split()
    )
    assert not (tmp_path / "site").exists()


def test_one_bad_file_costs_one_page(tmp_path: Path) -> None:
    """The others are drawn; the first page names the one that is not."""
    rulings = sample(tmp_path)
    (rulings / "dbs" / "broken.toml").write_text('game = "dbs"\nat = 3 4\n', encoding="utf-8")
    called = make(rulings, tmp_path / "site")
    assert called.exit_code == 2
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "Could not be played" in index
    assert "dbs/broken" in index
    assert str(tmp_path) not in index
    assert "broken.toml:2:" in called.stderr
    assert len(list((tmp_path / "site" / "rulings").rglob("*.html"))) == len(SAMPLE) + 1


@pytest.mark.parametrize("where", ["rulings", "rulings/..", "full", "file", "no/such/site"])
def test_a_site_is_written_over_nothing_else(tmp_path: Path, where: str) -> None:
    """Not into the folder that is read, nor above it, nor among other files, nor where no folder is."""
    rulings = sample(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    assert make(rulings, tmp_path / where).exit_code == 2
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("texts", "told"),
    [(["auto-windows"], "NAME=VALUE"), (["auto-windows=yes", "auto-windows=no"], "two values")],
)
def test_a_reading_is_taken_or_refused(tmp_path: Path, texts: list[str], told: str) -> None:
    """Never passed over."""
    rulings = sample(tmp_path)
    done = make(rulings, tmp_path / "site", *(word for one in texts for word in ("--reading", one)))
    assert done.exit_code == 2
    assert told in done.output

"""The changelog knows the release that this is."""

from __future__ import annotations

import re
from pathlib import Path

from judge.release import VERSION

TEXT = (Path(__file__).parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_changelog_begins_with_this_release() -> None:
    """A version that is raised says what it brings, with the day; what comes next may stand before it."""
    first, *_ = [one for one in re.findall(r"^## \[(.+?)\](.*)$", TEXT, re.M) if one[0] != "Unreleased"]
    assert first[0] == VERSION
    assert re.fullmatch(r" - \d{4}-\d\d-\d\d", first[1])


def test_the_releases_stand_newest_first() -> None:
    """Each once."""
    found = [tuple(map(int, one.split("."))) for one in re.findall(r"^## \[(\d.*?)\]", TEXT, re.M)]
    assert found == sorted(set(found), reverse=True)


def test_what_is_not_released_is_read_at_once() -> None:
    """What a user notices, in at most sixty lines."""
    unreleased = TEXT.partition("## [Unreleased]\n")[2].partition("\n## [")[0]
    assert len(unreleased.splitlines()) <= 60

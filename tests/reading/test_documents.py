"""The examples of docs/reading.md: a row that is added reads the sentence that stands below it."""

from __future__ import annotations

import re
import textwrap
import tomllib
from pathlib import Path

from judge.reading.grammar import load_grammar
from judge.reading.texts import READ, read_sentence
from judge.rulebook.shelf import named

PAGE = (Path(__file__).parents[2] / "docs" / "reading.md").read_text("utf-8")


def block(name: str) -> str:
    """The text of the block below a mark."""
    (found,) = re.findall(rf"<!-- {name} -->\n *```\w+\n(.+?)```", PAGE, re.S)
    return textwrap.dedent(found)


def test_the_row_of_the_documents_reads_its_sentence(tmp_path: Path) -> None:
    """Without it the sentence is not read."""
    rows = (Path(named("dbs")) / "text.en.toml").read_text("utf-8")
    sentence = block("sentence").strip()
    before = load_grammar(str(named("dbs")))
    assert before is not None
    assert read_sentence(before, sentence).state != READ
    (tmp_path / "text.en.toml").write_text(f"{rows}\n{block('row')}", encoding="utf-8")
    grammar = load_grammar(str(tmp_path))
    assert grammar is not None
    reading = read_sentence(grammar, sentence)
    assert reading.state == READ
    assert dict(reading.abilities) == tomllib.loads(block("meaning"))

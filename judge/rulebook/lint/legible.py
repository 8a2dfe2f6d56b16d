"""Legible articles: checks the files that are needed for looking an article up."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from judge.errors import Problem
from judge.rulebook.lint import beside_tables, placed
from judge.rulebook.lint.phrases import of_values
from judge.rulebook.lint.sheets import read_all
from judge.rulebook.shelf import is_shipped, layers, overlays_of
from judge.tables.check import faults
from judge.tables.overlays import Version
from judge.tables.phrases import PhraseTables
from judge.tables.references import Fault
from judge.tables.translations import ArticleTables, ArticleTranslations
from judge.text.source import Source

FORMS: Final = (ArticleTables, ArticleTranslations, PhraseTables)


def illegible(folder: str) -> list[Problem]:
    """The problems that keep the articles of a rulebook and of its versions from being looked up, whatever
    else is wrong with it; none for a rulebook that is as it was shipped.
    """
    if is_shipped(folder) and len(layers(folder)) == 1:
        return []
    problems: list[Problem] = []
    wanted: dict[Path, object] = {path: kind for path, kind in beside_tables(folder).items() if kind in FORMS}
    for source, form in read_all(
        {**wanted, **dict.fromkeys(overlays_of(folder).values(), Version)}, problems
    ):
        problems += placed(source, of_articles(source, form))
    return problems


def of_articles(source: Source, form: object) -> list[Fault]:
    """Finds the faults of a file that is needed to look articles up; of a version, only those of its
    articles.
    """
    file_faults = list(faults(form, source.data))
    if form is Version:
        return [fault for fault in file_faults if fault[0][:1] == ("article",)]
    return file_faults or list(of_values(source) if form is PhraseTables else ())

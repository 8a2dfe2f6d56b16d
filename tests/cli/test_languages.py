"""`--lang`, the languages of the environment, and help in French."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

import judge
from judge.cli.app import app
from judge.cli.options import read_run, spoken

HELP = Path(judge.__file__).parent / "cli" / "help" / "fr.toml"
SETTINGS = ("JUDGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
EXAMPLE = re.compile(
    r"^  (judge .*?)(?:   ?.*)?$"
)  # told apart from what is said of it by two spaces or more


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment that names no language."""
    for one in SETTINGS:
        monkeypatch.delenv(one, raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("settings", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_FR@euro"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "en_GB.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LC_ALL": "en_GB.UTF-8", "JUDGE_LANG": "fr"}, "fr"),
        ({"LC_ALL": "fr_FR.UTF-8", "JUDGE_LANG": "en"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "JUDGE_LANG": "xx"}, "en"),
    ],
)
def test_the_environment_names_the_language(
    silent: pytest.MonkeyPatch, settings: dict[str, str], lang: str
) -> None:
    for name, value in settings.items():
        silent.setenv(name, value)
    assert spoken() == lang
    options = read_run(["x.toml"])
    assert options is not None
    assert options.lang == lang


def test_what_is_asked_for_comes_before_the_environment(silent: pytest.MonkeyPatch) -> None:
    silent.setenv("JUDGE_LANG", "fr")
    assert spoken("en") == "en"


def test_a_language_that_there_is_none_of_is_a_problem(judge: Any, dispute: Path) -> None:
    for call in (("run", dispute), ("why", dispute, "B.life"), ("rule", "dbs", "7-1"), ("rules", "dbs")):
        called = judge(*call, "--lang", "frr")
        assert (called.code, called.out) == (2, "")
        assert "--lang has no value 'frr' (expected en or fr, found frr; did you mean fr?)" in called.err


@pytest.mark.parametrize("how", ["option", "environment"])
def test_a_ruling_is_told_in_french(
    process: Any, dispute: Path, silent: pytest.MonkeyPatch, how: str
) -> None:
    silent.setenv("LANG", "fr_FR.UTF-8" if how == "environment" else "C.UTF-8")
    called = process("run", dispute, *(["--lang", "fr"] if how == "option" else []))
    assert called.code == 0
    assert "\nRAISONS\n" in called.out
    assert "Annulation\u202f: l'attaque." in called.out


def test_an_article_is_told_in_french(judge: Any) -> None:
    called = judge("rule", "dbs", "7-1-3", "--lang", "fr")
    assert called.code == 0
    assert called.out.splitlines()[0].startswith("7-1-3  Point de contrôle")
    assert "procédure, exécuté" in called.out


def test_articles_are_found_by_french_words(judge: Any) -> None:
    called = judge("rules", "dbs", "--search", "point de contrôle", "--lang", "fr")
    assert "7-1-3 " in called.out
    assert called.out.endswith(" n'ont pas de résumé en français.\n")
    assert judge("rules", "dbs", "--search", "point de contrôle").out == ""


def test_what_is_not_there_in_french_is_counted_and_marked(judge: Any) -> None:
    called = judge("rules", "victory-spark", "--lang", "fr").out
    n = len(called.splitlines()) - 1
    assert called.splitlines()[-1] == f"{n} articles sur {n} n'ont pas de résumé en français."
    (one,) = re.findall(r"^(\S+) ", called, re.M)[:1]
    assert judge("rule", "victory-spark", one, "--lang", "fr").out.splitlines()[0].endswith("(en anglais)")


# --- help -------------------------------------------------------------------------------------------------
def commands(command: Any, path: str = "judge") -> Iterator[tuple[str, Any]]:
    """Every command by its path."""
    yield path, command
    for name, one in getattr(command, "commands", {}).items():
        yield from commands(one, f"{path} {name}")


def test_every_command_and_parameter_has_its_help_in_french() -> None:
    """By the English text, so that one that is written anew is missing; and none is left over."""
    found = tomllib.loads(HELP.read_text(encoding="utf-8"))
    every = list(commands(typer.main.get_command(app)))
    texts = {one.help for _, one in every if one.help}
    params = [param for _, one in every for param in one.params if param.name != "install_completion"]
    texts |= {param.help for param in params if getattr(param, "help", None)}
    assert sorted(texts - set(found["text"])) == []
    assert sorted(set(found["text"]) - texts) == ["Show this message and exit."]
    assert set(found["epilog"]) == {path for path, one in every if one.epilog}


def test_what_comes_after_the_options_has_the_same_examples_in_french() -> None:
    found = tomllib.loads(HELP.read_text(encoding="utf-8"))["epilog"]
    for path, one in commands(typer.main.get_command(app)):
        if one.epilog:
            assert examples(found[path]) == examples(one.epilog), path
            assert len(re.split(r"\n\s*\n", found[path])) == len(re.split(r"\n\s*\n", one.epilog)), path
            assert codes(found[path]) == codes(one.epilog), path


def examples(text: str) -> list[list[str]]:
    """How the command lines of an epilog begin; what is said of them stands two spaces apart, mostly."""
    lines = [line.strip() for line in text.splitlines() if line.startswith("  judge ")]
    return [re.split(r" {2,}", line)[0].split()[:4] for line in lines]


def codes(text: str) -> set[str]:
    """The exit codes that an epilog names."""
    return set(re.findall(r"\b\d+\b", re.split("Exit codes|Codes de sortie", text, maxsplit=1)[-1]))


@pytest.mark.parametrize("args", [["run", "--lang", "fr", "--help"], ["run", "-h", "--lang=fr"]])
def test_help_is_french_by_the_option(judge: Any, args: list[str]) -> None:
    called = judge(*args)
    assert called.code == 0
    assert called.out.startswith("Usage\u202f: judge run [OPTIONS] ")
    assert "\nArguments\u202f:\n" in called.out
    assert "[obligatoire]" in called.out
    assert "Joue des litiges" in called.out
    assert "Exit codes" not in called.out


@pytest.mark.sample(6)
@pytest.mark.parametrize("path", [path.split()[1:] for path, _ in commands(typer.main.get_command(app))])
def test_help_of_every_command_is_french_by_the_environment(
    judge: Any, silent: pytest.MonkeyPatch, path: list[str]
) -> None:
    silent.setenv("JUDGE_LANG", "fr")
    out = re.sub(r'".*?"', "", judge(*path, "--help").out)  # what is typed may be English
    assert out.startswith("Usage\u202f: ")
    assert "Affiche cette aide et s'arrête." in out
    assert not re.search(r"\b(the|of|default|required|Exit codes|Examples?|Show)\b", out)


def test_help_is_english_otherwise(judge: Any, silent: pytest.MonkeyPatch) -> None:
    out = judge("run", "--help").out
    assert out.startswith("Usage: judge run [OPTIONS] ")
    assert "Play disputes and print their rulings." in out


def test_commands_alone_list_themselves_in_french(judge: Any, silent: pytest.MonkeyPatch) -> None:
    silent.setenv("LANG", "fr_FR.UTF-8")
    for args in ((), ("deck",)):
        called = judge(*args)
        assert "Commandes\u202f:\n" in called.out + called.err

"""Printed values: what an attribute can be, and which words a type of card can bear."""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine.kernel.book import CHANGES
from judge.engine.kernel.state import EMPTY
from judge.grammar.checker import Checker
from judge.grammar.tables import Checks, Path, listed, prints
from judge.grammar.values import check_number, check_words
from judge.text.plain import Fields, Json, TomlValue

NUMBERS = ("add", "multiply", "divide")


def check_made(checker: Checker, path: Path, data: TomlValue, static: bool = False) -> Checks:
    """Checks that what is added to a value is a number, and that a value is set to one that it can have. A
    static ability does one of the two.
    """
    makes = [key for key in CHANGES if isinstance(data, Mapping) and key in data]
    if static and isinstance(data, Mapping) and len(makes) != 1:
        yield checker.source.problem(
            path,
            f"a static ability needs one of {listed(key for key in CHANGES if key in checker.book.words)}",
            found=", ".join(makes) or "none",
        )
    spec: Mapping[str, object] = (
        checker.book.attributes.get(str(data.get("attr", checker.book.tables["default_attribute"])), EMPTY)
        if makes
        else EMPTY
    )
    for word in (key for key in makes if key in NUMBERS and spec and spec["type"] != "int"):
        message, attr = f"{word} changes numbers only", str(data["attr"])
        yield checker.source.problem([*path, word], message, expected="gain, lose or make", found=attr)
    for word in (key for key in makes if key in ("gain", "lose") and spec.get("type", "words") != "words"):
        yield checker.source.problem(
            [*path, word],
            f"{word} changes words only",
            expected="add or make",
            found=str(data.get("attr") or checker.book.tables["default_attribute"]),
        )
    for word in (key for key in makes if spec and key in ("make", "gain", "lose")):
        yield from check_one_made(checker, [*path, word], data[word], spec, str(data.get("attr", "value")))


def check_one_made(checker: Checker, path: Path, value: Json, spec: Fields, attr: str) -> Checks:
    """A value that an attribute can have, or that is worked out."""
    if spec["type"] == "int":
        yield from check_number(checker, path, value)
    elif spec["type"] == "table":
        yield from checker.keys(
            path,
            value,
            dict.fromkeys(spec.get("keys", value if isinstance(value, Mapping) else ()), "int"),
            attr,
        )
    elif not (isinstance(value, str) and value.startswith("$")):
        yield from (
            checker.one_of(path, value, spec["words"], attr, spec.get("words_rule", ""))
            if "words" in spec
            else check_words(checker, path, value)
        )


def check_worded(
    checker: Checker, path: Path, data: Mapping[str, object], spec: Mapping[str, object]
) -> Checks:
    """Checks that cards of this type can print these words of an attribute, and that an ability works on a
    card with these words.
    """
    yield from check_word_types(checker, path, data, spec)
    for row in checker.book.tables["only_worded"]:
        if path[-1] in row["keys"] and data.get("type") == row["type"] and not prints(data, row["where"]):
            expected = ", ".join(f'{attr} = "{word}"' for attr, word in row["where"].items())
            yield checker.source.problem(
                path,
                f"{path[-1]} does nothing on such a {row['type']} card",
                expected=expected,
                found=str(path[-1]),
            )


def check_word_types(checker: Checker, path: Path, data: Fields, spec: Fields) -> Checks:
    """Checks that cards of this type can print these words of an attribute."""
    type_ = data.get("type", checker.book.tables["types"][0])
    known = spec.get("words", ()) if spec.get("type") == "words" else ()
    fitting = spec.get("of_types", {}).get(type_, known) if isinstance(type_, str) else known
    written = data[str(path[-1])]
    for word in written if isinstance(written, list) else [written]:
        if isinstance(word, str) and word in known and word not in fitting:
            expected = listed([name for name in spec["of_types"] if word in spec["of_types"][name]])
            yield checker.source.problem(
                path,
                f"a {type_} card is never of the {path[-1]} {word}",
                expected=f"type = {expected}",
                found=word,
            )

"""Keywords with their parameters, and where those stand that are part of an ability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.kernel.state import EMPTY
from judge.engine.kernel.variables import given
from judge.engine.words.ability_kinds import COSTING, KINDS, LIMITED, SHARED
from judge.grammar.checker import Checker
from judge.grammar.meaning import check_meaning
from judge.grammar.tables import PARAMS, Checks, Path, listed, names_given
from judge.text.toml_text import show


def check_keyword(checker: Checker, path: Path, word: str, value: object) -> Checks:
    """A keyword with its parameters: a table of them, the first alone, or none."""
    spec = checker.book.keywords[word]
    params: Mapping[str, str] = spec.get("params", {})
    needed = tuple(key for key in params if key not in spec.get("defaults", {}))
    yield from checker.variables(path, value, spec)
    own = set(given(spec, checker.book.gives))
    for where, name in names_given(path, value, checker.book.gives):
        if name in own:
            message = f"[{word}] means something by ${name}: a name of one's own is needed here"
            yield checker.source.problem(where, message, found=name)
    kinds = [kind for kind in KINDS if kind in spec]
    if kinds:
        yield from check_meaning(checker, path, kinds[0], value)
    yield from check_payable(checker, path, kinds, value)
    if isinstance(value, Mapping):
        table = {key: PARAMS.get(kind, kind) for key, kind in params.items()}
        yield from checker.keys(path, value, {**table, **around(checker, spec)}, f"[{word}]", needed)
    elif isinstance(value, bool):
        yield from check_missing(checker, path, word, needed if value else (), "true")
    elif not params:
        yield checker.wrong(path, f"[{word}] takes no value", value, "true")
    else:
        first = next(iter(params))
        yield from checker.value(path, value, PARAMS.get(params[first], params[first]))
        yield from check_missing(checker, path, word, [key for key in needed if key != first], show(value))


def around(checker: Checker, spec: Mapping[str, object]) -> dict[str, str]:
    """What may be said of the abilities of a keyword beside its parameters."""
    if "attached" in spec:
        return {}
    limited = any(kind in spec for kind in LIMITED)
    shared = ("name", "when", "needs", "zone", *(("once",) if limited else ()))
    return {**{key: SHARED[key] for key in shared}, **checker.book.attaching}


def check_missing(checker: Checker, path: Path, word: str, missing: Sequence[str], found: str) -> Checks:
    """Parameters that a keyword needs and that are not there."""
    if missing:
        params = ", ".join(checker.book.keywords[word]["params"])
        message = f"[{word}] needs {' and '.join(missing)}"
        yield checker.source.problem(path, message, expected=params, found=found)


def check_payable(checker: Checker, path: Path, kinds: Sequence[str], data: object) -> Checks:
    """A keyword that is a cost stands on an ability that has one."""
    for key in data if isinstance(data, Mapping) and not set(kinds) & set(COSTING) else ():
        spec = checker.book.keywords.get(checker.book.keyword_names.get(key, ""), EMPTY)
        if "cost" in spec.get("attached", {}):
            message = f"{key} is a cost, and this is paid for by nothing"
            yield checker.source.problem([*path, key], message, expected=listed(COSTING), found=key)

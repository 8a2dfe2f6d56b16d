"""Keywords as templates: what a card fills in, and what stands where it fills in nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.text.plain import Context, Fields, Plain, Written

SHELL = ("when", "once", "name", "needs", "zone")  # what any keyword on a card may say besides its parameters


def wrapped(ability: Fields, shell: Fields, said: Sequence[str]) -> dict[str, Plain]:
    """A keyword's ability with what its card says of it; conditions of both count."""
    both = {key: [ability[key], shell[key]] for key in ("when", "needs") if key in ability and key in shell}
    cites = {"cites": [*ability.get("cites", ()), *said]} if said else {}
    return {**ability, **shell, **both, **cites}


def said_by(spec: Fields, value: Plain) -> list[str]:
    """The articles on parameters that a card writes, and on those that it leaves out."""
    written = value if isinstance(value, Mapping) else {}
    return [*(rule for key, rule in spec.get("written", {}).items() if key in written),
            *(rule for key, rule in spec.get("absent", {}).items() if key not in written)]  # fmt: skip


def listed(data: Written) -> Sequence[Plain]:
    """One instruction or several, as several."""
    return data if isinstance(data, (list, tuple)) else [data]


def instances(spec: Fields, value: Plain) -> list[Plain]:
    """The values of a keyword that a card has several times; a list of words is one value."""
    first = next(iter(spec.get("params", {}).values()), "")
    several = isinstance(value, list) and not (
        first.startswith("words of ") and all(isinstance(one, str) for one in value)
    )
    return list(value) if several else [value]


def parameters(spec: Fields, value: Plain) -> dict[str, Plain]:
    """The parameters of a keyword as written: a table, or the single one that the template names."""
    params = dict(spec.get("defaults", {}))
    if isinstance(value, Mapping):
        params.update(value)
    elif value is not True and spec.get("params"):
        params[next(iter(spec["params"]))] = value
    for key, kind in spec.get("params", {}).items():
        if kind.startswith("words of ") and isinstance(params.get(key), str):
            params[key] = [params[key]]
    return params


def fill(template: Written, params: Context) -> Plain:
    """A copy of a template with ``$name`` replaced by the parameter of that name; other ``$`` words stay."""
    if isinstance(template, str):
        return params.get(template[1:], template) if template.startswith("$") else template
    if isinstance(template, Mapping):
        return {key: fill(value, params) for key, value in template.items()}
    if isinstance(template, list):
        made: list[object] = []
        for one in template:
            filled = fill(one, params)
            spread = isinstance(one, str) and one.startswith("$") and isinstance(filled, list)
            made.extend(filled if spread else [filled])
        return made
    return template

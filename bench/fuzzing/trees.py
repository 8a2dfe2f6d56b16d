"""One change of a tree of plain values, by what stands elsewhere in trees of its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from bench.fuzzing.values import WORDS, hostile

_KEPT: Final = 40  # values kept of one key
_REPEATS: Final = (2, 3, 20, 400)
_DEPTH: Final = 12


class Pool(NamedTuple):
    """What stands under each key, and the words of all texts, in many good trees."""

    values: dict[str, list[Any]]
    keys: tuple[str, ...]
    tokens: tuple[str, ...]


def pooled(trees: Sequence[Any], chance: Random) -> Pool:
    """The pool of these trees: of a key that occurs often a sample, each value once."""
    found: dict[str, dict[str, Any]] = {}
    tokens: dict[str, None] = {}
    for tree in trees:
        for key, value in pairs(tree):
            found.setdefault(key, {}).setdefault(repr(value)[:300], value)
            if isinstance(value, str):
                tokens.update(dict.fromkeys(value.split()[:20]))
    values = {key: sample(list(some.values()), chance) for key, some in found.items()}
    return Pool(values, tuple(found), tuple(tokens)[:5000])


def sample(values: list[Any], chance: Random) -> list[Any]:
    """Some of the values."""
    return values if len(values) <= _KEPT else chance.sample(values, _KEPT)


def pairs(tree: Any) -> Iterator[tuple[str, Any]]:
    """Every key of a tree with its value; an element of a list goes by the list's key."""
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            yield key, value
            yield from pairs(value)
            if isinstance(value, list):
                yield from ((key, one) for one in value)
    elif isinstance(tree, list):
        for one in tree:
            yield from pairs(one)


def changed(tree: Any, pool: Pool, chance: Random) -> Any:
    """The tree with one thing in it otherwise. What is not changed is shared with the tree given."""
    return _changed_below(tree, "", pool, chance, chance.randrange(1, _DEPTH))


def _changed_below(tree: Any, name: str, pool: Pool, chance: Random, depth: int) -> Any:
    inside = list(tree) if isinstance(tree, Mapping) else range(len(tree)) if isinstance(tree, list) else ()
    if not inside or depth == 0:
        return _instead(tree, name, pool, chance)
    at = chance.choice(inside)
    if depth == 1 or chance.random() < 0.12:
        return _rearranged(tree, at, pool, chance)
    below = _changed_below(tree[at], at if isinstance(at, str) else name, pool, chance, depth - 1)
    if isinstance(tree, list):
        return [*tree[:at], below, *tree[at + 1 :]]
    return {**tree, at: below}


def _instead(value: Any, name: str, pool: Pool, chance: Random) -> Any:
    """Another value in the place of one."""
    kind = chance.random()
    if kind < 0.5 and pool.values.get(name):
        return chance.choice(pool.values[name])
    if kind < 0.6 and pool.keys:
        return chance.choice(pool.values[chance.choice(pool.keys)])
    if kind < 0.85 and isinstance(value, str) and value:
        return garbled(value, pool, chance)
    if kind < 0.85 and isinstance(value, int) and not isinstance(value, bool):
        return chance.choice((value + 1, value - 1, -value, value * 10, value * 1000, str(value), [value]))
    return hostile(chance)


def _rearranged(tree: Any, at: Any, pool: Pool, chance: Random) -> Any:
    """A list or a table with a member more, less, elsewhere or several times."""
    if isinstance(tree, list):
        return _rearranged_list(tree, at, pool, chance)
    kind, value = chance.randrange(5), tree[at]
    rest = {key: one for key, one in tree.items() if key != at}
    if kind == 0:
        return rest
    if kind == 1:
        return {**rest, _key(pool, chance): value}
    if kind == 2:
        key = _key(pool, chance)
        return {**tree, key: chance.choice(pool.values.get(key) or [hostile(chance)])}
    other = chance.choice(list(tree))
    return {**tree, at: tree[other], other: value} if kind == 3 else {**tree, at: [value, value]}


def _rearranged_list(tree: list[Any], at: int, pool: Pool, chance: Random) -> list[Any]:
    kind, value = chance.randrange(5), tree[at]
    if kind == 0:
        return [*tree[:at], *tree[at + 1 :]]
    if kind == 1:
        return [*tree[:at], *[value] * chance.choice(_REPEATS), *tree[at + 1 :]]
    if kind == 2:
        return [*tree, chance.choice(pool.values[chance.choice(pool.keys)]) if pool.keys else hostile(chance)]
    if kind == 3:
        return chance.sample(tree, len(tree))
    return [*tree[:at], hostile(chance), *tree[at:]]


def _key(pool: Pool, chance: Random) -> str:
    return chance.choice(pool.keys) if pool.keys and chance.random() < 0.8 else chance.choice(WORDS)


def garbled(text: str, pool: Pool, chance: Random) -> str:
    """A text with a word or a character more, less or otherwise; the words are those of other texts."""
    words = text.split(" ")
    at = chance.randrange(len(words))
    kind = chance.randrange(6)
    new = chance.choice(pool.tokens) if pool.tokens and chance.random() < 0.7 else chance.choice(WORDS)
    if kind == 0:
        words[at] = new
    elif kind == 1:
        words.insert(at, new)
    elif kind == 2:
        del words[at]
    elif kind == 3:
        words[at:at] = words[at : at + 3] * chance.choice(_REPEATS[:2])
    else:
        return mistyped(text, chance)
    return " ".join(words)


def mistyped(text: str, chance: Random) -> str:
    """A text with one character otherwise."""
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(("", "", "x", "-", ".", "$", "\u202e", "\x1b", "9")) + text[at + 1 :]


def broken(text: str, chance: Random) -> bytes:
    """A text as bytes, some of them lost, doubled or otherwise."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(chance.randrange(1, 4)):
        at, kind = chance.randrange(len(data) + 1), chance.randrange(5)
        if kind == 0:
            data[at : at + chance.randrange(1, 40)] = b""
        elif kind == 1:
            data[at:at] = chance.choice(
                (b"\xff", b"\x00", b"\xef\xbb\xbf", b"[[", b"]", b'"""', b"\r", b"=", b"{" * 50)
            )
        elif kind == 2:
            data[at:at] = data[at : at + 200]
        elif kind == 3 and data:
            data[min(at, len(data) - 1)] = chance.randrange(256)
        else:
            del data[at:]
    return bytes(data)

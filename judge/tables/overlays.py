"""Overlays: readings of what a book leaves open, versions, and the changes that either makes."""

from __future__ import annotations

from typing import Annotated, Final

from typing_extensions import TypedDict

from judge.tables.declarations import Article, Articles, Form, Prose, is_state, key
from judge.tables.translations import ArticleRow
from judge.text.plain import Json


def is_value(value: object) -> bool:
    """What a literal of a rulebook may be: a word, a number, true or false, or lists or tables of those."""
    inner = list(value.values()) if type(value) is dict else value
    return is_state(value) or (type(inner) is list and all(map(is_value, inner)))


Value = Annotated[
    Json,
    Form(
        "a word, a number, true, false, a list or a table",
        is_value,
        {"type": ["string", "integer", "boolean", "array", "object"]},
    ),
]
Row = dict[str, Json]


class Change(TypedDict, total=False):
    """One change to a rulebook. One key names its kind and target;
    a target that is not there is a problem.
    """

    step: Annotated[str, key("A step, as procedure.step: with replace, set, before, after or remove.")]
    param: Annotated[str, key("A literal of [param]: with value.")]
    reading: Annotated[str, key("A reading that a version decides: with value.")]
    interrupt: Annotated[str, key("A rule that acts at once: with add or remove.")]
    state_rule: Annotated[str, key("Rule processing, by its article: with add, set or remove.")]
    limit: Annotated[str, key("A limit on decks, by its code: with add, set or remove.")]
    procedure: Annotated[str, key("A procedure: with set or unset.")]
    window: Annotated[str, key("A window: with set or unset.")]
    keyword: Annotated[str, key("A keyword: with set or unset.")]
    zone: Annotated[str, key("A zone: with set or unset.")]
    mark_word: Annotated[str, key("A word for marks: with set or unset.")]
    did: Annotated[str, key("What is remembered: with set or unset.")]
    action: Annotated[str, key("An action: with set or unset.")]
    move: Annotated[str, key("A move: with set or unset.")]
    score: Annotated[str, key("A score: with set or unset.")]
    token: Annotated[str, key("A key of [token]: with value.")]
    renumber: Annotated[
        dict[str, str], key("Articles by their number here, with their number in the version.")
    ]
    rule: Annotated[Article, key("The article by which the change is made.")]
    source: Annotated[Article, key("The article that tells of the change.")]
    value: Annotated[Value, key("What a literal or reading is then.")]
    set: Annotated[Row, key("Keys of the row that are otherwise.")]
    unset: Annotated[list[str], key("Keys of the row that it no longer has.")]
    add: Annotated[object, key("The row that is added; true for a rule that acts at once.")]
    remove: Annotated[bool, key("Is it left out?")]
    replace: Annotated[Row, key("The step instead.")]
    before: Annotated[Row, key("A step before it.")]
    after: Annotated[Row, key("A step after it.")]


class VersionArticle(ArticleRow):
    """An article of a version, which the book itself does not have."""

    source: Annotated[str, key("Where it was seen.")]
    beside: Annotated[Articles, key("What the book has on the matter.", [])]


class Possibility(TypedDict):
    """One way to read what the book leaves open."""

    says: Annotated[Prose, key("What it means, in a sentence.")]
    change: Annotated[list[Change], key("What it changes.", [])]


class Reading(TypedDict):
    """A question that the book leaves open."""

    articles: Annotated[Articles, key("The articles that it is about.")]
    question: Annotated[Prose, key("The question.")]
    taken: Annotated[str, key("The possibility that is taken.")]
    why: Annotated[Prose, key("Why that one.")]
    value: Annotated[dict[str, Possibility], key("The possibilities.")]


class Version(TypedDict):
    """An overlay: `versions/<name>.toml`, or a club's own."""

    why: Annotated[Prose, key("Where the changes come from.")]
    article: Annotated[list[VersionArticle], key("Articles of its own.", [])]
    change: Annotated[list[Change], key("The changes, in their order.", [])]


# What may stand beside the key that names a change's kind: exactly one of these.
WAYS: Final = {
    "step": ("replace", "set", "before", "after", "remove"),
    "param": ("value",),
    "token": ("value",),
    "reading": ("value",),
    "interrupt": ("add", "remove"),
    "state_rule": ("add", "set", "remove"),
    "limit": ("add", "set", "remove"),
    "renumber": (),
    **dict.fromkeys(
        ("procedure", "window", "keyword", "zone", "mark_word", "did", "action", "move", "score"),
        ("set", "unset"),
    ),
}

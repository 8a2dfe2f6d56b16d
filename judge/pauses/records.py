"""What each record of a position holds: its fields, and the kind of value of each.

`[kind]` is a list, `{kind}` a table with such values, `(kind kind)` a list of exactly these; a name with a
capital is a record. A field that begins with `?` may be missing. `values` are what running instructions
know by name (see VALUES); `plain` is text, numbers, flags, lists, tables and records, `then` the same as it
was once (see THEN).
"""

from __future__ import annotations

from typing import Final

from judge.engine.language.limits import COMING

POSITION: Final = {
    "cards": "{Card}",
    "zones": "{[card]}",
    "objects": "{card}",
    "scores": "{int}",
    "memory": "memory",
    "effects": "[Effect]",
    "waiting": "[Waiting]",
    "agenda": "[Frame]",
    "?ask": "Ask",
    "?result": "Result",
    "serial": "count",
    "active": "seat",
    "turn": "turn",
    "seen": "{seen}",
    "past": "[(Decision (text text))]",
    "?loop": "Loop",
    "barred": "[Bar]",
}
# The kinds of the keys of a table, where keys are names.
KEYS: Final = {"zones": "zone", "objects": "object", "scores": "score"}
RECORDS: Final = {
    "Card": {
        "id": "card",
        "print": "print",
        "owner": "seat",
        "zone": "zone?",
        "object": "object",
        "face": "face",
        "marks": "marks",
        "under": "[card]",
        "on": "card?",
    },
    "Effect": {
        "id": "count",
        "makes": "change",
        "attr": "attribute?",
        "?value": "plain",
        "to": "[object]",
        "until": "until",
        "source": "object?",
        "ability": "ability?",
        "seat": "seat?",
        "rule": "text",
        "?scope": "{plain}",
    },
    "Record": {
        "verb": "event",
        "name": "text",
        "rule": "text",
        "card": "card?",
        "ref": "object?",
        "seat": "seat?",
        "args": "values",
        "?before": "Card",
        "?after": "Card",
        "?values": "{plain}",
        "quiet": "flag",
    },
    "Waiting": {
        "id": "entry",
        "ability": "ability?",
        "source": "object",
        "card": "card?",
        "master": "seat",
        "status": "status",
        "vars": "values",
    },
    "Frame": {
        "procedure": "text",
        "step": "text",
        "entered": "flag",
        "vars": "values",
        "queue": "[Do]",
        "answers": "{plain}",
    },
    "Do": {"verb": "verb", "args": "args"},
    "Choice": {"words": "[text]", "?value": "plain"},
    "Ask": {
        "seat": "asked",
        "kind": "ask",
        "rule": "text",
        "into": "text",
        "choices": "[Choice]",
        "least": "int",
        "most": "int",
        "prompt": "text",
        "data": "{plain}",
        "check": "check?",
    },
    "Result": {"winner": "seat?", "rule": "text", "why": "text"},
    "Decision": {
        "sign": "(asked ask text text [[text]])",
        "seat": "seat",
        "words": "[[text]]",
        "free": "flag",
        "about": "[text]",
        "place": "text",
    },
    "Loop": {
        "turns": "[Decision]",
        "numbers": "[(seat count)]",
        "rounds": "int",
        "at": "count",
        "stopper": "seat?",
    },
    "Bar": {
        "seat": "seat",
        "kind": "ask",
        "words": "[text]",
        "about": "[text]",
        "place": "text",
        "rule": "text",
        "once": "flag",
    },
}
# What has happened, as it is kept, and a card as it was then, which may be gone, as what it lay with may.
THEN: Final = {
    "past": {
        "names": "[text]",
        "card": "text",
        "from": "text",
        "to": "text",
        "args": "why",
        "others": "{(gone {then})}",
        "?subject": "gone",
        "?seen": "{then}",
        "?seat": "seat?",
        "?objects": "[object]",
    },
    "why": {
        "?by": "object?",
        "?who": "seat?",
        "?ability": "text",
        "?because": "text",
        "?marks": "then",
        "?n": "then",
        "?target": "object?",
        "?attacker": "object?",
        "?seat": "seat?",
        "?ways": "[text]",
        "?direct": "flag",
    },
    "gone": {**RECORDS["Card"], "id": "text", "under": "[text]", "on": "text"},
}
# What running instructions, windows and events know by name, wherever it is known.
VALUES: Final = {
    "me": "player?",
    "ability": "ability?",
    "self": "object?",
    "holder": "card?",
    "by": "object?",
    "rule": "text",
    "because": "text",
    "kinds": "[text]",
    "acts": "[Act]",
    "stage": "stage",
    "passes": "count",
    "acted": "count",
    "depth": "count",
    "ruled": "flag",
    "before": "flag",
    "told": "flag",
    "entry": "entry",
    "link": "entry",
    "since": "entry",
    "upto": "entry",
    "todo": "[Event]",
    "together": "[Event]",
    "event": "happening",
    "offers": "[offer]",
    "inherited": "[text]",
    "entered": "[object]",
    "befallen": "[object]",
}
# What frames need to know: of a procedure of the engine, and of every window that is open.
FRAMES: Final[dict[str, dict[str, str]]] = {
    "window:": {
        "stage": "stage",
        "seat": "seat",
        "passes": "count",
        "acted": "count",
        "depth": "count",
        "acts": "[Act]",
    },
    "event": {"todo": "[Event]", "as": "text"},
}
# What is remembered in every game, for a span (`turn:once`) or for good; a game may remember more.
REMEMBERED: Final = (
    "host", "came", "happened", "did", "once", "shared", "met", "said", "noted", "tied", "last", "frozen",
    "together", "state", "lent", "lost", "laid-to", COMING,
)  # fmt: skip
# By how such a key begins, the kind of its value, where it is looked at.
MEMORY: Final = {
    "host:": "object?",
    "came:": "past",
    "game:happened": "[past]",
    "turn:happened": "[past]",
    "turn:last:": "{then}",
    "frozen:": "{then}",
    "turn:did:": "count",
    "turn:shared:": "count",
    "laid-to:": "{plain}",
    COMING: "[seat]",
}

# What every event may say, whatever it changes.
EVENT: dict[str, str] = {
    "verb": "event", "name": "text", "rule": "text", "by": "object?", "ability": "ability?", "who": "seat?",
    "?because": "text",
}  # fmt: skip

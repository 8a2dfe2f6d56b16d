"""Notes: words and cards that a text keeps in mind, such as a declared name, or cards that one ability names
and another finds again.

They are kept for the object whose text it is: its other abilities and what it imposes on the game find them
by `noted`; a card that has left and come back has noted nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.engine import trace
from judge.engine.flow.changes import tied_key
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.instructions import event, events
from judge.engine.kernel.state import Card, Choice, Decision, Instruction, Ref
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.traits import names, overlap, trait
from judge.engine.language.values import last_of
from judge.text.plain import Scope, TomlValue


# --- cards that a text keeps in mind: what one ability of a card has named, its others find again ------
@words.word("tie", "cards", without=("as",))
def tie(view: View, v: Vars) -> Outcome:
    """Keep cards in mind; the other abilities of this card find them by `tied = "self"`."""
    held = view.game.memory.get(tied_key(v["self"]), ())
    refs = [ref for ref in view.refs(v["tie"], v) if ref not in held and view.same(ref)]
    return [events([event(v, "tie", card=ref, host=v["self"]) for ref in refs])] if refs else None


@trait("tied", "cards")
def test_tied(view: View, card: Card, want: TomlValue, ctx: Scope, seen: Scope | None) -> bool:
    """Remembered for one of these cards (`tie`)."""
    if want == "self" and card.object in ctx.get("tied", ()):
        return True
    memory = view.game.memory
    return any(card.object in memory.get(tied_key(holder), ()) for holder in view.refs(want, ctx))


def noted_key(holder: Ref, attr: str) -> str:
    """The memory key for the words of an attribute that a text keeps in mind."""
    return f"game:noted:{holder}:{attr}"


def kept(view: View, v: Vars, attr: str, declared: tuple[str, ...]) -> Instruction:
    """The instruction that keeps words in mind, besides those already kept."""
    key = noted_key(v["self"], attr)
    value = tuple(dict.fromkeys((*view.game.memory.get(key, ()), *declared)))
    return events([event(v, "remember", key=key, value=value)])


@words.word("note", "words-attribute", {"of": "cards"}, ("of",), ("as", "rule"))
def note(view: View, v: Vars) -> Outcome:
    """Remembers the words of an attribute of cards, as they are or last were, for texts like “that name”."""
    refs = [word for ref in view.refs(v["of"], v) for word in words_of(view, ref, v["note"], v)]
    return [kept(view, v, v["note"], tuple(refs))] if refs else None


def words_of(view: View, ref: Ref, attr: str, ctx: Mapping[str, object]) -> tuple[str, ...]:
    """The words that an object has of an attribute, or last had."""
    last, name = last_of(view, ref, ctx), view.game.objects.get(ref, "")
    if last is not None:
        return names(last.get(attr) or ())
    card = view.game.cards.get(name)
    return names(view.value(card, attr) or ()) if card is not None else ()


def known_words(view: View, attr: str) -> list[str]:
    """The words that can be declared: those that the rulebook lists, otherwise those of any card in the
    fixture. A stock card of the rulebook counts where one lies on the board, whatever else has its name in
    it.
    """
    spec = view.book.attributes[attr]
    if "words" in spec:
        return list(spec["words"])
    present = {card.print for card in view.game.cards.values()}
    absent = view.book.tables["stock"].keys() - present
    prints = [card_print for key, card_print in view.table.prints.items() if key not in absent]
    faces = [face for print_ in prints for face in print_.faces.values()]
    return sorted({word for face in faces for word in names(face.attrs.get(attr) or ())})


def words_now(view: View, v: Vars) -> list[str]:
    """The words of an attribute that cards have now."""
    cards = view.cards(view.refs(v.args["of"], v), v)
    return sorted({word for card in cards for word in names(view.value(card, v["declare"]) or ())})


@words.word("declare", "words-attribute", {"of": "cards"}, without=("as",))
def declare(view: View, v: Vars) -> Outcome:
    """Lets a player declare a word of an attribute, such as a name, and remembers it. `of` says which cards
    must have the word now. Words that no card of the fixture has are not offered; if there is no other word,
    nothing is declared. In a script, spaces of the word are written as hyphens.
    """
    attr = v["declare"]
    if "declared" in v.answers:
        return [kept(view, v, attr, tuple(v.answers["declared"]))]
    offered = words_now(view, v) if "of" in v.args else known_words(view, attr)
    if not offered:
        view.note(trace.NOTHING, verb="declare")
        return None
    choices = tuple([Choice(("-".join(word.split()),), word) for word in offered])
    rule = str(v.args.get("rule") or view.book.cites.get("choose", ""))
    return Decision(v["me"], "order", rule, "declared", choices, 1, 1, "ask.declare", {"attr": attr})


@trait("noted_original", "words-attribute")
def test_noted_original(
    view: View, card: Card, want: object, ctx: Mapping[str, object], seen: Mapping[str, object] | None
) -> bool:
    """With such a word printed, whatever effects say."""
    kept_words = view.game.memory.get(noted_key(str(ctx.get("self", "")), str(want)), ())
    return overlap(view.printed(card, str(want)), kept_words)


@trait("noted", "words-attribute")
def test_noted(view: View, card: Card, want: TomlValue, ctx: Scope, seen: Scope | None) -> bool:
    """With a word of an attribute that this card's text has remembered (`note`, `declare`)."""
    kept_words = view.game.memory.get(noted_key(str(ctx.get("self", "")), want), ())
    have = seen.get(want) if seen is not None else view.value(card, want)
    return overlap(have, kept_words)

"""Words that start continuous effects: add, make, gain, lose, grant, blank, impose and others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.engine import trace
from judge.engine.effects.grants import IMPOSED, MEANS, marked, pointing
from judge.engine.kernel.book import ARITHMETIC, BASE, BLANKING, VALUELESS, Amiss, Book, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events, events_as
from judge.engine.kernel.state import EMPTY, Card, Instruction, Ref
from judge.engine.kernel.view import Vars, View
from judge.engine.language.figures import is_number
from judge.engine.language.limits import last_until
from judge.engine.language.shared import words
from judge.engine.language.traits import names
from judge.engine.language.values import said, variable
from judge.engine.words.targets import affected, tell_nothing, tell_reads
from judge.text.plain import Fields, Json

OWN_CARDS = frozenset(("in", "top", "bottom", "under", "is"))  # selectors with them mean these cards alone


THIS = "this"  # the ability that a text is of


IMPOSE = "impose"
NO_VALUE = (*VALUELESS, IMPOSE)  # words of effects that change no value of an attribute


CHANGING = {"of": "cards", "attr": "changing-attribute", "until": "until"}


def changing(word: str, args: dict[str, object]) -> Instruction:
    """The instruction that such a word stands for: the start of a continuous effect of that kind."""
    return Instruction("lasting", {**args, "makes": word})


def ordered(tables: Mapping[str, object]) -> bool:
    """Does the rulebook put the changes of a value in an order?"""
    return bool(tables["arithmetic"])


def apart(tables: Fields) -> bool:
    """Does the game distinguish negated abilities from abilities that are gone?"""
    return "negated-activates" in tables["param"]


def taken_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Problems of a text that negates abilities: in games where negated abilities can be activated, it
    negates all abilities of a card.
    """
    if "which" in data and apart(book.tables):
        yield Amiss("which", "all the abilities of a card are negated together")


@words.word("add", "number", CHANGING, made=changing, says="Add to a number.", event="heard")
@words.word(
    "make", "value", {**CHANGING, "original": "flag"}, made=changing, says="Set a value.", event="heard"
)
@words.word("multiply", "natural", CHANGING, made=changing, stands=ordered, says="Multiply a number.")
@words.word("divide", "natural", CHANGING, made=changing, stands=ordered, says="Divide a number.")
@words.word("gain", "value", CHANGING, ("attr",), made=changing, says="Give words of an attribute.")
@words.word("lose", "value", CHANGING, ("attr",), made=changing, says="Take words of an attribute away.")
@words.word("grant", "abilities", {"of": "cards", "until": "until"}, made=changing, says="Give abilities.")
@words.word(
    "blank",
    "cards",
    {"until": "until", "which": "abilities-taken"},
    made=changing,
    amiss=taken_amiss,
    says="Negate the abilities of cards: all, those of a keyword or a kind, or this one.",
)
@words.word(
    "strip",
    "cards",
    {"until": "until"},
    made=changing,
    stands=apart,
    says="Take the abilities of cards away.",
)
@words.verb("lasting", inner=True)
def lasting(view: View, v: Vars) -> Outcome:
    """Start a continuous effect: add, make, gain, lose, grant, blank or strip, on cards, until a moment."""
    makes = v["makes"]
    touch_keyword(view, v)
    if isinstance(v.args[makes], Mapping) and v.args[makes].get("of") == "each":
        return each_its_own(view, v, makes, v.args[makes])
    value = amount(view, v)
    of = v.args[makes] if makes in BLANKING else v.args.get("of", "self")
    present = [ref for ref in view.refs(of, v) if ref not in v.get("left", ()) and view.same(ref)]
    refs = affected(view, v, present)  # what left play is read, not changed
    tell_reads(view, v, of)
    if not refs and not (isinstance(of, Mapping) and reaches_later(view)):
        tell_nothing(view, v, of, makes)
        return None
    if "of" not in v.args and makes not in BLANKING:
        view.note(trace.DEFAULT_TARGET)
    if makes in BLANKING:
        tell_left_behind(view, refs)
    new = gained(view, v, refs, value)
    if isinstance(of, Mapping) and OWN_CARDS.isdisjoint(of) and reaches_later(view):
        new["scope"] = {"zone": view.book.default_zone, "of": "me", **of}
    return [*lay_to(view, v, refs, value), events_as(v, [new])]


def tell_left_behind(view: View, refs: Sequence[Ref]) -> None:
    """Tells that effects which have resolved go on although their cards' abilities are taken away, where the
    book leaves that open.
    """
    rule = str(view.book.cites.get("left-behind", ""))
    for ref in refs if rule and view.tracing else ():
        if any(effect.source == ref and effect.to != (ref,) for effect in view.game.effects):
            view.note(trace.LEFT_BEHIND, rule, card=view.game.objects[ref])


def touch_keyword(view: View, v: Vars) -> None:
    """Marks the readings on which the effect's keyword depends."""
    source = view.table.abilities.get(str(v.get("ability") or ""))
    if source is not None and source.keyword:
        touch_row(view, source.keyword)


def touch_row(view: View, keyword: str) -> None:
    """Marks the readings on which a keyword depends."""
    for reading in view.book.row_touches.get(("keyword", keyword), ()):
        view.touch(reading)


def touch_changes(view: View, cards: Iterable[Card], attr: str) -> None:
    """Marks the readings on which those keywords of the cards depend that change an attribute."""
    for card in cards:
        for ability in view.abilities(card):
            if ability.keyword and ability.kind == "static" and ability.data.get("attr") == attr:
                touch_row(view, ability.keyword)


def amount(view: View, v: Vars) -> object:
    """The value that the effect adds, sets or gives, worked out now."""
    makes = v["makes"]
    value = v.args[makes]
    if makes in BLANKING:
        every = names(v.args.get("which", ()))
        return tuple([str(v["ability"]) if word == THIS else view.book.keyword(word) for word in every])
    if makes in NO_VALUE:
        return tuple(v.args.get("abilities", ()))
    counted = (isinstance(value, Mapping) and is_number(value)) or value == "event.n"
    if makes == "add" or makes in ARITHMETIC or (makes == "make" and counted):
        return view.number(value, v)
    if makes == "make":
        value = said(view, value, v)
    return tuple(value) if isinstance(value, list) else value


def attribute(view: View, v: Vars) -> str:
    """The attribute that the effect changes; an effect that changes no value is known by its own word."""
    makes: str = v["makes"]
    return makes if makes in NO_VALUE else v.args.get("attr", view.book.tables["default_attribute"])


def gained(view: View, v: Vars, refs: Sequence[Ref], value: object) -> Event:
    """The event by which the effect starts on cards."""
    makes = BASE if v.args.get("original") else v["makes"]
    rule, attr, until = v.args.get("rule", ""), attribute(view, v), last_until(view, v)
    effect = {"makes": makes, "attr": attr, "value": value, "until": until}
    if v.get("since"):
        effect |= {"since": v["since"]}
    return event(v, "gain", makes, rule, to=refs, **effect)


def each_its_own(view: View, v: Vars, makes: str, value: Mapping[str, object]) -> Outcome:
    """The instructions for a number that each card works out from itself, such as its own value once more."""
    of = v.args.get("of", "self")
    refs = affected(view, v, view.refs(of, v))
    if not refs:
        tell_nothing(view, v, of, makes)
        return None
    return [
        Instruction("lasting", {**v.args, "of": ref, makes: view.number(value, {**v, "each": ref})})
        for ref in refs
    ]


def reaches_later(view: View) -> bool:
    """Does a lasting effect on a set of cards reach later ones? Only if the rulebook says so."""
    return "open-effects" in view.book.params and bool(view.param("open-effects"))


def lay_to(view: View, v: Vars, refs: Sequence[Ref], value: Json) -> list[Instruction]:
    """The instructions that record which effect brought an attribute down to the threshold at which a rule
    acts.
    """
    makes, attr = v["makes"], attribute(view, v)
    bound = view.book.attributes.get(attr, EMPTY).get("threshold")
    if bound is None or makes not in ("add", "make"):
        return []
    batch = []
    for card in (view.card(ref) for ref in refs):
        have = view.value(card, attr) if card is not None else None
        if card is None or have is None or have <= bound:
            continue
        if (have + value if makes == "add" else value) <= bound:
            mark = {"by": v.get("self", ""), "ability": v.get("ability", ""), "who": v.get("me", "")}
            batch.append(event(v, "remember", key=f"laid-to:{card.object}:{attr}", value=mark))
    return [events(batch)] if batch else []


ON_THE_GAME: Mapping[str, object] = {IMPOSED: True}


def imposing(word: str, args: dict[str, object]) -> Instruction:
    """The instruction that imposes abilities: on the cards that it names, otherwise on the whole game."""
    return changing(word, args) if "of" in args else Instruction(word, args)


def imposed_amiss(book: Book, data: Mapping[str, object]) -> Iterator[Amiss]:
    """Problems of abilities that are imposed on cards: they speak of each of these alone."""
    pointed = list(pointing(data[IMPOSE])) if "of" in data else []
    if pointed:
        yield Amiss(IMPOSE, f"{pointed[0]} means nothing in what is imposed on cards: self is each of them")


@words.word(
    IMPOSE,
    "imposed",
    {"of": "cards", "until": "until"},
    made=imposing,
    amiss=imposed_amiss,
    says="Let abilities hold for a while that no card has, on the whole game or on cards.",
)
@words.verb(IMPOSE, inner=True)
def impose(view: View, v: Vars) -> Outcome:
    """Let abilities that lie on no card hold for a while: what a player may not do, what happens instead of
    something.
    """
    until, rule = last_until(view, v), v.args.get("rule", "")
    changing = [id_ for id_ in v.args["abilities"] if changes_cards(view, id_)]
    kept: dict[str, object] = {key: v.args[key] for key in ("until", "rule") if key in v.args}
    more = [on_these_cards(view, id_, kept) for id_ in changing]
    abilities = tuple([id_ for id_ in v.args["abilities"] if id_ not in changing])
    if not abilities:
        return more
    means = {word: value for word, value in meant(view, v, abilities) if value is not None}
    scope = {**ON_THE_GAME, MEANS: means} if means else ON_THE_GAME
    effect = {"makes": IMPOSE, "attr": IMPOSE, "value": abilities, "until": until, "scope": scope}
    return [events_as(v, [event(v, "gain", IMPOSE, rule, to=(), **effect)]), *more]


def meant(view: View, v: Vars, abilities: Sequence[str]) -> Iterator[tuple[str, Json]]:
    """What each reference word in the imposed abilities stands for now."""
    for word in dict.fromkeys(named for id_ in abilities for named in marked(view.table.abilities[id_])):
        meaning = variable(view, word, v) if word.startswith("$") else view.refs(word, v)
        yield word, (meaning,) if isinstance(meaning, str) else meaning


def changes_cards(view: View, ability: str) -> bool:
    """Does an imposed ability change what cards are like, in a book where this concerns only the cards that
    are there?
    """
    return "late" in view.book.cites and bool(view.table.abilities[ability].data.get("attr"))


def on_these_cards(view: View, ability: str, args: Mapping[str, object]) -> Instruction:
    """The instruction that changes the present cards; later cards are not reached."""
    data = view.table.abilities[ability].data
    makes: str = data["makes"]
    changed = {"makes": makes, makes: data["value"], "attr": data["attr"], "of": data.get("of", "self")}
    return Instruction("lasting", {**args, **changed})

"""Abilities: written abilities become records; keywords are templates that a card fills in, and are expanded
here.

What comes in has passed the door (`judge/grammar/cards.py`), so nothing is checked again here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.engine.kernel.book import BLANKING, CHANGES, Ability, Book
from judge.engine.kernel.state import EMPTY, Instruction
from judge.engine.kernel.table import SCOPE, names_event
from judge.engine.language.patterns import listens
from judge.engine.language.traits import listed, names
from judge.engine.language.walk import dos_in, purposeful, purposes, verbs_in
from judge.engine.layout.zone_groups import grouped, groups_of
from judge.engine.words.ability_kinds import KINDS
from judge.text.plain import Fields, Json

# --- keywords as templates: what a card fills in, and what stands where it fills in nothing ------------
SHELL = ("when", "once", "name", "needs", "zone")  # what any keyword on a card may say besides its parameters


def wrapped(ability: Fields, shell: Fields, said: Sequence[str]) -> dict[str, Json]:
    """A keyword's ability together with what its card says of it; the conditions of both count."""
    both = {key: [ability[key], shell[key]] for key in ("when", "needs") if key in ability and key in shell}
    cites = {"cites": [*ability.get("cites", ()), *said]} if said else {}
    return {**ability, **shell, **both, **cites}


def said_by(spec: Fields, value: Json) -> list[str]:
    """The articles on the parameters that a card writes, and on those that it leaves out."""
    written = value if isinstance(value, Mapping) else {}
    return [*(rule for key, rule in spec.get("written", {}).items() if key in written),
            *(rule for key, rule in spec.get("absent", {}).items() if key not in written)]  # fmt: skip


def instances(spec: Fields, value: Json) -> list[Json]:
    """The values of a keyword that a card has several times; a list of words is one value."""
    first = next(iter(spec.get("params", {}).values()), "")
    several = isinstance(value, list) and not (
        first.startswith("words of ") and all(isinstance(one, str) for one in value)
    )
    return list(value) if several else [value]


def parameters(spec: Fields, value: Json) -> dict[str, Json]:
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


def fill(template: object, params: Mapping[str, object]) -> Json:
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


OF_KINDS = ("kind", "types", "refuses", "rules")  # what a row of `[ability]` says of the abilities themselves


class Builder:
    """Builds the abilities of one face; ids count in printed order."""

    def __init__(
        self, book: Book, owner: str, type_: str, place: Mapping[str, object] = EMPTY, title: str = "",
        printed: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.book = book
        self.place = place
        self.owner = owner
        self.type = type_
        self.title = title  # the name that copies of the card share
        self.printed = printed  # the words that the face prints
        self.count = 0

    def abilities(self, data: Fields) -> Iterator[Ability]:
        """The abilities written on a face, in the order of their keys."""
        for key, value in data.items():
            if key in KINDS or key in self.book.kinds:
                yield from self.of_kind(key, value)
            elif key in self.book.tables["text_box"]:
                yield from self.text_box(self.book.tables["text_box"][key], value)
            elif key in self.book.keyword_names and value is not False:
                word = self.book.keyword_names[key]
                for one in instances(self.book.keywords[word], value):
                    yield from self.keyword(word, one)

    def of_kind(self, key: str, value: Json) -> Iterator[Ability]:
        """The abilities under one key, by the kind of the engine or a word that the rulebook has for one."""
        row = self.book.kinds.get(key, EMPTY)
        preset = {one: word for one, word in row.items() if one not in OF_KINDS}
        if self.type in row.get("rules", EMPTY):
            preset["rule"] = row["rules"][self.type]
        for one in value if isinstance(value, list) else [value]:
            yield self.ability(str(row.get("kind", key)), {**preset, **one}, "", {})

    def text_box(self, row: Fields, data: Fields) -> Iterator[Ability]:
        """The abilities of a part of a card that works in zones of its own; these zones replace those that
        the abilities name.
        """
        for ability in self.abilities(data):
            cites = (*ability.data.get("cites", ()), row["rule"])
            lasts = ability.kind == "static" and ability.rule == self.rule("static", EMPTY, EMPTY)
            yield ability._replace(
                rule=row["rule"] if lasts else ability.rule,
                zones=names(row["zone"]),
                data={**ability.data, "place_rule": row["rule"], "cites": cites, "text_box": True},
            )

    def inherent(self, attrs: Mapping[str, object], data: Mapping[str, object]) -> Iterator[Ability]:
        """The abilities that the rules give to every card of this kind; some only where the card says
        nothing itself.
        """
        rows: Iterator[Mapping[str, object]] = (
            row for row in self.book.tables["inherent"] if row.get("unless") not in data
        )
        for row in rows:
            fits = all(
                set(names(attrs.get(key, ()))) & set(names(row[key]))
                for key in row
                if key in self.book.attributes
            )
            for kind in KINDS if fits and row.get("type", self.type) == self.type else ():
                for ability in self.of_kind(kind, row[kind]) if kind in row else ():
                    yield ability._replace(data={**ability.data, "inherent": True})

    def keyword(self, word: str, value: object) -> Iterator[Ability]:
        """Expand a keyword's template with its parameters."""
        spec = self.book.keywords[word]
        params, said = parameters(spec, value), said_by(spec, value)
        around = [key for key in params if key not in spec["params"]]
        shell = {key: params[key] for key in around if key in SHELL or key in self.book.keyword_names}
        given = {"inherent": True} if spec["inherent"] else {}  # what the rules say of such cards
        for kind in KINDS:
            made = spec.get(kind)
            for one in made if isinstance(made, list) else [made] if made else []:
                built = self.ability(kind, wrapped(fill(one, params), shell, said), word, params)
                yield built._replace(data={**built.data, **given})
        if not any(kind in spec for kind in KINDS):
            nothing = {"rule": spec["rule"], "makes": "", "attr": "", "value": 0}
            yield self.ability("static", {**nothing, **shell}, word, params)

    def ability(
        self, kind: str, data: Mapping[str, object], keyword: str, params: Mapping[str, object]
    ) -> Ability:
        """One ability record."""
        standing = [key for key in data if key in self.book.attaching]
        data, attached = self.attach(data, standing)
        data = forgoing(data) if "forgoes" in data else data
        self.count += 1
        name = str(data.get("name", ""))
        id_ = f"{self.owner}/{name or keyword or kind}{self.count}"
        granted: list[Ability] = []
        cost = self.instructions(data.get("cost", ()), id_, granted)
        later = data.get("after", ())
        do = self.instructions(data.get("do", ()), id_, granted) + self.instructions(later, id_, granted)
        extra = self.extra(kind, data, id_, granted)
        plain: dict[object, str] = {
            row["to"]: name for name, row in self.book.moves.items() if "covers" in row
        }
        wanted = purposes((*cost, *do), self.book.suits, plain)
        if wanted:
            cost, do = purposeful(cost, wanted), purposeful(do, wanted)
            if "targets" in extra:
                extra["targets"] = purposeful(extra["targets"], wanted)
        if self.place and "zone" not in data:
            extra["place_rule"] = self.place["works_in_rule"]
        if attached:
            extra["attached"], extra["standing"] = attached, tuple(map(self.book.keyword, standing))
        if granted:
            extra["granted"] = tuple(granted)
        if "/" in str(data.get("once", "")):
            # cards of one name have their effects in common, by their place on the card
            extra["limit"] = f"{self.title}/{data.get('shares', id_.rpartition('/')[2])}"
        elif "shares" in data:
            extra["limit"] = f"{self.owner}/{data['shares']}"
        zones = (*self.zones(kind, data), *(self.unseen() if "added" in extra else ()))
        return Ability(
            id_, kind, name, keyword, self.rule(kind, data, extra), zones,
            names(data.get("in", self.book.works.get("modes", ()))),
            data.get("when"), data.get("needs"), cost, do, listens(self.book, data),
            str(data.get("once", "")), bool(data.get("may")), names(data.get("against", ())),
            self.kinds(do, keyword, data), extra,
            names_event((data.get("when"), cost, do, extra.get("targets"))),
        )  # fmt: skip

    def rule(self, kind: str, data: Mapping[str, object], extra: Mapping[str, object]) -> str:
        """The article of an ability: its own, else that of its kind."""
        usual = self.book.tables["kind_rules"]
        own = data.get("rule") or extra.get("added")
        sorts = (*(f"{self.type} {word} {kind}" for word in self.printed), f"{self.type} {kind}", kind)
        return str(own or next((usual[one] for one in sorts if one in usual), ""))

    def unseen(self) -> Iterator[str]:
        """The zones where not everybody sees a card; a text about the card's name counts there as well."""
        for zone, spec in self.book.zones.items():
            if spec["seen"] != "all" and not spec.get("outside"):
                yield zone

    def attach(self, data: Mapping[str, object], standing: Sequence[str]) -> tuple[Fields, tuple[str, ...]]:
        """The ability with the keywords that modify it worked in (conditions of validity, or a cost paid
        first), and their articles.
        """
        rules: list[str] = []
        data = dict(data)
        for key in standing:
            spec, value = self.book.keywords[self.book.keyword_names[key]], data.pop(key)
            part = fill(spec["attached"], parameters(spec, value))
            if "needs" in part:
                data["needs"] = [part["needs"], data["needs"]] if "needs" in data else part["needs"]
            if "cost" in part:
                data["cost"] = [*part["cost"], *listed(data.get("cost", ()))]
            rules += [*said_by(spec, value), spec["rule"], *spec.get("cites", ())]
        return data, tuple(rules)

    def zones(self, kind: str, data: Mapping[str, object]) -> tuple[str, ...]:
        """Where the ability works: as written, else as the rulebook says for the type and kind."""
        if "zone" in data:
            return names(data["zone"])
        if self.place:
            return names(self.place["works_in"])
        if data.get("of") == "host" and self.book.tables.get("attach", {}).get("guests"):
            return names(self.book.tables["attach"]["guests"])  # for its host, and so where a card has one
        row = self.book.works.get(self.type, {})
        usual = names(row.get(kind) or row.get("default") or self.book.works["default"])
        return tuple(dict.fromkeys((*usual, *self.heard_from(data))))

    def heard_from(self, data: Mapping[str, object]) -> Iterator[str]:
        """The zones from which a card hears events about itself that happen while it lies there."""
        for on in listens(self.book, data):
            for event in on["events"] if on["subject"] == "self" else ():
                yield from names(self.book.signals.get(event, EMPTY).get("zone", ()))

    def kinds(self, do: Sequence[Instruction], keyword: str, data: Mapping[str, object]) -> tuple[str, ...]:
        """What an act with this ability counts as, for windows that answer kinds of acts."""
        found = set(names(data.get("counts_as", ()))) | set(
            self.book.keywords.get(keyword, EMPTY).get("counts_as", ())
        )
        for verb in verbs_in(do):
            found.update(self.book.tables["counts_as"].get(verb, ()))
        for instruction in dos_in(do):
            if instruction.verb == "move":
                covering = (name for name, spec in self.book.moves.items() if self.covers(spec, instruction))
                found.update(
                    word for name in covering for word in self.book.tables["counts_as"].get(name, ())
                )
        return tuple(sorted(found))

    def covers(self, spec: Fields, move: Instruction) -> bool:
        """Does a named move cover a plain move, as far as can be seen before it is carried out?"""
        own = move.args.get("move") == "self" and self.type not in spec.get("covers", {}).get("types", ())
        return "covers" in spec and spec["to"] == move.args.get("to") and not own

    def extra(self, kind: str, data: Fields, id_: str, granted: list[Ability]) -> dict[str, Json]:
        """The keys that only this kind has."""
        own = (*EXTRA, *self.book.tables["ability_keys"], *self.book.tables["mark"], *self.book.of_abilities)
        found = {key: data[key] for key in own if key in data}
        if "targets" in data:
            found["targets"] = self.instructions(data["targets"], id_, granted)
        if "cites" in data:
            found["cites"] = names(data["cites"])
        if "zone" in data:
            found["placed"] = True
        if kind == "static" and "makes" not in data:
            found.update(self.lasting(data, id_, granted))
        elif kind == "static":
            found.update({key: data[key] for key in ("makes", "value", "attr")})
        if isinstance(found.get("of"), Mapping):
            found["scope"] = {"zone": self.book.default_zone, "of": "me", **found["of"]}
            left_out = listed(found["of"].get("not", ()))
            found["by_place"] = set(found["of"]) <= SCOPE and not any(
                isinstance(one, Mapping) for one in left_out
            )
        return found

    def lasting(self, data: Fields, id_: str, granted: list[Ability]) -> dict[str, object]:
        """What a static ability changes: which attribute, how, by what."""
        makes = next((key for key in CHANGES if key in data), "")
        if makes == "grant":
            return {"makes": makes, "value": self.granted(data[makes], id_, granted), "attr": "grant"}
        if makes in BLANKING:
            return {"makes": makes, "value": data[makes], "of": data[makes], "attr": makes}
        attr = data.get("attr", self.book.tables["default_attribute"]) if makes else ""
        found = {"makes": makes, "value": data.get(makes), "attr": attr}
        added = self.book.attributes.get(attr, EMPTY).get("hidden_rule")
        if added and makes == "gain" and data.get("of", "self") == "self":
            found["added"] = added
        return found

    def granted(self, data: object, id_: str, granted: list[Ability]) -> tuple[str, ...]:
        """The abilities that an effect gives to other cards, built."""
        words = dict.fromkeys(names(data), True) if not isinstance(data, Mapping) else data
        inner = Builder(self.book, f"{id_}+{len(granted)}", self.type, printed=self.printed)
        made = [
            one if one.data.get("placed") else one._replace(zones=("any",)) for one in inner.abilities(words)
        ]
        granted.extend(made)
        return tuple(ability.id for ability in made)

    # --- instructions ------------------------------------------------------------------------
    def instructions(self, data: object, id_: str, granted: list[Ability]) -> tuple[Instruction, ...]:
        """Instructions in the engine's form, nested ones included."""
        return tuple(self.instruction(one, id_, granted) for one in listed(data))

    def instruction(self, data: Fields, id_: str, granted: list[Ability]) -> Instruction:
        """One instruction: its verb is the first key that is one."""
        args = dict(data)
        verb = next(key for key in data if key in self.book.words)
        if "do" in args and verb != "named-move":
            args["do"] = self.instructions(args["do"], id_, granted)
        if verb == "options":
            args["among"] = tuple(
                {**one, "do": self.instructions(one["do"], id_, granted)} for one in data["among"]
            )
        if verb == "create":
            args["create"] = token_key(data["create"])
        if verb in ("grant", "impose"):
            args["abilities"] = self.granted(data[verb], id_, granted)
        return self.by_word(verb, args)

    def by_word(self, word: str, args: dict[str, object]) -> Instruction:
        """The instruction that a word of the rulebook or of the vocabulary stands for."""
        made = self.book.vocabulary[word].made
        return Instruction(word, args) if made is None else made(word, args)


def token_key(token: str | Mapping[str, object]) -> str:
    """The key of the card that a token is: the one that a text says, or of one that it describes its name in
    one word.
    """
    if isinstance(token, str):
        return token
    from judge.text.folded_words import in_one_word  # few texts describe one

    return in_one_word(str(token.get("name", ""))) or "token"


def tokens_in(data: object) -> Iterator[Mapping[str, object]]:
    """The tokens that texts describe, anywhere in plain data."""
    if isinstance(data, Mapping) and isinstance(data.get("create"), Mapping):
        yield data["create"]
    inner = data.values() if isinstance(data, Mapping) else data if isinstance(data, (list, tuple)) else ()
    for part in inner:
        yield from tokens_in(part)


def forgoing(data: Mapping[str, object]) -> dict[str, object]:
    """An ability whose use gives up something for the turn. It cannot be used once that has been done this
    turn; after its use, whatever becomes of it, that cannot be done any more.
    """
    rows = listed(data["forgoes"])
    before = {"happened": rows, "at_most": 0}
    after = {"impose": {"forbid": [{"on": row} for row in rows]}, "until": TURN}
    return {
        **{key: value for key, value in data.items() if key != "forgoes"},
        "when": [before, data["when"]] if "when" in data else before,
        "cost": [after, *listed(data.get("cost", ()))],
        FORGONE: True,
    }


TURN = "turn"  # the span of the books for this turn


FORGONE = "forgone"  # marks an ability whose cost begins with what it forgoes
# Kept with an ability as they are written.
EXTRA = (
    FORGONE, "with", "of", "what", "onto", "at_once", "place_rule", "when_rule", "way", "turns_up", "shares",
)  # fmt: skip


GIVEN = "given:"


def given_abilities(book: Book, words: Mapping[str, object]) -> tuple[Ability, ...]:
    """The abilities a card was given before a fixture starts; their ids contain what they are made from."""
    import json  # only a fixture that gives abilities pays for it

    made = Builder(book, GIVEN + json.dumps(words, sort_keys=True), book.tables["types"][0]).abilities(
        grouped(words, groups_of(book.tables))
    )
    return tuple(ability._replace(zones=("any",)) for ability in made)


def given_again(book: Book, id_: str) -> tuple[Ability, ...]:
    """The abilities of `given_abilities`, rebuilt from the id of one of them."""
    import json

    words, _ = json.JSONDecoder().raw_decode(id_, len(GIVEN))
    return given_abilities(book, words)

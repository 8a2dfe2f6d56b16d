"""The words of the ability vocabulary that all games share.

Each is a pure function of the position: it asks, or it returns the instructions that it stands for.
The tables of `grammar.py` say which keys each word takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.engine.book import Outcome, StateRule
from judge.engine.continuous import lowered_by
from judge.engine.events import forbidden, watched
from judge.engine.feasibility import feasible
from judge.engine.proposals import event, events, move_event, put_vars
from judge.engine.registry import Rules
from judge.engine.values import names, seats
from judge.engine.view import Vars, View
from judge.errors import NotImplementedYet
from judge.state import Ask, Card, Choice, Do, Ref

words = Rules("shared")
NUMBERS = frozenset(("count", "value", "sum", "n", "plus"))
INFORMATION = frozenset(("zone", "of", "top", "bottom", "in", "is", "not", "owner", "at_least", "at_most"))


# --- moving --------------------------------------------------------------------------------------
@words.verb("move")
def move(game: View, v: Vars) -> Outcome:
    """Move cards to a zone: one by one out of a zone that says so, otherwise together."""
    return move_cards(game, v, game.refs(v["move"], v), v.get("to", ""), "move")


def move_cards(game: View, v: Vars, refs: Sequence[Ref], zone: str, name: str) -> Outcome:
    """The moves of several cards under one name, in the order their owner chooses where that counts."""
    found = [card for card in (game.card(ref) for ref in refs) if card is not None]
    if not found:
        tell_nothing(game, v, v["move"] if name == "move" else v.args[name], name)
        return None
    ordered = order_of(game, v, found, zone)
    if isinstance(ordered, Ask):
        return ordered
    shown = revealed(game, v, found, zone)
    fields = move_fields(game, v)
    if v.args.get("at") == "top":
        ordered = ordered[::-1]  # the first named comes to lie on top, so it goes last
    batch = [move_event(game, v, ref, zone, name, v.args.get("rule", ""), **fields) for ref in ordered]
    single = next((card.place for card in found if game.book.zones.get(card.place, {}).get("one_by_one")), "")
    if single and len(batch) > 1:
        batch = [{**one, "also": (str(game.book.zones[single]["one_by_one"]),)} for one in batch]
        return [*shown, *(events([one], v.args.get("as", "")) for one in batch)]
    return [*shown, events(batch, v.args.get("as", ""))]


def revealed(game: View, v: Vars, cards: Sequence[Card], zone: str) -> list[Do]:
    """Cards found by what they are and moved from one hidden zone to another are shown to both players."""
    hidden = zone in game.book.zones and game.book.zones[zone]["seen"] != "all"
    found = [card for card in cards if card.object in v.get("veiled", ()) and hidden
             and game.book.zones[card.place]["seen"] != "all"]  # fmt: skip
    rule = str(game.book.cites.get("reveal", ""))
    return [events([event(v, "show", "reveal", rule, card=card.object, to="each") for card in found])] if found else []


def tell_nothing(game: View, v: Vars, what: Any, verb: str) -> None:
    """Nothing is there to do it to: for want of a target, or because it is impossible."""
    chosen = isinstance(what, str) and what.startswith("$")
    game.note("nothing", str(game.book.cites.get("choose-none" if chosen else "nothing", "")), verb=verb)


def move_fields(game: View, v: Vars) -> dict[str, Any]:
    """The details of a move that an instruction may give."""
    fields: dict[str, Any] = {key: v.args[key] for key in ("at", "only", "keeps") if key in v.args}
    marks = {key: v.args[key] for key in game.book.raw.get("mark", {}) if key in v.args}
    if marks:
        fields["marks"] = marks
    if "onto" in v.args:
        fields["onto"] = game.refs(v.args["onto"], v)
    if "under" in v.args:
        host = game.refs(v.args["under"], v)
        fields["under"] = host[0] if host else ""
    fields["seat"] = seats(game, v.args.get("of", "me"), v.get("me", ""))[0]
    return fields


def order_of(game: View, v: Vars, cards: Sequence[Card], zone: str) -> Ask | tuple[Ref, ...]:
    """Several cards put into an ordered hidden zone at once are ordered by their owner."""
    refs = tuple(card.object for card in cards)
    spec = game.book.zones.get(zone, {})
    if len(cards) < 2 or not spec.get("ordered") or "at" not in v.args:
        return refs
    owners = {card.owner for card in cards}
    if all(not game.known(card) for card in cards) or len(owners) > 1 or v.args.get("then") == "shuffle":
        return refs
    if "order" in v.answers:
        return tuple(v.answers["order"])
    choices = tuple(Choice((card.id,), card.object) for card in cards)
    rule = str(game.book.cites.get("order-into-zone", ""))
    return Ask(cards[0].owner, "order", rule, "order", choices, len(cards), len(cards), "ask.order", {"zone": zone})


@words.verb("named-move")
def named_move(game: View, v: Vars) -> Outcome:
    """A move that the rulebook has a word for: ``{ko = …}``, ``{discard = 2}``, ``{transfer = …}``."""
    name = v["named"]
    spec = game.book.moves[name]
    what = v.args[name]
    if isinstance(what, int) or (isinstance(what, Mapping) and NUMBERS & set(what)):
        return choose_and_move(game, v, name, spec, what)
    return move_cards(game, v, game.refs(what, v), spec["to"], name)


def choose_and_move(game: View, v: Vars, name: str, spec: Mapping[str, Any], what: Any) -> Outcome:
    """So many cards of the zone the word takes from, chosen by the player whose they are."""
    seat = seats(game, v.args.get("of", "me"), v.get("me", ""))
    outcome: list[Do] = []
    both = (str(game.book.cites.get("both-choose", "")),) if len(seat) > 1 else ()
    for one in seat:
        if both and f"chosen-{one}" not in v.answers:
            game.note("in-turn", both[0], seat=one)
        pool = [card for card in game.zone(one, spec["from"]) if card.object != v.get("self")]
        wanted = game.number(what, v)
        n = min(wanted, len(pool))
        if n < wanted:
            game.note("nothing" if not n else "fewer", str(game.book.cites.get("nothing", "")), verb=name, n=n, wanted=wanted)
        least = 0 if v.args.get("upto") else n
        who = "chance" if v.args.get("random") else one
        chosen = game.pick(v, f"chosen-{one}", who, pool, least, n, v.get("rule", ""), f"ask.{name}")
        if isinstance(chosen, Ask):
            return chosen
        moved = move_cards(game, v, chosen, spec["to"], name)
        outcome.extend(moved if isinstance(moved, list) else [])
    return outcome


@words.verb("draw")
def draw(game: View, v: Vars) -> Outcome:
    """Draw so many cards, one after the other; none when the number is zero or less."""
    n = game.number(v["draw"], v)
    if n <= 0:
        game.note("no-times", str(game.book.cites.get("no-times", "")), n=n, verb="draw")
        game.note("times", str(game.book.cites.get("draw-times", "")), n=n)
        return None
    if v.args.get("upto"):
        who = seats(game, v.args.get("of", "me"), v.get("me", ""))
        return [Do("call", {"procedure": "draw-up-to", "vars": {**context(v), "n": n, "seat": one}}) for one in who]
    who = seats(game, v.args.get("of", "me"), v.get("me", ""))
    if n > 1:
        game.note("times", str(game.book.cites.get("draw-times", "")), n=n)
    return [Do("draw-one", {"of": seat, "as": v.args.get("as", "")}) for seat in who for _ in range(n)]


@words.verb("draw-one")
def draw_one(game: View, v: Vars) -> Outcome:
    """Draw the top card of the deck."""
    seat = seats(game, v["of"], v.get("me", ""))[0]
    spec = game.book.moves["draw"]
    top = game.zone(seat, spec["from"])[:1]
    if not top:
        game.note("nothing", spec["rule"], verb="draw")
        return None
    return [events([move_event(game, v, top[0].object, spec["to"], "draw", seat=seat)], v.args.get("as", ""))]


def context(v: Vars) -> dict[str, Any]:
    """The values that say on whose behalf and for what a running ability acts."""
    return {key: v[key] for key in ("me", "self", "ability", "because", "rule", "it", "event", "info") if key in v}


@words.verb("mark")
def mark(game: View, v: Vars) -> Outcome:
    """Set a mark of cards, such as their mode."""
    marks = {key: v.args[key] for key in game.book.raw.get("mark", {}) if key in v.args}
    refs = game.refs(v["mark"], v)
    cards = [card for card in (game.card(ref) for ref in refs) if card is not None]
    if cards and all(card.mark(key) == value for card in cards for key, value in marks.items()):
        game.note("same-state", str(game.book.cites.get("same-state", "")), card=cards[0].id)
        return None
    if not cards:
        tell_nothing(game, v, v["mark"], "mark")
    return [events([event(v, "mark", "mark", v.args.get("rule", ""), card=ref, marks=marks) for ref in refs], v.args.get("as", ""))]


@words.verb("flip")
def flip(game: View, v: Vars) -> Outcome:
    """Turn a card to its other face."""
    batch = []
    for card in game.cards(v["flip"], v):
        face = v.args.get("face") or ("front" if card.face == "back" else "back")
        batch.append(event(v, "turn", "flip", v.args.get("rule", ""), card=card.object, face=face))
    return [events(batch, v.args.get("as", ""))]


@words.verb("create")
def create(game: View, v: Vars) -> Outcome:
    """Create tokens."""
    seat = seats(game, v.args.get("of", "me"), v.get("me", ""))[0]
    zone = v.args.get("to", game.book.raw.get("token", {}).get("zone", ""))
    rule = str(game.book.raw.get("token", {}).get("rule", ""))
    n = game.number(v.args.get("n", 1), v)
    name = game.book.raw.get("token", {}).get("name", "create")
    return [events([event(v, "create", name, rule, print=v["create"], to=f"{seat}.{zone}") for _ in range(n)])]


@words.verb("control")
def control(game: View, v: Vars) -> Outcome:
    """Take control of cards: they come into one's own zone of the same name and stay the same objects."""
    batch = []
    for card in game.cards(v["control"], v):
        rule = str(game.book.cites.get("control", ""))
        batch.append(event(v, "move", "control", rule, card=card.object, to=f"{v['me']}.{card.place}"))
    return [events(batch)]


# --- choosing ------------------------------------------------------------------------------------
@words.verb("choose")
def choose(game: View, v: Vars) -> Outcome:
    """Choose cards into a variable: as many as asked for, fewer only when there are fewer."""
    seat = seats(game, v.args.get("by", "me"), v.get("me", ""))[0]
    sel = v["from"]
    pool = [card for card in game.cards(sel, v) if choosable(game, v, card)]
    wanted = game.number(v.args.get("n", 1), v)
    n = min(wanted, len(pool))
    hidden = veiled(game, sel)
    least = 0 if v.args.get("upto") or hidden else n
    kind = "choose-hidden" if hidden else "choose-upto" if v.args.get("upto") else "choose-exactly"
    rule = str(game.book.cites.get(kind) or game.book.cites.get("choose", ""))
    into = f"chosen {v['choose']}"  # no key of an instruction, so that an answer never hides one
    if into not in v.answers:
        tell_choice(game, v, sel, wanted if least else 0, n)
    chosen = game.pick(v, into, seat, pool, least, n, rule, "ask.choose")
    if isinstance(chosen, Ask):
        return chosen
    name = v["choose"]
    if not hidden:
        return [put_vars(**{name: chosen})]
    return [put_vars(**{name: chosen, "veiled": (*v.get("veiled", ()), *chosen)})]


def tell_choice(game: View, v: Vars, sel: Any, wanted: int, n: int) -> None:
    """Fewer targets than asked for, none, or a test on an attribute that the rulebook defines."""
    if n < wanted:
        kind = "choose-fewer" if n else "choose-none"
        game.note("fewer" if n else "nothing", str(game.book.cites.get(kind, "")), n=n, wanted=wanted, verb="choose")
    tell_reads(game, sel)


def tell_reads(game: View, sel: Any) -> None:
    """Articles that say how a word of a selector is to be read."""
    if isinstance(sel, Mapping) and "under" in sel:
        game.note("reads", str(game.book.raw["pile"].get("other", "")), attr="under")
    if isinstance(sel, Mapping) and "type" in sel and not {"zone", "in", "under"} & set(sel):
        game.note("reads", str(game.book.cites.get("default-zone", "")), attr="zone")
    if isinstance(sel, Mapping) and veiled(game, sel):
        for zone in names(sel.get("zone", game.book.default_zone)):
            game.note("reads", str(game.book.zones[zone].get("search", "")), attr="zone")
    if isinstance(sel, Mapping) and "no_ability" in sel:
        game.note("reads", str(game.book.cites.get("no-ability", "")), attr="no_ability")
    for attr in tested(sel):
        rule = game.book.attributes[attr].get("read_rule")
        if rule:
            game.note("reads", str(rule), attr=attr)


def tested(sel: Any) -> list[str]:
    """The numbers that a selector tests."""
    return [*sel.get("min", {}), *sel.get("max", {})] if isinstance(sel, Mapping) else []


def veiled(game: View, sel: Any) -> bool:
    """Does the choice need information on cards of a hidden zone? Then finding none is always allowed."""
    if not isinstance(sel, Mapping) or "in" in sel:
        return False
    hidden = any(game.book.zones[zone]["seen"] != "all" for zone in names(sel.get("zone", game.book.default_zone)))
    return hidden and any(key not in INFORMATION for key in sel)


def choosable(game: View, v: Vars, card: Card) -> bool:
    """May the card be chosen by this ability?"""
    if "choose" not in game.table.watched:
        return True
    blocker = forbidden(game, event(v, "choose", card=card.object))
    if blocker is not None:
        game.note("not-choosable", blocker.ability.rule, card=card.id, ability=blocker.ability.id)
    return blocker is None


@words.verb("number")
def number(game: View, v: Vars) -> Outcome:
    """Choose a number: at least one unless only a maximum is given."""
    if "chosen" in v.answers:
        return [put_vars(**{v["number"]: v.answers["chosen"]})]
    most = game.number(v.args["max"], v) if "max" in v.args else -1
    least = game.number(v.args["min"], v) if "min" in v.args else 0 if most >= 0 else 1
    choices = tuple(Choice((str(n),), n) for n in range(least, most + 1)) if most >= 0 else ()
    rule = str(game.book.cites.get("upto" if most >= 0 else "number", ""))
    return Ask(v["me"], "number", rule, "chosen", choices, least, most, "ask.number")


@words.verb("options")
def options(game: View, v: Vars) -> Outcome:
    """Choose so many of several effects and the order in which they are carried out."""
    among = v["among"]
    if "options" not in v.answers:
        choices = tuple(Choice((one["name"],), one["name"]) for one in among)
        n = game.number(v.args["options"], v)
        rule = str(game.book.cites.get("options", ""))
        return Ask(v["me"], "order", rule, "options", choices, 0 if v.args.get("upto") else n, n, "ask.options")
    table = {one["name"]: one["do"] for one in among}
    return [do for name in v.answers["options"] for do in table[name]]


@words.verb("may")
def may(game: View, v: Vars) -> Outcome:
    """Carry out instructions if their master wishes and can."""
    name = v.args.get("as", "may")
    if not feasible(game, v["do"], v):
        game.note("cannot", v.get("rule", ""), seat=v["me"])
        return [put_vars(**{name: False})]
    if "may" not in v.answers:
        return ask_may(game, seats(game, v.args.get("by", "me"), v["me"])[0], v.get("rule", ""), "may", str(v["may"]))
    if not v.answers["may"]:
        return [put_vars(**{name: False})]
    return [put_vars(**{name: True}), *v["do"]]


def ask_may(game: View, seat: str, rule: str, into: str, what: str = "", also: str = "") -> Ask:
    """The question whether a player wishes to; `also` is a second article that it rests on."""
    choices = (Choice(("yes",), True), Choice(("no",), False))
    return Ask(seat, "may", rule, into, choices, prompt="ask.may", data={"what": what, "also": (also,) if also else ()})


@words.verb("repeat")
def repeat(game: View, v: Vars) -> Outcome:
    """Carry out instructions so many times."""
    return [do for _ in range(max(0, game.number(v["repeat"], v))) for do in v["do"]]


@words.verb("do")
def sequence(game: View, v: Vars) -> Outcome:
    """Carry out instructions, all under the condition of this one."""
    return list(v["do"])


# --- continuous effects --------------------------------------------------------------------------
@words.verb("lasting")
def lasting(game: View, v: Vars) -> Outcome:
    """Start a continuous effect: add, make, gain, lose, grant or blank, on cards, until a moment."""
    makes = v["makes"]
    value = v.args[makes]
    if makes == "add":
        value = game.number(value, v)
    if makes in ("grant", "blank"):
        value = tuple(v.args.get("abilities", ()))
    attr = v.args.get("attr", game.book.raw.get("default_attribute", "")) if makes not in ("grant", "blank") else makes
    of = v.args[makes] if makes == "blank" else v.args.get("of", "self")
    refs = game.refs(of, v)
    tell_reads(game, of)
    if not refs and not (isinstance(of, Mapping) and game.book.params.get("open-effects", True)):
        tell_nothing(game, v, of, makes)
        return None
    if "of" not in v.args and makes != "blank":
        game.note("default-target", str(game.book.cites.get("default-target", "")))
    if isinstance(value, list):
        value = tuple(value)
    until = v.args.get("until", "game")
    new = event(v, "gain", makes, v.args.get("rule", ""), to=refs, makes=makes, attr=attr, value=value, until=until)
    if isinstance(of, Mapping) and not {"in", "top", "bottom", "under", "is"} & set(of) and reaches_later(game):
        new["scope"] = {"zone": game.book.default_zone, "of": "me", **of}
    return [*blame(game, v, refs, attr, makes, value), events([new], v.args.get("as", ""))]


def reaches_later(game: View) -> bool:
    """Does a lasting effect on a set of cards reach those that enter later? A game that does not say: yes."""
    return bool(game.param("open-effects")) if "open-effects" in game.book.params else True


def blame(game: View, v: Vars, refs: Sequence[Ref], attr: str, makes: str, value: Any) -> list[Do]:
    """Remember which effect brought an attribute down to the threshold at which a rule acts on it."""
    bound = game.book.attributes.get(attr, {}).get("blame_at_most")
    if bound is None or makes not in ("add", "make"):
        return []
    batch = []
    for card in (game.card(ref) for ref in refs):
        have = game.value(card, attr) if card is not None else None
        if card is None or have is None or have <= bound:
            continue
        if (have + value if makes == "add" else value) <= bound:
            mark = {"by": v.get("self", ""), "ability": v.get("ability", ""), "who": v.get("me", "")}
            batch.append(event(v, "remember", key=f"blame:{card.object}:{attr}", value=mark))
    return [events(batch)] if batch else []


# --- what happens to actions, players and the game -----------------------------------------------
@words.verb("negate")
def negate(game: View, v: Vars) -> Outcome:
    """Negate what a window answers (``attack``, ``play``, ``ability``), or a link waiting in it."""
    what = v["negate"]
    rule = v.args.get("rule", "")
    if isinstance(what, str) and what in game.book.raw.get("undo", {}):
        return [Do(game.book.raw["undo"][what], {})]
    if what in ("$below", "$link"):
        entry = v.get("below") if what == "$below" else v.get("link")
        return [events([event(v, "negate", "negate", rule, entry=entry)])] if entry else None
    if isinstance(what, Mapping):
        return negate_link(game, v, what)
    procedures = names(game.book.raw.get("negatable", {}).get(what, ()))
    if not procedures:
        raise NotImplementedYet(f"negate {what!r}")
    frames = [frame.procedure for frame in game.game.agenda if frame.procedure in procedures]
    procedure = frames[-1] if frames else ""
    if not procedure:
        game.note("nothing", rule, verb="negate")
        return None
    frame = game.running(procedure)
    about = frame.vars.get(game.book.raw.get("negated_card", {}).get(what, ""), "") if frame is not None else ""
    extra = {"card": about} if about else {}
    return [events([event(v, "negate", "negate", rule, procedure=procedure, what=what, **extra)])]


def negate_link(game: View, v: Vars, what: Mapping[str, Any]) -> Outcome:
    """Negate so many links of the open window, chosen on resolution."""
    who = seats(game, what.get("of", "opponent"), v["me"])
    links = [one for one in game.game.waiting if one.status == "link" and one.master in who]
    if not links:
        game.note("nothing", v.get("rule", ""), verb="negate")
        return None
    if len(links) > 1 and "link" not in v.answers:
        choices = tuple(Choice((one.card,), one.id) for one in links)
        return Ask(v["me"], "pick", str(game.book.cites.get("choose", "")), "link", choices, 1, 1, "ask.choose")
    picked = v.answers["link"][0] if "link" in v.answers else links[0].id
    return [events([event(v, "negate", "negate", v.args.get("rule", ""), entry=picked)])]


@words.verb("aim")
def aim(game: View, v: Vars) -> Outcome:
    """Make a card the value of a running procedure, and tell those who wait for it."""
    procedure, _, name = v["aim"].partition(".")
    refs = game.refs(v["value"], v)
    if game.running(procedure) is None or not refs:
        return None
    rule = v.args.get("rule", "")
    card = game.card(refs[0])
    if card is None or card.on or card.place not in game.book.raw.get("aimed_zones", {}).get(v["aim"], (card.place,)):
        tell_nothing(game, v, v["value"], "aim")
        return None
    change = Do("put", {"procedure": procedure, "vars": {name: refs[0]}, "rule": rule})
    heard = game.book.raw.get("aimed", {}).get(v["aim"])
    return [change] if heard is None else [change, events([event(v, "signal", heard, rule, card=refs[0])])]


@words.verb("damage")
def damage(game: View, v: Vars) -> Outcome:
    """Inflict damage on a player; the whole can be replaced before, each part while it is taken."""
    spec = game.book.raw["damage"]
    seat = seats(game, v.args.get("of", "opponent"), v.get("me", ""))[0]
    n = game.number(v["damage"], v)
    if n <= 0:
        game.note("no-times", str(game.book.cites.get("no-times", "")), n=n, also=tuple(spec.get("times", ())))
        return None
    also = (str(spec.get("source", "")),)
    new = event(v, "announce", "damage", spec["rule"], seat=seat, n=n, procedure=spec["procedure"], also=also)
    return [events([new], v.args.get("as", ""))]


@words.verb("win")
def win(game: View, v: Vars) -> Outcome:
    """A player wins: the other one loses at once."""
    loser = seats(game, "opponent" if v["win"] == "me" else "me", v["me"])
    rule = str(game.book.cites.get("win", ""))
    return [events([event(v, "end-game", "defeat", rule, losers=loser, seat=loser[0], why="effect")])]


@words.verb("defeat")
def defeat(game: View, v: Vars) -> Outcome:
    """A player loses at once."""
    rule = str(game.book.cites.get("win", ""))
    losers = seats(game, v["defeat"], v["me"])
    return [events([event(v, "end-game", "defeat", rule, losers=losers, seat=losers[0], why="effect")])]


@words.verb("look")
def look(game: View, v: Vars) -> Outcome:
    """Look at cards of a hidden zone; with nothing to be done with them they are shuffled back."""
    cards = game.cards(v["look"], v)
    seat = v.get("me", "")
    rule = str(game.book.cites.get("look", ""))
    shown = events([event(v, "show", "look", rule, card=card.object, to=seat) for card in cards])
    if "into" in v.args:
        return [shown, put_vars(**{v["into"]: tuple(card.object for card in cards)})]
    if not cards:
        return None
    again = str(game.book.cites.get("look-back", ""))
    return [shown, Do("shuffle", {"shuffle": cards[0].place, "of": cards[0].seat, "rule": again})]


@words.verb("reveal")
def reveal(game: View, v: Vars) -> Outcome:
    """Show cards to both players."""
    rule = v.args.get("rule", str(game.book.cites.get("reveal", "")))
    return [events([event(v, "show", "reveal", rule, card=ref, to="each") for ref in game.refs(v["reveal"], v)])]


@words.verb("shuffle")
def shuffle(game: View, v: Vars) -> Outcome:
    """Shuffle a zone: chance says which known cards come to lie on top."""
    seat = seats(game, v.args.get("of", "me"), v.get("me", ""))[0]
    zone = v.args["shuffle"]
    rule = v.args.get("rule", str(game.book.cites.get("shuffle", "")))
    known = [card for card in game.zone(seat, zone) if game.known(card)]
    if known and "shuffle" not in v.answers:
        choices = tuple(Choice((card.id,), card.object) for card in known)
        return Ask("chance", "shuffle", rule, "shuffle", choices, 0, len(known), "ask.shuffle", {"zone": zone})
    order = tuple(v.answers.get("shuffle", ()))
    return [events([event(v, "shuffle", "shuffle", rule, zone=f"{seat}.{zone}", order=order, seat=seat)])]


@words.verb("signal")
def signal(game: View, v: Vars) -> Outcome:
    """Let a moment be heard."""
    return [events([event(v, "signal", v["signal"], v.args.get("rule", ""), seat=v.get("me", ""))])]


@words.verb("score")
def score(game: View, v: Vars) -> Outcome:
    """Change a player's score."""
    return [
        events([event(v, "score", v["score"], v.args.get("rule", ""), seat=seat, score=v["score"], n=game.number(v["n"], v))])
        for seat in seats(game, v.args.get("of", "me"), v.get("me", ""))
    ]


@words.verb("expire")
def expire(game: View, v: Vars) -> Outcome:
    """End what lasts until the moment named."""
    return [events([event(v, "expire", "expire", v.args.get("rule", ""), until=v["expire"])])]


@words.verb("rules")
def rules(game: View, v: Vars) -> Outcome:
    """Carry out every rule processing that is due, all at once, until none is left."""
    batch = list(due(game, v))
    if not batch:
        return None
    tried = tuple(sorted(f"{one['rule']}:{one.get('card')}" for one in batch))
    if tried == v.get("tried"):
        game.note("not-applicable", batch[0]["rule"], events=tried)
        return None
    game.note("processing", str(v.args["rules"]), n=len(batch))
    for one in batch:
        card = game.card(one.get("card", ""))
        if card is not None and watched(game, one):
            game.note("due", one["rule"], card=card.id, to=one["to"])
    return [events(batch), put_vars(tried=tried), Do("rules", {"rules": v.args["rules"]})]


def due(game: View, v: Vars) -> list[dict[str, Any]]:
    """The events that the state rules call for now."""
    found: list[dict[str, Any]] = []
    ctx = {"me": game.active}
    for row in game.book.state_rules:
        if row.function is not None:
            found.extend(row.function(game))
            continue
        cards = fitting(game, row, ctx)
        if not cards or not game.holds(row.when, ctx):
            continue
        for card in cards:
            found.append(state_event(game, row.rule, row.do["to"], card, row.blame))
            for reading in row.touches:
                game.touch(reading)
    return found


def fitting(game: View, row: StateRule, ctx: Mapping[str, Any]) -> tuple[Card, ...]:
    """The cards that a state rule looks for; nothing but a change can make them others."""
    memo = game.game.memo
    key = ("due", row.rule)
    if key not in memo:
        memo[key] = game.cards({"of": "any", **row.each}, ctx)
    found: tuple[Card, ...] = memo[key]
    return found


def state_event(game: View, rule: str, zone: str, card: Card, attr: str) -> dict[str, Any]:
    """The move that a state rule makes, laid to the effect that brought it about when one did."""
    cause = game.game.memory.get(f"blame:{card.object}:{attr}", {})
    lowering = lowered_by(game, card, attr) if attr and not cause else None
    if lowering is not None:
        cause = {"by": lowering[1].object, "ability": lowering[0].id, "who": lowering[1].seat}
    ctx = {"self": cause.get("by", ""), "ability": cause.get("ability", ""), "me": cause.get("who", "")}
    because = "effect" if cause else "rules"
    also = (str(game.book.cites.get("blamed", "")),) if cause else ()
    return move_event(game, {**ctx, "because": because}, card.object, zone, "move", rule, also=also)

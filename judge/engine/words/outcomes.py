"""Words about actions, players and the game: negate, damage, win, look, shuffle and the like; and effects
that use abilities of other cards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from judge.engine import trace
from judge.engine.flow.control import shuffles_back
from judge.engine.flow.feasibility import claim
from judge.engine.flow.triggers import NTH, TURN, entry, unusable
from judge.engine.kernel.book import Ability, Outcome
from judge.engine.kernel.event import Event
from judge.engine.kernel.instructions import event, events, events_as, name
from judge.engine.kernel.state import EMPTY, AppliedEvent, Card, Choice, Condition, Decision, Instruction
from judge.engine.kernel.variables import naming, own
from judge.engine.kernel.view import Vars, View
from judge.engine.language.shared import words
from judge.engine.language.traits import names
from judge.engine.language.values import seats
from judge.engine.language.walk import named_in
from judge.engine.words.targets import affected, bounded_times, tell_nothing
from judge.errors import NotImplementedYet
from judge.text.plain import Fields, Scope


# --- effects that use abilities of cards which wait for something else ---------------------------------
@words.word("trigger", "cards", without=("as", "rule"), stands=lambda tables: "use-autos" in tables["cites"])
def trigger(view: View, v: Vars) -> Outcome:
    """An effect uses the auto abilities of cards that work where these are: they become pending, whatever
    they listen to.
    """
    rule = str(view.book.cites["use-autos"])
    cards = view.cards(view.refs(v["trigger"], v), v)
    autos = [(card, ability) for card in cards for ability in view.borne(card) if ability.kind == "auto"]
    abilities = [
        (card, auto) for card, auto in autos if view.works(card, auto)
    ]  # elsewhere it is not in force
    if not abilities:
        view.note(trace.NO_AUTO, elsewhere=bool(autos))
    used = [(card, auto) for card, auto in abilities if not unusable(view, auto, card)]
    return [events([put_to_use(view, v, card, auto, rule) for card, auto in used])] if used else None


def put_to_use(view: View, v: Vars, card: Card, ability: Ability, rule: str) -> Event:
    """The event by which an effect makes a card's ability pending, without an event to refer to, unless the
    ability hears only of its own card. It belongs to the player whose effect uses it, or by a literal of the
    book to the card's player.
    """
    record = AppliedEvent("signal", "trigger", rule, card.id, card.object, card.seat, {}, None, None, None)
    heard = entry(view, ability, card, record, None)
    new: Event = {**heard, "rule": rule, "name": "pending", "status": "pending"}
    vars = {**new["vars"], "it": card.object if ability.id in view.table.of_itself else ""}
    if new["who"] == v["me"] or not view.param("users-master"):
        return {**new, "vars": vars}
    return {**new, "who": v["me"], "vars": {**vars, "me": v["me"]}, "seen": ("used-by",)}


@words.word("negate", "negated", event="heard")
def negate(view: View, v: Vars) -> Outcome:
    """Negates what a window answers (``attack``, ``play``, ``ability``), or a pending link of it."""
    what = v["negate"]
    if isinstance(what, Mapping):
        return negate_link(view, v, what)
    what = view.book.keyword(what) if isinstance(what, str) else what
    if what in view.book.tables["negated_with"]:
        return [Instruction(view.book.tables["negated_with"][what], {"as": v.args.get("as", "")})]
    if what in ("$below", "$link"):
        return negate_entry(view, v, v.get(what[1:]))
    return negate_running(view, v, what)


def negate_entry(view: View, v: Vars, entry: str | None) -> Outcome:
    """Negate one link of the open window, if there is one."""
    if not entry:
        return None
    link = next((wait for wait in view.game.waiting if wait.id == entry), None)
    named = {"card": link.source} if link is not None and view.same(link.source) else {}
    return [events_as(v, [event(v, "negate", "negate", v.args.get("rule", ""), entry=entry, **named)])]


def negate_running(view: View, v: Vars, what: str) -> Outcome:
    """Negates the running procedure of the kind that a word names."""
    rule, procedures = v.args.get("rule", ""), names(view.book.tables["negatable"].get(what, ()))
    if not procedures:
        raise NotImplementedYet(f"negate {what!r}")
    frames = [frame for frame in view.game.agenda if frame.procedure in procedures]
    if not frames:
        view.note(trace.NOTHING, rule, verb="negate")
        return None
    about = frames[-1].vars.get(view.book.tables["negated_card"].get(what, ""), "")
    if about and not affected(view, v, [about]):
        return None
    named = {"procedure": frames[-1].procedure, "what": what, **({"card": about} if about else {})}
    name = str(view.book.tables["negated_as"].get(what, "negate"))
    return [events_as(v, [event(v, "negate", name, rule, **named)])]


def negate_link(view: View, v: Vars, what: Fields) -> Outcome:
    """Negate one link of the open window; a player chooses it on resolution if there are several."""
    who = seats(view, what.get("of", "opponent"), v["me"])
    links = [wait for wait in view.game.waiting if wait.status == "link" and wait.master in who]
    if not links:
        view.note(trace.NOTHING, v.get("rule", ""), verb="negate")
        return None
    if len(links) > 1 and "link" not in v.answers:
        choices = tuple(Choice((link.card,), link.id) for link in links)
        rule = str(view.book.cites.get("choose", ""))
        return Decision(v["me"], "pick", rule, "link", choices, 1, 1, "ask.choose")
    picked = v.answers["link"][0] if "link" in v.answers else links[0].id
    return [events_as(v, [event(v, "negate", "negate", v.args.get("rule", ""), entry=picked)])]


def aiming(word: str, args: dict[str, object]) -> Instruction:
    """The instruction that `set` stands for; frames have a `set` of their own."""
    return Instruction("aim", {**args, "aim": args[word]})


@words.word("set", "aimed", {"value": "cards"}, ("value",), ("as",), made=aiming)
@words.verb("aim", inner=True)
def aim(view: View, v: Vars) -> Outcome:
    """Make a card the value of a variable of a running procedure, and signal that to abilities."""
    procedure, _, name = v["aim"].partition(".")
    refs = view.refs(v["value"], v)
    if view.running(procedure) is None or not refs:
        return None
    rule, card = v.args.get("rule", ""), view.card(refs[0])
    zones = view.book.tables["aimed_zones"].get(v["aim"])
    if card is None or card.on or (zones is not None and card.place not in zones):
        tell_nothing(view, v, v["value"], "aim")
        return None
    change = Instruction("put", {"procedure": procedure, "vars": {name: refs[0]}, "rule": rule})
    heard = view.book.tables["aimed"].get(v["aim"])
    return [change] if heard is None else [change, events([event(v, "signal", heard, rule, card=refs[0])])]


@words.word(
    "damage",
    "amount",
    {"of": "seat"},
    stands=lambda tables: "damage" in tables,
    event="heard",
    parts=("n",),
)
def damage(view: View, v: Vars) -> Outcome:
    """Deal damage to players; all of it can be replaced before, and each single damage while it is taken."""
    spec = view.book.tables["damage"]
    n = view.number(v["damage"], v)
    if n <= 0:
        view.note(trace.NO_TIMES, n=n, verb="damage")
        return None
    n = bounded_times(n)
    rule = str(v.args.get("rule") or spec["rule"])
    who = seats(view, v.args.get("of", "opponent"), v.get("me", ""))
    dealt = {"n": n, "procedure": spec["procedure"]}
    return [events_as(v, [event(v, "announce", "damage", rule, seat=seat, **dealt) for seat in who])]


@words.word("unread", "text", without=("as", "rule"))
def unread(view: View, v: Vars) -> Outcome:
    """Stop: what happens here is printed in words that nobody has read. Raises NotImplementedYet."""
    card = view.card(v.get("self", ""))
    raise NotImplementedYet(
        f"what the text of {card.id if card is not None else 'a card'} does: {v['unread']}"
    )


@words.word("win", "one-seat", without=("as",))
def win(view: View, v: Vars) -> Outcome:
    """A player wins: the other one loses at once."""
    losers = seats(view, "opponent" if v["win"] == "me" else "me", v["me"])
    win_rule = str(view.book.cites.get("win", ""))
    return [lost(v, losers, str(v.args.get("rule", win_rule)))]


@words.word("defeat", "seat", without=("as",), event="heard", parts=())
def defeat(view: View, v: Vars) -> Outcome:
    """A player loses at once."""
    rule = str(v.args.get("rule") or view.book.cites.get("win", ""))
    return [lost(v, seats(view, v["defeat"], v["me"]), rule)]


def lost(v: Vars, losers: Sequence[str], rule: str, **more: object) -> Instruction:
    """The instruction that ends the game by an effect."""
    fields = {"losers": losers, "seat": losers[0], "why": "effect", **more}
    return events([event(v, "end-game", "defeat", rule, **fields)])


@words.word("look", "cards", {"into": "name"}, without=("as",), event="heard")
def look(view: View, v: Vars) -> Outcome:
    """Look at cards of a hidden zone. Where the text does nothing with them and the book says so, those that
    nobody else sees are shuffled back once all is done.
    """
    cards = view.cards(v["look"], v)
    seat = v.get("me", "")
    rule = str(v.args.get("rule") or view.book.cites.get("look", ""))
    shown = events([event(v, "show", "look", rule, card=card.object, to=seat) for card in cards])
    if "into" in v.args:
        return [shown, name(v["into"], tuple(card.object for card in cards))]
    return [shown, *looked(view, cards)] if cards else None


def looked(view: View, cards: Sequence[Card]) -> list[Instruction]:
    """The instructions that note hidden zones as looked through, where the book shuffles them back."""
    rule = str(view.book.cites.get("look-back", ""))
    unseen = [card for card in cards if view.book.zones[card.place]["seen"] == "none"] if rule else []
    zones = dict.fromkeys((card.place, card.seat) for card in unseen)
    return [Instruction("looked", {"zone": zone, "of": seat, "rule": rule}) for zone, seat in zones]


@words.word("reveal", "cards", event="heard")
def reveal(view: View, v: Vars) -> Outcome:
    """Show cards to both players."""
    rule = v.args.get("rule", str(view.book.cites.get("reveal", "")))
    refs = view.refs(v["reveal"], v)
    return [events_as(v, [event(v, "show", "reveal", rule, card=ref, to="each") for ref in refs])]


@words.word("reveal-until", "selector", {"into": "name"}, ("into",), ("as",))
def reveal_until(view: View, v: Vars) -> Outcome:
    """Reveals the cards of a zone one by one until one fits, and stores that card under a name."""
    sel = v["reveal-until"]
    rule = str(v.args.get("rule") or view.book.cites.get("reveal", ""))
    pile = view.cards({key: sel[key] for key in ("zone", "of") if key in sel}, v)
    fitting = view.cards(sel, v)[:1]
    seen = pile[: pile.index(fitting[0]) + 1] if fitting else pile
    shown = [events([event(v, "show", "reveal", rule, card=card.object, to="each")]) for card in seen]
    return [*shown, name(v["into"], tuple(card.object for card in fitting))]


@words.word("coin", "name", without=("as",))
def coin(view: View, v: Vars) -> Outcome:
    """Toss a coin: chance says heads or tails; what is stored holds for heads."""
    if "tossed" not in v.answers:
        choices = (Choice(("heads",), True), Choice(("tails",), False))
        rule = str(v.args.get("rule") or view.book.cites.get("coin", ""))
        return Decision("chance", "chance", rule, "tossed", choices, prompt="ask.coin")
    return [name(v["coin"], v.answers["tossed"])]


@words.word("die", "name", without=("as",))
def die(view: View, v: Vars) -> Outcome:
    """Roll a die of six sides: chance says the number."""
    if "rolled" not in v.answers:
        choices = tuple(Choice((str(n),), n) for n in range(1, 7))
        rule = str(v.args.get("rule") or view.book.cites.get("die", ""))
        return Decision("chance", "chance", rule, "rolled", choices, prompt="ask.die")
    return [name(v["die"], v.answers["rolled"])]


@words.word("shuffle", "zone", {"of": "seat"})
def shuffle(view: View, v: Vars) -> Outcome:
    """Shuffle a zone: chance says which known cards come to lie on top."""
    seat, *others = seats(view, v.args.get("of", "me"), v.get("me", ""))
    if others:
        return [Instruction("shuffle", {**v.args, "of": other}) for other in (seat, *others)]
    zone = v.args["shuffle"]
    rule = v.args.get("rule", str(view.book.cites.get("shuffle", "")))
    known = [card for card in view.zone(seat, zone) if view.known(card)]
    if known and "shuffle" not in v.answers:
        choices, most = tuple(Choice((card.id,), card.object) for card in known), len(known)
        return Decision("chance", "shuffle", rule, "shuffle", choices, 0, most, "ask.shuffle", {"zone": zone})
    order = tuple(v.answers.get("shuffle", ()))
    shuffled = event(v, "shuffle", "shuffle", rule, zone=f"{seat}.{zone}", order=order, seat=seat)
    due = any(shuffles_back(instruction, zone, seat) for instruction in view.game.agenda[-1].queue[1:])
    return [events_as(v, [shuffled]), *([Instruction("settled", {"zone": zone, "of": seat})] if due else ())]


@words.word("signal", "text", without=("as",))
def signal(view: View, v: Vars) -> Outcome:
    """Send a signal that abilities may hear."""
    return [events([event(v, "signal", v["signal"], v.args.get("rule", ""), seat=v.get("me", ""))])]


@words.word("later", "moment", {"do": "instructions", "n": "count", "turn": "one-seat"}, ("do",), ("as",))
def later(view: View, v: Vars) -> Outcome:
    """Leave instructions to be carried out at a moment that a procedure names, once: the next time it comes,
    or the nth, in any turn or in those of one player.
    """
    card = view.card(v.get("self", ""))
    kept = {key: v[key] for key in ("me", "self", "it", "rule") if key in v}
    kept |= {"moment": v["later"], "do": v["do"], **counted(view, v)}
    kept |= spoken_of(view, v, dict.fromkeys(named_in(v["do"])))
    holder, rule = card.id if card else "", str(v.get("rule") or "")
    return [events([event(v, "wait", "later", rule, holder=holder, status="later", vars=kept)])]


def spoken_of(view: View, v: Vars, words: Collection[str]) -> dict[str, object]:
    """The values of the variables and words in the instructions, kept for when they are carried out."""
    named = {word: value for word, value in own(v).items() if word in words}
    kept = {word: v[word] for word in words if word not in named and word in v and word in view.book.reads}
    return naming(kept, named) if named else kept


def counted(view: View, v: Vars) -> dict[str, object]:
    """The player in whose turns a moment counts, and which occurrence is meant."""
    turn = {TURN: seats(view, v.args["turn"], v["me"])[0]} if "turn" in v.args else {}
    return {**turn, **({NTH: v.args["n"]} if v.args.get("n", 1) > 1 else {})}


def can_score(view: View, args: Fields, ctx: Scope, needs: dict[str, int]) -> Condition:
    """Checks that each player who pays with a score has enough of it."""
    row, score = view.book.tables["score_word"].get(args.get("named", ""), EMPTY), args["score"]
    n = view.number(args["n"], ctx) * row.get("sign", 1)
    of = str(args.get("of", row.get("of", "me")))
    have = min(view.game.scores.get(f"{seat}.{score}", 0) for seat in view.seats(of, ctx.get("me", "")))
    need = claim(needs, f"score:{score}:{of}", max(0, -n))
    spare = int(0 < need == have and "pay-to-zero" in view.book.params and not view.param("pay-to-zero"))
    ok = have >= need + spare or not row.get("paid")
    return Condition("", ok, "cost.score", {"need": need, "have": have, "score": score})


@words.verb("score", inner=True, possible=can_score)
def score(view: View, v: Vars) -> Outcome:
    """Changes a score of all named players at once; a word of the rulebook may say which way and whose."""
    name = str(v.args.get("named") or v["score"])
    row = view.book.tables["score_word"].get(name, EMPTY)
    n = view.number(v["n"], v)
    if isinstance(v["n"], Mapping) and "original" in v["n"]:
        view.note(trace.READS, str(view.book.cites.get("original", "")), attr=v["n"]["original"])
    sets = row.get("sets", False)
    if row and n <= 0 and not sets:
        view.note(trace.NO_TIMES, n=n)
        return None
    who = scoring(view, v, row, n)
    if not who:
        return None
    cost = v.get("rule") if v.get("because") == "cost" else ""
    rule, sign = str(v.args.get("rule") or cost or row.get("rule", "")), row.get("sign", 1)
    amounts = [becoming(view, seat, v["score"], n) if sets else (n, sign) for seat in who]
    batch = [
        event(v, "score", name, rule, seat=seat, score=v["score"], n=by, sign=way)
        for seat, (by, way) in zip(who, amounts, strict=True)
    ]
    return [events_as(v, batch)]


def becoming(view: View, seat: str, score: str, n: int) -> tuple[int, int]:
    """The amount and the direction by which a score changes to become a given number."""
    more = n - view.game.scores.get(f"{seat}.{score}", 0)
    return abs(more), 1 if more >= 0 else -1


def scoring(view: View, v: Vars, row: Mapping[str, object], n: int) -> list[str]:
    """The players whose score changes; not those who would have to pay more than they have."""
    who = seats(view, v.args.get("of", row.get("of", "me")), v.get("me", ""))
    poor = [seat for seat in who if row.get("paid") and view.game.scores.get(f"{seat}.{v['score']}", 0) < n]
    for seat in poor:
        view.note(trace.CANNOT, str(row.get("rule", "")), seat=seat)
    return [seat for seat in who if seat not in poor]


@words.word("expire", "span", without=("as",))
def expire(view: View, v: Vars) -> Outcome:
    """End the effects that last until the named moment."""
    return [events([event(v, "expire", "expire", v.args.get("rule", ""), until=v["expire"])])]

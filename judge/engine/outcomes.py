"""Words about actions, players and the game: negate, damage, win, look, shuffle and the like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.engine.book import Outcome
from judge.engine.control import shuffles_back
from judge.engine.nested import named_in
from judge.engine.proposals import event, events, put_vars
from judge.engine.traits import names
from judge.engine.values import seats
from judge.engine.view import Vars, View
from judge.engine.vocabulary import affected, tell_nothing, words
from judge.errors import NotImplementedYet
from judge.state import EMPTY, Ask, Card, Choice, Do


@words.verb("negate")
def negate(game: View, v: Vars) -> Outcome:
    """Negate what a window answers (``attack``, ``play``, ``ability``), or a link waiting in it."""
    what = v["negate"]
    what = game.book.keyword(what) if isinstance(what, str) else what
    rule = v.args.get("rule", "")
    if isinstance(what, str) and what in game.book.tables["undo"]:
        return [Do(game.book.tables["undo"][what], {"as": v.args.get("as", "")})]
    if what in ("$below", "$link"):
        entry = v.get("below") if what == "$below" else v.get("link")
        link = next((one for one in game.game.waiting if one.id == entry), None)
        named = {"card": link.source} if link is not None and game.same(link.source) else {}
        return (
            [events([event(v, "negate", "negate", rule, entry=entry, **named)], v.args.get("as", ""))]
            if entry
            else None
        )
    if isinstance(what, Mapping):
        return negate_link(game, v, what)
    procedures = names(game.book.tables["negatable"].get(what, ()))
    if not procedures:
        raise NotImplementedYet(f"negate {what!r}")
    frames = [frame.procedure for frame in game.game.agenda if frame.procedure in procedures]
    procedure = frames[-1] if frames else ""
    if not procedure:
        game.note("nothing", rule or str(game.book.cites.get("nothing", "")), verb="negate")
        return None
    frame = game.running(procedure)
    about = frame.vars.get(game.book.tables["negated_card"].get(what, ""), "") if frame is not None else ""
    if about and not affected(game, v, [about]):
        return None
    extra = {"card": about} if about else {}
    name = str(game.book.tables["negated_as"].get(what, "negate"))
    return [
        events(
            [event(v, "negate", name, rule, procedure=procedure, what=what, **extra)], v.args.get("as", "")
        )
    ]


def negate_link(game: View, v: Vars, what: Mapping[str, Any]) -> Outcome:
    """Negate so many links of the open window, chosen on resolution."""
    who = seats(game, what.get("of", "opponent"), v["me"])
    links = [one for one in game.game.waiting if one.status == "link" and one.master in who]
    if not links:
        game.note("nothing", v.get("rule", ""), verb="negate")
        return None
    if len(links) > 1 and "link" not in v.answers:
        choices = tuple(Choice((one.card,), one.id) for one in links)
        return Ask(
            v["me"], "pick", str(game.book.cites.get("choose", "")), "link", choices, 1, 1, "ask.choose"
        )
    picked = v.answers["link"][0] if "link" in v.answers else links[0].id
    return [
        events([event(v, "negate", "negate", v.args.get("rule", ""), entry=picked)], v.args.get("as", ""))
    ]


@words.verb("aim")
def aim(game: View, v: Vars) -> Outcome:
    """Make a card the value of a running procedure, and tell those who wait for it."""
    procedure, _, name = v["aim"].partition(".")
    refs = game.refs(v["value"], v)
    if game.running(procedure) is None or not refs:
        return None
    rule = v.args.get("rule", "")
    card = game.card(refs[0])
    if (
        card is None
        or card.on
        or card.place not in game.book.tables["aimed_zones"].get(v["aim"], (card.place,))
    ):
        tell_nothing(game, v, v["value"], "aim")
        return None
    change = Do("put", {"procedure": procedure, "vars": {name: refs[0]}, "rule": rule})
    heard = game.book.tables["aimed"].get(v["aim"])
    return [change] if heard is None else [change, events([event(v, "signal", heard, rule, card=refs[0])])]


@words.verb("damage")
def damage(game: View, v: Vars) -> Outcome:
    """Inflict damage on players; the whole can be replaced before, each part while it is taken."""
    spec = game.book.tables["damage"]
    n = game.number(v["damage"], v)
    if n <= 0:
        game.note(
            "no-times", str(game.book.cites.get("no-times", "")), n=n, also=tuple(spec.get("times", ()))
        )
        return None
    also = (str(spec.get("source", "")),)
    who = seats(game, v.args.get("of", "opponent"), v.get("me", ""))
    batch = [
        event(
            v,
            "announce",
            "damage",
            str(v.args.get("rule") or spec["rule"]),
            seat=seat,
            n=n,
            procedure=spec["procedure"],
            also=also,
        )
        for seat in who
    ]
    return [events(batch, v.args.get("as", ""))]


@words.verb("win")
def win(game: View, v: Vars) -> Outcome:
    """A player wins: the other one loses at once."""
    loser = seats(game, "opponent" if v["win"] == "me" else "me", v["me"])
    win_rule = str(game.book.cites.get("win", ""))
    rule = str(v.args.get("rule", win_rule))
    return [
        events(
            [
                event(
                    v, "end-game", "defeat", rule, losers=loser, seat=loser[0], why="effect", also=(win_rule,)
                )
            ]
        )
    ]


@words.verb("defeat")
def defeat(game: View, v: Vars) -> Outcome:
    """A player loses at once."""
    rule = str(v.args.get("rule") or game.book.cites.get("win", ""))
    losers = seats(game, v["defeat"], v["me"])
    return [events([event(v, "end-game", "defeat", rule, losers=losers, seat=losers[0], why="effect")])]


@words.verb("look")
def look(game: View, v: Vars) -> Outcome:
    """Look at cards of a hidden zone; with nothing to be done with them,
    those that nobody sees otherwise are shuffled back, where the book says so, once all is done.
    """
    cards = game.cards(v["look"], v)
    seat = v.get("me", "")
    rule = str(v.args.get("rule") or game.book.cites.get("look", ""))
    shown = events(
        [
            event(v, "show", "look", rule, card=card.object, to=seat, also=sight_rules(game, card, seat))
            for card in cards
        ]
    )
    if "into" in v.args:
        return [shown, put_vars(**{v["into"]: tuple(card.object for card in cards)})]
    if not cards:
        return None
    again = str(game.book.cites.get("look-back", ""))
    unseen = [card for card in cards if game.book.zones[card.place]["seen"] == "none"] if again else []
    return [
        shown,
        *(
            Do("looked", {"zone": zone, "of": seat, "rule": again})
            for zone, seat in dict.fromkeys((card.place, card.seat) for card in unseen)
        ),
    ]


def sight_rules(game: View, card: Card, seat: str) -> tuple[str, ...]:
    """The articles on who may otherwise see the cards of a card's zone."""
    spec = game.book.zones[card.place]
    return (str(spec.get("seen_rule", "")), str(spec.get("unseen_rule", "") if card.seat != seat else ""))


@words.verb("reveal")
def reveal(game: View, v: Vars) -> Outcome:
    """Show cards to both players."""
    rule = v.args.get("rule", str(game.book.cites.get("reveal", "")))
    return [
        events(
            [event(v, "show", "reveal", rule, card=ref, to="each") for ref in game.refs(v["reveal"], v)],
            v.args.get("as", ""),
        )
    ]


@words.verb("coin")
def coin(game: View, v: Vars) -> Outcome:
    """Toss a coin: chance says heads or tails; what is stored holds for heads."""
    if "tossed" not in v.answers:
        choices = (Choice(("heads",), True), Choice(("tails",), False))
        return Ask(
            "chance",
            "chance",
            str(v.args.get("rule") or game.book.cites.get("coin", "")),
            "tossed",
            choices,
            prompt="ask.coin",
        )
    return [put_vars(**{v["coin"]: v.answers["tossed"]})]


@words.verb("die")
def die(game: View, v: Vars) -> Outcome:
    """Roll a die of six sides: chance says the number."""
    if "rolled" not in v.answers:
        choices = tuple(Choice((str(n),), n) for n in range(1, 7))
        return Ask(
            "chance",
            "chance",
            str(v.args.get("rule") or game.book.cites.get("die", "")),
            "rolled",
            choices,
            prompt="ask.die",
        )
    return [put_vars(**{v["die"]: v.answers["rolled"]})]


@words.verb("shuffle")
def shuffle(game: View, v: Vars) -> Outcome:
    """Shuffle a zone: chance says which known cards come to lie on top."""
    seat, *others = seats(game, v.args.get("of", "me"), v.get("me", ""))
    if others:
        return [Do("shuffle", {**v.args, "of": one}) for one in (seat, *others)]
    zone = v.args["shuffle"]
    rule = v.args.get("rule", str(game.book.cites.get("shuffle", "")))
    known = [card for card in game.zone(seat, zone) if game.known(card)]
    if known and "shuffle" not in v.answers:
        choices = tuple(Choice((card.id,), card.object) for card in known)
        return Ask(
            "chance", "shuffle", rule, "shuffle", choices, 0, len(known), "ask.shuffle", {"zone": zone}
        )
    order = tuple(v.answers.get("shuffle", ()))
    done = events(
        [event(v, "shuffle", "shuffle", rule, zone=f"{seat}.{zone}", order=order, seat=seat)],
        v.args.get("as", ""),
    )
    due = any(shuffles_back(one, zone, seat) for one in game.game.agenda[-1].queue[1:])
    return [done, Do("settled", {"zone": zone, "of": seat})] if due else [done]


@words.verb("signal")
def signal(game: View, v: Vars) -> Outcome:
    """Let a moment be heard."""
    return [events([event(v, "signal", v["signal"], v.args.get("rule", ""), seat=v.get("me", ""))])]


@words.verb("later")
def later(game: View, v: Vars) -> Outcome:
    """Leave instructions to be carried out at a moment that a procedure names, once."""
    card = game.card(v.get("self", ""))
    kept = {key: v[key] for key in ("me", "self", "it", "rule") if key in v}
    kept |= {
        "moment": v["later"],
        "do": v["do"],
        **{name: v[name] for name in named_in(v["do"]) if name in v},
    }
    new = event(
        v,
        "wait",
        "later",
        str(v.get("rule") or ""),
        holder=card.id if card else "",
        status="later",
        vars=kept,
    )
    return [events([new])]


@words.verb("score")
def score(game: View, v: Vars) -> Outcome:
    """Change scores, of all players named at once; a word of the rulebook may say which way and whose."""
    name = str(v.args.get("named") or v["score"])
    row = game.book.tables["score_word"].get(name, EMPTY)
    n = game.number(v["n"], v)
    if isinstance(v["n"], Mapping) and "original" in v["n"]:
        game.note("reads", str(game.book.cites.get("original", "")), attr=v["n"]["original"])
    if row and n <= 0:
        game.note("no-times", str(game.book.cites.get("no-times", "")), n=n)
        return None
    rule = v.args.get("rule") or (v.get("rule") if v.get("because") == "cost" else "") or row.get("rule", "")
    who = seats(game, v.args.get("of", row.get("of", "me")), v.get("me", ""))
    poor = [seat for seat in who if row.get("paid") and game.game.scores.get(f"{seat}.{v['score']}", 0) < n]
    for seat in poor:
        game.note("cannot", str(row.get("rule", "")), seat=seat)
    who = tuple(seat for seat in who if seat not in poor)
    if not who:
        return None
    sign = row.get("sign", 1)
    return [
        events(
            [event(v, "score", name, str(rule), seat=seat, score=v["score"], n=n, sign=sign) for seat in who],
            v.args.get("as", ""),
        )
    ]


@words.verb("expire")
def expire(game: View, v: Vars) -> Outcome:
    """End what lasts until the moment named."""
    return [events([event(v, "expire", "expire", v.args.get("rule", ""), until=v["expire"])])]

"""Quick effects that have to be activated: they answer a link before any player is asked (effect.quick)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.engine.effects.sources import by_print
from judge.engine.kernel.book import Outcome
from judge.engine.kernel.proposals import AGAIN, call
from judge.engine.kernel.state import SEATS, Do, Option, opponent
from judge.engine.kernel.view import Vars, View
from judge.games.ygo.activation import candidates, option
from judge.games.ygo.chain import last_link
from judge.games.ygo.registry import rules

RESPONSE = "window:response"


@rules.offer("obliged", "effect.quick", obliging=True, spoken="activate")
def obliged(view: View, v: Vars, seat: str) -> Iterator[Option]:
    """The seat's quick effects that have to answer the last link, if they can."""
    chain = Vars({**v.vars, "mode": "chain", "depth": v.get("chain") or v["depth"]}, v.args, v.answers)
    if last_link(view, chain["depth"]) is None:
        return
    for one in candidates(view, seat):
        if one.ability is not None and one.ability.data.get("must"):
            yield option(view, chain, one)._replace(must=True)


@rules.step("mandatory-answers")
def mandatory_answers(view: View, v: Vars) -> Outcome:
    """Quick effects that have to answer the newest link do so, the turn player's first; each is answered in
    its turn. While links are still built at the same time, or by one of these answers, they wait.
    """
    if not by_print(
        view, ("must",), lambda: any(one.data.get("must") for one in view.table.abilities.values())
    ):
        return None
    of_chain = view.game.agenda[-1].procedure == "chain"
    if not of_chain and view.game.agenda[-2].procedure != RESPONSE:
        return None
    depth = len(view.game.agenda) + 1 if of_chain else v["window"]
    ahead = Vars({**v.vars, "chain": depth, "depth": depth}, v.args, {})
    if any(one.legal for seat in SEATS for one in obliged(view, ahead, seat)):
        return [call("window:mandatory", chain=depth), AGAIN]
    newest = last_link(view, depth)
    if of_chain or newest is None or newest.master == v["me"]:
        return None
    return [Do("put", {"procedure": RESPONSE, "vars": {"seat": opponent(newest.master)}})]

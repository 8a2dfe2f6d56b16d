"""A moment that has passed is told by what was missed and what came after it, wherever it is told."""

from __future__ import annotations

from collections.abc import Iterator

from bench import FIXTURES, name_of
from judge.engine import trace
from judge.engine.kernel.state import Condition
from judge.fixture.load import load_fixture
from judge.play.moments import offer_aside
from judge.play.ruling import bare
from judge.play.run import Run
from judge.rulebook.load import load_rulebook
from judge.rulebook.shelf import rulebooks_folder
from judge.speech.catalogue import phrases
from judge.speech.sentences import Teller

MISSED = [one for one in sorted((FIXTURES / "ygo/tournament").glob("*.toml")) if "sanctioned" in one.name]


class HiddenCall(Run):
    """A run that hears at each line what the other player could do and why not."""

    def settle_claims(self, final: bool = False) -> None:
        """Before each line."""
        seat = "B" if self.game.ask is not None and self.game.ask.seat == "A" else "A"
        found = offer_aside(self.since, seat)
        self.heard = [*getattr(self, "heard", ()), *((*found.refused,) if found is not None else ())]
        super().settle_claims(final)


def conditions(name: str) -> Iterator[tuple[str, Condition, Teller]]:
    """Every condition of a run, by how its option is told of: in an offer, while it has to wait, or aside."""
    run = HiddenCall(load_fixture(FIXTURES / f"{name}.toml"))
    run.play_out()
    assert run.tracer is not None
    teller = Teller(bare(run.fixture, run.game, run.tracer.entries, run.acts))
    for entry in run.tracer.entries:
        for option in entry.data.get("refused", ()) if entry.kind in (trace.OFFER, trace.LOCKED) else ():
            yield from ((entry.kind.name, cond, teller) for cond in option.conds)
    yield from (("aside", cond, teller) for option in run.heard for cond in option.conds)


def test_it_is_told_everywhere_what_was_missed() -> None:
    """Of each effect that says "when", in every ruling of sanctioned play: no words of the engine's, and
    never only that something happened.
    """
    told: dict[str, set[str]] = {}
    for path in MISSED:
        for kind, cond, teller in conditions(name_of(path)):
            if cond.message_key == "lost-timing" and not cond.ok:
                told.setdefault(kind, set()).add(teller.cond(cond))
    assert told.keys() == {"offer", "locked", "aside"}
    sentences = {text for texts in told.values() for text in texts}
    assert "its moment has passed: squire was Sacrificed, then lord was Normal Summoned" in sentences
    assert [one for one in sentences if "something else" in one or "there was" in one] == []
    assert "its moment has passed: a monster was Summoned, then elf was banished" in sentences
    assert [one for one in sentences if ":  " in one or ",  " in one] == []


def test_every_change_of_the_game_has_its_clause() -> None:
    """Moves, states and scores by the names that the rulebook gives them."""
    book, words = load_rulebook("ygo"), phrases(str(rulebooks_folder() / "ygo"), "en")["past"]
    names = (*book.tables["move"], *book.tables["mark_word"], *book.tables["score_word"])
    assert [one for one in names if one not in words] == []

"""What was walked through as a fixture: the board as it was set up, and the script up to there."""

from __future__ import annotations

from judge.play.ruling import bare
from judge.render.found import OF_ITS_SCRIPT, printable, taken_readings, with_cards_whole
from judge.render.pause import pause_text
from judge.stepping.session import Session
from judge.text.plain import Plain

NOT_KEPT = (*OF_ITS_SCRIPT, "until", "ask")  # what the fixture says of its own script, and of its end


def stepped_text(session: Session) -> str:
    """The fixture with the script up to the moment that is looked at. Played, it goes on from there to the
    next decision, or to where control is back at its step.
    """
    import tomli_w

    return f"{head(session)}\n{tomli_w.dumps(data_of(session))}"


def position_text(session: Session) -> str:
    """The very position that is looked at, as a saved pause."""
    return pause_text(bare(session.fixture, session.game))


def head(session: Session) -> str:
    """What the file is."""
    fixture = session.fixture
    lines = [f"Played from {fixture.file} with `judge step`."]
    if fixture.book.overlays:
        lines.append(f"It was played with --overlay {' --overlay '.join(fixture.book.overlays)}.")
    lines.append("Title, articles and facts are to be written from the rulebook.")
    return "".join(f"# {printable(line)}\n" for line in lines)


def data_of(session: Session) -> dict[str, Plain]:
    """The keys of the file."""
    fixture = session.fixture
    kept = {key: value for key, value in fixture.source.data.items() if key not in NOT_KEPT}
    data: dict[str, Plain] = {**kept, "game": fixture.book.id}
    data["script"] = [line.text for line in session.script]
    readings = taken_readings(fixture)
    if readings:
        data["readings"] = readings
    return {**data, **with_cards_whole(fixture)}

"""The past of a fixture: effects under way, uses already spent, and what happened earlier in the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.board.position import Path, Position
from judge.engine.flow.changes import VERBS
from judge.engine.flow.snapshots import came_key
from judge.engine.kernel.book import BLANKING, CHANGES, VALUELESS
from judge.engine.kernel.state import EMPTY, Card, Effect
from judge.engine.kernel.view import Vars
from judge.engine.language.limits import last_until, limit, shared_key, use_key, uses
from judge.engine.words.abilities import given_abilities
from judge.errors import Problem, nearest
from judge.grammar.cards import CardChecker
from judge.grammar.printed import check_made
from judge.text.plain import Fields, Json
from judge.text.toml_text import show


def deeds(position: Position, words: object, path: Path) -> Iterator[str]:
    """The memory keys of what a card or a player did earlier in the turn."""
    known = position.book.tables["did"]
    for word in words if isinstance(words, list) else [words]:
        if isinstance(word, str) and word in known:
            yield from (word, *known[word].get("brings", ()))  # written of a board, it says these as well
        else:
            message, hint = f"nothing is remembered of a turn as {show(word)}", nearest(str(word), known)
            position.problem(path, message, expected=", ".join(known), found=str(word), hint=hint)


def arrive(position: Position, card: Card, value: Json, path: Path) -> None:
    """Records how a card came to lie where it lies, before the fixture starts."""
    book, arrival = position.book, {"way": value} if isinstance(value, str) else value
    checker, takes = (
        CardChecker(book, position.source, {}),
        {"way": "one-way", "from": "zone", "because": "reasons"},
    )
    wrong = list(checker.keys([*path], arrival, takes, "how the card came", ("way",)))
    position.problems.extend(wrong)
    if wrong:
        return
    word, origin = arrival["way"], str(arrival.get("from", ""))
    ways = (word,) if book.happenings.get(word, EMPTY).get("way") else ()
    base = book.happenings[word]["names"][0] if ways else word
    verb = "move" if base in book.moves else base if base in VERBS else "mark"
    names = (*book.names_of(base, verb, origin, card.place), *ways)
    args = {"because": str(arrival.get("because", ""))}
    entry = {"names": names, "card": card.id, "from": origin, "to": card.place, "args": args, "others": {}}
    position.game.memory[came_key(card.object)] = entry


def check_effect(position: Position, makes: str, data: Mapping[str, object], path: Path) -> list[Problem]:
    """The problems of a continuous effect; its value is checked by the kind that its word takes."""
    under = position.book.vocabulary[makes].under
    kind = {"number": "int", "cards": "flag"}.get(under, under)
    until = "until" if position.book.tables["until"] else "text"
    checker = CardChecker(position.book, position.source, {})
    takes = {makes: kind, "until": until}
    if makes not in VALUELESS:
        takes["attr"] = "changing-attribute"
    made = check_made(checker, [*path], data) if kind != "flag" else ()
    problems = [*checker.keys([*path], data, takes, "an effect"), *made]
    return problems or list(check_plain(checker, [*path, makes], data[makes], makes))


def check_plain(checker: CardChecker, path: list[str | int], value: object, makes: str) -> Iterator[Problem]:
    """The problem of an effect under way whose value is not plain: the value cannot be worked out
    any more.
    """
    written = value if isinstance(value, list) else [value]
    if makes in BLANKING and value is not True:
        yield checker.wrong(path, f"{makes} is true, or is not written", value, "true")
    elif makes == "grant" and not value:
        yield checker.wrong(path, "an effect gives an ability", value, "a keyword, or abilities")
    elif makes != "grant" and any(isinstance(part, Mapping) or str(part).startswith("$") for part in written):
        yield checker.wrong(path, "an effect that is under way has a plain value", value, "what it came to")


def give_effect(position: Position, card: Card, data: Fields, path: Path) -> None:
    """Starts a continuous effect that the card is under."""
    book, game = position.book, position.game
    words = [word for word in CHANGES if word in book.words]
    makes = next((key for key in words if key in data), "")
    if not makes:
        position.problem(path, f"an effect needs one of {', '.join(words)}", found=", ".join(data))
        return
    wrong = check_effect(position, makes, data, path)
    if wrong:
        position.problems.extend(wrong)
        return
    until = last_until(position.view, Vars({"me": card.seat}, dict(data), {}))
    attr = data.get("attr", book.tables["default_attribute"]) if makes not in VALUELESS else makes
    value = granted(position, data[makes]) if makes == "grant" else data[makes]
    value = tuple(value) if isinstance(value, list) else value
    game.serial += 1
    effect = Effect(game.serial, makes, attr, value, (card.object,), until, "", "", "", "")
    game.effects = (*game.effects, effect)


def granted(position: Position, value: Json) -> tuple[str, ...]:
    """The abilities that a card has been given: keywords by name, or a table of abilities."""
    names = dict.fromkeys([value] if isinstance(value, str) else value, True)
    made = given_abilities(position.book, value if isinstance(value, Mapping) else names)
    for ability in made:
        position.table.give(ability)
    return tuple(ability.id for ability in made)


def spend(position: Position, card: Card, name: str, path: Path) -> None:
    """Records that a once-per-turn ability has been used, or a keyword whose uses a player's cards share."""
    game, word = position.game, position.book.keyword(name)
    shared = position.book.keywords.get(word, EMPTY).get("per_turn")
    faces = position.table.prints[card.print].faces.values()
    abilities = [printed for face in faces for printed in face.abilities]
    if shared and any(printed.keyword == word for printed in abilities):
        key = shared_key(card.seat, shared["name"])
        game.memory[key] = uses(game, key) + 1
        return
    limited = (
        candidate
        for candidate in abilities
        if candidate.once and word in (candidate.name, candidate.keyword, candidate.kind)
    )
    ability = next(limited, None)
    if ability is None:
        message = f"{card.id} has no limited ability {name!r}"
        position.problem([*path, "used"], message, found=name)
    else:
        key = use_key(game, ability, card.object, card.id)
        game.memory[key] = uses(game, key) + 1
        most = limit(ability)[1]
        if uses(game, key) > most:
            message = f"{name!r} of {card.id} is used {most} times at most"
            position.problem([*path, "used"], message, found=str(uses(game, key)))

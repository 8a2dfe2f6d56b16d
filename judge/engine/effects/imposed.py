"""Abilities that lie on no card: what an effect has imposed on the game for a while."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from judge.engine.kernel.book import Ability
from judge.engine.kernel.state import Card, Do, Ref
from judge.engine.kernel.view import View
from judge.text.plain import Fields, Plain

MEANS: Final = "means"  # in the scope of such an effect: what its text meant by words when it began
# Words for cards that say something where the effect begins, and nothing on no card.
POINTING: Final = ("it", "foe", "host", "guests", "above", "opposite")
ABOUT: Final[tuple[str, ...]] = ("of", "scope")  # whom an ability is about: there `it` is no card of its own
WORKED_OUT: Final[tuple[str, ...]] = ("with", "value")  # there it is


def imposed(view: View) -> Iterator[tuple[int, Ability, Card]]:
    """The abilities that lie on no card, each held by the player whose effect they are,
    under the name of its card.
    """
    for effect in view.game.effects if any(one.makes == "impose" for one in view.game.effects) else ():
        name = view.game.objects.get(effect.source) or effect.ability.partition("/")[0]
        holder = Card(name, "", effect.seat, f"{effect.seat}.", effect.source)
        means: Plain = effect.scope.get(MEANS) if effect.scope is not None else None
        for id_ in effect.value if effect.makes == "impose" else ():
            ability = view.table.abilities[id_]
            yield effect.id, bound(view, ability, means) if means else ability, holder


def bound(view: View, ability: Ability, means: Fields) -> Ability:
    """The ability with what its effect meant in the place of its words."""
    attrs, named = view.book.attributes, {word: one for word, one in means.items() if word[0] == "$"}
    data = dict(ability.data)
    for keys, words in ((ABOUT, means), (WORKED_OUT, named)):
        data |= {key: put(data[key], words, attrs) for key in keys if key in data}
    return ability._replace(
        on=put(ability.on, means, attrs),
        when=put(ability.when, means, attrs),
        validity=put(ability.validity, means, attrs),
        cost=put(ability.cost, named, attrs),
        do=put(ability.do, named, attrs),
        data=data,
    )


def put(value: Plain, means: Fields, attrs: Collection[str]) -> Plain:
    """A value with what is meant in the place of the words that mean it; words of an attribute mean none."""
    if isinstance(value, str):
        return means.get(value, value)
    if isinstance(value, Do):
        return Do(value.verb, put(value.args, means, attrs))
    if isinstance(value, Mapping):
        said = [key for key in value if key in attrs and not str(value[key]).startswith("$")]
        return {key: one if key in said else put(one, means, attrs) for key, one in value.items()}
    return tuple(put(one, means, attrs) for one in value) if isinstance(value, (tuple, list)) else value


def marked(ability: Ability) -> Iterator[str]:
    """The words of an ability that mean something where the effect begins that lays it on no card."""
    data, about = ability.data, (ability.on, ability.when, ability.validity)
    yield from pointing((*about, *(data[key] for key in ABOUT if key in data)))
    for one in pointing((ability.cost, ability.do, *(data[key] for key in WORKED_OUT if key in data))):
        if one.startswith("$"):
            yield one


def pointing(value: Plain) -> Iterator[str]:
    """The words for cards in a value, and the names that a text has given."""
    if isinstance(value, str) and (value in POINTING or value.startswith("$")):
        yield value
    elif isinstance(value, Do):
        yield from pointing(value.args)
    elif isinstance(value, Mapping):
        yield from (found for one in value.values() for found in pointing(one))
    elif isinstance(value, (tuple, list)):
        yield from (found for one in value for found in pointing(one))


def reaching(view: View, ability: Ability, ref: Ref) -> tuple[str, ...]:
    """The article by which an effect that changes no card reaches an object that came after it."""
    rule = str(view.book.cites.get("reaches-later", ""))
    effects = [one for one in view.game.effects if one.makes == "impose" and ability.id in one.value]
    later = bool(rule and effects and view.same(ref)) and int(ref[1:]) > effects[0].id
    return (rule,) if later else ()

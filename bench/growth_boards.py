"""Boards, decks and folders of any size, one a dimension, for `bench/growth.py`.

No board is larger than a fixture may be: see `judge/fixture/envelope.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

Files = dict[str, str]


class Dimension(NamedTuple):
    """What grows, the sizes at which it is measured, the files of one size, and the command that reads them.

    `options` is how many options, one of a pair of cards each, so many cards offer by the rules; it says by
    how much the work itself grows where that is by more than the cards do.
    """

    name: str
    files: Callable[[int], Files]
    sizes: Sequence[int]
    command: Sequence[str] = ("run", "board.toml")
    options: Callable[[int], int] = lambda n: n

    def write(self, folder: Path, size: int) -> None:
        """Write the files of one size."""
        for name, text in self.files(size).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


# --- pieces --------------------------------------------------------------------------------------
def names(stem: str, n: int) -> list[str]:
    """So many names."""
    return [f"{stem}{at}" for at in range(n)]


def listed(words: Sequence[str]) -> str:
    """A list of texts in TOML."""
    return "[" + ", ".join(f'"{one}"' for one in words) + "]"


def cards(rows: Sequence[str], text: str) -> list[str]:
    """A row of `[cards]` for each name; `{name}` in the text is its name."""
    return [f"{one} = {text.replace('{name}', one)}" for one in rows]


def board(
    game: str, script: Sequence[str], a: str, b: str = "", rows: Sequence[str] = (),
    expect: Sequence[str] = (), more: str = "",
) -> Files:  # fmt: skip
    """A fixture."""
    lines = [
        f'game = "{game}"',
        'title = "A board that grows"',
        more,
        f"script = {listed(script)}",
        f"A = {{ {a} }}",
        f"B = {{ {b} }}",
        "[cards]",
        *rows,
        "[expect]",
        *expect,
    ]
    return {"board.toml": "\n".join(lines) + "\n"}


PLAIN = "{ power = 5000 }"
MONSTER = "{ level = 4, atk = 1000, def = 1000 }"
ATTACK = ("A: attack la lb",)


# --- dimensions ----------------------------------------------------------------------------------
def turns(n: int) -> Files:
    """Whole turns, at the end of which each player puts the hand back: the board stays as it is."""
    back = '{ on = { turn-end = "any" }, do = [{ move = { zone = "hand" }, to = "deck", at = "bottom" }] }'
    rows = cards(("hero", "rival"), f'{{ type = "leader", power = 10000, auto = {back} }}')
    script = (["A: pass", "B: pass", "B: pass", "A: pass"] * (n // 4 + 1))[:n]
    return board("dbs", script, 'leader = "hero"', 'leader = "rival"', rows)


def activations(n: int) -> Files:
    """The same ability of one card, again and again."""
    rows = ["k = { power = 5000, activated = { do = [{ draw = 1 }] } }"]
    return board("dbs", ["A: activate k"] * n, f'battle = ["k"], deck = {n + 10}', "", rows)


def chains(n: int) -> Files:
    """A chain of one link, again and again."""
    rows = ["k = { level = 4, ignition = { do = [{ recover = 100 }] } }"]
    return board("ygo", ["A: activate k"] * n, 'monster = ["k"]', "", rows)


def claims(n: int) -> Files:
    """Claims about one decision, each of a card of its own that may not attack."""
    mine = names("c", n)
    entries = ", ".join(f'{{ card = "{one}", mode = "inertie" }}' for one in mine)
    script = [f"A: not attack {one} lb by 7-1" for one in mine]
    return board("dbs", [*script, *ATTACK], f"battle = [{entries}]", "", cards(mine, PLAIN))


def battle(n: int) -> Files:
    """Cards that lie there, each of which might attack."""
    mine = names("c", n)
    return board("dbs", ATTACK, f"battle = {listed(mine)}", "", cards(mine, PLAIN))


def hand(n: int) -> Files:
    """Cards of the hand, each of which may be played."""
    mine = names("c", n)
    rows = cards(mine, "{ power = 5000, cost = 1 }")
    return board("dbs", ATTACK, f"hand = {listed(mine)}, energy = 1", "", rows)


def refused(n: int) -> Files:
    """Cards of the hand, none of which can be paid."""
    mine = names("c", n)
    rows = [*cards(mine, "{ power = 5000, cost = 3 }"), f"k = {PLAIN}"]
    return board("dbs", ATTACK, f'battle = ["k"], hand = {listed(mine)}, energy = 1', "", rows)


def deck(n: int) -> Files:
    """Known cards of a deck."""
    mine = names("c", n)
    return board("dbs", ATTACK, f"deck = {listed(mine)}", "", cards(mine, PLAIN))


def pairs(n: int) -> Files:
    """Cards of both players, each of which may attack each of the other's."""
    mine, others = names("c", n), names("d", n)
    theirs = ", ".join(f'{{ card = "{one}", mode = "inertie" }}' for one in others)
    rows = cards((*mine, *others), PLAIN)
    return board("dbs", ATTACK, f"battle = {listed(mine)}", f"battle = [{theirs}]", rows)


def rested(n: int) -> Files:
    """Cards that may not attack."""
    mine = names("c", n)
    entries = ", ".join(f'{{ card = "{one}", mode = "inertie" }}' for one in mine)
    rows = cards((*mine, "k"), PLAIN)
    return board("dbs", ATTACK, f'battle = ["k", {entries}]', "", rows)


def statics(n: int) -> Files:
    """Cards each of which adds to all of them: n times n changes, of which each card has one sum."""
    mine = names("c", n)
    rows = cards(mine, '{ power = 5000, static = { add = 100, of = { zone = "battle" } } }')
    return board("dbs", ATTACK, f"battle = {listed(mine)}", "", rows)


def statics_on_one(n: int) -> Files:
    """Cards each of which adds to one other."""
    mine = names("c", n)
    rows = cards(mine, '{ power = 5000, static = { add = 100, of = { zone = "leader" } } }')
    return board("dbs", ATTACK, f"battle = {listed(mine)}", "", rows)


def statics_on_selves(n: int) -> Files:
    """Cards each of which adds to itself."""
    mine = names("c", n)
    rows = cards(mine, '{ power = 5000, static = { add = 100, of = "self" } }')
    return board("dbs", ATTACK, f"battle = {listed(mine)}", "", rows)


def statics_on_some(n: int) -> Files:
    """Copies of a card that adds to all that are small enough."""
    text = (
        '{ power = 5000, static = { add = 1, of = { zone = "battle", of = "any", max = { power = 9000 } } } }'
    )
    return board("dbs", ATTACK, f'battle = ["c0", "c*{n}"]', "", [f"c0 = {text}", f"c = {text}"])


def recalled(n: int) -> Files:
    """Draws, and cards whose power is how many there have been."""
    text = '{ power = 1000, static = { add = { ever = { draw = "me" } }, of = "self" } }'
    do = f"[{{ repeat = {n}, do = [{{ draw = 1 }}] }}]"
    rows = [f"k = {{ power = 1000, activated = {{ do = {do} }} }}", f"c = {text}"]
    return board("dbs", ["A: activate k"], f'battle = ["k", "c*10"], deck = {n + 10}', "", rows)


def forbids(n: int) -> Files:
    """Cards each of which forbids something to those of the other player."""
    mine, others = names("c", n), names("d", n)
    on = '{ attack = { of = "opponent", name = "{name}" } }'
    rows = cards(mine, PLAIN) + cards(others, f"{{ power = 5000, forbid = {{ on = {on} }} }}")
    return board("dbs", ATTACK, f"battle = {listed(mine)}", f"battle = {listed(others)}", rows)


LEAVES = '{ move = "self", from = "battle", to = "drop" }'
INSTEAD = f'replace = {{ on = {LEAVES}, with = {{ to = "deck", at = "bottom" }} }}'
HEARD = f"auto = {{ on = {LEAVES}, do = [{{ draw = 1 }}] }}"
COMES = ', auto = { on = { play = "self" }, do = [{ draw = 1 }] }'


def destroyed(n: int, text: str) -> Files:
    """Cards that are destroyed at once, each with a text about it."""
    mine = names("c", n)
    rows = cards(mine, f"{{ power = 5000, {text} }}")
    rows.append('k = { type = "extra", activated = { do = [{ ko = { zone = "battle" } }] } }')
    return board("dbs", ["A: activate k"], f'battle = {listed(mine)}, hand = ["k"]', "", rows)


def triggers(n: int) -> Files:
    """Abilities that one attack sets off: the run stops where their order is asked for."""
    mine = names("c", n)
    rows = cards(mine, '{ power = 5000, auto = { on = { attack = { of = "me" } }, do = [{ draw = 1 }] } }')
    return board("dbs", ATTACK, f"battle = {listed(mine)}", "", rows)


def answered(n: int) -> Files:
    """One after the other of the abilities that wait is resolved: at each decision those left are offered."""
    mine = names("c", n)
    script = [*ATTACK, *(f"A: resolve {one}" for one in mine[1:])]
    rows = cards(mine, '{ power = 5000, auto = { on = { attack = { of = "me" } }, do = [{ draw = 1 }] } }')
    return board("dbs", script, f"battle = {listed(mine)}, deck = {n + 9}", "", rows)


def links(n: int) -> Files:
    """Links of one Chain, each a Quick effect that answers the one below."""
    rows = ["k = { level = 4, quick = { do = [{ recover = 100 }] } }"]
    return board("ygo", ["A: activate k"] * n + ["A: pass"], 'monster = ["k"]', "", rows)


def counters(n: int) -> Files:
    """[Contre] that answer each other."""
    mine, others = names("c", n // 2), names("d", n // 2)
    contre = '{ against = ["attack", "counter"], do = [{ draw = 1 }] }'
    rows = cards((*mine, *others), f'{{ type = "extra", contre = {contre} }}')
    turns = ((f"B: counter {one}", f"A: counter {two}") for one, two in zip(others, mine, strict=True))
    held, theirs = (f"hand = {listed(one)}, deck = {n}" for one in (mine, others))
    return board("dbs", [*ATTACK, *(line for pair in turns for line in pair)], held, theirs, rows)


def tokens(n: int, text: str = "") -> Files:
    """Tokens that one ability creates."""
    rows = [
        f"t = {{ token = true, power = 1000{text} }}",
        f'k = {{ power = 5000, activated = {{ do = [{{ create = "t", n = {n} }}] }} }}',
    ]
    return board("dbs", ["A: activate k"], 'battle = ["k"]', "", rows)


def drawn(n: int) -> Files:
    """Known cards that one ability draws."""
    mine = names("c", n)
    rows = [*cards(mine, PLAIN), f"k = {{ power = 5000, activated = {{ do = [{{ draw = {n} }}] }} }}"]
    return board("dbs", ["A: activate k"], f'battle = ["k"], deck = {listed(mine)}', "", rows)


def drawn_unseen(n: int) -> Files:
    """Unseen cards that one ability draws, as many by each instruction as it may."""
    draws = ", ".join(["{ draw = 500 }"] * (n // 500 or 1))
    rows = [f"k = {{ power = 5000, activated = {{ do = [{draws}] }} }}"]
    return board("dbs", ["A: activate k"], f'battle = ["k"], deck = {n + 500}', "", rows)


def damage(n: int) -> Files:
    """Damage that one ability inflicts: for each of it a card of the life is taken."""
    rows = [f'k = {{ power = 5000, activated = {{ do = [{{ damage = {n}, of = "opponent" }}] }} }}']
    return board("dbs", ["A: activate k"], 'battle = ["k"]', f"life = {n + 1}", rows)


def life(n: int) -> Files:
    """The life of which some damage takes cards."""
    rows = ['k = { power = 5000, activated = { do = [{ damage = 200, of = "opponent" }] } }']
    return board("dbs", ["A: activate k"], 'battle = ["k"]', f"life = {n + 201}", rows)


def effects(n: int) -> Files:
    """Lasting effects on one card, written on its board."""
    row = ", ".join(['{ add = 100, until = "turn" }'] * n)
    return board("dbs", ATTACK, f'battle = [{{ card = "k", effects = [{row}] }}]', "", [f"k = {PLAIN}"])


def facts(n: int) -> Files:
    """Facts about cards of the other player's drop zone, which nothing looks at."""
    theirs = names("d", n)
    expect = [f'{one} = {{ zone = "drop", power = 5000 }}' for one in theirs]
    return board("dbs", ATTACK, "", f"drop = {listed(theirs)}", cards(theirs, PLAIN), expect)


def order(n: int) -> Files:
    """Lines of the trace that are expected in order."""
    files = chains(n)
    text = files["board.toml"].replace(
        "[expect]\n", f"[expect]\norder = {listed(['priority.turn-player'] * n)}\n"
    )
    return {"board.toml": text}


def abilities(n: int) -> Files:
    """Abilities of one card that its player may use."""
    row = ", ".join(f'{{ name = "n{at}", do = [{{ draw = 1 }}] }}' for at in range(n))
    return board("dbs", ATTACK, 'battle = ["k"]', "", [f"k = {{ power = 5000, activated = [{row}] }}"])


def listening(n: int) -> Files:
    """Abilities of one card, all set off by one attack."""
    row = ", ".join(f'{{ name = "n{at}", on = "attack", do = [{{ draw = {at + 1} }}] }}' for at in range(n))
    return board("dbs", ["A: attack k lb"], 'battle = ["k"]', "", [f"k = {{ power = 5000, auto = [{row}] }}"])


def articles(n: int) -> Files:
    """Articles that the ruling has to come to."""
    import tomllib

    from bench import HOME

    every = tomllib.loads((HOME / "rulebooks" / "dbs" / "articles.toml").read_text(encoding="utf-8"))
    ids = [one["id"] for one in every["article"]][:n]
    return board("dbs", ATTACK, "", more=f"articles = {listed(ids)}")


def library(n: int) -> Files:
    """Cards of a file, of which a fixture takes two."""
    text = 'name = "Raider {at}"\ntype = "battle"\npower = 5000'
    rows = "\n".join(f'[cards."BT1-{at:04}"]\n{text.format(at=at)}' for at in range(n))
    more = 'library = ["cards.toml"]'
    files = board("dbs", ATTACK, 'battle = ["k"]', "", ['k = "BT1-0001"'], more=more)
    return {"cards.toml": f'game = "dbs"\n{rows}\n', **files}


def deck_lines(n: int) -> Files:
    """Lines of one deck list."""
    rows = (f"1 BT{at // 150 + 2}-{at % 150 + 1:03} Card {at}" for at in range(n))
    return {"deck.txt": "\n".join(["Leader", "1 BT1-001 Hero", "Deck", *rows]) + "\n"}


def fixtures(n: int) -> Files:
    """Rulings of one folder."""
    one = board("dbs", ATTACK, "", "", (), ["B.life = 5"])["board.toml"]
    return {f"rulings/r{at}.toml": f"# {n}, {at}\n{one}" for at in range(n)}


def targets(n: int) -> Files:
    """Cards of a graveyard, one of which is chosen."""
    theirs = names("d", n)
    chosen = '{ choose = "t", from = { zone = "graveyard", of = "opponent" } }'
    effect = f'{{ targets = [{chosen}], do = [{{ banish = "$t" }}] }}'
    rows = [*cards(theirs, MONSTER), f'pot = {{ type = "spell", effect = {effect} }}']
    lies = f"graveyard = {listed(theirs)}"
    return board("ygo", ["A: activate pot", "A: choose d1"], 'hand = ["pot"]', lies, rows)


def ygo_hand(n: int) -> Files:
    """Cards of the hand: half may be Summoned, half lack a Sacrifice."""
    mine = names("c", n)
    rows = cards(mine[::2], MONSTER) + cards(mine[1::2], "{ level = 7, atk = 2500 }")
    return board("ygo", ["A: set c0"], f"hand = {listed(mine)}", "", rows)


def postures_hand(n: int) -> Files:
    """Cards of the hand of the game of postures."""
    mine = names("c", n)
    rows = cards(mine, "{ level = 0, atk = 1000, def = 500 }")
    return board("postures", [], f"hand = {listed(mine)}", "", rows)


LINES = (250, 500, 1000, 2000)
MANY = (240, 480, 960, 1920)  # with a card more these are less than 2,000
LARGE = (500, 1000, 2000, 4000)
FEW = (100, 200, 400, 800)
PAIRS = (16, 32, 64, 128)  # each with each, these are less than 20,000 options


def squared(n: int) -> int:
    """Each with each."""
    return n * n


def one_fewer_each_time(n: int) -> int:
    """All, then all but one, and so on."""
    return n * (n + 1) // 2


JSON = ("run", "board.toml", "--format", "json")
DIMENSIONS = (
    Dimension("lines of a script: turns (dbs)", turns, LINES),
    Dimension("lines of a script: turns, as JSON", turns, LINES, JSON),
    Dimension("lines of a script: Chains (ygo)", chains, LINES),
    Dimension(
        "lines of a script, each of which draws a card", activations, (125, 250, 500, 1000), options=squared
    ),
    Dimension("claims of one decision", claims, FEW),
    Dimension("cards in play, each an option (dbs)", battle, MANY),
    Dimension("cards of a hand, each an option (dbs)", hand, MANY),
    Dimension("cards of a hand, half of them options (ygo)", ygo_hand, MANY),
    Dimension("cards of a hand (postures)", postures_hand, MANY),
    Dimension("known cards of a deck", deck, MANY),
    Dimension("cards on both sides, each pair an option", pairs, PAIRS, options=squared),
    Dimension("refused options: not paid", refused, MANY),
    Dimension("refused options: rested", rested, MANY),
    Dimension("targets of an effect (ygo)", targets, MANY),
    Dimension("statics, each on all cards", statics, FEW),
    Dimension("statics, all on one card", statics_on_one, FEW),
    Dimension("statics, each on its own card", statics_on_selves, FEW),
    Dimension("statics, each on those that are small enough", statics_on_some, FEW),
    Dimension("events, counted by cards at each", recalled, FEW),
    Dimension("prohibitions, each for one of as many cards", forbids, PAIRS, options=squared),
    Dimension("replacements of as many moves", partial(destroyed, text=INSTEAD), FEW),
    Dimension("cards destroyed at once, each of which hears it", partial(destroyed, text=HEARD), FEW),
    Dimension("abilities that wait at once", triggers, FEW),
    Dimension("abilities that wait, resolved one by one", answered, PAIRS, options=one_fewer_each_time),
    Dimension("links of a Chain (ygo)", links, (50, 100, 200, 400)),
    Dimension("[Contre] that answer each other", counters, PAIRS, options=one_fewer_each_time),
    Dimension("tokens", tokens, FEW),
    Dimension("tokens, each of which hears that it comes", partial(tokens, text=COMES), FEW),
    Dimension("cards drawn at once", drawn, FEW),
    Dimension("unseen cards drawn at once", drawn_unseen, LARGE),
    Dimension("damage at once", damage, FEW),
    Dimension("life of which damage takes cards", life, LARGE),
    Dimension("lasting effects on a card", effects, (125, 250, 500, 1000)),
    Dimension("facts", facts, MANY),
    Dimension("lines of `order`", order, FEW),
    Dimension("activated abilities of a card", abilities, FEW),
    Dimension("abilities of a card that wait at once", listening, FEW),
    Dimension("articles that are demanded", articles, (50, 100, 200, 400)),
    Dimension("cards of a library", library, LARGE),
    Dimension("lines of a deck", deck_lines, LARGE, ("deck", "check", "deck.txt", "--game", "dbs")),
    Dimension("rulings of a folder", fixtures, FEW, ("test", "rulings", "--jobs", "1")),
)

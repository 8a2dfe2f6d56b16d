"""What reports on decks tell a player, read as sentences, in both languages."""

from __future__ import annotations

import pytest

from judge.cards.card import Card
from judge.cards.hand import HandCards
from judge.decks.desk import Judge, open_desk
from judge.decks.report import Report
from judge.decks.selection import Selector, described
from judge.decks.speech import ENGLISH, Speech, book_words, sentence
from judge.render.decks import html, text
from judge.render.decks.spoken import spoken

FRENCH = Speech("fr")
THIN = "\u202f"
WIDE = 1000  # columns: every sentence on one line


def report(said: str, game: str, *cards: Card) -> Report:
    """A list, judged with some cards in the catalogue; with none, without card data."""
    known = {game: HandCards(cards)} if cards else {}
    (found,) = Judge(open_desk(game, known)).file("list.txt", said.encode())
    return found


def lines(found: Report, speech: Speech = ENGLISH) -> list[str]:
    """A report as text, with plain spaces."""
    return text.render([found], width=WIDE, speech=speech).replace(THIN, " ").splitlines()


# --- what was found, and no rule ---------------------------------------------------------------------
def test_a_shortage_of_an_uncertain_number_says_what_was_found() -> None:
    """Five cards under no heading: they may all be of the Main Deck, and even then it is too small."""
    found = report("3 Raigeki\n2 Jinzo\n", "ygo")
    (short,) = found.faults
    assert (short.code, short.found) == ("main-size", 5)
    assert short.message == "5 cards in the Main Deck, counting uncertain ones"
    assert (
        spoken(found, FRENCH).faults[0].message
        == "5 cartes dans le Main Deck, en comptant les cas incertains"
    )


def test_an_excess_of_an_uncertain_number_says_what_was_found() -> None:
    """Eighty cards under no heading: fifteen may be of the Extra Deck, and 65 are too many all the same."""
    found = report("".join(f"2 Card {chr(65 + at)}\n" for at in range(20)) + "40 Card Z\n", "ygo")
    (size,) = (one for one in found.faults if one.code == "main-size")
    assert size.message == "65 cards in the Main Deck, not counting uncertain ones"
    told = next(one for one in spoken(found, FRENCH).faults if one.code == "main-size").message
    assert told == "65 cartes dans le Main Deck, sans compter les cas incertains"


def test_a_certain_number_is_told_alone() -> None:
    found = report("#main\n1\n2\n#extra\n!side\n", "ygo")
    assert [one.message for one in found.faults if one.code == "main-size"] == ["2 cards in the Main Deck"]


# --- selectors ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("where", "english", "french"),
    [
        ({"name": "Relic"}, "name Relic", "nom Relic"),
        ({"name": ["Relic", "Blade"]}, "name Relic or Blade", "nom Relic ou Blade"),
        ({"name": {"has": "Relic"}}, "name containing Relic", "nom contenant Relic"),
        ({"type": "battle"}, "type battle", "type carte de Combat"),
        ({"min": {"combo_cost": 2}}, "combo cost at least 2", "coût de Combo au moins 2"),
        ({"max": {"cost": 2}}, "cost at most 2", "coût d'énergie au plus 2"),
        (
            {"min": {"cost": 2, "power": 5}, "max": {"cost": 4}},
            "cost at least 2 and power at least 5 and cost at most 4",
            "coût d'énergie au moins 2 et puissance au moins 5 et coût d'énergie au plus 4",
        ),
        ({"has": "ultimate"}, "with the keyword ultimate", "avec le mot-clef ultimate"),
        ({"not": {"name": "Relic"}}, "not name Relic", "sauf nom Relic"),
        (
            {"not": {"name": "Relic", "cost": 2}},
            "not (name Relic and cost 2)",
            "sauf (nom Relic et coût d'énergie 2)",
        ),
        (
            {"any": [{"name": "Relic", "cost": 2}, {"era": "Old"}], "power": 3},
            "((name Relic and cost 2) or era Old) and power 3",
            "((nom Relic et coût d'énergie 2) ou ère Old) et puissance 3",
        ),
        ({"and": {"cost": 2}, "name": "Relic"}, "cost 2 and name Relic", "coût d'énergie 2 et nom Relic"),
        ({"star": True}, "star", "star"),
        ({"star": False}, "not star", "sauf star"),
    ],
)
def test_every_selector_is_told_in_words(where: Selector, english: str, french: str) -> None:
    """No True or False, no underscores, and it is seen what a `not` and an `or` are of."""
    told = described(where)
    assert told == english
    assert FRENCH.told(told, book_words("dbs", "fr")) == french


def test_a_limit_on_starred_copies_says_so_once() -> None:
    """Its things are called starred: the selector has nothing to add."""
    (checked,) = (one for one in lines(report("3 Wolf\n", "postures")) if one.startswith("Not checked"))
    assert "at most 1 starred copy of each card (deck.star)" in checked
    (checked,) = (one for one in lines(report("3 Wolf\n", "postures"), FRENCH) if one.startswith("Non contr"))
    assert "au plus 1 exemplaire étoilé de chaque carte (deck.star)" in checked


# --- articles ----------------------------------------------------------------------------------------
def test_an_article_with_a_name_has_its_title_beside_it() -> None:
    """Once a line, in the reader's language, of the article that is broken."""
    found = report("4 Wolf\n", "postures")
    assert lines(found)[3] == "list.txt:1:1: 4 copies of Wolf (deck.three, Three copies: expected at most 3)"
    assert "list.txt:1:1: Wolf : 4 exemplaires (deck.three, Trois exemplaires : attendu au plus 3)" in lines(
        found, FRENCH
    )
    page = html.render([found])
    assert "line 1 · deck.three, Three copies · expected at most 3" in page
    assert page.count("Three copies") == 1


def test_further_articles_stand_behind_the_title() -> None:
    found = report("#main\n" + "5\n" * 40 + "#extra\n!side\n", "ygo")
    (copies,) = (one for one in lines(found) if "40 copies" in one)
    assert copies.endswith("(deck.copies, Three copies over all decks; lists.three: expected at most 3)")


def test_an_article_with_a_number_has_none() -> None:
    (size,) = (
        one
        for one in lines(report("Leader\n1 L-001\nDeck\n2 BT1-001\n", "dbs"))
        if "cards in the deck (5-1-3:" in one
    )
    assert size == "list.txt:3:1: 2 cards in the deck (5-1-3: expected exactly 50)"


def test_a_narrow_page_keeps_to_the_names() -> None:
    told = text.render([report("4 Wolf\n", "postures")], width=50)
    assert "deck.three:" in told
    assert "Three copies" not in told


# --- what is not known -------------------------------------------------------------------------------
def wolves(*names: str) -> list[Card]:
    """Creatures of which everything is known but whether they have a star."""
    return [Card(f"P-{at}", {"name": name, "type": "creature"}) for at, name in enumerate(names)]


def test_one_empty_cell_is_told_as_one() -> None:
    """Of two cards the star is not known, and all the rest is."""
    found = report("3 Wolf\n2 Bear\n", "postures", *wolves("Wolf", "Bear"))
    assert lines(found)[-1] == (
        "Not checked: at most 1 starred copy of each card (deck.star): "
        'the card data do not say the "star" of 5 cards (P-0 Wolf, P-1 Bear).'
    )
    assert lines(found, FRENCH)[-1] == (
        "Non contrôlé : au plus 1 exemplaire étoilé de chaque carte (deck.star) : "
        "les données des cartes ne disent pas « étoile » pour 5 cartes (P-0 Wolf, P-1 Bear)."
    )


def test_three_cards_are_named_and_the_others_counted() -> None:
    found = report("2 A\n2 B\n2 C\n2 D\n2 E\n", "postures", *wolves("A", "B", "C", "D", "E"))
    assert (
        found.unchecked[0].why
        == 'the card data do not say the "star" of 10 cards (P-0 A, P-1 B, P-2 C and 2 more)'
    )


def test_a_name_with_a_colon_does_not_end_the_reason() -> None:
    found = report("3 Number 39: Utopia\n", "postures", *wolves("Number 39: Utopia"))
    assert lines(found)[-1].endswith(
        '(deck.star): the card data do not say the "star" of 3 cards (P-0 Number 39: Utopia).'
    )


def test_of_a_card_that_is_nowhere_nothing_is_known() -> None:
    """Apart from those of which one attribute is missing."""
    found = report("3 Wolf\n3 Stranger\n", "postures", *wolves("Wolf"))
    assert found.unchecked[0].why == (
        'the card data do not say the "star" of 3 cards (P-0 Wolf), nothing is known of 3 cards'
    )


def test_where_a_card_goes_is_not_known_for_want_of_its_kind() -> None:
    """A card under no heading whose kind is not known may be of the Main Deck or the Extra Deck."""
    card = Card("5", {"name": "Wolf", "type": "monster"})
    found = report("16 Wolf\n", "ygo", card)
    why = {one.code: one.why for one in found.unchecked}
    assert why["extra-size"] == 'the card data do not say the "kind" of 16 cards (5 Wolf)'


def test_a_page_says_what_is_not_known() -> None:
    found = report("3 Wolf\n", "postures", *wolves("Wolf"))
    assert "the card data do not say the &quot;star&quot; of 3 cards (P-0 Wolf)." in html.render([found])


# --- nothing stays English ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "french"),
    [
        ("no such file", "ce fichier n'existe pas"),
        ("cannot be read: is a directory", "illisible : is a directory"),  # as the system says it
        ("at most 5,000,000 bytes", "au plus 5,000,000 octets"),
        ("N-001: deck: a value that cannot be", "N-001 : deck : une valeur impossible"),
        ("there is no series 'TCG' of limit lists", "il n'y a pas de série 'TCG' de listes de limites"),
        ("dbs has no version '1.0711'", "dbs n'a pas de version '1.0711'"),
        ("{ include = N, of = { … } }, { only = N, of = { … } } or { forbid = { … } }", None),
        ("no such file, my friend", "no such file, my friend"),  # nobody's sentence
        ("", ""),
    ],
)
def test_sentences_of_layers_below_are_known(text: str, french: str | None) -> None:
    """They have no phrases where they are made; the English is the same."""
    known = sentence(text)
    assert known == text
    told = FRENCH.told(known, {}).replace(THIN, " ")
    assert told == (text.replace(" or ", " ou ") if french is None else french)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ('game = "dbs"\n[deck]\n"N-001" = 4\n[cards]\n"N-001" = { cost = "x" }\n', "une valeur impossible"),
        (
            'game = "dbs"\nlist = "Nowhere"\n[deck]\n"N-001" = 4\n',
            "pas de liste de limites de ce nom",
        ),
        ('game = "dbs"\nversion = "9"\n[deck]\n"N-001" = 4\n', "dbs n'a pas de version '9'"),
        ("4 Wolf\n", "de quel jeu est ce deck ? le dire avec --game"),
    ],
)
def test_what_layers_below_find_is_told_in_french(said: str, told: str) -> None:
    (found,) = Judge(open_desk()).file("list.txt", said.encode())
    assert told in " ".join(lines(found, FRENCH))


def test_what_a_file_holds_is_nobody_s_sentence() -> None:
    """A list may say what the desk says too: it stays as it was written."""
    (found,) = Judge(open_desk("postures")).file("list.txt", b"3 Wolf\na list\n")
    assert "trouvé a list" in " ".join(lines(found, FRENCH))


# --- read aloud ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("game", "said", "english", "french"),
    [
        (  # no cards that are no Leaders
            "dbs",
            "Leader\n1 BT1-001\nDeck\n1 BT1-002\n",
            "Not checked: no cards other than Leaders among the Leaders (5-1-2)",
            "Non contrôlé : pas de cartes autres que des Leaders parmi les Leaders (5-1-2)",
        ),
        (  # a number and its cards were told twice
            "ygo",
            "Main Deck (40)\n3 Wolf\n",
            "list.txt:1:1: the heading states 40 cards, the lines under it give 3 cards",
            "list.txt:1:1: le titre annonce 40 cartes, les lignes au-dessous donnent 3 cartes",
        ),
        (  # "found line 3"
            "postures",
            "player,count,name\nAnn,1,Wolf\n,2,Bear\n",
            "line 3 has no player: that of the row above is taken (expected a player in every row)",
            "ligne 3 sans joueur : celui de la ligne au-dessus est pris (attendu joueur à chaque ligne)",
        ),
        (  # "the name and title would say"
            "victory-spark",
            "50 Rin\n",
            "50 copies of Rin; whether they are one card cannot be told without the name and title",
            "Rin : 50 exemplaires ; sans le nom et le titre, on ne peut pas dire si c'est la même carte",
        ),
        (  # "the name and title of 50 cards not known"
            "victory-spark",
            "50 Rin\n",
            "neither the list nor the card data say the name and title of 50 cards.",
            "ni la liste ni les données des cartes ne disent le nom et le titre de 50 cartes.",
        ),
        (  # "which Yu-Gi-Oh! has not"
            "ygo",
            "Main\n3 Wolf\nTokens\n1 Goat\n",
            "Left out: line 4: under 'tokens', a part that Yu-Gi-Oh! does not have.",
            "Laissé de côté : ligne 4 : sous 'tokens', une partie que Yu-Gi-Oh! n'a pas.",
        ),
        (  # a sentence without a verb
            "ygo",
            "Main\n3 Wolf\nTokens\n1 Goat\n",
            "list.txt:3:1: 1 card under 'tokens' left out of the count: Yu-Gi-Oh! has no such part",
            "list.txt:3:1: 1 carte sous 'tokens', hors du compte : Yu-Gi-Oh! n'a pas cette partie",
        ),
    ],
)
def test_sentences_read_aloud(game: str, said: str, english: str, french: str) -> None:
    """What players stumbled over, as it is said now."""
    (found,) = Judge(open_desk(game)).file("list.txt", said.encode())
    for speech, wanted in ((ENGLISH, english), (FRENCH, french)):
        assert [line for line in lines(found, speech) if wanted in line] != []


def test_what_only_mentions_a_word_is_told_as_perhaps() -> None:
    """Not as a bound: "up to 5 cards" reads like one."""
    card = Card("N-001", {"type": "battle", "mentions": ["super-combo"]})
    found = report("Leader\n1 L-001\nDeck\n5 N-001\n", "dbs", card)
    (unsure,) = (one for one in found.of("unsure") if one.code == "super-combo")
    assert unsure.message == "perhaps 5 cards with [Super Combo]: 0 surely, 5 whose text only mentions it"
    told = next(one.message for one in spoken(found, FRENCH).of("unsure") if one.code == "super-combo")
    assert told.replace(THIN, " ") == (
        "peut-être 5 cartes avec [Super Combo] : 0 à coup sûr, 5 dont le texte ne fait qu'en parler"
    )


def test_copies_after_siding() -> None:
    """A number of copies, and not only "0 of Wolf"."""
    judge = Judge(open_desk("ygo"))
    (registered,), (sided,) = (judge.decks("a.txt", one) for one in (b"Main\n1 Wolf\n", b"Main\n1 Bear\n"))
    messages = [one.message for one in judge.sided(registered, sided).faults if one.code == "side-cards"]
    assert messages == [
        "0 copies of Wolf after siding, 1 registered",
        "1 copy of Bear after siding, 0 registered",
    ]

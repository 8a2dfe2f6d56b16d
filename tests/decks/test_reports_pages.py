"""Pages for people: the report of an event, and the registration sheets to print."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from decks.test_reports import ANN, BAD, BOB, ENTRIES, EVE, EVENT, JIM, hostile

from judge.decks.report import Entry, Report
from judge.render.decks import html, sheet

VOID = {"meta", "br"}


class Page(HTMLParser):
    """What a browser makes of a page: its elements, and whether each is closed."""

    def __init__(self, said: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(said)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, tag: str, kind: str = "") -> list[dict[str, str | None]]:
        """The attributes of every element of a kind."""
        return [attrs for name, attrs in self.found if name == tag and kind in str(attrs.get("class") or "")]


@pytest.mark.parametrize(
    "reports", [(), (ANN,), EVENT, (hostile(), hostile())], ids=["none", "one", "event", "hostile"]
)
@pytest.mark.parametrize("render", [html.render, sheet.render], ids=["report", "sheets"])
def test_pages_are_whole_and_ask_for_nothing(render: object, reports: tuple[Report, ...]) -> None:
    """Every element is closed, nothing runs, nothing is fetched; the language and the width are said."""
    assert callable(render)
    said = render(reports)
    page = Page(said)
    assert page.open == []
    names = {name for name, _ in page.found}
    assert not names & {"script", "img", "link", "iframe", "object", "form"}
    assert not any(key.startswith("on") or key == "src" for _, attrs in page.found for key in attrs)
    assert not re.search(r"url\(|@import|https?:", said)
    assert page.all("html")[0]["lang"] == "en"
    assert page.all("meta")[2]["name"] == "viewport"
    assert len(page.all("style")) == 1


def test_hostile_text_stays_text() -> None:
    """Names are shown letter by letter, apart from the words around them."""
    said = html.render([hostile(), hostile()])
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in said
    assert "<script" not in said
    assert "<bdi>=x&quot;&#x27;" in said


def test_the_event_above_printed_pages_cannot_leave_its_string() -> None:
    """In the style every sign is written as its code."""
    style = html.render([BOB], '"; } </style>').split("<style>")[1].split("</style>")[0]
    assert 'content: "\\22 \\3b \\20 \\7d \\20 \\3c \\2f style\\3e "' in style


def test_each_player_leads_to_the_faults() -> None:
    """Links go to sections that are there; a deck without a finding has neither."""
    page = Page(html.render(EVENT, "Cup"))
    links = [str(one["href"]) for one in page.all("a")]
    assert links == ["#deck-1", "#deck-3", "#deck-4", "#deck-5"]
    assert [f"#{one['id']}" for one in page.all("section")] == links
    assert all(one["scope"] in ("col", "row") for one in page.all("th"))


def test_what_no_deck_was_checked_for_is_said_once() -> None:
    """Without card data, five hundred decks need no five hundred paragraphs."""
    said = html.render([BOB._replace(unchecked=ANN.unchecked)] * 3)
    assert "<section" not in said
    assert said.count("at most 1 card with [Ultimate] (10-14-1) in 3 decks") == 1
    assert "nothing is known of 2 cards" in html.render([BOB._replace(unchecked=ANN.unchecked)])


def test_verdicts_are_words_and_signs() -> None:
    """Colour alone says nothing."""
    said = html.render(EVENT, "Cup")
    for word in ("✗ illegal", "✓ legal", "… incomplete", "? unreadable", "✓ 2 legal", "✗ 1 illegal"):
        assert word in said
    assert "Legal as far as the card data tell: 1 thing to look at" in said


def test_a_report_says_what_decided() -> None:
    """Rulebook, version, limit list and its hash stand at the head."""
    listed = BOB._replace(list="2014.7 TCG", list_hash="0x6d9ed1c5")
    said = html.render([listed])
    assert "Dragon Ball Super Card Game, rulebook 1.078" in said
    assert "2014.7 TCG (0x6d9ed1c5)" in said


@pytest.mark.parametrize(
    "phrase", ["prefers-color-scheme: dark", "@media print", "break-inside: avoid", "max-width: 30rem"]
)
def test_a_report_is_for_phones_dark_rooms_and_paper(phrase: str) -> None:
    """The style has a part for each."""
    assert phrase in html.render([ANN])


# --- registration sheets -------------------------------------------------------------------------
def test_one_sheet_a_player_after_a_roster() -> None:
    """Each begins a page of A4; the roster lists them all with their numbers, and why one has no sheet."""
    said = sheet.render(EVENT, "Cup")
    page = Page(said)
    assert len(page.all("section", "sheet")) == 4
    assert len(page.all("section", "roster")) == 1
    assert len(page.all("tr")) == 6
    assert "size: A4 portrait" in said
    assert "break-before: page" in said
    assert "Sheet 4 of 4" in said
    assert "no sheet, unreadable: photo.jpg: this is a binary file, not text" in said
    assert "illegal, 3 faults" in said


def test_one_player_needs_no_roster() -> None:
    """One deck is one page."""
    page = Page(sheet.render([BOB], "Cup"))
    assert len(page.all("section")) == 1
    assert "Sheet 1 of 1" not in "".join(page.texts)


def test_a_sheet_has_its_fields_and_boxes() -> None:
    """What a desk asks for, filled in as far as it is known."""
    words = [one.strip() for one in Page(sheet.render([BOB], "Cup")).texts if one.strip()]
    for field, value in (
        ("Name", "Bob"),
        ("Player ID", "1180-45"),
        ("Event", "Cup"),
        ("Date", "2019-06-08"),
        ("Deck", "Blue"),
    ):
        assert words[words.index(field) + 1] == value
    assert words[words.index("First letter of last name") + 1] == "B"
    assert {
        "Player's signature",
        "Judge use only: deck check",
        "Round",
        "Judge",
        "Result",
        "Infraction",
    } <= set(words)
    assert any("rulebook 1.078" in one for one in words)


def test_columns_have_their_totals_and_every_card() -> None:
    """Cards of no column come last in their part; the numbers add up to the deck."""
    words = [one.strip() for one in Page(sheet.render([ANN])).texts if one.strip()]
    for title, total in (("Leader", "1"), ("Battle", "5"), ("Extra", "44"), ("Deck, other cards", "2")):
        assert words[words.index(title) + 1] == total
    assert words.index("Extra") < words.index("Deck, other cards")
    assert words[words.index("Trunks, Hope for the Future") - 1] == "5"
    assert words[words.index("BT1-0O1") + 1] == "(unknown card)"
    assert words.count("(unknown card)") == 1


def test_a_column_keeps_the_order_of_the_file() -> None:
    """Nothing is sorted by name."""
    names = ("Zarbon", "Android 18", "Mai")
    entries = tuple(
        Entry("deck", "Battle", 1, str(at), name, {"type": "battle"}) for at, name in enumerate(names)
    )
    said = sheet.render([BOB._replace(entries=entries)])
    assert [one for one in re.findall(r"<bdi>([A-Z][A-Za-z0-9 ]+)</bdi>", said) if one in names] == list(
        names
    )


def test_without_card_data_nothing_is_called_unknown() -> None:
    """Where nothing is known of any card, a missing one cannot be told."""
    bare = BOB._replace(entries=tuple(one._replace(data={}, column="") for one in ENTRIES))
    said = sheet.render([bare])
    assert "(unknown card)" not in said
    assert "<span>Deck</span><span>51</span>" in said


def test_a_deck_that_is_not_legal_says_so() -> None:
    """It is printed all the same."""
    assert "Not legal: 3 faults" in sheet.render([ANN])
    assert "Not legal: 1 fault (incomplete)" in sheet.render([JIM])
    assert "no sheet, unreadable" in sheet.render([BAD])
    assert "Legal as far as the card data tell" in sheet.render([EVE])
    assert "egal" not in sheet.render([BOB])


@pytest.mark.parametrize(
    ("player", "letter"),
    [
        ("Ann Example", "E"),
        ("Example, Ann", "E"),
        ("DUPONT Jean", "D"),
        ("Jean DUPONT", "D"),
        ("Madonna", "M"),
        ("山田太郎", "山"),
        ("élodie ørsted", "Ø"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_the_letter_that_sheets_are_sorted_by(player: str, letter: str) -> None:
    """The last name's first letter, however people write their names."""
    assert sheet.initial(player) == letter


@pytest.mark.parametrize(
    ("cards", "layout"), [(20, "cards two"), (70, "cards three"), (100, "dense"), (140, "long")]
)
def test_long_decks_are_set_closer(cards: int, layout: str) -> None:
    """What cannot stand in two columns stands in three, then closely, then on two pages; no card is lost."""
    entries = tuple(
        Entry("deck", "Battle", 1, f"BT1-{at:03}", f"Card {at}", {"type": "battle"}) for at in range(cards)
    )
    page = Page(sheet.render([BOB._replace(entries=entries)]))
    assert len(page.all("li")) == cards
    assert any(layout in str(attrs.get("class")) for _, attrs in page.found)

"""Files that people hand in as they have them: a document, a spreadsheet, a code, a collection."""

from __future__ import annotations

import base64
import io
import struct
import zipfile
import zlib
from urllib.parse import quote

import pytest
from decks.test_left_over import YGO

from judge.decks.deck import Deck
from judge.decks.report import Report

JINZO, RAIGEKI, MAGICIAN = 77585513, 12580477, 46986414
ODT = "application/vnd.oasis.opendocument.text"


def report(raw: bytes | str, file: str = "a.txt") -> Report:
    """What there is to say of a file with one deck."""
    (found,) = YGO.file(file, raw.encode() if isinstance(raw, str) else raw)
    return found


def deck(raw: bytes | str, file: str = "a.txt") -> Deck:
    """The one deck of a file."""
    (found,) = YGO.decks(file, raw.encode() if isinstance(raw, str) else raw)
    return found


def rows(found: Deck) -> list[tuple[int, str, str]]:
    """The cards of a deck that are given by number."""
    return [(one.count, one.card, one.section) for one in found.lines]


def packed(*files: tuple[str, str]) -> bytes:
    """An archive of files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in files:
            archive.writestr(name, text)
    return stream.getvalue()


# --- files that are no text -------------------------------------------------------------------------
FILES = {
    "a PDF": b"%PDF-1.7\n3 Raigeki",
    "formatted text (RTF)": b"{\\rtf1\\ansi 3 Raigeki\\par}",
    "a document": packed(("[Content_Types].xml", ""), ("word/document.xml", "<w/>")),
    "a document of": packed(("mimetype", ODT)),
    "a spreadsheet": packed(("[Content_Types].xml", ""), ("xl/workbook.xml", "<x/>")),
    "a spreadsheet's": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "Workbook".encode("utf-16-le"),
    "an archive": packed(("deck.txt", "3 Raigeki")),
    "a picture": b"\xff\xd8\xff\xe0\0\x10JFIF",
    "a card database": b"SQLite format 3\0",
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_no_text_is_named(kind: str) -> None:
    """One sentence says what it is, and what is to be handed in."""
    found = report(FILES[kind], "deck.txt")
    (fault,) = found.of("error")
    assert (found.verdict, fault.line, fault.column) == ("unreadable", 1, 1)
    assert f"this is {kind}" in fault.message
    assert fault.allowed


def test_a_list_in_braces_is_no_formatted_text() -> None:
    """Only how RTF begins makes it RTF."""
    assert "RTF" not in report("{rtf} 3 Raigeki").faults[0].message


# --- codes ------------------------------------------------------------------------------------------
def omega(main: list[int], side: list[int], more: bytes = b"") -> str:
    """A code of the client Omega."""
    raw = bytes([len(main), len(side)]) + struct.pack(f"<{len(main + side)}I", *main, *side) + more
    pack = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(pack.compress(raw) + pack.flush()).decode()


def test_a_code_of_omega() -> None:
    """Main and extra deck are one pile, whose cards go where their type belongs; padding may be left out."""
    code = omega([JINZO, JINZO, RAIGEKI], [MAGICIAN])
    expected = [(2, str(JINZO), ""), (1, str(RAIGEKI), ""), (1, str(MAGICIAN), "side")]
    assert deck(code + "\n").format == "omega"
    assert rows(deck(code)) == rows(deck(code.rstrip("="))) == expected
    assert report(code).counts == {"main": 3, "extra": 0, "side": 1}


@pytest.mark.parametrize("code", [omega([JINZO], [], b"\0"), omega([JINZO] * 9, [])[:-6], "Raigeki3"])
def test_what_is_almost_a_code_is_told(code: str) -> None:
    """A byte too many, or the end of the code missing, or a word: nothing is read of it."""
    assert deck(code).format == "text"
    assert report(code).verdict in ("unreadable", "illegal")


def link(*codes: int) -> str:
    """The main part of a link."""
    return base64.b64encode(struct.pack(f"<{len(codes)}I", *codes)).decode()


def test_links_as_addresses_have_them() -> None:
    """Base64 with "-" and "_", without its padding, with "%3D" for a sign: all of them are one link."""
    codes = (0xFFFFFFFB, 0xFBEFBEFB, JINZO)  # whose base64 has both signs
    plain = link(*codes)
    assert {"+", "/"} <= set(plain)
    expected = [(1, str(one), "main") for one in codes]
    safe = plain.replace("+", "-").replace("/", "_").rstrip("=")
    whole = f"ydke://{plain}!!!"
    for said in (whole, f"ydke://{safe}!!!", f"mine {quote(whole, safe='')}", f"<a?d={quote(whole)}&x=1>"):
        assert rows(deck(said)) == expected, said
        assert deck(said).problems == ()


def test_a_fault_in_an_address_has_its_column() -> None:
    """The column is the one in the file: "%3A" is three characters there."""
    (problem,) = deck(f"mine ydke%3A%2F%2FA!!! {'x' * 3}").problems
    assert (problem.line, problem.column) == (1, 6 + len("ydke%3A%2F%2F"))


# --- collections ------------------------------------------------------------------------------------
COLLECTION = "cardname,cardq,cardrarity,card_edition,cardset,cardcode,cardid,print_id\n"


def test_a_collection() -> None:
    """Its columns have names of their own; what of it says nothing of a deck is told by name."""
    found = deck(COLLECTION + f'"Raigeki",2,Super Rare,1st Edition,LOB,LOB-053,{RAIGEKI},7\n', "a.csv")
    assert [(one.count, one.card, one.name) for one in found.lines] == [(2, str(RAIGEKI), "Raigeki")]
    (remark,) = found.remarks
    assert "cardrarity, card_edition, cardset, cardcode, print_id" in remark.message


@pytest.mark.parametrize(
    "head",
    [
        "N°;Nom;Quantité",
        "Nº;Nom;Qté",
        "№;card_name;card-quantity:",
        "Card ID;CardName;COPIES",
        "Nr.;Karte;Anzahl",
    ],
)
def test_how_columns_are_called(head: str) -> None:
    """Signs and blanks between the words of a heading say nothing."""
    found = deck(f"{head}\n{RAIGEKI};Raigeki;2\n", "a.csv")
    assert [(one.count, one.card, one.name) for one in found.lines] == [(2, str(RAIGEKI), "Raigeki")]
    assert found.remarks == found.problems == ()


def test_a_printing_is_no_card_number() -> None:
    """A column of printings beside names is not read, and told."""
    found = deck("Quantity,Name,Card Number\n1,Raigeki,LOB-053\n2,Jinzo,PSV-EN000\n", "a.csv")
    assert [(one.count, one.card, one.name) for one in found.lines] == [(1, "", "Raigeki"), (2, "", "Jinzo")]
    assert "Card Number" in found.remarks[0].message


def test_a_column_that_is_not_read_may_not_name_a_part() -> None:
    """A card that the file says is in the Side Deck is not counted in the Main Deck."""
    assert deck("Qty,Name,Type\n1,Raigeki,Spell\n2,Jinzo,Monster\n", "a.csv").problems == ()
    (problem,) = deck("Qty,Name,Type\n1,Raigeki,Spell\n2,Jinzo,Side\n", "a.csv").problems
    assert (problem.line, problem.column, problem.found) == (3, 9, "Side")
    assert "the column Type" in problem.message


# --- headings ---------------------------------------------------------------------------------------
HEADINGS = {
    "main": ["Hauptdeck", "Monsterkarten", "Zauberkarten (3)", "Fallenkarten", "Cartes Pièges", "Monstruos",
             "Cartas de Trampa", "Mazzo principale", "Carte Trappola", "Armadilhas", "モンスターカード"],
    "extra": ["Zusatzdeck", "Xyz Monsters", "Deck supplémentaire", "Mazo Extra", "Deck Adicional"],
    "side": ["Nebendeck", "Mazo secundario", "Mazzo laterale", "Deck de côté", "Réserve (3 cartes)"],
}  # fmt: skip


@pytest.mark.parametrize(("part", "head"), [(part, one) for part, many in HEADINGS.items() for one in many])
def test_headings_in_other_languages(part: str, head: str) -> None:
    """A part is called so in German, French, Spanish, Italian, Portuguese and Japanese lists."""
    assert report(f"{head}\n3 Jinzo\n").counts[part] == 3

"""Sessions to take away: the document scores again to the same, the table does no harm in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from scoring.document import load
from tests.web.conftest import Phone, Sitting

FORMULAS = ("=1+1", "+1", "-1+1", "@SUM(A1)")


def rows_of(table: Sitting) -> list[list[str]]:
    page = table.phone.opens(f"{table.address}/takuroku.csv")
    assert (page.status, page.mimetype) == (200, "text/csv")
    return list(csv.reader(io.StringIO(page.bytes.decode("utf-8-sig"), newline="")))


def test_the_document_scores_again_to_the_same(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.adjusts(1, -5, "“late”")
    table.notes("お茶")
    table.ends()
    page = table.phone.opens(f"{table.address}/takuroku.json")
    assert (page.status, page.mimetype) == (200, "application/json")
    document = json.loads(page.html)
    assert document == table.kept["document"]
    sheet = load(document)
    assert list(sheet.totals) == table.totals == [11, -5, 10]
    assert sheet.over
    assert table.phone.says("/api/score", document).json == table.kept["report"]


def test_halves_survive_the_document(phone: Phone, toys: dict[str, Any]) -> None:
    table = phone.sits_down(game="pot", pot="10")
    table.enters({"seat": "0", "chips": "2.5"})
    document = json.loads(phone.opens(f"{table.address}/takuroku.json").html)
    assert [float(total) for total in load(document).totals] == [2.5, 0, 0]


def test_the_document_is_a_file_to_keep(table: Sitting) -> None:
    for kind in ("json", "csv"):
        page = table.phone.opens(f"{table.address}/takuroku.{kind}")
        sent_as = page.headers["Content-Disposition"]
        assert sent_as.startswith('attachment; filename="oh-hell-20')
        assert sent_as.endswith(f'.{kind}"')


def test_the_table_has_a_line_a_row_and_the_totals(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.adjusts(1, -5, "late")
    head, deal, adjustment, totals = rows_of(table)
    assert [line[2:] for line in (head, deal, adjustment, totals)] == [
        ["Ann", "Ben", "Chika"],
        ["11", "0", "10"],
        ["0", "-5", "0"],
        ["11", "-5", "10"],
    ]
    assert deal[0] == "3"


def test_the_table_says_that_it_is_utf_8(table: Sitting) -> None:
    assert table.phone.opens(f"{table.address}/takuroku.csv").bytes.startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_is_no_formula_for_a_spreadsheet(phone: Phone, name: str) -> None:
    table = phone.sits_down(name, 'Ben "B", Jr', "Chika", top_hand="3")
    table.adjusts(0, 5, "why")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    rows = rows_of(table)
    assert rows[0][2:] == ["'" + name, 'Ben "B", Jr', "Chika"]
    words = [cell for row in rows for cell in row if not _is_number(cell)]
    assert [cell for cell in words if cell.startswith(("=", "+", "-", "@"))] in ([], ["="])
    assert load(table.kept["document"]).table.players[0] == name, "the document keeps the name as it is"


def test_no_cell_of_words_begins_like_a_formula(table: Sitting) -> None:
    # The line of totals is headed by a bare "=".
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    words = [cell for row in rows_of(table) for cell in row if not _is_number(cell)]
    assert [cell for cell in words if cell.startswith(("=", "+", "-", "@"))] == []


@pytest.mark.parametrize("name", ["＝1+1", "＋1", "－1", "＠SUM(A1)"])
def test_a_name_in_full_width_is_no_formula_either(phone: Phone, name: str) -> None:
    # Spreadsheets set up for Japanese read the full-width signs as the plain ones (OWASP, CSV injection).
    table = phone.sits_down(name, "Ben", "Chika")
    assert rows_of(table)[0][2] == "'" + name


def _is_number(cell: str) -> bool:
    return cell.removeprefix("-").replace(".", "", 1).isdigit()

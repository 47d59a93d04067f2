import pytest

from games.analysis.analysing import DealSearch
from games.analysis.selectors import make_line, par_from
from games.belot import variant_from_json
from tests.games.belot.auction_of_numbers.rules import numeric_rules
from tournaments.templatetags.analysis import maker, par_contract, par_short, par_words

PACK = " ".join(suit + rank for suit in "CDHS" for rank in "789TJQKA")


@pytest.fixture
def found(monkeypatch):
    points = {"H": 104}
    monkeypatch.setattr(
        "games.analysis.analysing.solve_deal",
        lambda _rules, _hands, contract, _leader: points.get("CDHS"[contract], 62),
    )
    search = DealSearch(numeric_rules(), "N", PACK, {})
    while search.missing:
        search.step()
    return search.conclusion()


def test_analysis_line_shows_highest_makeable_bid(found):
    lines = {line["contract"]: make_line(line) for line in found["makes"]}
    assert (lines["H"].side, lines["H"].call) == ("NS", "100H")
    assert (lines["C"].side, lines["C"].call) == ("EW", "100C")
    assert maker(lines["H"]) == "<b>NS 100</b> · 200–80"


def test_par_contract_includes_its_bid_number(found):
    par = par_from(found["par"], numeric_rules())
    assert par.call in [call for call, _ in par.contracts]
    number = par.call[:-1]
    assert number.isdigit()
    assert f"<b>{number}</b>" in par_contract(par)
    assert par_short(par).startswith(f"{number} ")
    assert "neither side can do better" in par_words(par)


def test_analysis_without_numeric_bids_has_no_call(monkeypatch):
    monkeypatch.setattr("games.analysis.analysing.solve_deal", lambda *_asked: 100)
    search = DealSearch(variant_from_json("bulgarian"), "N", PACK, {})
    while search.missing:
        search.step()
    found = search.conclusion()
    assert "call" not in found["par"]
    assert all("call" not in line for line in found["makes"])


def test_bazar_blot_table_lists_its_contracts_and_calls(monkeypatch):
    monkeypatch.setattr("games.analysis.analysing.solve_deal", lambda *_asked: 104)
    search = DealSearch(variant_from_json("bazar_blot"), "N", PACK, {})
    assert search.total == 20
    while search.missing:
        search.step()
    assert list(search.table) == ["C", "D", "H", "S", "NT"]
    lines = {line["contract"]: make_line(line) for line in search.conclusion()["makes"]}
    # 104 points and a side's four quartes; in hearts also a belote.
    assert (lines["H"].call, lines["NT"].call) == ("32H", "30NT")

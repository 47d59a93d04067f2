import csv
import io
import json
from fractions import Fraction

import pytest

from games.belot import PRESETS
from games.models import Study
from games.studies import selectors
from games.studies.page_figures import study_shown
from games.studies.selectors import shipped_findings
from games.studies.services import start_study
from games.studies.sums import COLUMNS
from games.studies.tasks import STUDY_JOB
from jobs.tasks import run
from tests.markup import one_line

pytestmark = pytest.mark.django_db


def page(client, address="/en/studies/"):
    answer = client.get(address)
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def measured(boards=6, seed=5):
    study = start_study(variant=PRESETS["bulgarian"], seed=seed, boards=boards)
    while waiting := STUDY_JOB.waiting_jobs(study.pk).first():
        run(waiting.pk)
    return study


@pytest.fixture
def _nothing_shipped(monkeypatch):
    monkeypatch.setattr(selectors, "shipped_findings", lambda: None)
    monkeypatch.setattr("games.studies.views.shipped_findings", lambda: None)


def test_shipped_study_is_complete_and_consistent():
    shipped = shipped_findings()
    assert shipped is not None
    sums, boards = shipped.sums, shipped.boards
    assert set(sums.tables) == set(COLUMNS)
    assert sum(row[0] for row in sums.rows("par").values()) == boards
    assert sum(row[0] for row in sums.rows("points").values()) == 24 * boards
    assert sum(row[0] for row in sums.rows("spreads").values()) == boards
    for family, hands in (("suit.count", 16), ("NT.shape", 4), ("AT.honours", 4)):
        rows = [key for key in sums.rows("hands") if key.startswith(f"{family}.")]
        assert sum(sums.values("hands", key)["hands"] for key in rows) == hands * boards
    # a random hand has two of eight trumps on average
    trumps = [
        (int(key.rsplit(".", 1)[1]), sums.values("hands", key)["hands"])
        for key in sums.rows("hands")
        if key.startswith("suit.count.")
    ]
    assert sum(count * hands for count, hands in trumps) == 2 * 16 * boards
    assert all(
        len(row) == len(COLUMNS[table]) for table, rows in sums.tables.items()
        for row in rows.values()
    )  # fmt: skip


def test_shipped_study_is_shown_on_a_new_installation(client):
    text = page(client)
    shipped = shipped_findings()
    assert shipped is not None
    assert f"{shipped.boards:,} random boards" in text
    assert "This study comes with the program" in text
    assert text.count("<svg") >= 6
    assert "/en/studies/shipped/study.csv" in text
    assert client.get("/en/studies/")["Cache-Control"] == "public, max-age=0, s-maxage=10"


@pytest.mark.usefixtures("_nothing_shipped")
def test_page_without_measured_boards_says_so(client):
    text = page(client)
    assert "No board is measured yet" in text
    assert "boards-study" in text
    assert "<table" not in text


@pytest.mark.usefixtures("quick", "_nothing_shipped")
def test_running_study_shows_only_complete_batches(client):
    study = start_study(variant=PRESETS["bulgarian"], seed=5, boards=6)
    assert "No board is measured yet" in page(client, f"/en/studies/{study.share}/")
    measured()
    text = page(client)
    assert "6 random boards" in text
    assert "144" in text
    assert f"/en/studies/{study.share}/study.json" in text


@pytest.mark.usefixtures("quick")
def test_largest_study_is_shown_first_and_links_the_others(client):
    study = measured()
    text = page(client)
    assert "This study comes with the program" in text
    assert f"/en/studies/{study.share}/" in text
    assert "The study that comes with the program" in page(client, f"/en/studies/{study.share}/")


@pytest.mark.usefixtures("quick")
def test_shown_figures_are_computed_from_the_sums():
    findings = selectors.findings_of(Study.objects.get(pk=measured(8).pk))
    shown, sums = study_shown(findings), findings.sums
    nets = {int(net): row[0] for net, row in sums.rows("par").items()}
    assert shown.par.mean.value == Fraction(sum(net * n for net, n in nets.items()), 8)
    assert shown.results == 8 * 24
    assert shown.lead_boards == 8
    assert [line.contract for line in shown.contracts][:6] == ["C", "D", "H", "S", "NT", "AT"]
    reached = sums.values("par_contracts", "AT")
    assert shown.contracts[5].reached.percent == Fraction(100 * reached["boards"], 8)
    lead = sums.values("on_lead", "NT")
    assert shown.contracts[4].lead.value == Fraction(lead["points"], 32) - 65
    suits = shown.kinds[0]
    row = sums.values("hands", "suit.count.2")
    line = next(line for line in suits.counts if line.words == "2 trumps")
    assert line.hands == row["hands"] >= 30
    assert line.points.value == Fraction(row["points"], row["hands"])
    assert line.made.percent == Fraction(100 * row["made"], row["hands"])
    assert line.points.error > 0


@pytest.mark.parametrize("language", ["en", "bg", "fr", "hr", "nl"])
def test_studies_page_renders_in_every_language(client, language):
    assert "<svg" in page(client, f"/{language}/studies/")


def test_downloads_contain_every_number(client):
    shipped = shipped_findings()
    assert shipped is not None
    told = json.loads(client.get("/en/studies/shipped/study.json").content)
    assert (told["variant"], told["boards"]) == ("bulgarian", shipped.boards)
    assert told["tables"]["par_contracts"]["columns"] == list(COLUMNS["par_contracts"])
    answer = client.get("/en/studies/shipped/study.csv")
    assert 'filename="boards-study-shipped.csv"' in answer["Content-Disposition"]
    lines = list(csv.reader(io.StringIO(answer.content.decode())))
    assert lines[0] == ["table", "row", "column", "number"]
    assert ["boards", "all", "boards", str(shipped.boards)] in lines
    count = sum(len(row) for rows in shipped.sums.tables.values() for row in rows.values())
    assert len(lines) == 1 + count


@pytest.mark.usefixtures("quick")
def test_studies_are_listed_and_returned_by_the_api(client):
    study = measured()
    listed = client.get("/api/v1/studies/").json()
    assert [row["share"] for row in listed] == [study.share, "shipped"]
    assert (listed[0]["variant"], listed[0]["boards"], listed[0]["seed"]) == ("bulgarian", 6, 5)
    told = client.get(f"/api/v1/studies/{study.share}/").json()
    sums = selectors.findings_of(Study.objects.get(pk=study.pk)).sums
    assert told["tables"]["makes"]["rows"] == sums.to_json()["makes"]
    assert client.get("/api/v1/studies/none/").status_code == 404


@pytest.mark.parametrize("name", ["", "study.csv", "study.json"])
def test_unknown_study_returns_404(client, name):
    assert client.get(f"/en/studies/none/{name}").status_code == 404


def test_studies_are_linked_from_simulations_deals_and_rules(client):
    for address in ("/en/simulations/", "/en/deals/", "/en/rules/"):
        assert 'href="/en/studies/"' in client.get(address).content.decode()

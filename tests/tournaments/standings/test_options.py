import pytest

from tests.builders import make_club, make_tournament, rebuild
from tests.tournaments.archive.evenings import standings_of
from tests.tournaments.formats import make_field
from tests.tournaments.manage import address, client_of
from tests.tournaments.village import games
from tournaments.archive.file import pack
from tournaments.archive.services.restore import load_document, restore_archive
from tournaments.archive.verification import check_document
from tournaments.archive.writer import document_of
from tournaments.models import SCORING_NAMES, Tournament
from tournaments.scoring import Method, compute_standings, facts_from_json, options_of
from tournaments.standings.forms import ScoringForm
from tournaments.state.scoring import methods_for

pytestmark = pytest.mark.django_db
VALUES = {
    "small_groups": False, "upgrade_averages": False, "per_board": True, "weight": "session",
    "imp_table": "bridge", "datum_drop": 1, "datum_step": 10, "clip": 20, "average_imps": 3,
    "average_net": 7, "boards_per_match": 8, "bye_score": "1/2", "bye_points": 30,
    "annul_leavers": True,
}  # fmt: skip
CONTESTS = {
    "pairs": {},
    "teams": {"unit": "team", "scoring": "imps"},
    "games": {"cards": "open", "scoring": "game_points"},
}
API_ONLY_OPTIONS = {"datum_step", "boards_per_match"}
FOREIGN = {"clip": 20, "datum_drop": 1, "imp_table": "bridge"}


@pytest.mark.parametrize("contest", CONTESTS)
def test_api_accepts_only_options_the_method_supports(some, contest):
    tournament = make_tournament(**CONTESTS[contest])
    client = client_of(tournament)
    for number, method in enumerate(methods_for(tournament.unit, tournament.cards)):
        for name, value in some(VALUES.items(), number):
            body = {"scoring": method.value, "scoring_options": {name: value}}
            answer = client.patch(
                f"/api/v1/tournaments/{tournament.code}/scoring/", body, "application/json"
            )
            if name in options_of(method):
                assert answer.status_code == 200, (method, name, answer.content)
                assert answer.json()["scoring_options"] == {name: value}
                continue
            assert answer.status_code == 400, (method, name)
            (error,) = answer.json()["errors"]
            where = f"#/scoring_options/{name}"
            assert (error["code"], error["pointer"]) == ("option_unfit", where)
            assert f"“{SCORING_NAMES[method]}” does not know the option “{name}”" in error["detail"]


@pytest.mark.parametrize("contest", CONTESTS)
def test_scoring_form_offers_options_of_its_methods(contest):
    tournament = make_tournament(**CONTESTS[contest])
    form = ScoringForm(tournament=tournament)
    offered = {field.name for field in form.more}
    known = {name for method in form.methods for name in options_of(method)}
    without_tops = set() if contest == "pairs" else {"weight"}
    assert offered == known - API_ONLY_OPTIONS - without_tops
    assert set(VALUES).intersection(form.fields) == offered


@pytest.fixture
def old() -> Tournament:
    """Open play with other methods' options, as once could be stored."""
    tournament = make_field(
        4, "round_robin", {"entrants": 4}, cards="open", scoring="wins_then_points"
    )
    games(tournament, 1)
    Tournament.objects.filter(pk=tournament.pk).update(scoring_options={**FOREIGN, "bye_points": 5})
    return rebuild(Tournament.objects.get(pk=tournament.pk))


def test_stored_options_of_other_methods_are_ignored(old):
    assert (old.options.bye_points, old.options.clip) == (5, None)
    client = client_of(old)
    facts = client.get(f"/api/v1/tournaments/{old.code}/facts/").json()
    assert facts["options"] == {"bye_points": 5}
    rows = compute_standings(facts_from_json(facts)).rows
    assert len(rows) == len(standings_of(old)) == 4
    assert client.get(address("scoring", old)).status_code == 200


def test_archive_with_options_of_other_methods_is_restored(old):
    document = document_of(old)
    assert check_document(document).is_sound
    back = restore_archive(document=load_document(pack(document)), club=make_club("Elsewhere"))
    assert back.scoring_options == old.scoring_options
    assert standings_of(back) == standings_of(old)


def test_changing_an_option_drops_options_of_other_methods(old):
    initial = ScoringForm(tournament=old).initial
    same = ScoringForm({**initial, "scoring": old.scoring}, tournament=old)
    assert same.is_valid(), same.errors
    assert same.service_values()["scoring_options"] == old.scoring_options
    other = ScoringForm({**initial, "scoring": old.scoring, "bye_points": "7"}, tournament=old)
    assert other.is_valid(), other.errors
    assert other.service_values()["scoring_options"] == {"bye_points": 7}
    assert Method(old.scoring).for_games

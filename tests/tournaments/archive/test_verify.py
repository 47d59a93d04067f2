"""Archives are consistent, and any changed value is found."""

import copy
import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.builders import enter, make_club, make_drawn, plays_of, rebuild
from tests.season import play_evening, random_evening
from tests.season.evening import Evening
from tests.season.play import next_stage
from tests.shared_rows import built_once
from tests.tournaments.archive.world import (
    Document,
    Path,
    eventful_evening,
    leaves,
    two_stages,
    value_at,
    with_change,
)
from tests.tournaments.formats import better_wins, make_field
from tests.tournaments.numbers import CONTREE
from tests.tournaments.village import games
from tournaments.archive.file import ArchiveFileError, add_hash, canonical_json, pack
from tournaments.archive.parts import NAMES
from tournaments.archive.schema import check_shape
from tournaments.archive.verification import check_document
from tournaments.archive.verification.derived import DERIVED_COLUMNS, is_derived
from tournaments.archive.writer import document_of
from tournaments.draws.services.rounds import draw_next_round, publish_round
from tournaments.errors import RuleViolationError
from tournaments.models import Club, Tournament
from tournaments.standings.services import change_scoring

SHORT, LONG = 24, 1000


def has_findings(document: Document) -> bool:
    """Whether the shape, the recomputation or the hash differs."""
    try:
        check_shape(document)
    except ArchiveFileError:
        return True
    return not check_document(document).is_sound


def with_random_change(
    document: Document, rng: random.Random, *, derived: bool
) -> tuple[Path, Document]:
    """Change a random value of a random column; return path and document."""
    paths = [path for path in leaves(document) if not derived or is_derived(path)]
    paths = [path for path in paths if path != ("sha256",)]
    columns = sorted({path[2:3] + path[4:5] for path in paths if len(path) > 2}, key=str)
    wanted = rng.choice(columns)
    while True:
        path = rng.choice([each for each in paths if each[2:3] + each[4:5] == wanted])
        other = with_change(document, path, rng)
        if value_at(other, path) != value_at(document, path):
            return path, other


@pytest.fixture
def club(db) -> Club:
    return make_club()


@built_once
def evening() -> tuple[Tournament, list[Document]]:
    tournament = eventful_evening(make_club("Eventful"))
    return tournament, [document_of(tournament), document_of(two_stages(make_club("Stages")))]


@pytest.fixture
def documents(evening) -> list[Document]:
    return evening[1]


def check_changes(documents: list[Document], count: int) -> None:
    """Half of the changes keep the old hash; the others are resealed."""
    rng = random.Random(20)
    for number in range(count):
        is_resealed = number % 2 == 1
        path, other = with_random_change(rng.choice(documents), rng, derived=is_resealed)
        if is_resealed:
            other = add_hash(other)
        assert has_findings(other), (path, value_at(other, path))


def test_some_changed_values_are_each_found(documents):
    check_changes(documents, SHORT)


@pytest.mark.slow
def test_a_thousand_changed_values_are_each_found(documents):
    check_changes(documents, LONG)


def test_eventful_evening_has_no_findings(documents):
    for document in documents:
        check_shape(document)
        report = check_document(document)
        assert report.findings == ()
        assert report.not_made_again == ()
        assert report.has_hash
    assert [len(stage["standings"]) for stage in documents[0]["stages"]] == [7]


def test_every_derived_column_exists_in_its_part():
    for part, columns in DERIVED_COLUMNS.items():
        if part in NAMES:
            assert columns <= {column.name for column in NAMES[part].columns}, part


def test_finding_has_its_path_and_the_expected_value(documents):
    document = copy.deepcopy(documents[0])
    row = document["stages"][0]["results"][0]
    row["ns_score"] += 1
    found = check_document(add_hash(document)).findings
    assert [(each.code, each.at, each.found, each.right) for each in found] == [
        ("other_score", "stages[0].results[0].ns_score", row["ns_score"], row["ns_score"] - 1)
    ]


def seat_in_another_round(stage: Document) -> None:
    seat = next(seat for seat in stage["seats"] if seat["sitting"] is not None)
    seat["round"] = stage["rounds"][-1]["id"]


def result_of_another_play(stage: Document) -> None:
    one, other = [play for play in stage["plays"] if play["current"] is not None][:2]
    one["current"] = other["current"]


def one_round_less(stage: Document) -> None:
    stage["tournament"]["movement_params"]["rounds"] = len(stage["rounds"]) - 1


def versions_exchanged(stage: Document) -> None:
    one, other = stage["standings"][:2]
    one["made_at"], other["made_at"] = other["made_at"], one["made_at"]


def version_in_another_unit(stage: Document) -> None:
    stage["standings"][0]["unit"] = "percent" if stage["standings"][0]["unit"] != "percent" else "x"


def versions_numbered_anew(stage: Document) -> None:
    stage["standings"][0]["number"] = 9


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (seat_in_another_round, "other_round"),
        (result_of_another_play, "of_another_play"),
        (one_round_less, "other_movement"),
        (versions_exchanged, "not_in_order"),
        (version_in_another_unit, "other_unit"),
        (versions_numbered_anew, "not_in_order"),
    ],
)
def test_each_kind_of_damage_has_its_finding(documents, damage, code):
    document = copy.deepcopy(documents[0])
    damage(document["stages"][0])
    found = check_document(add_hash(document)).findings
    assert code in {each.code for each in found}


def test_swapped_card_is_found(documents):
    document = copy.deepcopy(documents[0])
    deal = document["stages"][0]["deals"][1]
    cards = deal["pack"].split()
    cards[0], cards[1] = cards[1], cards[0]
    deal["pack"] = " ".join(cards)
    found = check_document(add_hash(document)).findings
    assert ("other_deal", "stages[0].deals[1].pack") in [(each.code, each.at) for each in found]


def test_standings_before_a_scoring_change_are_not_recomputed(evening):
    tournament = evening[0]
    change_scoring(tournament=tournament, scoring="butler", reason="Asked", late=True)
    document = document_of(rebuild(tournament))
    report = check_document(document)
    assert report.findings == ()
    assert "stages[0].standings[0]" in report.not_made_again
    assert len(report.not_made_again) == len(document["stages"][0]["standings"]) - 1


def test_verify_command_reports_differences_without_a_database(documents, tmp_path, monkeypatch):
    path = tmp_path / "evening.belot.json.gz"
    path.write_bytes(pack(documents[0]))
    monkeypatch.setattr("django.db.models.sql.compiler.SQLCompiler.execute_sql", no_database)
    out = StringIO()
    call_command("verify", str(path), stdout=out)
    assert "agrees with itself" in out.getvalue()
    other = copy.deepcopy(documents[0])
    other["stages"][0]["results"][2]["ns_score"] = 161
    path.write_bytes(canonical_json(other))
    out = StringIO()
    with pytest.raises(CommandError, match="1 values differ"):
        call_command("verify", str(path), stdout=out)
    assert "stages[0].results[2].ns_score: 161 ≠" in out.getvalue()
    assert "The hash is another one" in out.getvalue()


def no_database(*_args: object, **_values: object) -> None:
    raise AssertionError("the database was asked")


@pytest.mark.sample
@pytest.mark.parametrize("seed", [1, 7, 13])
def test_random_evenings_have_no_findings(club, seed):
    check_agreement(random_evening(seed, club))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(14, 60))
def test_many_random_evenings_have_no_findings(club, seed):
    check_agreement(random_evening(seed, club))


def check_agreement(evening: Evening) -> None:
    play_evening(evening)
    assert check_document(document_of(rebuild(evening.tournament))).findings == ()
    final = next_stage(evening)
    if final is not None:
        play_evening(final)
        assert check_document(document_of(rebuild(final.tournament))).findings == ()


def test_outcome_without_the_solo_bid_key_is_accepted(db):
    rules = CONTREE | {"solo_value": 500}
    tournament = make_drawn(4, params={"entrants": 4, "rounds": 1}, variant=rules)
    play = plays_of(tournament)[0]
    slip = {"contract": "H", "declarer": "N", "points": {"NS": 91, "EW": 71}}
    enter(play, slip=slip | {"bid": 500, "capot_bid": True})
    document = document_of(tournament)
    outcome = document["stages"][0]["results"][0]["outcome"]
    assert outcome.pop("solo_bid") is True
    assert check_document(add_hash(document)).findings == ()


@pytest.mark.parametrize(
    ("kind", "params", "values"),
    [
        ("single_elimination", {"entrants": 5, "third_place": True}, {"scoring": "total_points"}),
        ("double_elimination", {"entrants": 4, "reset": True}, {"scoring": "total_points"}),
        ("lives", {"lives": 2, "buy_backs": 0}, {"scoring": "total_points"}),
        (
            "single_elimination",
            {"entrants": 4},
            {"variant": "bela2", "cards": "open", "game": {"to": 501}, "scoring": "game_points"},
        ),
    ],
)
def test_every_cup_standings_version_can_be_rebuilt(db, kind, params, values):
    tournament = make_field(params.get("entrants", 5), kind, params, **values)
    number = 1
    while True:
        play = games if values.get("cards") else better_wins
        play(tournament, number)
        rebuild(tournament)
        try:
            draw_next_round(tournament=tournament)
        except RuleViolationError:
            break
        number += 1
        publish_round(tournament=tournament, number=number)
    document = document_of(tournament)
    assert len(document["stages"][0]["standings"]) == number
    assert check_document(document).findings == ()

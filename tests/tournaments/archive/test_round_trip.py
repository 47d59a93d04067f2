import pytest

from tests.builders import make_club
from tests.season.formats import FORMATS
from tests.tournaments.archive.evenings import evening_of, name_of, rows_of, standings_of
from tests.tournaments.archive.world import eventful_evening, two_stages
from tournaments.archive.file import pack
from tournaments.archive.services.restore import load_document, restore_archive
from tournaments.archive.writer import document_of
from tournaments.models import Club, Tournament


@pytest.fixture
def club(db) -> Club:
    return make_club()


def restore_copy(tournament: Tournament, name: str = "Elsewhere") -> Tournament:
    document = load_document(pack(document_of(tournament)))
    return restore_archive(document=document, club=make_club(name))


def check_round_trip(tournament: Tournament) -> None:
    """Check that rows and recomputed standings equal the original's."""
    back = restore_copy(tournament)
    assert rows_of(document_of(back)) == rows_of(document_of(tournament))
    assert standings_of(back) == standings_of(tournament)
    assert len(standings_of(back)) > 1


@pytest.mark.sql
def test_eventful_evening_round_trips(club):
    check_round_trip(eventful_evening(club))


def test_final_round_trips_with_its_previous_stage(club):
    final = two_stages(club)
    check_round_trip(final)
    back = Tournament.objects.exclude(pk=final.pk).get(stage_name="Final")
    assert back.follows.club_id == back.club_id != final.club_id


USUAL = [FORMATS[at] for at in (0, 6, 9, 20)]
OTHERS = [each for each in FORMATS if each not in USUAL]


@pytest.mark.parametrize("chosen", USUAL, ids=name_of)
def test_evening_of_each_main_format_round_trips(club, chosen):
    check_round_trip(evening_of(chosen, club))


@pytest.mark.slow
@pytest.mark.parametrize("chosen", OTHERS, ids=name_of)
def test_evening_of_every_other_format_round_trips(club, chosen):
    check_round_trip(evening_of(chosen, club))

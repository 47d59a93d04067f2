"""A tournament leaves as a file and comes back: with the same rows and the same standings."""

import random

import pytest

from tests.builders import make_club, make_tournament, rebuild
from tests.season import play_evening
from tests.season.evening import Evening, draw, fitting
from tests.season.formats import FORMATS, SIZES, Format
from tests.tournaments.archive.world import Document, eventful_evening, two_stages
from tournaments.archive.file import pack
from tournaments.archive.writing import document_of
from tournaments.entries.services.entries import add_team
from tournaments.models import Club, StandingRow, Tournament
from tournaments.restoring.services import document_of_file, restore_archive

LEFT = frozenset({"created_at", "id", "code", "standings_version"})


@pytest.fixture
def club(db) -> Club:
    return make_club()


def bring_back(tournament: Tournament, name: str = "Elsewhere") -> Tournament:
    """The tournament brought into another club, as somebody else would."""
    document = document_of_file(pack(document_of(tournament)))
    return restore_archive(document=document, club=make_club(name))


def rows_of(document: Document) -> list[dict[str, object]]:
    """What the stages hold, but for what coming back adds."""
    stages = []
    for stage in document["stages"]:
        own = {key: value for key, value in stage["tournament"].items() if key not in LEFT}
        log = [line for line in stage["log"] if line["action"] != "archive_restored"]
        stages.append({**stage, "tournament": own | {"is_public": True}, "log": log})
    return stages


def must_come_back_alike(tournament: Tournament) -> None:
    """Rows are those of the original, with the standings that are made from them."""
    back = bring_back(tournament)
    assert rows_of(document_of(back)) == rows_of(document_of(tournament))
    assert standings_of(back) == standings_of(tournament)
    assert len(standings_of(back)) > 1


def standings_of(tournament: Tournament) -> list[tuple[object, ...]]:
    """The rows that are shown now."""
    rows = StandingRow.objects.filter(tournament=tournament).order_by("section", "position")
    return list(rows.values_list("team__name", "rank", "figure", "carry", "round_figures"))


def evening_of(chosen: Format, club: Club) -> Tournament:
    """An evening of a format, played with whatever happens."""
    rng = random.Random(11)
    values = {"boards_per_round": 1, "name": chosen.kind, **chosen.values}
    unit = values.pop("unit", "pair")
    tournament = make_tournament(club=club, **values)
    if tournament.variant.players == 4:  # where two or three play, each plays alone
        tournament.unit = unit
        tournament.save()
    entrants, params = chosen.fewest, None
    while params is None:
        entrants = min(entrants, chosen.most)
        params = fitting(chosen, entrants, rng)
        entrants += params is None
    for number in range(entrants):
        people = [f"Играч {letter}{number}" for letter in "АБВГ"[: SIZES[tournament.unit]]]
        add_team(tournament=tournament, players=people)
    evening = Evening(tournament, rng)
    draw(evening, chosen.kind, params, 11)
    evening.begin()
    play_evening(evening)
    return rebuild(evening.tournament)


def test_an_eventful_evening_comes_back_alike(club):
    must_come_back_alike(eventful_evening(club))


def test_a_final_comes_back_with_the_stage_before_it(club):
    final = two_stages(club)
    must_come_back_alike(final)
    back = Tournament.objects.exclude(pk=final.pk).get(stage_name="Final")
    assert back.follows.club_id == back.club_id != final.club_id


USUAL = [FORMATS[at] for at in (0, 6, 9, 20)]
OTHERS = [each for each in FORMATS if each not in USUAL]


def name_of(chosen: Format) -> str:
    return "-".join([chosen.kind, *map(str, chosen.values.values())])[:40]


@pytest.mark.parametrize("chosen", USUAL, ids=name_of)
def test_an_evening_comes_back_alike(club, chosen):
    must_come_back_alike(evening_of(chosen, club))


@pytest.mark.slow
@pytest.mark.parametrize("chosen", OTHERS, ids=name_of)
def test_an_evening_of_every_other_format_comes_back_alike(club, chosen):
    must_come_back_alike(evening_of(chosen, club))

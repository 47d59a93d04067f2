import random

from tests.builders import make_tournament, rebuild
from tests.season import play_evening
from tests.season.evening import Evening, draw, fitting_params
from tests.season.formats import SIZES, Format
from tests.tournaments.archive.world import Document
from tournaments.entries.services.entries import add_team
from tournaments.models import Club, StandingRow, Tournament

LEFT = frozenset({"created_at", "id", "code", "standings_version"})


def rows_of(document: Document) -> list[dict[str, object]]:
    stages = []
    for stage in document["stages"]:
        own = {key: value for key, value in stage["tournament"].items() if key not in LEFT}
        log = [line for line in stage["log"] if line["action"] != "archive_restored"]
        stages.append({**stage, "tournament": own | {"is_public": True}, "log": log})
    return stages


def standings_of(tournament: Tournament) -> list[tuple[object, ...]]:
    rows = StandingRow.objects.filter(tournament=tournament).order_by("section", "position")
    return list(rows.values_list("team__name", "rank", "figure", "carry", "round_figures"))


def evening_of(chosen: Format, club: Club) -> Tournament:
    rng = random.Random(11)
    values = {"boards_per_round": 1, "name": chosen.kind, **chosen.values}
    unit = values.pop("unit", "pair")
    tournament = make_tournament(club=club, **values)
    if tournament.variant.players == 4:  # tables of two or three have single players
        tournament.unit = unit
        tournament.save()
    entrants, params = chosen.fewest, None
    while params is None:
        entrants = min(entrants, chosen.most)
        params = fitting_params(chosen, entrants, rng)
        entrants += params is None
    for number in range(entrants):
        people = [f"Играч {letter}{number}" for letter in "АБВГ"[: SIZES[tournament.unit]]]
        add_team(tournament=tournament, players=people)
    evening = Evening(tournament, rng)
    draw(evening, chosen.kind, params, 11)
    evening.begin()
    play_evening(evening)
    return rebuild(evening.tournament)


def name_of(chosen: Format) -> str:
    return "-".join([chosen.kind, *map(str, chosen.values.values())])[:40]

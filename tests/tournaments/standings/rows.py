from tournaments.models import MatchRow, PlayScore, StandingRow
from tournaments.standings.tasks import rebuild_now


def everything(tournament) -> tuple[list, list, list]:
    rows = StandingRow.objects.filter(tournament=tournament).order_by("section", "position")
    scores = PlayScore.objects.filter(play__sitting__round__tournament=tournament)
    matches = MatchRow.objects.filter(tournament=tournament).order_by("round", "position")
    return (
        [{k: v for k, v in row.items() if k != "id"} for row in rows.values()],
        list(scores.order_by("play").values()),
        [{k: v for k, v in row.items() if k != "id"} for row in matches.values()],
    )


def rebuild_from_scratch(tournament) -> None:
    for model in (StandingRow, PlayScore, MatchRow):
        model.objects.all().delete()
    rebuild_now(tournament.pk)

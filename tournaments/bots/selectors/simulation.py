from django.db.models import QuerySet

from tournaments.models import Play


def plays_to_simulate(tournament_id: int, up_to_round: int | None = None) -> QuerySet[Play]:
    plays = Play.objects.filter(
        sitting__round__tournament_id=tournament_id,
        sitting__round__is_published=True,
        board__deal__isnull=False,
        state=Play.State.EMPTY,
    )
    if up_to_round is not None:
        plays = plays.filter(sitting__round__number__lte=up_to_round)
    return plays.order_by("sitting__round__number", "order", "sitting__table__number")

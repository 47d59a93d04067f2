from tests.builders import rebuild
from tournaments.models import Tournament


def over(tournament: Tournament) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    tournament.refresh_from_db()
    return rebuild(tournament)

"""How a tournament is held, and the one order of all locks.

Whoever needs several takes them in this order: the tournament, teams by their ids, one play, its
table. Whoever touches the results of more than one play holds the tournament for a change. The
tournament is held in one of three ways, which PostgreSQL knows as strengths of row locks:

===================  =================  ==================================================
held for             lock               beside it may go
===================  =================  ==================================================
an entry             FOR KEY SHARE      any number of entries, and the ranking
the ranking          FOR NO KEY UPDATE  any number of entries
a change             FOR UPDATE         nothing
===================  =================  ==================================================

An entry is about one result; a change is about seats, rounds, rules or the tournament's state, on
which entries depend. Foreign keys lock what they lead to like an entry does. So nobody who enters
a result waits for another table or for standings, and nobody can wait in a circle.

SQLite has one writer at a time: there each transaction is alone from its beginning.
"""

from django.db.models import IntegerField, QuerySet
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.events.prepared_queries import Parameter, prepared
from tournaments.models import Play, Team, Tournament


def hold_for_entry(tournament_id: int) -> Tournament:
    """The tournament as it is, and as it stays until this transaction is over."""
    for tournament in tournament_for_entry(tournament=tournament_id):
        return tournament
    raise Tournament.DoesNotExist


def by_id() -> QuerySet[Tournament]:
    return Tournament.objects.filter(pk=Parameter("tournament", IntegerField())).order_by()


tournament_for_entry = prepared(by_id, lock="FOR KEY SHARE")


def hold_play(play_id: int, tournament_id: int | None = None) -> Play | None:
    """A play, its tournament held for an entry; None where it is gone, or of another tournament.

    What its result is, and how sure, changes only under this lock.
    """
    if tournament_id is None:
        found = Play.objects.filter(pk=play_id).values_list("sitting__round__tournament_id")
        tournament_id = next((pk for (pk,) in found), None)
        if tournament_id is None:
            return None
    tournament = hold_for_entry(tournament_id)
    for play in locked_play(play=play_id, tournament=tournament_id):
        play.sitting.round.tournament = tournament
        return play
    return None


@prepared
def locked_play() -> QuerySet[Play]:
    plays = Play.objects.select_for_update(of=("self",), no_key=True).select_related(
        # Not the current result: joined, it could be older than what the lock was waited for.
        "sitting__round",
        "sitting__table",
        "board__deal",
    )
    return plays.filter(
        pk=Parameter("play", IntegerField()),
        sitting__round__tournament=Parameter("tournament", IntegerField()),
    ).order_by()


def hold_team(team_id: int) -> Team:
    """A team for whoever gives it points, its tournament held before; one director at a time."""
    return Team.objects.select_for_update(no_key=True).get(pk=team_id)


def hold_for_ranking(tournament_id: int) -> Tournament | None:
    """The tournament for whoever writes its derived rows; None where it is gone."""
    rows = Tournament.objects.select_for_update(no_key=True)
    return rows.filter(pk=tournament_id).first()


def hold_for_change(tournament_id: int) -> Tournament:
    """The tournament for whoever changes what entries depend on; only where it is led."""
    return must_be_led_here(hold_whole(tournament_id))


def hold_whole(tournament_id: int) -> Tournament:
    """The tournament as for a change, also where another place leads it."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def must_be_led_here(tournament: Tournament) -> Tournament:
    """Refuse what only the place may do that leads the evening; results are entered at both."""
    if tournament.led_elsewhere:
        words = _("This evening is led at another place now. Here only results can be entered.")
        raise Refused("led_elsewhere", words)
    return tournament

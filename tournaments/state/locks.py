"""Row locks of a tournament, and the global lock order.

Order: tournament, teams by id, one play, its table. Code that changes results of several
plays locks the tournament for a change. PostgreSQL lock strengths:

===================  =================  ==============================
locked for           lock               compatible with
===================  =================  ==============================
an entry             FOR KEY SHARE      entries, the ranking
the ranking          FOR NO KEY UPDATE  entries
a change             FOR UPDATE         nothing
===================  =================  ==============================

An entry affects one result; a change affects what entries depend on: seats, rounds,
rules, state. Foreign keys lock their target like an entry. Entries therefore never wait
for other tables or standings, and deadlocks are impossible. SQLite has a single writer
anyway.
"""

from django.db.models import IntegerField, QuerySet
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.prepared_queries import Parameter, prepared
from tournaments.models import Play, Team, Tournament


def lock_for_entry(tournament_id: int) -> Tournament:
    """Lock the tournament for an entry and return it."""
    for tournament in tournament_for_entry(tournament=tournament_id):
        return tournament
    raise Tournament.DoesNotExist


def by_id() -> QuerySet[Tournament]:
    return Tournament.objects.filter(pk=Parameter("tournament", IntegerField())).order_by()


tournament_for_entry = prepared(by_id, lock="FOR KEY SHARE")


def lock_play(play_id: int, tournament_id: int | None = None) -> Play | None:
    """Lock a play, and its tournament for an entry; None if not found.

    A play's result and state are changed only under this lock.
    """
    if tournament_id is None:
        tournament_ids = Play.objects.filter(pk=play_id).values_list(
            "sitting__round__tournament_id"
        )
        tournament_id = next((pk for (pk,) in tournament_ids), None)
        if tournament_id is None:
            return None
    tournament = lock_for_entry(tournament_id)
    for play in locked_play(play=play_id, tournament=tournament_id):
        play.sitting.round.tournament = tournament
        return play
    return None


@prepared
def locked_play() -> QuerySet[Play]:
    plays = Play.objects.select_for_update(of=("self",), no_key=True).select_related(
        # Without the current result: the joined row could predate the lock.
        "sitting__round",
        "sitting__table",
        "board__deal",
    )
    return plays.filter(
        pk=Parameter("play", IntegerField()),
        sitting__round__tournament=Parameter("tournament", IntegerField()),
    ).order_by()


def lock_team(team_id: int) -> Team:
    """Lock a team for adjustments; the tournament is already locked."""
    return Team.objects.select_for_update(no_key=True).get(pk=team_id)


def lock_for_ranking(tournament_id: int) -> Tournament | None:
    """Lock the tournament for writing derived rows; None if deleted."""
    rows = Tournament.objects.select_for_update(no_key=True)
    return rows.filter(pk=tournament_id).first()


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock the tournament for a change; refused unless this server is the leader."""
    return check_is_leader(lock_regardless_of_leader(tournament_id))


def lock_regardless_of_leader(tournament_id: int) -> Tournament:
    """Lock for a change, even if another server is the leader."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def check_is_leader(tournament: Tournament) -> Tournament:
    """Refuse unless this server is the leader; results can be entered on both."""
    if tournament.led_elsewhere:
        words = _(
            "Another site is in charge of this evening now. Only results can be entered here."
        )
        raise RuleViolationError("led_elsewhere", words)
    return tournament

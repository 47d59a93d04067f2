"""Walk-overs in a knock-out."""

from django.utils.translation import gettext as _

from tournaments.changes.layout import WalkoverRow
from tournaments.changes.services.changes import ChangeDraft, change_from, change_layout
from tournaments.changes.services.people import append_unplayed
from tournaments.draws.selectors.brackets import Meeting, meetings_of
from tournaments.errors import RuleViolationError
from tournaments.models import Change, Play, Result, Team, Tournament
from tournaments.permissions import Actor
from tournaments.state.formats import is_knockout
from tournaments.state.visibility import published_rounds


def give_walkover(*, team: Team, reason: str = "", actor: Actor = None) -> Change:
    """Give the open match to the team's opponents; boards without a result do not count.

    Raises RuleViolationError outside a knock-out, and without a published open match.
    """
    with change_layout(
        team.tournament, "match_walkover", actor=actor, reason=reason,
        team=team.name, number=team.number,
    ) as draft:  # fmt: skip
        met = open_match(draft.tournament, team)
        winner = met.b if met.a == team.number else met.a
        draft.layout.walkovers[met.round, met.match] = WalkoverRow(winner)
        draft.details |= {"round": met.round, "table": met.tables[0], "other": winner}
        draft.store()
        for play_id in unplayed_boards(draft, met):
            append_unplayed(play_id, reason, actor, Result.Kind.NOT_COUNTED)
    return change_from(draft)


def open_match(tournament: Tournament, team: Team) -> Meeting:
    """The team's published match without a winner; raises RuleViolationError."""
    if tournament.state != Tournament.State.PLAYING:
        raise RuleViolationError("not_playing", _("This tournament is not being played."))
    if not is_knockout(tournament):
        raise RuleViolationError("no_knockout", _("Walk-overs are only for cups."))
    shown = set(published_rounds(tournament).values_list("number", flat=True))
    for met in reversed(meetings_of(tournament)):
        if met.round in shown and met.winner is None and team.number in (met.a, met.b):
            return met
    raise RuleViolationError(
        "no_open_match", _("%s has no match to play now: it is over, or not published.") % team.name
    )


def unplayed_boards(draft: ChangeDraft, met: Meeting) -> list[int]:
    plays = Play.objects.filter(
        sitting__round__tournament=draft.tournament,
        sitting__round__number=met.round,
        sitting__table__number__in=met.tables,
        state=Play.State.EMPTY,
    )
    return list(plays.order_by("pk").values_list("pk", flat=True))

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Analysis, Deal, Record
from tournaments.draws.selectors.proposals import EveningAnswers, comparison
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.errors import RuleViolationError
from tournaments.models import Team, TeamPlayer, Tournament
from tournaments.permissions import Actor

NOT_COPIED: Final = frozenset(
    {
        "id", "code", "created_at", "created_by", "follows", "rehearses", "state", "is_public",
        "date", "official_at", "corrections_until", "carry", "carry_share",
        "movement_kind", "movement_params", "planned_rounds", "winners", "seed", "seed_hash",
        "deal_set",
        "standings_version", "moved_version", "standings_at", "rounds_counted", "extras_version",
        "hall_version", "field_tables", "field_counts",
    }
)  # fmt: skip
"""All other fields are copied, also future ones."""
DEFAULT_MINUTES: Final = 180
"""For the proposed movement if the original is not drawn."""


def make_copy(original: Tournament, actor: Actor) -> Tournament:
    """Copy a tournament with entrants and movement, but other cards.

    It gets its own seed, independent of the original's.
    """
    values = {
        field.name: getattr(original, field.name)
        for field in Tournament._meta.concrete_fields
        if field.name not in NOT_COPIED
    }
    today = timezone.localdate()
    copy = Tournament.objects.create(
        **values, date=today, is_public=False, rehearses=original, created_by=actor
    )
    copy_teams(original, copy)
    kind, params, boards = format_for(original, copy)
    copy = draw_tournament(
        tournament=copy,
        kind=kind,
        params=params,
        boards_per_round=boards,
        by_lot=False,
        actor=actor,
    )
    return publish_draw(tournament=copy, actor=actor)


def copy_teams(original: Tournament, copy: Tournament) -> None:
    """Copy present entrants with players; drawn ones keep their number."""
    is_drawn = original.state != Tournament.State.ENTRY
    teams = original.teams.filter(withdrawn_from=None)
    if is_drawn:
        teams = teams.filter(number__isnull=False).order_by("number")
    else:
        teams = teams.filter(is_present=True).order_by("entry_order")
    for order, team in enumerate(teams.prefetch_related("team_players"), start=1):
        copied_team = Team.objects.create(
            tournament=copy,
            name=team.name,
            named_after_players=team.named_after_players,
            public_name=team.public_name,
            entry_order=order,
            group=team.group,
            category=team.category,
            handicap=team.handicap,
            seeding=None if is_drawn else team.seeding,
            fixed_table=team.fixed_table,
        )
        TeamPlayer.objects.bulk_create(
            TeamPlayer(
                tournament=copy, team=copied_team, player_id=each.player_id, position=each.position
            )
            for each in team.team_players.all()
        )


def format_for(original: Tournament, copy: Tournament) -> tuple[str, dict[str, object], int | None]:
    """Movement of the draw, or the first proposal; refused if none fits."""
    if original.movement_kind:
        # The original's random seed is not copied.
        params = {key: value for key, value in original.movement_params.items() if key != "seed"}
        return original.movement_kind, params, None
    compared_formats = comparison(
        copy, EveningAnswers(entrants=copy.teams.count(), minutes=DEFAULT_MINUTES)
    )
    if not compared_formats.fitting:
        problem = compared_formats.problem or _("No movement fits these entrants.")
        raise RuleViolationError("cannot_rehearse", problem)
    first = compared_formats.fitting[0].proposal
    return first.kind, dict(first.params), first.boards_per_round


@transaction.atomic
def remove_copy(copy: Tournament) -> None:
    """Delete a copy with everything on it; raises ValueError for an original."""
    if copy.rehearses_id is None:
        raise ValueError(f"{copy.code} is no copy")
    deals = list(copy.boards.filter(deal__isnull=False).values_list("deal_id", flat=True))
    copy.rounds.all().delete()
    copy.boards.all().delete()
    Analysis.objects.filter(deal__in=deals).delete()
    Record.objects.filter(deal__in=deals).delete()
    Deal.objects.filter(pk__in=deals).delete()
    copy.delete()

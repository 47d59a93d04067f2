"""Continue with a next stage: a tournament that follows another and takes entrants over."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.facts.append import facts_changed, log
from tournaments.facts.locks import hold_for_change
from tournaments.models import Team, TeamPlayer, Tournament
from tournaments.permissions import Actor
from tournaments.ranking.services import must_carry
from tournaments.setup.selectors.stages import divide_rankings, rankings_of

COPIED = (
    "club", "name", "date", "start_time", "place", "variant", "unit", "cards", "game", "scoring",
    "match_scale", "tie_breaks", "scoring_options", "boards_per_round", "minutes_per_board",
    "change_minutes", "is_public",
)  # fmt: skip
TEAM_COPIED = (
    "name",
    "named_after_players",
    "public_name",
    "group",
    "category",
    "handicap",
    "fixed_table",
)


@transaction.atomic
def continue_with(
    *,
    tournament: Tournament,
    stage_name: str,
    through: int = 0,
    consolation: str = "",
    carry: str = Tournament.Carry.NONE,
    carry_share: str = "",
    actor: Actor = None,
) -> list[Tournament]:
    """Make the stage after a finished tournament: open for entry, ready to be drawn.

    The first ``through`` of each list or group go on (0: all); the rest play a stage of their own
    where ``consolation`` names it.  Only those who go on take something along.
    """
    tournament = hold_for_change(tournament.pk)
    if tournament.state != Tournament.State.FINISHED:
        raise Refused("not_finished", _("Finish this stage before you make the next one."))
    if tournament.rehearses_id is not None:
        raise Refused("is_a_copy", _("This is a copy, which goes after a day: nothing follows it."))
    rankings = rankings_of(tournament)
    longest = max((len(ranking) for ranking in rankings), default=0)
    main, rest = divide_rankings(rankings, through or longest)
    if len(main) < 2:
        raise Refused("too_few", _("At least two must go on."), field="through")
    made = [stage_of(tournament, stage_name, main, carry, carry_share, actor)]
    if consolation and len(rest) > 1:
        made.append(stage_of(tournament, consolation, rest, Tournament.Carry.NONE, "", actor))
    facts_changed(tournament.pk)  # its pages lead to the new stage
    return made


def stage_of(
    before: Tournament,
    name: str,
    teams: Sequence[Team],
    carry: str,
    carry_share: str,
    actor: Actor,
) -> Tournament:
    """One following tournament with these teams, seeded in this order."""
    stage = Tournament(
        follows=before,
        stage_name=name.strip()[:80],
        carry=carry,
        carry_share=carry_share.strip(),
        created_by=actor,
        **{field: getattr(before, field) for field in COPIED},
    )
    must_carry(stage)
    stage.save()
    take_over(stage, teams)
    log(before.pk, "stage_made", user=actor, stage=stage.stage_name, teams=len(teams))
    log(stage.pk, "tournament_created", user=actor)
    return stage


def take_over(stage: Tournament, teams: Sequence[Team]) -> None:
    """Enter teams of the stage before, with their players, seeded in the given order."""
    made = Team.objects.bulk_create(
        Team(
            tournament=stage,
            entry_order=seed,
            seeding=seed,
            origin=team,
            **{field: getattr(team, field) for field in TEAM_COPIED},
        )
        for seed, team in enumerate(teams, start=1)
    )
    new_id = {team.origin_id: team.pk for team in made}
    players = TeamPlayer.objects.filter(team__in=[team.pk for team in teams])
    TeamPlayer.objects.bulk_create(
        TeamPlayer(
            tournament=stage,
            team_id=new_id[row.team_id],
            player_id=row.player_id,
            position=row.position,
        )
        for row in players
    )

import random
from collections.abc import Collection, Sequence
from typing import Literal

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entries.services.entries import remove_team
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_general_change
from tournaments.models import Team, TeamPlayer, Tournament
from tournaments.permissions import Actor
from tournaments.standings.advancement import (
    Advance,
    Decide,
    Ranked,
    Selection,
    Tie,
    advance,
    advance_again,
    change_of,
    compare,
    decisions_of,
    rankings_of,
    selection_of,
    stored_lots,
)
from tournaments.standings.services import check_carry_over
from tournaments.state.formats import groups_of
from tournaments.state.locks import lock_tournament

TieRule = Literal["", "lot", "deal", "all"]
"""Tie at the cut: undecided, by lot, by a deciding deal, all advance."""

COPIED = (
    "club", "name", "date", "start_time", "time_zone", "place", "variant", "unit", "cards", "game",
    "scoring",
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
def create_next_stages(
    *,
    tournament: Tournament,
    stage_name: str,
    through: int = 0,
    best_next: int = 0,
    consolation: str = "",
    carry: str = Tournament.Carry.NONE,
    carry_share: str = "",
    tie: TieRule = "",
    tie_winners: Sequence[int] = (),
    actor: Actor = None,
) -> list[Tournament]:
    """Create the stage after a finished tournament, open for entry.

    The first ``through`` of each list or group advance (0: all), plus the ``best_next``
    among those one place lower. If ``consolation`` names a stage, the rest play there. Only
    those who advance carry results. Raise RuleViolationError for a tie at the cut unless
    ``tie`` says how it is decided; ``tie_winners`` are the winners of the deciding deal,
    best first.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.FINISHED:
        raise RuleViolationError(
            "not_finished", _("Finish this stage before you make the next one.")
        )
    if tournament.rehearses_id is not None:
        raise RuleViolationError(
            "is_a_copy", _("This is a copy that is deleted after a day, so no stage can follow it.")
        )
    rankings = rankings_of(tournament)
    if best_next:
        check_best_next(tournament, through, best_next)
    line = through or max((len(ranking) for ranking in rankings), default=0)
    lot = draw_lots(rankings)
    outcome = advance(rankings, line, lot, tie_decider(tie, tie_winners, lot), best_next)
    check_decided(outcome, tie_winners)
    if len(outcome.main) < 2:
        raise RuleViolationError("too_few", _("At least two must advance."), field="through")
    log_ties(tournament, outcome, tie, actor)
    chosen = selection_of(outcome, line, best_next, rest=False, lot=lot)
    stages = [create_stage(tournament, stage_name, chosen, carry, carry_share, actor=actor)]
    if consolation and len(outcome.rest) > 1:
        others = selection_of(outcome, line, best_next, rest=True, lot=lot)
        stages.append(create_stage(tournament, consolation, others, actor=actor))
    record_general_change(tournament.pk)
    return stages


def check_best_next(tournament: Tournament, through: int, best_next: int) -> None:
    """Refuse ``best_next`` without groups, or where all would advance."""
    groups = groups_of(tournament)
    if len(groups) < 2:
        raise RuleViolationError(
            "no_groups", _("Only a stage in groups has a next place to compare."), field="best_next"
        )
    if not through:
        raise RuleViolationError(
            "through", _("Enter how many from each group advance."), field="through"
        )
    if best_next >= len(groups):
        raise RuleViolationError(
            "best_next",
            _("Choose fewer than there are groups, or let one more of each group go on."),
            field="best_next",
        )


def draw_lots(rankings: Sequence[Sequence[Ranked]]) -> dict[int, int]:
    """Random lot by team number; the lowest is first among equals."""
    numbers = [each.number for ranking in rankings for each in ranking]
    random.SystemRandom().shuffle(numbers)
    return {number: at for at, number in enumerate(numbers)}


def tie_decider(rule: TieRule, winners: Sequence[int], lot: dict[int, int]) -> Decide:
    """Return a function that decides ties; it raises RuleViolationError for wrong winners.

    Each winner counts at one cut: the group's first, then that of the best next places.
    """
    if winners and rule != "deal":
        raise RuleViolationError(
            "no_deciding_deal",
            _("Winners are named only where a deciding deal was played."),
            field="tie_winners",
        )
    unused = list(dict.fromkeys(winners))

    def decide(tie: Tie) -> Collection[int] | None:
        if rule == "all":
            return tie.numbers
        if rule == "lot":
            return sorted(tie.numbers, key=lambda number: lot[number])[: tie.free]
        if rule != "deal":
            return None
        chosen = [number for number in unused if number in tie.numbers][: tie.free]
        if len(chosen) != tie.free:
            raise wrong_winners_error(tie)
        unused[:] = [number for number in unused if number not in chosen]
        return chosen

    return decide


def wrong_winners_error(tie: Tie) -> RuleViolationError:
    return RuleViolationError(
        "tie_winners",
        ngettext(
            "Name the winner (%(count)d) of the deciding deal, of no. %(numbers)s.",
            "Name the winners (%(count)d) of the deciding deal, of no. %(numbers)s.",
            tie.free,
        )
        % {"count": tie.free, "numbers": joined_numbers(tie.numbers)},
        field="tie_winners",
    )


def check_decided(advance: Advance, winners: Sequence[int]) -> None:
    """Refuse undecided ties at the cut, and winners who were not tied."""
    if advance.undecided:
        shared = "; ".join(
            _("no. %(numbers)s share place %(place)d, %(free)d of them can go on")
            % {"numbers": joined_numbers(tie.numbers), "place": tie.place, "free": tie.free}
            for tie in advance.undecided
        )
        raise RuleViolationError(
            "tie_at_line",
            _("Decide who advances: %(ties)s. Choose a lot, a deciding deal, or all of them.")
            % {"ties": shared},
            field="tie",
            ties=[
                {"place": tie.place, "teams": list(tie.numbers), "free": tie.free}
                for tie in advance.undecided
            ],
        )
    beaten = set(winners) - {number for _tie, chosen in advance.decided for number in chosen}
    for tie, _chosen in advance.decided:
        if beaten & set(tie.numbers):
            raise wrong_winners_error(tie)
    if beaten:
        raise RuleViolationError(
            "not_tied", _("A winner does not share the place at the line."), field="tie_winners"
        )


def log_ties(
    tournament: Tournament,
    advance: Advance,
    rule: TieRule,
    actor: Actor,
    known: Collection[Tie] = (),
) -> None:
    """Log how ties were decided, and seeds drawn by lot."""
    for tie, chosen in advance.decided:
        if tie not in known:
            log(
                tournament.pk, f"line_by_{rule}", user=actor, rank=tie.place,
                numbers=joined_numbers(tie.numbers), chosen=joined_numbers(chosen),
            )  # fmt: skip
    for numbers in advance.equals:
        log(tournament.pk, "seeds_by_lot", user=actor, numbers=joined_numbers(numbers))


def joined_numbers(numbers: Collection[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


@transaction.atomic
def exchange_entrants(
    *,
    tournament: Tournament,
    tie: TieRule = "",
    tie_winners: Sequence[int] = (),
    actor: Actor = None,
) -> Tournament:
    """Replace the entrants by those that the corrected standings select.

    Raise RuleViolationError if nothing differs, if the stage is drawn, or for a tie at the
    cut without ``tie``.
    """
    stage = lock_tournament(tournament.pk)
    if change_of(stage) is None or stage.follows is None:
        raise RuleViolationError(
            "nothing_changes", _("The entrants are those whom the standings before send on.")
        )
    if stage.state != Tournament.State.ENTRY:
        raise RuleViolationError(
            "drawn_already",
            _(
                "This stage is drawn. Take the draw back to exchange entrants; once play has "
                "begun, let others play in their place."
            ),
        )
    lock_tournament(stage.follows.pk)  # serialize decisions of two stages
    lot = draw_lots(rankings_of(stage.follows))
    outcome = advance_again(stage, lot, tie_decider(tie, tie_winners, lot))
    check_decided(outcome, tie_winners)
    change = compare(stage, outcome)
    enters = change.enters if change else ()
    leaves = change.leaves if change else ()
    for team in stage.teams.filter(origin__in=leaves):
        remove_team(team=team, actor=actor)
    last = stage.teams.aggregate(last=Max("entry_order"))["last"] or 0
    copy_entrants(stage, enters, after=last)
    decisions = decisions_of(stage)
    ties = {
        each
        for each, chosen in outcome.decided
        if decisions.get((each.numbers, len(chosen))) == chosen
    }
    log_ties(stage.follows, outcome, tie, actor, known=ties)
    rule = stage.selection
    stage.selection = selection_of(
        outcome,
        rule["through"],
        rule.get("best_next", 0),
        rest=rule["rest"],
        lot=stored_lots(stage, lot),
        known=rule["ties"],
    )
    stage.save(update_fields=["selection"])
    reseed(stage)
    for each in (stage.follows, stage):
        log(
            each.pk, "stage_corrected", user=actor, stage=stage.stage_name,
            enters=joined_numbers(change.numbers_in if change else ()) or "–",
            leaves=joined_numbers(change.numbers_out if change else ()) or "–",
        )  # fmt: skip
    record_general_change(stage.pk)
    return stage


def reseed(stage: Tournament) -> None:
    """Seed a stage's teams by selection; teams entered by hand come last."""
    place = {number: at for at, number in enumerate(stage.selection["order"], start=1)}
    teams = list(stage.teams.select_related("origin").order_by("entry_order"))
    teams.sort(key=lambda team: place.get(team.origin.number if team.origin else 0, len(place) + 1))
    for seed, team in enumerate(teams, start=1):
        team.seeding = seed
    Team.objects.bulk_update(teams, ["seeding"])


def create_stage(
    before: Tournament,
    name: str,
    selection: Selection,
    carry: str = Tournament.Carry.NONE,
    carry_share: str = "",
    *,
    actor: Actor,
) -> Tournament:
    team_of = {team.number: team for team in before.teams.filter(number__isnull=False)}
    teams = [team_of[number] for number in selection["order"]]
    stage = Tournament(
        follows=before,
        selection=selection,
        stage_name=name.strip()[:80],
        carry=carry,
        carry_share=carry_share.strip(),
        created_by=actor,
        **{field: getattr(before, field) for field in COPIED},
    )
    check_carry_over(stage)
    stage.save()
    copy_entrants(stage, teams)
    log(before.pk, "stage_made", user=actor, stage=stage.stage_name, teams=len(teams))
    log(stage.pk, "tournament_created", user=actor)
    return stage


def copy_entrants(stage: Tournament, teams: Sequence[Team], after: int = 0) -> None:
    """Copy teams and players of the previous stage, seeded in order.

    ``after`` is the last used entry order.
    """
    taken = stage.teams.filter(name__in=[team.name for team in teams]).first()
    if taken is not None:
        raise RuleViolationError("team_twice", _("“%s” is entered already.") % taken.name)
    copies = Team.objects.bulk_create(
        Team(
            tournament=stage,
            entry_order=seed,
            seeding=seed,
            origin=team,
            **{field: getattr(team, field) for field in TEAM_COPIED},
        )
        for seed, team in enumerate(teams, start=after + 1)
    )
    new_id = {team.origin_id: team.pk for team in copies}
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

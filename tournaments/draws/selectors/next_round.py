from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind
from jobs.models import Job
from tournaments.draws.selectors.brackets import Meeting, brackets_of, meetings_of
from tournaments.draws.selectors.lives import lives_of
from tournaments.models import Play, Round, Team, Tournament
from tournaments.state.formats import has_lives, has_series, is_bracket, is_drawn_by_round
from tournaments.state.visibility import complete_rounds

PAIRING_JOB = JobKind("pairing", pgettext_lazy("work", "draw of a round"))


@dataclass(frozen=True)
class UndecidedMatch:
    """A match without a winner; ``in_series`` if further matches follow."""

    meeting: Meeting
    a: Team
    b: Team
    in_series: bool = False


@dataclass(frozen=True)
class NextRound:
    """What the director needs before the next round; ``draft`` awaits publication.

    ``missing`` counts missing results; ``is_over``: nothing is left to draw. ``unplayed``
    are matches without results, in which a side can get a walk-over.
    """

    number: int
    planned: int | None
    draft: Round | None
    missing: int
    ties: Sequence[UndecidedMatch]
    may_buy: Sequence[Team]
    is_over: bool
    is_past_plan: bool
    by_matches: bool
    job: Job | None
    last: Round | None
    last_results: int
    unplayed: Sequence[UndecidedMatch] = ()

    @property
    def provisional(self) -> int:
        """Results that were missing when the draft was drawn."""
        return int(self.draft.drawn.get("provisional", 0)) if self.draft else 0

    @property
    def needs_winner(self) -> bool:
        """Whether all results are in and the director must name a winner."""
        return bool(self.ties) and not self.missing and self.draft is None

    @property
    def warnings(self) -> int:
        """Pairs of the draft that met before or should not meet."""
        drawn = self.draft.drawn if self.draft else {}
        return len(drawn.get("rematches", [])) + len(drawn.get("forbidden", []))


def next_round_of(tournament: Tournament) -> NextRound | None:
    """The state before the next round; None if all rounds were drawn at once."""
    if not is_drawn_by_round(tournament) or tournament.state == Tournament.State.ENTRY:
        return None
    rounds = list(tournament.rounds.order_by("number"))
    draft = rounds[-1] if rounds and not rounds[-1].is_published else None
    published = len(rounds) - (draft is not None)
    by_matches = is_bracket(tournament) or has_lives(tournament)
    met = meetings_of(tournament) if by_matches and draft is None else []
    team_of = {team.number: team for team in tournament.teams.filter(number__isnull=False)}
    done = complete_rounds(tournament)
    undecided = [
        UndecidedMatch(each, team_of[each.a], team_of[each.b], has_series(tournament))
        for each in met
        if each.winner is None
    ]
    ties = [each for each in undecided if each.meeting.round <= done]
    lines = lives_of(tournament, met) if has_lives(tournament) and met else []
    planned = tournament.planned_rounds
    return NextRound(
        number=published + 1,
        planned=planned,
        draft=draft,
        missing=count_missing(tournament, draft),
        ties=ties,
        may_buy=[team_of[line.number] for line in lines if line.may_buy],
        is_over=is_decided(tournament, met, sum(bool(line.left) for line in lines)),
        is_past_plan=not by_matches and planned is not None and published >= planned,
        by_matches=by_matches,
        job=running_job(tournament),
        last=rounds[-1] if rounds else None,
        last_results=count_entered(rounds[-1]) if rounds else 0,
        unplayed=[each for each in undecided if each.meeting.round > done],
    )


def count_missing(tournament: Tournament, draft: Round | None) -> int:
    plays = Play.objects.filter(sitting__round__tournament=tournament, state=Play.State.EMPTY)
    return plays.exclude(sitting__round=draft).count() if draft else plays.count()


def count_entered(row: Round) -> int:
    return Play.objects.filter(sitting__round=row, current__isnull=False).count()


def is_decided(tournament: Tournament, met: Sequence[Meeting], alive: int) -> bool:
    if has_lives(tournament):
        return bool(met) and alive == 1
    states = brackets_of(tournament, met) if met else []
    return bool(states) and all(state.champion for state in states)


def running_job(tournament: Tournament) -> Job | None:
    return PAIRING_JOB.unfinished_jobs().filter(key=tournament.pk).order_by("-pk").first()

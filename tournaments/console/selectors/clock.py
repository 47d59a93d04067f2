"""Progress of the tournament: running round, clock, expected end."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Subquery

from tournaments.draws.selectors.timetable import planned_start, round_length
from tournaments.models import Play, Round, Tournament
from tournaments.state.formats import rounds_known
from tournaments.state.visibility import published_rounds

MIN_SHOWN_PART = 0.06


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The clock of a tournament.

    ``state``: ``none`` (nothing published), ``waiting`` (round not started), ``running``,
    ``paused``, ``between`` (next pairing not drawn), ``played`` (all results in). ``part`` is
    the share of the running round's results, ``done`` the number of earlier rounds;
    ``rounds`` is 0 if unknown.
    """

    state: str
    round: int = 0
    rounds: int = 0
    done: int = 0
    part: float = 0.0
    starts_at: datetime | None = None
    deadline: datetime | None = None
    seconds_left: int | None = None
    ends_at: datetime | None = None

    @property
    def is_ahead(self) -> bool:
        return self.state in ("none", "waiting", "between") and not self.done and not self.part

    @property
    def shown_part(self) -> float:
        return max(self.part, MIN_SHOWN_PART) if self.state in ("running", "paused") else self.part


def clock_of(tournament: Tournament) -> ClockFace:
    """The public clock; one query."""
    if tournament.state not in {Tournament.State.PLAYING, Tournament.State.FINISHED}:
        return ClockFace("none", starts_at=planned_start(tournament))
    rounds = list(rounds_with_counts(tournament))
    running = running_round(rounds)
    if tournament.state == Tournament.State.FINISHED or running is None:
        return played_face(tournament, len(rounds))
    return face_of(tournament, running, rounds_known(tournament, len(rounds)))


def played_face(tournament: Tournament, rounds: int) -> ClockFace:
    """All published rounds are complete; further ones can follow."""
    known = rounds_known(tournament, rounds)
    if not known:
        return ClockFace("between", round=rounds, done=rounds)
    if tournament.state == Tournament.State.FINISHED or known <= rounds:
        return ClockFace("played", rounds, rounds, rounds)
    return ClockFace("waiting", round=rounds + 1, rounds=known, done=rounds)


def rounds_with_counts(tournament: Tournament) -> list[Round]:
    """Rounds annotated with expected (``plays``) and entered (``filled``) results."""
    counts = Play.objects.filter(sitting__round=OuterRef("pk")).values("sitting__round")
    plays = counts.annotate(n=Count("pk")).values("n")
    filled = counts.exclude(state=Play.State.EMPTY).annotate(n=Count("pk")).values("n")
    return list(
        published_rounds(tournament)
        .annotate(plays=Subquery(plays), filled=Subquery(filled))
        .order_by("number")
    )


def running_round(rounds: list[Round]) -> Round | None:
    """The last started round, or the first incomplete one; None if all are complete."""
    waiting = [row for row in rounds if filled_plays(row) < (getattr(row, "plays", 0) or 0)]
    if not waiting:
        return None
    begun = [row for row in rounds if row.started_at is not None]
    return max([waiting[0], *begun[-1:]], key=lambda row: row.number)


def filled_plays(row: Round) -> int:
    return getattr(row, "filled", 0) or 0


def face_of(tournament: Tournament, row: Round, rounds: int) -> ClockFace:
    plays = getattr(row, "plays", 0) or 1
    paused = row.paused_seconds
    state = "waiting" if row.started_at is None else "running" if paused is None else "paused"
    later = (rounds - row.number) * round_length(tournament)
    deadline = row.ends_at if state == "running" else None
    return ClockFace(
        state,
        round=row.number,
        rounds=rounds,
        done=row.number - 1,
        part=filled_plays(row) / plays,
        starts_at=planned_start(tournament) if state == "waiting" and row.number == 1 else None,
        deadline=deadline,
        seconds_left=paused,
        ends_at=deadline + later if deadline and rounds else None,
    )

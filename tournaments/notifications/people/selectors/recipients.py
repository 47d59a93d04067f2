"""Recipients of a notice, and data for its text."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.events.notifications import PUBLIC_KINDS
from tournaments.models import (
    Channel,
    DirectorCall,
    Follower,
    Notice,
    Round,
    Seat,
    Sending,
    StandingRow,
    Team,
    Tournament,
)
from tournaments.registration.status import team_of

Role = Follower.Role


def followers_for(notice: Notice) -> QuerySet[Follower]:
    rows = Follower.objects.filter(tournament=notice.tournament_id, confirmed_at__isnull=False)
    return (
        rows.exclude(role=Role.DIRECTOR)
        if is_announced(notice)
        else rows.filter(role=Role.DIRECTOR)
    )


def channels_for(notice: Notice) -> QuerySet[Channel]:
    tournament = notice.tournament
    if not is_announced(notice) or not tournament.is_public:
        return Channel.objects.none()
    return Channel.objects.filter(club=tournament.club_id).exclude(kind=Channel.Kind.BOT)


def is_announced(notice: Notice) -> bool:
    """Whether a notice goes to all followers."""
    return notice.kind in PUBLIC_KINDS


def team_followed(follower: Follower) -> Team | None:
    """The followed entrant; of a sign-up once accepted."""
    if follower.team is not None or follower.signup is None:
        return follower.team
    return team_of(follower.signup.joined or follower.signup)


@dataclass(frozen=True, slots=True)
class TeamPlace:
    rank: int
    field: int


def team_place(team: Team) -> TeamPlace | None:
    row = StandingRow.objects.filter(team=team).order_by("section").first()
    if row is None:
        return None
    same = StandingRow.objects.filter(tournament=row.tournament_id, section=row.section)
    return TeamPlace(row.rank, same.count())


def seats_in(tournament: Tournament, number: int, team: Team) -> list[Seat]:
    """Seats of a team in a published round; without a sitting it rests."""
    rows = Seat.objects.filter(
        round__tournament=tournament,
        round__number=number,
        round__is_published=True,
        team=team,
    )
    return list(rows.select_related("sitting__table").order_by("half"))


def is_round_published(tournament: Tournament, number: int) -> bool:
    return Round.objects.filter(tournament=tournament, number=number, is_published=True).exists()


def open_call(pk: object) -> DirectorCall | None:
    rows = DirectorCall.objects.select_related("table").filter(settled_at__isnull=True)
    return rows.filter(pk=pk).first() if isinstance(pk, int) else None


def sent_today(sending: Sending) -> int:
    """Number of messages sent to the same address or channel within a day."""
    rows = Sending.objects.filter(
        state=Sending.State.SENT, done_at__gte=timezone.now() - timedelta(days=1)
    )
    if sending.follower is None:
        return rows.filter(channel=sending.channel).count()
    return rows.filter(follower__address_key=sending.follower.address_key).count()


def waiting_sendings(tournament_id: int, now: object) -> QuerySet[Sending]:
    return (
        Sending.objects.filter(
            notice__tournament=tournament_id, state=Sending.State.WAITING, next_at__lte=now
        )
        .select_related(
            "notice__tournament__club",
            "follower__team",
            "follower__signup__joined__team",
            "follower__signup__team",
            "channel",
        )
        .order_by("pk")
    )


def tournaments_with_work() -> set[int]:
    """Tournaments with due notices or sendings; two queries."""
    now = timezone.now()
    fresh = Notice.objects.filter(spread_at__isnull=True, due_at__lte=now)
    waiting = Sending.objects.filter(state=Sending.State.WAITING, next_at__lte=now)
    return {
        *fresh.values_list("tournament", flat=True),
        *waiting.values_list("notice__tournament", flat=True),
    }


def played_with_directors() -> QuerySet[Tournament]:
    """Tournaments in play with following directors."""
    followers = Follower.objects.filter(role=Role.DIRECTOR, confirmed_at__isnull=False)
    return Tournament.objects.filter(
        pk__in=followers.values("tournament"), state=Tournament.State.PLAYING
    )


def official_by_deadline() -> QuerySet[Tournament]:
    """Tournaments that became official by deadline within the last hour."""
    now = timezone.now()
    return Tournament.objects.filter(
        Q(followers__isnull=False) | Q(is_public=True, club__channels__isnull=False),
        state=Tournament.State.FINISHED,
        official_at__isnull=True,
        corrections_until__gt=now - timedelta(hours=1),
        corrections_until__lte=now,
    ).distinct()

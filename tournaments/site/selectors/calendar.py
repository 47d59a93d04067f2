"""Publicly listed tournaments: running, upcoming, past."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time

from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.wording.collation import sort_by_name
from tournaments.clubs.names import search_key
from tournaments.models import Club, EntryPlan, Play, Round, Signup, Team, Tournament
from tournaments.state.formats import rounds_known


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament in a list; ``round`` is the running one, else 0.

    ``today`` is the local date at the venue. ``is_ahead``: the seats are public but play has
    not begun. ``is_open``: players can register; ``places`` are left, None if unlimited.
    """

    code: str
    name: str
    club: str
    place: str
    today: date
    date: date
    start_time: time
    state: str
    teams: int
    round: int
    rounds: int
    unit: str = "pair"
    is_open: bool = False
    places: int | None = None
    is_ahead: bool = False

    @property
    def is_full(self) -> bool:
        """Whether new registrations go to the waiting list."""
        return self.places == 0

    @property
    def key(self) -> str:
        return search_key(f"{self.name} {self.club} {self.place}")


@dataclass(frozen=True, slots=True)
class Calendar:
    """Running (newest first), upcoming (soonest first) and past (newest first) events."""

    running: tuple[Event, ...]
    upcoming: tuple[Event, ...]
    past: tuple[Event, ...]


def calendar_of(*, words: str = "", club: int | None = None) -> Calendar:
    """Public tournaments that match all words, in either alphabet; one query."""
    terms = search_key(words).split()
    matches = [event for event in events(club) if all(word in event.key for word in terms)]
    running = [event for event in matches if event.state == Tournament.State.PLAYING]
    past = [event for event in matches if is_past(event)]
    rest = [event for event in matches if event not in running and event not in past]
    return Calendar(tuple(running), tuple(reversed(rest)), tuple(past))


def is_past(event: Event) -> bool:
    """Whether finished, or not started and its day is over."""
    if event.state == Tournament.State.PLAYING:
        return False
    return event.state == Tournament.State.FINISHED or event.date < event.today


def events(club: int | None = None, *, since: date | None = None) -> Iterable[Event]:
    """Public tournaments, newest first; ``since`` a day, or still being played."""
    teams = Team.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    rounds = Round.objects.filter(tournament=OuterRef("pk"), is_published=True).order_by()
    waiting = Play.objects.filter(
        sitting__round__tournament=OuterRef("pk"),
        sitting__round__is_published=True,
        state=Play.State.EMPTY,
    ).order_by("sitting__round__number")
    filled = Play.objects.filter(
        sitting__round__tournament=OuterRef("pk"), sitting__round__is_published=True
    ).exclude(state=Play.State.EMPTY)
    # Further stages are linked from the first.
    listed = Tournament.objects.filter(is_public=True, follows__isnull=True)
    if club is not None:
        listed = listed.filter(club_id=club)
    if since is not None:
        listed = listed.filter(Q(date__gte=since) | Q(state=Tournament.State.PLAYING))
    rows = listed.annotate(
        entered=Coalesce(Subquery(teams.annotate(n=Count("pk")).values("n")), 0),
        all_rounds=Coalesce(
            Subquery(rounds.values("tournament").annotate(n=Count("pk")).values("n")), 0
        ),
        begun=Subquery(
            rounds.filter(started_at__isnull=False).order_by("-number").values("number")[:1]
        ),
        lacking=Subquery(waiting.values("sitting__round__number")[:1]),
        any_result=Exists(filled),
        **registration_annotations(),
    ).select_related("club")
    for row in rows.order_by("-date", "-start_time", "-pk"):
        yield event_from(row)


def event_from(row: Tournament) -> Event:
    counts = vars(row)
    playing = row.state == Tournament.State.PLAYING
    has_begun = bool(counts["begun"]) or counts["any_result"]
    current = max(counts["begun"] or 0, counts["lacking"] or counts["all_rounds"])
    return Event(
        code=row.code,
        name=row.name,
        club=row.club.name,
        place=row.place,
        date=row.date,
        start_time=row.start_time,
        state=row.state,
        today=timezone.localdate(timezone=row.zone),
        teams=counts["entered"],
        round=current if playing and has_begun else 0,
        rounds=rounds_known(row, counts["all_rounds"]) if playing else 0,
        unit=row.unit,
        is_open=counts["entry_open"] and row.state == Tournament.State.ENTRY,
        places=places_left(counts["entry_most"], counts["entered"] + counts["entry_asked"]),
        is_ahead=playing and not has_begun,
    )


def registration_annotations() -> dict[str, Exists | Subquery | Coalesce]:
    """Annotations: open for registration, maximum entrants, pending requests."""
    plans = EntryPlan.objects.filter(tournament=OuterRef("pk"))
    in_time = Q(closes_at=None) | Q(closes_at__gt=timezone.now())
    pending = Signup.objects.filter(
        tournament=OuterRef("pk"), state=Signup.State.ASKED, wants_partner=False
    ).order_by()
    counted = pending.values("tournament").annotate(n=Count("pk")).values("n")
    return {
        "entry_open": Exists(plans.filter(in_time, is_open=True)),
        "entry_most": Subquery(plans.values("most")[:1]),
        "entry_asked": Coalesce(Subquery(counted), 0),
    }


def places_left(most: int | None, taken: int) -> int | None:
    """Number of free places; None if unlimited."""
    return None if most is None else max(most - taken, 0)


def clubs_with_tournaments() -> tuple[tuple[int, str], ...]:
    clubs = Club.objects.annotate(
        n=Count("tournaments", filter=Q(tournaments__is_public=True))
    ).filter(n__gt=0)
    rows = clubs.order_by("pk").values_list("pk", "name")
    return tuple(sort_by_name(rows, lambda row: row[1]))

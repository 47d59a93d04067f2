from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.cash.money import money_text
from tournaments.cash.selectors.fees import kinds_of, plan_of
from tournaments.clubs.names import search_key
from tournaments.clubs.selectors import unknown_but_near
from tournaments.entries.selectors.team_lines import TeamLine, entered_teams
from tournaments.models import EntryPlan, Signup, Team, TeamPlayer, Tournament
from tournaments.state.visibility import PUBLISHED

State = Signup.State
ACTIVE_STATES: Final = (State.ASKED, State.APPROVED, State.WAITING, State.JOINED)


@dataclass(frozen=True, slots=True)
class EntryStatus:
    """Number of places, and whether entry is open.

    ``taken`` counts entered and pending sign-ups; players without partner have no place.
    """

    plan: EntryPlan
    is_open: bool
    taken: int
    waiting: int
    looking: int
    asked: int

    @property
    def left(self) -> int | None:
        return None if self.plan.most is None else max(self.plan.most - self.taken, 0)

    @property
    def is_full(self) -> bool:
        return self.left == 0 or self.waiting > 0

    @property
    def closes_at(self) -> datetime | None:
        return self.plan.closes_at


def plan_for(tournament: Tournament) -> EntryPlan | None:
    """The entry plan; None if there never was one."""
    return EntryPlan.objects.filter(tournament=tournament.pk).first()


def is_open_now(tournament: Tournament, plan: EntryPlan) -> bool:
    in_time = plan.closes_at is None or timezone.now() < plan.closes_at
    return plan.is_open and in_time and tournament.state == Tournament.State.ENTRY


def entry_status(tournament: Tournament) -> EntryStatus | None:
    """The entry status; None without a plan. Three queries."""
    plan = plan_for(tournament)
    return None if plan is None else entry_status_for(tournament, plan)


def entry_status_for(tournament: Tournament, plan: EntryPlan) -> EntryStatus:
    """The entry status for a loaded plan."""
    pending = Q(state=State.ASKED, wants_partner=False)
    counts = Signup.objects.filter(tournament=tournament.pk).aggregate(
        asked=Count("pk", filter=pending),
        waiting=Count("pk", filter=Q(state=State.WAITING)),
        looking=Count("pk", filter=Q(state=State.ASKED, wants_partner=True)),
    )
    teams = Team.objects.filter(tournament=tournament.pk).count()
    return EntryStatus(
        plan=plan,
        is_open=is_open_now(tournament, plan),
        taken=teams + counts["asked"],
        **counts,
    )


def shown_teams(tournament: Tournament) -> tuple[TeamLine, ...]:
    """Entered teams; empty before the draw if names are hidden."""
    is_hidden = tournament.state not in PUBLISHED and hides_names(tournament)
    return () if is_hidden else entered_teams(tournament)


def hides_names(tournament: Tournament) -> bool:
    return EntryPlan.objects.filter(tournament=tournament.pk, shows_names=False).exists()


def fees_in_words(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    """Fee by kind of person, such as member: 6 €; empty if free."""
    plan = plan_of(tournament)
    if plan is None:
        return ()
    return tuple(
        (str(kind), money_text(kind.amount, plan.currency)) for kind in kinds_of(tournament)
    )


def lookers(tournament: Tournament) -> QuerySet[Signup]:
    rows = Signup.objects.filter(tournament=tournament.pk, state=State.ASKED, wants_partner=True)
    return rows.order_by("place")


@dataclass(frozen=True, slots=True)
class EntryWithLookers:
    entry: EntryStatus
    looking: Sequence[Signup]


def entry_with_lookers(tournament: Tournament) -> EntryWithLookers | None:
    """Entry status and players looking for a partner; None without a plan. Four queries."""
    entry = entry_status(tournament)
    return None if entry is None else EntryWithLookers(entry, list(lookers(tournament)))


SimilarNames = Mapping[str, Sequence[str]]
"""Known players by similar entered name."""


@dataclass(frozen=True, slots=True)
class SignupQueue:
    """All sign-ups by status, in order.

    ``doubled`` are sign-ups without a place that repeat an earlier name; only the organiser
    sees them. ``near`` maps sign-ups without a place to their names close to known players.
    """

    asked: Sequence[Signup]
    looking: Sequence[Signup]
    waiting: Sequence[Signup]
    entered: Sequence[Signup]
    gone: Sequence[Signup]
    doubled: frozenset[int] = frozenset()
    near: Mapping[int, SimilarNames] = field(default_factory=dict)

    @property
    def is_undecided(self) -> bool:
        """Whether a sign-up without a place awaits a decision."""
        return any((self.asked, self.looking, self.waiting))

    @property
    def is_empty(self) -> bool:
        return not any((self.asked, self.looking, self.waiting, self.entered, self.gone))


def signup_queue(tournament: Tournament) -> SignupQueue:
    """The queue for the organiser, with contact data; two queries."""
    rows = Signup.objects.filter(tournament=tournament.pk).order_by("place")
    every = list(rows.select_related("contact", "joined", "team", "offers_to"))
    return SignupQueue(
        asked=[each for each in every if each.state == State.ASKED and not each.wants_partner],
        looking=[each for each in every if each.is_looking],
        waiting=[each for each in every if each.state == State.WAITING],
        entered=[each for each in every if each.state == State.APPROVED],
        gone=[each for each in every if each.state in {State.WITHDRAWN, State.REFUSED}],
        doubled=duplicate_signups(tournament, every),
        near=near_names(tournament, every),
    )


def near_names(tournament: Tournament, every: Sequence[Signup]) -> dict[int, SimilarNames]:
    """Names close to known players in sign-ups without a place, by key."""
    open_ones = [
        each
        for each in every
        if each.state in {State.ASKED, State.WAITING} and not each.wants_partner
    ]
    names = [name for each in open_ones for name in each.players]
    known = unknown_but_near(tournament.club, names) if names else {}
    near_by_key = {
        each.pk: {name: known[name] for name in each.players if name in known} for each in open_ones
    }
    return {key: near for key, near in near_by_key.items() if near}


def duplicate_signups(tournament: Tournament, every: Sequence[Signup]) -> frozenset[int]:
    """Keys of live sign-ups that repeat a known name; one query."""
    rows = TeamPlayer.objects.filter(tournament=tournament.pk)
    known = set(rows.values_list("player__search_key", flat=True))
    duplicates = set()
    for each in every:
        names = set(map(search_key, each.players))
        if each.state in {State.ASKED, State.WAITING}:
            duplicates |= {each.pk} if known & names else set()
            known |= names
    return frozenset(duplicates)


def place_in_queue(signup: Signup) -> int:
    """Position on the waiting list, from 1."""
    before = Signup.objects.filter(
        tournament=signup.tournament_id, state=State.WAITING, place__lt=signup.place
    )
    return before.count() + 1


@dataclass(frozen=True, slots=True)
class OwnSignup:
    """A sign-up on its secret page; ``pair`` is the sign-up of the pair.

    ``queue`` is the waiting position, ``is_own`` whether the partner can be changed.
    """

    signup: Signup
    pair: Signup
    queue: int | None
    is_live: bool
    is_own: bool
    offers: Sequence[Signup]
    others: Sequence[Signup]


def own_signup(signup: Signup) -> OwnSignup:
    """A sign-up with offers received and possible partners."""
    tournament, pair = signup.tournament, signup.joined or signup
    is_entry = tournament.state == Tournament.State.ENTRY
    is_waiting = pair.state == State.WAITING and is_entry
    others = lookers(tournament).exclude(pk=signup.pk).exclude(offers_to=signup.pk)
    return OwnSignup(
        signup=signup,
        pair=pair,
        queue=place_in_queue(pair) if is_waiting else None,
        is_live=signup.state in ACTIVE_STATES and is_entry,
        is_own=signup.joined is None and not signup.guests.exists(),
        offers=list(signup.offers.filter(state=State.ASKED, wants_partner=True)),
        others=list(others) if signup.is_looking else [],
    )


def signups_with_secrets() -> QuerySet[Signup]:
    return Signup.objects.select_related(
        "tournament__club", "joined__tournament", "joined__team", "offers_to", "team"
    )

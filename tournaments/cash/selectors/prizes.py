"""Prizes by place, and by entrant once there are standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.cash.money import minor_units
from tournaments.cash.prizes import (
    Prizes,
    divide_among_all,
    divide_by_list,
    divide_by_nth,
    divide_by_shares,
    fund_of,
    listed_places,
    usual_shares,
)
from tournaments.cash.selectors.accounts import till_of
from tournaments.cash.selectors.fees import plan_of
from tournaments.entries.selectors.team_lines import TeamLine, players_at, team_line
from tournaments.models import LedgerLine, PrizePlan, StandingRow, Team, Tournament
from tournaments.scoring import split_ties

USUAL_PLACES = 3
COPIED_FIELDS = ("way", "percent", "fixed", "step", "shares", "nth", "listed", "each", "note")
"""From the club's last plan."""
Way = PrizePlan.Way


@dataclass(frozen=True)
class PrizeLine:
    """A place with its prize, and its entrant if known."""

    place: int
    amount: int
    share: int | None = None
    team: Team | None = None
    is_tied: bool = False
    section: str = ""
    is_given: bool = False

    @property
    def line(self) -> TeamLine | None:
        return team_line(self.team) if self.team else None


@dataclass(frozen=True)
class PrizeOverview:
    plan: PrizePlan
    currency: str
    fund: int
    places: list[PrizeLine]
    rest: int
    winners: list[PrizeLine]
    lists: int = 1

    @property
    def is_changed(self) -> bool:
        """Whether the announced prizes differ from the current ones."""
        return self.plan.is_announced and self.plan.announced != [
            line.amount for line in self.places
        ]


def prize_plan(tournament: Tournament) -> PrizePlan:
    """The tournament's plan, or the club's last one, or the default."""
    plan = PrizePlan.objects.filter(tournament=tournament.pk).first()
    fees = plan_of(tournament)
    currency = fees.currency if fees else "EUR"
    plan = plan or last_prizes(tournament, currency)
    plan = plan or PrizePlan(tournament=tournament, step=5 * minor_units(currency))
    plan.shares = plan.shares or list(usual_shares(USUAL_PLACES))
    return plan


def last_prizes(tournament: Tournament, currency: str) -> PrizePlan | None:
    """Unsaved copy of the club's last plan in this currency."""
    club = Tournament.objects.filter(club=tournament.club_id, rehearses=None)
    plans = PrizePlan.objects.filter(tournament__in=club.exclude(pk=tournament.pk))
    in_currency = plans.filter(tournament__fees__currency=currency)
    last = in_currency.order_by("-tournament__date", "-tournament").first()
    if last is None:
        return None
    return PrizePlan(tournament=tournament, **{name: getattr(last, name) for name in COPIED_FIELDS})


def entrants_of(tournament: Tournament) -> int:
    """Number of drawn entrants, or of those present before the draw."""
    teams = Team.objects.filter(tournament=tournament.pk)
    if tournament.state == Tournament.State.ENTRY:
        return teams.filter(is_present=True).count()
    return teams.filter(number__isnull=False).count()


def ranking_count(tournament: Tournament) -> int:
    """Number of rankings, each with its own prizes."""
    return 2 if tournament.winners == 2 else 1


def current_prizes(tournament: Tournament, plan: PrizePlan) -> Prizes:
    """Prizes of each ranking from the current till."""
    fees = plan_of(tournament)
    unit = min(minor_units(fees.currency) if fees else 1, plan.step)
    fund = fund_now(tournament, plan)
    lists = ranking_count(tournament)
    prizes = divide(plan, fund // lists, unit, entrants_of(tournament) // lists)
    return Prizes(prizes.amounts, fund - sum(prizes.amounts) * lists)


def fund_now(tournament: Tournament, plan: PrizePlan) -> int:
    return fund_of(till_of(tournament).fees, percent=plan.percent, fixed=plan.fixed, step=plan.step)


def divide(plan: PrizePlan, fund: int, unit: int, entrants: int) -> Prizes:
    if plan.way == Way.NTH:
        return divide_by_nth(fund, plan.nth, unit, entrants)
    shares = plan.shares or usual_shares(USUAL_PLACES)
    if plan.way == Way.PLACES:
        return divide_by_list(fund, listed_places(plan.listed, entrants), shares, unit)
    if plan.way == Way.ALL:
        return divide_among_all(fund, shares, unit, entrants, plan.each)
    return divide_by_shares(fund, shares, unit, entrants)


def prizes_of(tournament: Tournament) -> PrizeOverview | None:
    fees = plan_of(tournament)
    if fees is None:
        return None
    plan = prize_plan(tournament)
    prizes = current_prizes(tournament, plan)
    percents = plan.way == Way.SHARES and sum(plan.shares) == 100
    places = [
        PrizeLine(place, amount, plan.shares[place - 1] if percents else None)
        for place, amount in enumerate(prizes.amounts, start=1)
    ]
    amounts = plan.announced or prizes.amounts
    return PrizeOverview(
        plan, fees.currency, fund_now(tournament, plan), places, prizes.rest,
        winners_of(tournament, amounts), ranking_count(tournament),
    )  # fmt: skip


def winners_of(tournament: Tournament, amounts: Sequence[int]) -> list[PrizeLine]:
    """Prizes by the stored standings; tied places share their prizes equally."""
    stored = StandingRow.objects.filter(tournament=tournament.pk).select_related("team")
    rows = stored.prefetch_related(players_at("team__team_players"))
    lists: dict[str, list[StandingRow]] = {}
    for row in rows.order_by("section", "position"):
        lists.setdefault(row.section, []).append(row)
    paid_teams = set(
        LedgerLine.objects.filter(
            tournament=tournament.pk, kind=LedgerLine.Kind.PRIZE, cancelled_by=None
        ).values_list("team_id", flat=True)
    )
    lines = []
    for section, ranked in lists.items():
        padded = [*amounts, *[0] * max(len(ranked) - len(amounts), 0)]
        shares = split_ties(padded, [row.rank for row in ranked])
        lines += [
            PrizeLine(
                row.rank, amount, None, row.team, row.is_tied, section, row.team_id in paid_teams
            )
            for row, amount in zip(ranked, shares, strict=True)
            if amount
        ]
    return lines


@dataclass(frozen=True)
class AnnouncedPrizes:
    """Publicly visible prizes, without the till."""

    currency: str
    places: list[PrizeLine]
    winners: list[PrizeLine]
    note: str = ""

    @property
    def fund(self) -> int:
        return sum(line.amount for line in self.places)


def announced_prizes(tournament: Tournament) -> AnnouncedPrizes | None:
    """The announced prizes; winners only once the tournament is finished."""
    plan = PrizePlan.objects.filter(tournament=tournament.pk).first()
    fees = plan_of(tournament) if plan is not None and plan.is_announced else None
    if plan is None or fees is None:
        return None
    places = [
        PrizeLine(place, amount) for place, amount in enumerate(plan.announced, start=1) if amount
    ]
    is_over = tournament.state == Tournament.State.FINISHED
    winners = winners_of(tournament, plan.announced) if is_over else []
    return AnnouncedPrizes(fees.currency, places, winners, plan.note)

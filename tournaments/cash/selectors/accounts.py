"""Team accounts and till totals; constant number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, F, Max, Q, Sum, Value, When
from django.db.models.functions import Coalesce

from tournaments.cash.selectors.fees import kinds_by_person, kinds_of, kinds_text
from tournaments.models import FeeKind, LedgerLine, Team, Tournament

Kind = LedgerLine.Kind
Method = LedgerLine.Method
NON_FEE_KINDS = (Kind.PRIZE, Kind.OTHER)


@dataclass(frozen=True)
class Account:
    """A team's people with their fee kinds, and what it owes and has paid."""

    team: Team
    people: list[tuple[str, FeeKind | None]]
    base: int
    more: int = 0
    cash: int = 0
    card: int = 0
    at: datetime | None = None
    buy_backs: int = 0

    @property
    def fee(self) -> int:
        """Fees of its people plus buy-backs minus waivers."""
        return self.base + self.more

    @property
    def paid(self) -> int:
        return self.cash + self.card

    @property
    def due(self) -> int:
        """Remaining debt; negative if overpaid."""
        return self.fee - self.paid

    @property
    def is_owing(self) -> bool:
        """Only teams that are present can owe."""
        return self.team.is_present and self.due > 0

    @property
    def is_part(self) -> bool:
        return self.is_owing and self.paid > 0

    @property
    def kinds(self) -> str:
        return kinds_text(kind for _name, kind in self.people if kind)

    @property
    def seen(self) -> str:
        """Version token of the account, for optimistic locking of payments."""
        return f"{self.fee}-{self.paid}"


@dataclass(frozen=True)
class Till:
    cash: int = 0
    card: int = 0
    fees: int = 0
    lines: int = 0
    closing: LedgerLine | None = None

    @property
    def total(self) -> int:
        return self.cash + self.card

    @property
    def is_closed(self) -> bool:
        return self.closing is not None


@dataclass(frozen=True)
class LedgerTotals:
    more: int = 0
    cash: int = 0
    card: int = 0
    at: datetime | None = None
    buy_backs: int = 0


NO_TOTALS = LedgerTotals()
SIGN = Case(When(cancels__isnull=False, then=Value(-1)), default=Value(1))
"""A line that cancels another counts negative."""


def accounts_of(tournament: Tournament, *, only: int | None = None) -> list[Account]:
    """Accounts of all teams, or of one, by number; undrawn teams last in order of entry."""
    kinds = kinds_of(tournament)
    person_kinds = kinds_by_person(tournament, kinds)
    sums = sums_by_team(tournament)
    by_number = F("number").asc(nulls_last=True)
    teams = Team.objects.filter(tournament=tournament.pk).order_by(by_number, "entry_order")
    if only is not None:
        teams = teams.filter(pk=only)
    return [
        account_of(team, kinds, person_kinds, sums.get(team.pk, NO_TOTALS))
        for team in teams.prefetch_related("team_players__player")
    ]


def account_of(
    team: Team, kinds: Sequence[FeeKind], said: dict[tuple[int, int], FeeKind], sums: LedgerTotals
) -> Account:
    usual = kinds[0] if kinds else None
    people = [
        (row.player.name, said.get((team.pk, row.position), usual))
        for row in team.team_players.all()
    ]
    stays_away = team.absence == Team.Absence.LEFT and team.number is None
    base = 0 if stays_away else sum(kind.amount for _name, kind in people if kind)
    return Account(team, people, base, sums.more, sums.cash, sums.card, sums.at, sums.buy_backs)


def sums_by_team(tournament: Tournament) -> dict[int, LedgerTotals]:
    """Ledger totals by team, without prizes."""
    rows = LedgerLine.objects.filter(tournament=tournament.pk, team__isnull=False).annotate(
        what=Coalesce("cancels__kind", "kind"), sign=SIGN
    )
    added = (
        rows.exclude(what__in=NON_FEE_KINDS)
        .values("team_id")
        .annotate(
            more=Coalesce(Sum("owed"), 0),
            by_cash=Coalesce(Sum("amount", filter=Q(method=Method.CASH)), 0),
            by_card=Coalesce(Sum("amount", filter=Q(method=Method.CARD)), 0),
            last=Max("at", filter=Q(amount__gt=0)),
            lives=Coalesce(Sum("sign", filter=Q(what=Kind.BUY_BACK)), 0),
        )
        .order_by()
    )
    return {
        row["team_id"]: LedgerTotals(
            row["more"], row["by_cash"], row["by_card"], row["last"], row["lives"]
        )
        for row in added
    }


def till_of(tournament: Tournament) -> Till:
    rows = LedgerLine.objects.filter(tournament=tournament.pk)
    added: dict[str, Any] = rows.annotate(what=Coalesce("cancels__kind", "kind")).aggregate(
        cash=Coalesce(Sum("amount", filter=Q(method=Method.CASH)), 0),
        card=Coalesce(Sum("amount", filter=Q(method=Method.CARD)), 0),
        fees=Coalesce(Sum("amount", filter=~Q(what__in=NON_FEE_KINDS)), 0),
        lines=Count("pk"),
    )
    return Till(**added, closing=closing_line(tournament))


def closing_line(tournament: Tournament) -> LedgerLine | None:
    rows = LedgerLine.objects.filter(tournament=tournament.pk, kind__in=(Kind.CLOSED, Kind.OPENED))
    last = rows.order_by("-number").first()
    return last if last is not None and last.kind == Kind.CLOSED else None


@dataclass(frozen=True)
class LedgerRow:
    """A ledger line with running totals and whether it was cancelled."""

    line: LedgerLine
    is_cancelled: bool
    cash_after: int
    total_after: int


def ledger_of(tournament: Tournament) -> list[LedgerRow]:
    rows = LedgerLine.objects.filter(tournament=tournament.pk).select_related("team", "cancels")
    shown, cash, total = [], 0, 0
    lines = list(rows.order_by("number"))
    cancelled = {line.cancels_id for line in lines if line.cancels_id}
    for line in lines:
        total += line.amount
        cash += line.amount if line.method == Method.CASH else 0
        shown.append(LedgerRow(line, line.pk in cancelled, cash, total))
    return shown


def still_owed(accounts: Sequence[Account]) -> int:
    return sum(account.due for account in accounts if account.is_owing)


def total_to_refund(accounts: Sequence[Account]) -> int:
    return sum(-account.due for account in accounts if account.due < 0)

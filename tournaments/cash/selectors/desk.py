"""Entry desk: rows, counts and the suggested next action."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.cash.selectors.accounts import (
    Account,
    Till,
    accounts_of,
    still_owed,
    till_of,
    total_to_refund,
)
from tournaments.cash.selectors.fees import plan_of
from tournaments.clubs.names import last_name, search_key
from tournaments.entries.team_names import default_titles
from tournaments.models import CashUndoStep, FeePlan, LedgerLine, Team, Tournament

LATE = Team.Absence.LATE
LEFT = Team.Absence.LEFT
FILTERS: Final[Mapping[str, Callable[[Account], bool]]] = {
    "all": lambda account: True,
    "here": lambda account: account.team.is_present,
    "missing": lambda account: not account.team.is_present and account.team.absence != LATE,
    "late": lambda account: not account.team.is_present and account.team.absence == LATE,
    "owing": lambda account: account.is_owing,
}


@dataclass(frozen=True)
class EntryRow:
    """A row of the entry desk; ``next`` is the suggested action (``here``, ``pay`` …).

    Before the draw ``number`` is the position in the list, afterwards the entrant's number or
    None. ``name`` is short (last names).
    """

    account: Account
    number: int | None
    next: str
    name: str
    is_unseated: bool = False


@dataclass(frozen=True)
class EntryDesk:
    rows: list[EntryRow]
    counts: dict[str, int]
    plan: FeePlan | None
    till: Till
    owed: int
    to_return: int
    mark: str

    @property
    def here(self) -> int:
        return self.counts["here"]

    @property
    def currency(self) -> str:
        return self.plan.currency if self.plan else "EUR"


def desk_of(tournament: Tournament, *, show: str = "all", wanted: str = "") -> EntryDesk:
    plan = plan_of(tournament)
    is_open = tournament.state == Tournament.State.ENTRY
    accounts = accounts_of(tournament)
    counts = {name: sum(map(fits, accounts)) for name, fits in FILTERS.items()}
    is_played = tournament.state == Tournament.State.PLAYING
    short = short_names(accounts)
    rows = [
        EntryRow(
            account,
            order if is_open else account.team.number,
            next_action(account, is_open=is_open, has_fees=plan is not None),
            short[account.team.pk],
            is_unseated=is_played and not account.team.number and account.team.absence != LEFT,
        )
        for order, account in enumerate(accounts, start=1)
    ]
    fits = FILTERS.get(show, FILTERS["all"])
    shown = [row for row in rows if fits(row.account) and is_match(row, wanted)]
    till = till_of(tournament)
    return EntryDesk(
        shown,
        counts,
        plan,
        till,
        still_owed(accounts),
        total_to_refund(accounts),
        desk_version(tournament),
    )


def short_names(accounts: Sequence[Account]) -> dict[int, str]:
    """Short name by team: last names if unique; custom and single names are unchanged."""
    short = {}
    for account in accounts:
        people = [name for name, _kind in account.people]
        goes_by_names = len(people) > 1 and account.team.name in default_titles(people)
        last = " – ".join(last_name(name) for name in people)
        short[account.team.pk] = last if goes_by_names else account.team.name
    often = Counter(short.values())
    return {
        account.team.pk: name if often[name := short[account.team.pk]] == 1 else account.team.name
        for account in accounts
    }


def is_match(row: EntryRow, wanted: str) -> bool:
    """Whether the row matches a number or a name, in either alphabet."""
    wanted = wanted.strip()
    if not wanted:
        return True
    if wanted.isdecimal():
        return str(row.number) == wanted
    names = " ".join([row.account.team.name, *(name for name, _kind in row.account.people)])
    return search_key(wanted) in search_key(names)


def next_action(account: Account, *, is_open: bool, has_fees: bool) -> str:
    """The suggested next action; empty if nothing remains."""
    team = account.team
    if has_fees and account.due < 0:
        return "refund"
    if not team.is_present:
        return "" if not is_open or team.absence == LEFT else "here"
    return "pay" if has_fees and account.due > 0 else ""


def desk_version(tournament: Tournament) -> str:
    """Version token of the entry desk; changes with other users' actions."""
    steps = CashUndoStep.objects.filter(tournament=tournament.pk)
    lines = LedgerLine.objects.filter(tournament=tournament.pk)
    teams = Team.objects.filter(tournament=tournament.pk)
    here = teams.filter(is_present=True).count()
    undone = steps.filter(undone_at__isnull=False).count()
    return f"{steps.count()}.{undone}.{lines.count()}.{teams.count()}.{here}.{tournament.state}"


def absentees(tournament: Tournament) -> list[Account]:
    """Absent entrants, those coming late first."""
    away = [account for account in accounts_of(tournament) if not account.team.is_present]
    away = [account for account in away if account.team.absence != LEFT]
    return sorted(away, key=lambda account: account.team.absence != LATE)

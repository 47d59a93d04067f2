"""Entry desk, fees, prizes and till."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.http import Http404
from rest_framework import serializers

from api.declarative import OperationSpec, ResourceSpec, api_path
from api.serializers.cash import (
    COINS,
    AccountSerializer,
    DeskSerializer,
    DeskStepSerializer,
    FeesSerializer,
    KindsField,
    LedgerLineSerializer,
    NewFeesSerializer,
    PrizePlanSerializer,
    ShownLineSerializer,
)
from api.serializers.fields import (
    ClientKeyField,
    ClockField,
    TextField,
    WholeField,
    WordField,
)
from api.views.entrants import MONEY, team_at
from api.views.tournament_admin import CODE, DIRECTED
from tournaments.cash.money import MAX_AMOUNT
from tournaments.cash.selectors.accounts import Account, LedgerRow, accounts_of, ledger_of
from tournaments.cash.selectors.desk import absentees, desk_of
from tournaments.cash.selectors.fees import plan_of
from tournaments.cash.selectors.prizes import prize_plan
from tournaments.cash.services.fees import copy_last_kinds, remove_fees, set_fees, set_kinds
from tournaments.cash.services.ledger import (
    cancel_line,
    close_till,
    open_till,
    pay_prize,
    write_other,
)
from tournaments.cash.services.prizes import announce_prizes, hide_prizes, plan_prizes
from tournaments.cash.services.steps import DESK_ACTIONS, run_action, undo_last
from tournaments.models import FeePlan, PrizePlan, Team, Tournament
from tournaments.permissions import Actor

ENTRY_DESK: Final = ResourceSpec(may=MONEY)
TEAM: Final = ResourceSpec(may=MONEY, find=team_at)


def account_at(tournament: Tournament, team: Team) -> Account:
    return accounts_of(tournament, only=team.pk)[0]


def fees_or_404(tournament: Tournament) -> FeePlan:
    plan = plan_of(tournament)
    if plan is None:
        raise Http404
    return plan


def lines_or_404(tournament: Tournament) -> list[LedgerRow]:
    fees_or_404(tournament)
    return ledger_of(tournament)


def prizes_or_404(tournament: Tournament) -> PrizePlan:
    fees_or_404(tournament)
    return prize_plan(tournament)


def begin_or_change(
    tournament: Tournament,
    kinds: Sequence[object],
    currency: str,
    buy_back: int | None,
    actor: Actor,
) -> FeePlan:
    """Set the fees; the first time each player gets their previous fee kind."""
    is_first = plan_of(tournament) is None
    plan = set_fees(
        tournament=tournament,
        kinds=kinds,  # type: ignore[arg-type]
        currency=currency,
        buy_back=buy_back,
        actor=actor,
    )
    for team in tournament.teams.all() if is_first else ():
        copy_last_kinds(team=team)
    return plan


def undo_own_entry(tournament: Tournament, of: Sequence[UUID], actor: Actor) -> object:
    return undo_last(tournament=tournament, of=of, actor=actor)


def amount(least: int = 0) -> WholeField:
    return WholeField(min_value=least, max_value=MAX_AMOUNT, help_text=COINS)


def key() -> ClientKeyField:
    words = "a UUID made up for this press; sent again with it, nothing is done twice"
    return ClientKeyField(required=False, allow_null=True, default=None, help_text=words)


NOTE: Final = TextField(max_length=200)
LINE: Final = f"{CODE}ledger/"
ADDRESSES: Final = [
    api_path(
        f"{CODE}desk/",
        "api_desk",
        ENTRY_DESK,
        get=OperationSpec(
            does=desk_of,
            gives=DeskSerializer,
            words="Everybody at the door: who is here, what they owe; and the till.",
        ),
    ),
    api_path(
        f"{CODE}desk/absentees/",
        "api_absentees",
        DIRECTED,
        get=OperationSpec(
            does=absentees,
            gives=AccountSerializer,
            many=True,
            words="Who has entered and is not here, who comes late first.",
        ),
    ),
    api_path(
        f"{CODE}desk/undo/",
        "api_desk_undo",
        ENTRY_DESK,
        post=OperationSpec(
            does=undo_own_entry,
            takes={
                "of": serializers.ListField(
                    child=ClientKeyField(),
                    max_length=20,
                    required=False,
                    default=list,
                    help_text="keys of what was pressed, the newest first",
                )
            },
            gives=DeskStepSerializer,
            words="Take back the last step of whoever asks; money by a cancelling line.",
        ),
    ),
    api_path(
        f"{CODE}teams/<int:team_id>/steps/",
        "api_desk_step",
        TEAM,
        post=OperationSpec(
            does=run_action,
            takes={
                "do": WordField(choices=[(each, each) for each in DESK_ACTIONS]),
                "amount": WholeField(
                    max_value=MAX_AMOUNT,
                    required=False,
                    allow_null=True,
                    default=None,
                    help_text=f"{COINS}; null: all of it",
                ),
                "expected_at": ClockField(required=False, allow_null=True, default=None),
                "seen": TextField(max_length=40, required=False, allow_null=True, default=None),
                "key": key(),
            },
            gives=AccountSerializer,
            shows=account_at,
            words="One press at the desk: presence or money.",
        ),
    ),
    api_path(
        f"{CODE}teams/<int:team_id>/kinds/",
        "api_fee_kinds",
        TEAM,
        put=OperationSpec(
            does=set_kinds,
            takes={"kinds": KindsField()},
            gives=AccountSerializer,
            shows=account_at,
            words="Say which fee each person of a team pays.",
        ),
    ),
    api_path(
        f"{CODE}teams/<int:team_id>/prize/",
        "api_prize",
        TEAM,
        post=OperationSpec(
            does=pay_prize,
            takes={"amount": amount(1), "key": key()},
            gives=LedgerLineSerializer,
            status=201,
            words="Hand a prize over.",
        ),
    ),
    api_path(
        f"{CODE}fees/",
        "api_fees",
        DIRECTED,
        get=OperationSpec(does=fees_or_404, gives=FeesSerializer, words="What people pay."),
        put=OperationSpec(
            does=begin_or_change,
            takes=NewFeesSerializer,
            gives=FeesSerializer,
            shows=fees_or_404,
            words="Set what people pay; the currency stays once somebody has paid.",
        ),
        delete=OperationSpec(
            does=remove_fees, status=204, words="Take no money; refused once there is a ledger."
        ),
    ),
    api_path(
        f"{CODE}prizes/",
        "api_prizes",
        DIRECTED,
        get=OperationSpec(
            does=prizes_or_404, gives=PrizePlanSerializer, words="How the prizes are divided."
        ),
        put=OperationSpec(
            does=plan_prizes,
            takes={
                "way": WordField(choices=PrizePlan.Way.choices),
                "percent": WholeField(max_value=100, allow_null=True),
                "fixed": amount(),
                "step": amount(1),
                "shares": serializers.ListField(
                    child=WholeField(min_value=1, max_value=1000), min_length=1, max_length=200
                ),
                "nth": WholeField(min_value=2),
                "listed": TextField(max_length=100, required=False, default="", allow_blank=True),
                "each": WholeField(max_value=MAX_AMOUNT, allow_null=True),
                "note": TextField(max_length=300, required=False, default="", allow_blank=True),
            },
            gives=PrizePlanSerializer,
            words="Say how the fund is found and divided.",
        ),
    ),
    api_path(
        f"{CODE}prizes/announcement/",
        "api_prizes_announcement",
        DIRECTED,
        post=OperationSpec(
            does=announce_prizes,
            gives=PrizePlanSerializer,
            words="Show the prizes, as they are now, to everybody.",
        ),
        delete=OperationSpec(
            does=hide_prizes, gives=PrizePlanSerializer, words="Hide the prizes again."
        ),
    ),
    api_path(
        LINE,
        "api_ledger",
        ENTRY_DESK,
        get=OperationSpec(
            does=lines_or_404,
            gives=ShownLineSerializer,
            many=True,
            words="Every line of the till, with what was in it after each.",
        ),
        post=OperationSpec(
            does=write_other,
            takes={
                "amount": WholeField(
                    min_value=-MAX_AMOUNT,
                    max_value=MAX_AMOUNT,
                    help_text=f"{COINS}; below 0: paid out",
                ),
                "note": NOTE,
                "key": key(),
            },
            gives=LedgerLineSerializer,
            status=201,
            words="Write down something else that goes in or out.",
        ),
    ),
    api_path(
        f"{LINE}<int:number>/cancel/",
        "api_ledger_cancel",
        ENTRY_DESK,
        post=OperationSpec(
            does=cancel_line,
            gives=LedgerLineSerializer,
            status=201,
            words="Cancel a line by another one.",
        ),
    ),
    api_path(
        f"{LINE}closing/",
        "api_till_closing",
        ENTRY_DESK,
        post=OperationSpec(
            does=close_till,
            takes={
                "counted": amount(),
                "note": TextField(max_length=200, required=False, default="", allow_blank=True),
            },
            gives=LedgerLineSerializer,
            status=201,
            words="Close the till with what was counted.",
        ),
        delete=OperationSpec(does=open_till, status=204, words="Open the till again."),
    ),
]

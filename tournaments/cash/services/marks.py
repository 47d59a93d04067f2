from collections.abc import Sequence

from django.db import transaction

from tournaments.cash.selectors.fees import kinds_of, plan_of
from tournaments.cash.services.fees import FeesRequest, copy_last_kinds, set_first_fees, set_kinds
from tournaments.cash.services.ledger import pay
from tournaments.cash.services.steps import run_action
from tournaments.entries.marks import Marks, has_presence_marks
from tournaments.models import Team, Tournament
from tournaments.permissions import Actor


@transaction.atomic
def apply_marks(
    *,
    tournament: Tournament,
    entered: Sequence[tuple[Team, Marks]],
    fees: FeesRequest | None = None,
    actor: Actor = None,
) -> bool:
    """Apply the presence and payment marks of a pasted list; return whether all could be
    applied.

    If any row is marked as present, all others become absent. ``fees`` are the fees entered
    with the list.
    """
    if fees is not None and plan_of(tournament) is None:
        set_first_fees(tournament=tournament, fees=fees, actor=actor)
    takes_money = plan_of(tournament) is not None
    codes = {kind.code: kind.pk for kind in kinds_of(tournament) if kind.code}
    says_who_is_here = has_presence_marks([marks for _team, marks in entered])
    is_all = True
    for team, marks in entered:
        if says_who_is_here:
            run_action(team=team, do="here" if marks.is_here else "missing")
        if takes_money:
            copy_last_kinds(team=team)
            kind_codes = {at: kind for at, kind in enumerate(marks.kinds, start=1) if kind}
            known = {at: codes[kind] for at, kind in kind_codes.items() if kind in codes}
            set_kinds(team=team, kinds=known)
            is_all &= len(known) == len(kind_codes)
        if marks.paid and takes_money:
            pay(tournament=tournament, team=team, method=marks.paid, actor=actor)
        is_all &= takes_money or not (marks.paid or any(marks.kinds))
    return is_all

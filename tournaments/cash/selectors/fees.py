from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import FeeKind, FeePlan, PersonFee, Tournament

Code = FeeKind.Code
USUAL_FEES: Final[Mapping[str, int]] = {Code.MEMBER: 6, Code.GUEST: 10, Code.JUNIOR: 4}
"""Proposed for a first tournament, in main currency units."""


def plan_of(tournament: Tournament) -> FeePlan | None:
    return FeePlan.objects.filter(tournament=tournament.pk).first()


def kinds_of(tournament: Tournament) -> list[FeeKind]:
    return list(FeeKind.objects.filter(tournament=tournament.pk).order_by("position"))


def last_plan(tournament: Tournament) -> FeePlan | None:
    """Fees of the club's last paid tournament."""
    plans = FeePlan.objects.filter(tournament__club=tournament.club_id)
    others = plans.exclude(tournament=tournament.pk).order_by("-tournament__date", "-tournament")
    return others.select_related("tournament").first()


def kinds_by_person(
    tournament: Tournament, kinds: Sequence[FeeKind]
) -> dict[tuple[int, int], FeeKind]:
    """Explicit fee kinds by (team, position); two queries."""
    known = {kind.pk: kind for kind in kinds}
    rows = PersonFee.objects.filter(team__tournament=tournament.pk)
    return {
        (team, position): known[kind]
        for team, position, kind in rows.values_list("team_id", "position", "kind_id")
        if kind in known
    }


def kinds_text(kinds: Iterable[FeeKind]) -> str:
    counts: dict[FeeKind, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    words = [kind_count(kind, number) for kind, number in counts.items()]
    if len(words) < 2:
        return "".join(words)
    both = pgettext("kinds of fees", "%(first)s and %(last)s")
    return both % {"first": ", ".join(words[:-1]), "last": words[-1]}


def kind_count(kind: FeeKind, number: int) -> str:
    """A kind with its count; names of the club's own kinds are not inflected."""
    if number == 1:
        return str(kind)
    usual = {
        Code.MEMBER: ngettext("%d member", "%d members", number),
        Code.GUEST: ngettext("%d guest", "%d guests", number),
        Code.JUNIOR: ngettext("%d junior", "%d juniors", number),
    }
    if kind.code in usual and not kind.name:
        return usual[Code(kind.code)] % number
    return _("%(n)d × %(kind)s") % {"n": number, "kind": kind}

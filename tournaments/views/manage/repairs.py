"""Repair a table: what happened is chosen in the director's words, then looked at, then done."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.forms.changes import (
    OtherPairForm,
    OtherSetForm,
    OtherTableForm,
    PlainForm,
    TwoBoardsForm,
)
from tournaments.models import Play, Sitting, Team, Tournament
from tournaments.selectors.layouts import boards_of_set, sets_in_play
from tournaments.selectors.seatings import board_span
from tournaments.services.repairs import (
    exchange_results,
    exchange_sides,
    exchange_tables_boards,
    exchange_tables_results,
    play_other_set,
)
from tournaments.services.seating import exchange_entrants
from tournaments.views.manage.access import Request, directed
from tournaments.views.manage.asking import ask
from tournaments.views.manage.pages import show

Answer = Callable[[Request, Tournament, Sitting, dict[str, Any]], HttpResponse]


def sitting_or_404(tournament: Tournament, sitting_id: int) -> Sitting:
    rows = Sitting.objects.filter(round__tournament=tournament).select_related("round", "table")
    return get_object_or_404(rows.select_related("round__tournament"), pk=sitting_id)


@directed
def repair(request: Request, tournament: Tournament, sitting_id: int) -> HttpResponse:
    """What happened at this table?"""
    sitting = sitting_or_404(tournament, sitting_id)
    plays = sitting.plays.select_related("board", "current").order_by("order")
    with_boards = tournament.cards == Tournament.Cards.BOARDS
    return show(
        request,
        tournament,
        "repair",
        part="console",
        sitting=sitting,
        seats=sorted(sitting.seats.select_related("team"), key=lambda seat: seat.side != "NS"),
        plays=plays,
        with_boards=with_boards,
        back=console_of(sitting),
    )


@directed
def repair_what(
    request: Request, tournament: Tournament, sitting_id: int, what: str
) -> HttpResponse:
    """One kind of repair: its question, what it would do, and the button that does it."""
    if what not in REPAIRS:
        raise Http404
    sitting = sitting_or_404(tournament, sitting_id)
    frame = {"back": console_of(sitting), "where": where(sitting)}
    return REPAIRS[what](request, tournament, sitting, frame)


def sides(
    request: Request, tournament: Tournament, sitting: Sitting, frame: dict[str, Any]
) -> HttpResponse:
    return ask(
        request, tournament,
        lambda data: PlainForm(data, initial={"reason": _("They sat the other way round")}),
        exchange_sides,
        title=_("They sat the other way round"),
        lead=_(
            "North–South are now East–West, and the reverse. Results stay as they were written, "
            "by the compass of the table."
        ),
        verb=_("Exchange the sides"), sitting=sitting, **frame,
    )  # fmt: skip


def other_set(
    request: Request, tournament: Tournament, sitting: Sitting, frame: dict[str, Any]
) -> HttpResponse:
    sets = [
        (each, board_span(boards_of_set(tournament, each)))
        for each in sets_in_play(tournament)
        if each != sitting.board_set
    ]
    near = sorted(sets, key=lambda each: (abs(each[0] - (sitting.board_set or 0)), each[0]))
    initial = {"board_set": near[0][0] if near else None, "mend": True}
    return ask(
        request, tournament,
        lambda data: OtherSetForm(data, sets=sets, initial=initial), play_other_set,
        title=_("They played other boards"),
        lead=_(
            "The results move to the boards that were really played, in the same order. "
            "Nothing has to be entered again."
        ),
        verb=_("Move the results"), sitting=sitting, **frame,
    )  # fmt: skip


def others_of(sitting: Sitting) -> list[Sitting]:
    """The other tables of the round, in order."""
    rows = Sitting.objects.filter(round=sitting.round_id).exclude(pk=sitting.pk)
    rows = rows.select_related("round__tournament", "table").prefetch_related("seats__team")
    return list(rows.order_by("table__number"))


def boards(
    request: Request, tournament: Tournament, sitting: Sitting, frame: dict[str, Any]
) -> HttpResponse:
    return ask(
        request, tournament,
        lambda data: OtherTableForm(data, sittings=others_of(sitting)), exchange_tables_boards,
        title=_("Two tables had each other’s boards"),
        lead=_("The two tables had each other’s boards: the results go with the cards."),
        verb=_("Exchange the boards"), sitting=sitting, **frame,
    )  # fmt: skip


def phones(
    request: Request, tournament: Tournament, sitting: Sitting, frame: dict[str, Any]
) -> HttpResponse:
    return ask(
        request, tournament,
        lambda data: OtherTableForm(data, sittings=others_of(sitting)), exchange_tables_results,
        title=_("Entered at the wrong table"),
        lead=_(
            "Results of this table were entered for another one, or the reverse: each table gets "
            "what was written at the other. Former versions stay."
        ),
        verb=_("Exchange the results"), sitting=sitting, **frame,
    )  # fmt: skip


def entrants(
    request: Request, tournament: Tournament, sitting: Sitting, frame: dict[str, Any]
) -> HttpResponse:
    here = [seat.team for seat in sitting.seats.select_related("team").order_by("-side")]
    drawn = Team.objects.filter(tournament=tournament, number__isnull=False)
    others = drawn.exclude(pk__in=[team.pk for team in here]).order_by("number")
    make = partial(
        OtherPairForm,
        here=here,
        others=list(others),
        rounds=list(tournament.rounds.values_list("number", flat=True)),
        number=sitting.round.number,
    )
    return ask(
        request, tournament, make, partial(exchange_entrants, tournament=tournament),
        title=_("Others sat here"),
        lead=_(
            "The two take each other’s seats. Results stay with the cards and the tables; "
            "the points go to those who really sat there."
        ),
        verb=_("Exchange them"), **frame,
    )  # fmt: skip


def results(
    request: Request, tournament: Tournament, sitting: Sitting, frame: dict[str, Any]
) -> HttpResponse:
    plays = list(Play.objects.filter(sitting=sitting).select_related("board").order_by("order"))
    return ask(
        request, tournament,
        lambda data: TwoBoardsForm(
            data, plays=plays, initial={"reason": _("Written on each other")}
        ),
        exchange_results,
        title=_("Written on the wrong board"),
        lead=_("Each of the two boards gets the other’s result. Former versions stay."),
        verb=_("Exchange the results"), **frame,
    )  # fmt: skip


REPAIRS: dict[str, Answer] = {
    "sides": sides,
    "other-boards": other_set,
    "boards": boards,
    "phones": phones,
    "pairs": entrants,
    "results": results,
}


def where(sitting: Sitting) -> str:
    """The table and round of a repair, for its heading."""
    return _("Table %(table)d, round %(round)d") % {
        "table": sitting.table.number,
        "round": sitting.round.number,
    }


def console_of(sitting: Sitting) -> str:
    """The console with this table open."""
    console = reverse("manage_tournament", args=[sitting.round.tournament.code])
    return f"{console}?round={sitting.round.number}&table={sitting.table.number}"

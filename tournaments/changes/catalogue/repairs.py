from functools import partial

from django.utils.translation import gettext_lazy as _

from tournaments.changes.forms.table import (
    OtherPairForm,
    OtherSetForm,
    OtherTableForm,
    SidesForm,
    TwoBoardsForm,
)
from tournaments.changes.registry import ChangeKind, FormFactory, by_slug
from tournaments.changes.selectors.layouts import boards_of_set, sets_in_play
from tournaments.changes.services.repairs import (
    exchange_results,
    exchange_sides,
    exchange_tables_boards,
    exchange_tables_results,
    record_other_set,
)
from tournaments.changes.services.seating import exchange_entrants
from tournaments.draws.texts import board_span
from tournaments.models import Play, Sitting, Team, Tournament


def has_boards(sitting: Sitting) -> bool:
    """Whether boards recur at other tables."""
    return sitting.round.tournament.cards == Tournament.Cards.BOARDS


def has_two_boards(sitting: Sitting) -> bool:
    return sitting.plays.count() > 1


def sitting_kwargs(sitting: Sitting) -> dict[str, object]:
    return {"sitting": sitting}


def tournament_kwargs(sitting: Sitting) -> dict[str, object]:
    return {"tournament": sitting.round.tournament}


def no_kwargs(_sitting: Sitting) -> dict[str, object]:
    return {}


def sides_form(sitting: Sitting) -> FormFactory:
    initial = {"reason": str(_("They sat the other way round"))}
    boards = board_numbers(sitting) if has_two_boards(sitting) else []
    return lambda data: SidesForm(data, boards=boards, initial=initial)


def board_numbers(sitting: Sitting) -> list[int]:
    return list(sitting.plays.order_by("order").values_list("board__number", flat=True))


def other_set_form(sitting: Sitting) -> FormFactory:
    """Choice of board set; the nearest is proposed."""
    tournament = sitting.round.tournament
    sets = [
        (each, board_span(boards_of_set(tournament, each)))
        for each in sets_in_play(tournament)
        if each != sitting.board_set
    ]
    near = sorted(sets, key=lambda each: (abs(each[0] - (sitting.board_set or 0)), each[0]))
    initial = {"board_set": near[0][0] if near else None, "mend": True}
    return lambda data: OtherSetForm(data, sets=sets, initial=initial)


def other_table_form(sitting: Sitting) -> FormFactory:
    rows = Sitting.objects.filter(round=sitting.round_id).exclude(pk=sitting.pk)
    rows = rows.select_related("round__tournament", "table").prefetch_related("seats__team")
    others = list(rows.order_by("table__number"))
    return lambda data: OtherTableForm(data, sittings=others)


def other_pair_form(sitting: Sitting) -> FormFactory:
    tournament = sitting.round.tournament
    here = [seat.team for seat in sitting.seats.select_related("team").order_by("-side")]
    drawn = Team.objects.filter(tournament=tournament, number__isnull=False)
    others = drawn.exclude(pk__in=[team.pk for team in here]).order_by("number")
    return partial(
        OtherPairForm,
        here=here,
        others=list(others),
        rounds=list(tournament.rounds.values_list("number", flat=True)),
        number=sitting.round.number,
    )


def two_boards_form(sitting: Sitting) -> FormFactory:
    plays = list(Play.objects.filter(sitting=sitting).select_related("board").order_by("order"))
    initial = {"reason": str(_("Entered at each other’s table"))}
    return lambda data: TwoBoardsForm(data, plays=plays, initial=initial)


REPAIR_CHANGES = by_slug(
    [
        ChangeKind(
            slug="sides",
            title=_("They sat the other way round"),
            hint=_("North–South was East–West"),
            lead=_(
                "North–South are now East–West, and the reverse. Results stay as they were "
                "written, by the compass of the table."
            ),
            verb=_("Exchange the sides"),
            service=exchange_sides,
            form=sides_form,
            fixed=sitting_kwargs,
            takes=("round", "table", "sides.boards"),
        ),
        ChangeKind(
            slug="other-boards",
            title=_("They played other boards"),
            hint=_("the results move to the right boards"),
            lead=_(
                "The results move to the boards that were really played, in the same order. "
                "Nothing has to be entered again."
            ),
            verb=_("Move the results"),
            service=record_other_set,
            form=other_set_form,
            fixed=sitting_kwargs,
            takes=("round", "table", "board_set", "mend"),
            fits=has_boards,
        ),
        ChangeKind(
            slug="boards",
            title=_("Two tables had each other’s boards"),
            hint=_("the results move with the cards"),
            lead=_("The two tables had each other’s boards: the results move with the cards."),
            verb=_("Exchange the boards"),
            service=exchange_tables_boards,
            form=other_table_form,
            fixed=sitting_kwargs,
            takes=("round", "table", "other"),
            fits=has_boards,
        ),
        ChangeKind(
            slug="exchange",
            title=_("Others sat here"),
            hint=_("two pairs took each other’s place"),
            lead=_(
                "The two take each other’s seats. Results stay with the cards and the tables; "
                "the points go to those who really sat there."
            ),
            verb=_("Exchange them"),
            service=exchange_entrants,
            form=other_pair_form,
            fixed=tournament_kwargs,
            takes=("first", "second", "rounds"),
        ),
        ChangeKind(
            slug="wrong-table",
            title=_("Entered at the wrong table"),
            hint=_("two tables wrote on each other’s phone"),
            lead=_(
                "Results of this table were entered for another one, or the reverse: each table "
                "gets what was written at the other. Former versions stay."
            ),
            verb=_("Exchange the results"),
            service=exchange_tables_results,
            form=other_table_form,
            fixed=sitting_kwargs,
            takes=("round", "table", "other"),
        ),
        ChangeKind(
            slug="wrong-board",
            title=_("Written on the wrong board"),
            hint=_("two boards of this table got each other’s result"),
            lead=_("Each of the two boards gets the other’s result. Former versions stay."),
            verb=_("Exchange the results"),
            service=exchange_results,
            form=two_boards_form,
            fixed=no_kwargs,
            takes=("round", "table", "board", "other_board", "override"),
            fits=has_two_boards,
        ),
    ]
)
"""In page order."""

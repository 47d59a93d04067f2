import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.belot import DEFAULT_PRESET
from tournaments.bots.services.field import set_field
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.entries.services.entries import add_team
from tournaments.errors import RuleViolationError
from tournaments.models import Club, Tournament
from tournaments.permissions import Actor
from tournaments.setup.services.tournaments import create_tournament

BOARDS_A_ROUND = 4


@transaction.atomic
def start_practice(
    *,
    club: Club,
    ns: tuple[str, str],
    ew: tuple[str, str],
    boards: int,
    tables: int,
    date: datetime.date,
    start_time: datetime.time,
    variant: object = DEFAULT_PRESET,
    name: str = "",
    actor: Actor = None,
) -> Tournament:
    """Create, draw and publish a tournament of two stationary pairs.

    Each side gets a percentage against ``tables`` computer tables; rounds have four boards.
    """
    if boards < 1 or boards % BOARDS_A_ROUND:
        raise RuleViolationError(
            "bad_boards",
            _("The number of boards is a multiple of %d.") % BOARDS_A_ROUND,
            field="boards",
        )
    tournament = create_tournament(
        club=club,
        name=name or _("Practice at one table"),
        date=date,
        start_time=start_time,
        place=club.place,
        variant=variant,
        boards_per_round=BOARDS_A_ROUND,
        is_public=False,
        actor=actor,
    )
    for players in (ns, ew):
        add_team(tournament=tournament, players=players, actor=actor)
    draw_tournament(
        tournament=tournament,
        kind="one_table",
        params={"rounds": boards // BOARDS_A_ROUND},
        by_lot=False,
        actor=actor,
    )
    set_field(tournament=tournament, tables=tables, counts=True, actor=actor)
    return publish_draw(tournament=tournament, actor=actor)

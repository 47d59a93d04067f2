from django.http import Http404
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.belot import Variant
from games.templatetags.belot import contract
from games.wording.texts import SEAT_NAMES
from tournaments.events.entry import Entry
from tournaments.models import Play, Result, Team, Tournament
from tournaments.organiser.forms import FieldDifference
from tournaments.results.selectors.plays import play_of
from tournaments.results.texts import result_words


def result_differences(play: Play, entry: Entry, reason: str) -> list[FieldDifference]:
    """Differences between the current version and the attempted entry."""
    now = play.current
    mine = Result(play=play, reason=reason, **entry.columns())
    rules = play.sitting.round.tournament.variant
    differences = [
        FieldDifference(_("Contract"), contract_of(now, rules), contract_of(mine, rules)),
        FieldDifference(_("Card points"), points_of(now), points_of(mine)),
        FieldDifference(_("Score"), score_of(now), score_of(mine)),
        FieldDifference(_("Reason"), (now.reason if now else "") or "–", reason or "–"),
    ]
    return [each for each in differences if (each.now, each.mine) != ("–", "–")]


def contract_of(result: Result | None, rules: Variant) -> str:
    if result is None or not result.contract:
        return "–"
    return contract(result.contract, result.declarer, result.contra, result.bid, rules)


def points_of(result: Result | None) -> str:
    points = result.outcome.get("points") if result else None
    return format_html("{}–{}", points["NS"], points["EW"]) if points else "–"


def score_of(result: Result | None) -> str:
    return str(result_words(result)) if result else _("not entered")


def side_labels(play: Play) -> list[tuple[str, list[Team]]]:
    """Teams by side, or by seat where three play individually."""
    seats = list(play.sitting.seats.all())
    for_themselves = len(play.sitting.round.tournament.sides_of_game) > 2
    return [
        (
            str(SEAT_NAMES[where]),
            [seat.team for seat in seats if where in (play.side_of(seat), seat.place)],
        )
        for where in (("N", "W", "S") if for_themselves else ("NS", "EW"))
    ]


def play_or_404(tournament: Tournament, play_id: int) -> Play:
    play = play_of(tournament, play_id)
    if play is None:
        raise Http404
    return play

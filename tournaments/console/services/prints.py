"""Cards go on paper before they may be seen; who had them printed is in the log."""

from tournaments.bots.jobs import ask_for_analysis
from tournaments.events.append import log
from tournaments.models import Tournament
from tournaments.permissions import Actor


def deals_printed(*, tournament: Tournament, actor: Actor) -> None:
    """Somebody has seen the cards of every board, to make them up."""
    log(tournament.pk, "deals_printed", user=actor)


def packets_printed(*, tournament: Tournament, actor: Actor) -> None:
    """Somebody has seen the cards of every board, seat by seat, to have them sorted."""
    log(tournament.pk, "packets_printed", user=actor)


def hands_printed(*, tournament: Tournament, actor: Actor) -> None:
    """Somebody has seen the hand records of boards that are not over; the rest is analysed."""
    log(tournament.pk, "hands_printed", user=actor)
    ask_for_analysis(tournament, every_board=True)

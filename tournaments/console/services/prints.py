"""Log who printed cards that are not public yet."""

from tournaments.bots.jobs import enqueue_analysis
from tournaments.events.append import log
from tournaments.models import Tournament
from tournaments.permissions import Actor


def log_deals_printed(*, tournament: Tournament, actor: Actor) -> None:
    log(tournament.pk, "deals_printed", user=actor)


def log_packets_printed(*, tournament: Tournament, actor: Actor) -> None:
    log(tournament.pk, "packets_printed", user=actor)


def log_hands_printed(*, tournament: Tournament, actor: Actor) -> None:
    """Log the printing of unfinished boards and enqueue analysis of all boards."""
    log(tournament.pk, "hands_printed", user=actor)
    enqueue_analysis(tournament, every_board=True)

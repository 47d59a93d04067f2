from tournaments.changes.layout import Layout
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.changes import undo_change
from tournaments.models import Change, Seat, Team, Tournament
from tournaments.scoring import compute_standings
from tournaments.state.snapshot import snapshot_of


def team_of(tournament: Tournament, number: int) -> Team:
    return tournament.teams.get(number=number)


def resting(tournament: Tournament) -> list[list[int]]:
    rows = Seat.objects.filter(round__tournament=tournament, sitting=None)
    return [
        sorted(rows.filter(round=row).values_list("team__number", flat=True))
        for row in tournament.rounds.all()
    ]


def standings(tournament: Tournament) -> object:
    return compute_standings(snapshot_of(Tournament.objects.get(pk=tournament.pk)).facts)


def undo_state(tournament: Tournament) -> tuple[Layout, object]:
    """Everything that undo must restore."""
    layout = layout_of(tournament)
    layout.substitutions.clear()
    return layout, standings(tournament)


def undone(tournament: Tournament, change: Change, before: object) -> None:
    undo_change(change=change)
    layout, places = undo_state(tournament)
    layout.teams = {key: row for key, row in layout.teams.items() if row.number or row.is_present}
    assert (layout, places) == before

"""Re-rank stored tournaments after ranking rules changed; only note official ones."""

from typing import NamedTuple

from django.db import transaction

from tournaments.events.append import log, record_general_change, refresh_pages
from tournaments.events.log import official_notes
from tournaments.models import PrizePlan, StandingRow, Tournament
from tournaments.scoring import IncrementalStandings, split_ties
from tournaments.standings.storage import standing_rows
from tournaments.state.snapshot import snapshot_of

Key = tuple[str, int]
"""Section and team."""


class RankedRow(NamedTuple):
    """Compared columns of a stored row; ``total``: exact figure as text."""

    position: int
    rank: int
    is_tied: bool
    total: str


class RankingChanges(NamedTuple):
    """Number of entrants with a changed rank, total, announced prize."""

    places: int = 0
    totals: int = 0
    prizes: int = 0

    def __str__(self) -> str:
        return f"{self.places} places, {self.totals} totals, {self.prizes} prizes"


NO_CHANGES = RankingChanges()


def remake_if_changed(tournament: Tournament) -> bool:
    """Re-rank on any change, only note it if official; return whether any."""
    changes = ranking_changes(tournament)
    if changes == NO_CHANGES:
        return False
    if tournament.is_official:
        note_official_changes(tournament.pk, changes)
    else:
        enqueue_ranking(tournament.pk, changes)
    return True


def ranking_changes(tournament: Tournament) -> RankingChanges:
    rows = StandingRow.objects.filter(tournament=tournament)
    stored = {
        (section, team): RankedRow(position, rank, is_tied, total)
        for section, team, position, rank, is_tied, total in rows.values_list(
            "section", "team", "position", "rank", "is_tied", "figure"
        )
    }
    if not stored:
        return NO_CHANGES
    computed = {
        (str(section), int(str(team))): RankedRow(*values[: len(RankedRow._fields)])  # type: ignore[arg-type]
        for (section, team), values in standing_rows(
            IncrementalStandings(snapshot_of(tournament).facts)
        ).items()
    }
    pairs = [(stored.get(key), row) for key, row in computed.items()]
    plan = PrizePlan.objects.filter(tournament=tournament.pk).first()
    announced = plan.announced if plan else []
    stored_prizes, due = prizes_by(stored, announced), prizes_by(computed, announced)
    return RankingChanges(
        sum(old is None or old[1:3] != new[1:3] for old, new in pairs),
        sum(old is None or old.total != new.total for old, new in pairs),
        sum(stored_prizes.get(key, 0) != due.get(key, 0) for key in stored_prizes | due),
    )


def prizes_by(rows: dict[Key, RankedRow], announced: list[int]) -> dict[Key, int]:
    """Announced prize by entrant; each list has its own prizes."""
    prizes: dict[Key, int] = {}
    for section in {section for section, _team in rows}:
        keys = sorted((key for key in rows if key[0] == section), key=lambda key: rows[key])
        amounts = [*announced, *[0] * max(len(keys) - len(announced), 0)]
        prizes |= zip(keys, split_ties(amounts, [rows[key].rank for key in keys]), strict=True)
    return prizes


@transaction.atomic
def enqueue_ranking(tournament: int, changes: RankingChanges) -> None:
    record_general_change(tournament)
    if changes != NO_CHANGES:
        log(tournament, "ranking_corrected", **changes._asdict())
    else:
        log(tournament, "standings_remade")


@transaction.atomic
def note_official_changes(pk: int, changes: RankingChanges) -> bool:
    """Note that an update would change official standings; False if already noted."""
    notes = official_notes(Tournament.objects.get(pk=pk))
    if (notes.kept_places, notes.kept_totals, notes.kept_prizes) == changes:
        return False
    log(pk, "ranking_kept", **changes._asdict())
    refresh_pages(pk)
    return True

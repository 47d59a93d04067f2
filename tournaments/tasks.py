"""The background work of a tournament: rebuild its standings, play its boards by bots."""

import hashlib
from collections import Counter
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Record
from games.playing import bot_record
from games.scoring import score_record
from jobs.running import Attempt, handles
from tournaments.board_work import ask_for_analysis
from tournaments.facts import STANDINGS_JOB, Author, Entry, append_result
from tournaments.ladder_tasks import ask_for_ladders
from tournaments.models import Play, PlayScore, Result, StandingRow, Tournament
from tournaments.selectors.facts import Snapshot, snapshot_of
from tournaments.selectors.simulation import unplayed
from tournaments.standings import Standings, compute

SIMULATION_JOB = "simulation"


@handles(STANDINGS_JOB)
def rebuild_standings(attempt: Attempt) -> dict[str, Any]:
    """Make the standings anew from all facts."""
    return rebuild_now(int(attempt.job.key))


def rebuild_now(tournament_id: int) -> dict[str, Any]:
    """Read the facts, rank, and replace the derived rows."""
    with transaction.atomic():
        # Waits for every transaction that has added a fact already (see ``tournaments.facts``).
        tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
        if tournament is None:
            return {"gone": True}
        snapshot = snapshot_of(tournament)
    standings = compute(snapshot.facts)
    with transaction.atomic():
        stored = store_standings(tournament_id, snapshot, standings)
    ask_for_analysis(tournament)
    return {"version": snapshot.version, "stored": stored}


def store_standings(tournament_id: int, snapshot: Snapshot, standings: Standings) -> bool:
    """Replace the derived rows, unless newer ones are there already."""
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None or tournament.standings_version > snapshot.version:
        return False
    StandingRow.objects.filter(tournament=tournament).delete()
    PlayScore.objects.filter(play__sitting__round__tournament=tournament).delete()
    StandingRow.objects.bulk_create(standing_rows(tournament_id, standings))
    PlayScore.objects.bulk_create(play_scores(standings))
    tournament.standings_version = snapshot.version
    tournament.standings_at = timezone.now()
    tournament.rounds_counted = snapshot.rounds
    tournament.save(update_fields=["standings_version", "standings_at", "rounds_counted"])
    ask_for_ladders(tournament)
    return True


def standing_rows(tournament_id: int, standings: Standings) -> list[StandingRow]:
    """The ranking lists as rows; the order of a list is its position."""
    position: Counter[str] = Counter()
    rows = []
    for row in standings.rows:
        position[row.section] += 1
        rows.append(
            StandingRow(
                tournament_id=tournament_id,
                section=row.section,
                team_id=row.entrant,
                position=position[row.section],
                rank=row.rank,
                is_tied=row.tied,
                figure=str(row.total),
                boards=row.boards,
                round_figures=[[each.round, str(each.score)] for each in row.rounds],
                round_ranks=[[each.round, each.rank] for each in row.rounds],
            )
        )
    return rows


def play_scores(standings: Standings) -> list[PlayScore]:
    """What each counted result is worth: percent where the method has it, else its own unit."""
    return [
        PlayScore(
            play_id=int(score.result.ref or 0),
            ns_figure=str(score.ns if score.ns_percent is None else score.ns_percent),
            ew_figure=str(score.ew if score.ew_percent is None else score.ew_percent),
            compared=score.n,
        )
        for score in standings.boards
    ]


@handles(SIMULATION_JOB)
def simulate(attempt: Attempt) -> dict[str, Any]:
    """Let bots play the unplayed boards, one transaction each, so that nothing is done twice."""
    payload = attempt.job.payload
    waiting = list(
        unplayed(payload["tournament"], payload["up_to_round"]).values_list("pk", flat=True)
    )
    total = max(attempt.job.total, len(waiting))
    played = total - len(waiting)
    for play_id in waiting:
        attempt.progress(played, total)
        played += simulate_play(play_id)
    attempt.progress(total, total)
    return {"played": played}


@transaction.atomic
def simulate_play(play_id: int) -> bool:
    """Play one board at one table; False when a result was entered in the meantime."""
    play = (
        Play.objects.select_for_update(of=("self",))
        .select_related("board__deal", "sitting__round__tournament")
        .get(pk=play_id)
    )
    if play.state != Play.State.EMPTY:
        return False
    entry = bot_entry(play)
    author = Author(source=Result.Source.BOTS)
    append_result(play, entry, author, state=Play.State.CONFIRMED)
    return True


def bot_entry(play: Play) -> Entry:
    """The play of four rules-of-thumb bots; the same play always gives the same record."""
    deal = play.board.dealt
    seed = f"{play.sitting.round.tournament.seed}:{play.pk}".encode()
    record = bot_record(deal.variant, deal.dealer, deal.pack, hashlib.sha256(seed).digest())
    outcome = score_record(deal.variant, record)
    passed_out = outcome["status"] == "passed_out"
    stored = Record.objects.create(deal=deal, record=record, source=Record.Source.BOTS)
    return Entry(
        kind=Result.Kind.PASSED_OUT if passed_out else Result.Kind.PLAYED,
        slip={"record": True},
        outcome=outcome,
        record=stored,
    )

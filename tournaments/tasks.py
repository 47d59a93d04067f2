"""The background work of a tournament: rebuild its standings, play its boards by bots."""

import hashlib
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from games.models import Record
from games.playing import bot_record
from games.scoring import score_record
from jobs.running import Attempt, handles
from tournaments.board_work import ask_for_analysis
from tournaments.derived import store_standings
from tournaments.drawing import plan_of, store_draft
from tournaments.facts import STANDINGS_JOB, Author, Entry, append_result
from tournaments.ladder_tasks import ask_for_ladders
from tournaments.models import Play, Result, Tournament
from tournaments.selectors.facts import snapshot_of
from tournaments.selectors.next_round import PAIRING_JOB
from tournaments.selectors.simulation import unplayed
from tournaments.standings import compute

SIMULATION_JOB = "simulation"
IN_A_WORKER = 500
"""Fields above this size are paired in the background."""


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
        if stored:
            ask_for_ladders(tournament)
    ask_for_analysis(tournament)
    return {"version": snapshot.version, "stored": stored}


@handles(PAIRING_JOB)
def pair_round(attempt: Attempt) -> dict[str, Any]:
    """Draw a round of a large field; again, if a fact came in meanwhile."""
    asked = attempt.job.payload
    number: int = asked["number"]
    while True:
        attempt.progress(1, 3)
        tournament = Tournament.objects.filter(pk=asked["tournament"]).first()
        if tournament is None or tournament.rounds.filter(number=number).exists():
            return {"round": number, "made": False}
        plan = plan_of(tournament, number)
        attempt.progress(2, 3)
        with transaction.atomic():
            locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
            if locked.facts_version != tournament.facts_version:
                continue
            if locked.rounds.filter(number=number).exists():
                return {"round": number, "made": False}
            user = User.objects.filter(pk=asked["user"]).first()
            provisional = bool(asked["provisional"])
            store_draft(locked, number, plan, provisional=provisional, user=user)
        attempt.progress(3, 3)
        return {"round": number, "made": True}


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

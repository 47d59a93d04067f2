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
from tournaments.keeping import Made, followed, keep, made_from
from tournaments.ladder_tasks import ask_for_ladders
from tournaments.locks import held_for_change, held_for_ranking, held_play
from tournaments.models import Play, Result, Tournament
from tournaments.selectors.facts import snapshot_of
from tournaments.selectors.next_round import PAIRING_JOB
from tournaments.selectors.simulation import unplayed

SIMULATION_JOB = "simulation"
IN_A_WORKER = 500
"""Fields above this size are paired in the background."""


@handles(STANDINGS_JOB)
def rebuild_standings(attempt: Attempt) -> dict[str, Any]:
    """Make the standings anew from all facts."""
    return rebuild_now(int(attempt.job.key))


def rebuild_now(tournament_id: int) -> dict[str, Any]:
    """Bring the standings up to the facts: what is new since they were kept, or from nothing."""
    while True:
        with transaction.atomic():
            # Seats and rules stay while the facts are read; results may come in, and leave news.
            tournament = held_for_ranking(tournament_id)
            if tournament is None:
                return {"gone": True}
            made = followed(tournament)
            if made is not None:
                store(tournament, made)
                break
            snapshot = snapshot_of(tournament)
        # The long way, on which nobody waits; another worker may be faster.
        made = made_from(snapshot)
        with transaction.atomic():
            tournament = held_for_ranking(tournament_id)
            if tournament is None:
                return {"gone": True}
            if tournament.standings_version == made.counted:
                store(tournament, made)
                break
        keep(tournament, made.kept)
    made.kept.version = made.version
    keep(tournament, made.kept)
    ask_for_analysis(tournament)
    return {"version": made.version}


def store(tournament: Tournament, made: Made) -> None:
    """Store standings, and have made anew what follows from them."""
    moved = store_standings(tournament, made)
    ask_for_ladders(tournament, moved=moved)


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
        version = tournament.facts_version
        plan = plan_of(tournament, number)
        attempt.progress(2, 3)
        with transaction.atomic():
            locked = held_for_change(tournament.pk)
            if locked.facts_version != version:
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
    play = held_play(play_id)
    if play is None or play.state != Play.State.EMPTY:
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

import hashlib

from django.db import transaction

from games.models import Record
from games.simulations.playing import bot_record
from games.slips.scoring import score_record
from tournaments.events.append import append_result
from tournaments.events.entry import Author, Entry
from tournaments.models import Play, Result
from tournaments.state.locks import lock_play


@transaction.atomic
def simulate_play(play_id: int) -> bool:
    """Play one board at one table; False if a result was entered meanwhile."""
    play = lock_play(play_id)
    if play is None or play.state != Play.State.EMPTY:
        return False
    entry = bot_entry(play)
    author = Author(source=Result.Source.BOTS)
    append_result(play, entry, author, state=Play.State.CONFIRMED)
    return True


def bot_entry(play: Play) -> Entry:
    """Record of four rule-based bots, deterministic for a play."""
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

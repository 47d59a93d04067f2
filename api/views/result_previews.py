"""Preview of a director's result before it is stored."""

from collections.abc import Mapping
from typing import Final

from django.shortcuts import get_object_or_404

from api.declarative import Kwargs, OperationSpec, api_path
from api.serializers.previews import CorrectionPreviewSerializer, WouldBeSerializer
from api.views.tournament_admin import CODE, DIRECTED
from tournaments.errors import RuleViolationError
from tournaments.events.entry import Entry
from tournaments.models import Play, Tournament
from tournaments.permissions import Actor
from tournaments.results.services.results import correct_result
from tournaments.results.services.slips import entry_of
from tournaments.standings.previews import preview
from tournaments.standings.rank_changes import moves_of

Slip = Mapping[str, object]


def correction_preview(tournament: Tournament, play: int, slip: Slip, actor: Actor) -> Kwargs:
    """Score and effect of a slip; raises Refused if it can never be stored."""
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    play_row = get_object_or_404(plays.select_related("board__deal", "board__tournament"), pk=play)
    entry, against = judge_slip(play_row, slip)
    return {
        "kind": entry.kind,
        "outcome": entry.outcome,
        "score": entry.score,
        "against": against,
        "standings": standings_effect(tournament, play_row, slip, actor),
    }


def judge_slip(play: Play, slip: Slip) -> tuple[Entry, str]:
    """The entry, and the objection that only the director can override."""
    try:
        return entry_of(play, slip), ""
    except RuleViolationError as refused:
        return entry_of(play, slip, override=True), str(refused)


def standings_effect(
    tournament: Tournament, play: Play, slip: Slip, actor: Actor
) -> list[Kwargs] | None:
    """Rank changes; None if the result cannot be stored."""

    def store() -> object:
        return correct_result(
            play_id=play.pk, slip=slip, reason="?", actor=actor, override=True, late=True
        )

    try:
        looked = preview(tournament, store)
    except RuleViolationError:
        return None
    moves: object = moves_of(tournament, looked)["moves"]
    return [{"team": team, "change": change} for team, change in moves]  # type: ignore[attr-defined]


ADDRESSES: Final = [
    api_path(
        f"{CODE}results/preview/",
        "api_correction_preview",
        DIRECTED,
        post=OperationSpec(
            does=correction_preview,
            takes=WouldBeSerializer,
            gives=CorrectionPreviewSerializer,
            words="What a result would score, and who would stand elsewhere; nothing is stored.",
        ),
    ),
]

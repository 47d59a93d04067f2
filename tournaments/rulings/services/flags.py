from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.append import log
from tournaments.models import Play
from tournaments.permissions import Actor
from tournaments.rulings.selectors.suspicious_results import DISMISSED
from tournaments.scoring import Suspicion


@transaction.atomic
def dismiss_doubt(
    *, play: Play, result_id: int, suspicion: str, note: str, actor: Actor = None
) -> None:
    """Dismiss a flag with a logged note; a new version can be flagged again."""
    note = note.strip()[:300]
    if not note:
        raise RuleViolationError(
            "note_needed", _("Write a word about what you found."), field="note"
        )
    if suspicion not in {each.value for each in Suspicion}:
        raise RuleViolationError("no_such_doubt", _("Unknown kind of doubt."), field="suspicion")
    if play.current_id != result_id:
        raise RuleViolationError(
            "changed", _("The result was changed in the meantime."), field="result"
        )
    log(
        play.sitting.round.tournament_id,
        DISMISSED,
        user=actor,
        round=play.sitting.round.number,
        table=play.sitting.table.number,
        board=play.board.number,
        result=result_id,
        suspicion=suspicion,
        note=note,
    )

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.analysis.versions import analysis_version
from games.belot import Variant
from games.errors import RuleViolationError
from games.models import Study
from games.studies.tasks import STUDY_JOB
from jobs.models import Job

SUMS_VERSION: Final = 1
"""Increase when counting changes: sums of different versions are not added."""
MOST_BOARDS: Final = 100_000_000
MOST_SEED: Final = 2**63 - 1


@transaction.atomic
def start_study(*, variant: Variant, seed: int, boards: int) -> Study:
    """Create or extend the study of these rules and seed, and wake the workers."""
    check_study(variant, seed, boards)
    study, is_new = Study.objects.select_for_update().get_or_create(
        version=f"{SUMS_VERSION}.{analysis_version(variant)}",
        seed=seed,
        defaults={"variant": variant, "boards": boards},
    )
    if not is_new:
        study.boards, study.is_stopped = max(study.boards, boards), False
        study.save(update_fields=["boards", "is_stopped"])
    STUDY_JOB.of(study.pk).filter(state=Job.State.FAILED).update(state=Job.State.CANCELLED)
    STUDY_JOB.submit(study.pk, total=study.boards)
    return study


def check_study(variant: Variant, seed: int, boards: int) -> None:
    """Refuse rules under which hands are unknown until a card is taken."""
    if variant.players != 4 or variant.auction == "turn_up" or variant.declarations == "trick":
        text = _(
            "Only games of four players can be studied in which no card is turned up and "
            "combinations do not lie in tricks."
        )
        raise RuleViolationError("cannot_be_studied", text, field="variant")
    if not 1 <= boards <= MOST_BOARDS:
        text = _("A study has 1 to %(most)d boards.") % {"most": MOST_BOARDS}
        raise RuleViolationError("wrong_count", text, field="boards")
    if not 0 <= seed <= MOST_SEED:
        text = _("A seed is a number from 0 to %(most)d.") % {"most": MOST_SEED}
        raise RuleViolationError("wrong_seed", text, field="seed")


@transaction.atomic
def stop_study(*, study: Study) -> None:
    """Stop after the boards in progress; measured boards stay."""
    Study.objects.filter(pk=study.pk).update(is_stopped=True)
    STUDY_JOB.cancel(study.pk)

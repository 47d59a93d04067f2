import logging

from celery import shared_task

from tournaments.privacy.retention import delete_expired

log = logging.getLogger(__name__)


@shared_task(name="tournaments.privacy.tasks.forget_what_is_old")
def forget_what_is_old() -> dict[str, int]:
    gone = delete_expired()
    if gone:
        counts = ", ".join(f"{name} {count}" for name, count in gone.items())
        log.info("kept long enough and thrown away: %s", counts)
    return gone

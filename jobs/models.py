import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """One background job; ``kind`` names its handler, ``key`` what it works on."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("finished")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=80)
    payload = models.JSONField(default=dict)
    result = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempt = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    owner = models.UUIDField(null=True, blank=True, editable=False)
    lease_until = models.DateTimeField(null=True, blank=True)
    # Also filled by the database: processes of an earlier version run during an upgrade.
    request_id = models.CharField(
        max_length=40, blank=True, default="", db_default="", editable=False
    )
    cancel_requested = models.BooleanField(default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        constraints = [
            # A second request for waiting work is the same request.
            models.UniqueConstraint(
                fields=["kind", "key"], condition=Q(state="queued"), name="one_waiting_job_per_key"
            ),
        ]
        indexes = [
            models.Index(fields=["state", "lease_until"], name="job_sweep"),
            models.Index(fields=["kind", "key"], name="jobs_of_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} ({self.state})"

    @property
    def is_over(self) -> bool:
        return self.state in {self.State.DONE, self.State.FAILED, self.State.CANCELLED}

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 100 * self.is_over


def new_owner() -> uuid.UUID:
    """Id of one attempt by one worker."""
    return uuid.uuid4()

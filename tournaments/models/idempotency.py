from django.db import models
from django.utils.translation import gettext_lazy as _


class IdempotentResponse(models.Model):
    """Stored response for an idempotency key, returned again for a repeated request.

    The key is stored as a digest; the response, which can hold a secret link, is encrypted
    with it.
    """

    caller = models.CharField(_("who asks"), max_length=40)
    key = models.CharField(_("digest of the key"), max_length=64)
    request = models.CharField(_("digest of the request"), max_length=64)
    answer = models.BinaryField(_("the answer, encrypted"), null=True)
    created_at = models.DateTimeField(_("asked at"), auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("kept answer")
        verbose_name_plural = _("kept answers")
        constraints = (
            models.UniqueConstraint(fields=["caller", "key"], name="one_answer_of_a_key"),
        )

    def __str__(self) -> str:
        return f"{self.caller} {self.created_at:%Y-%m-%d %H:%M}"

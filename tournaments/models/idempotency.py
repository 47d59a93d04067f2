"""Answers that are kept for a day, for programs that do not know whether they arrived."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class KeptAnswer(models.Model):
    """What a program was answered under a key of its own: sent again, it is told the same.

    Neither the key nor the answer can be read here: of the key a digest is kept, and the answer,
    which may hold a secret link, is encrypted with it.
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

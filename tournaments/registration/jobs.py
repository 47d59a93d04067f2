from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import Kind
from tournaments.models import Signup, SignupContact

LETTER_JOB: Final = Kind(
    "signup_letter", pgettext_lazy("work", "letter about a sign-up"), patient=True
)
"""Whoever signed up under the key is written how that stands now."""


def ask_for_letter(signup: Signup) -> None:
    """Enqueue an email on commit, if an address is stored."""
    if SignupContact.objects.filter(signup=signup.pk).exclude(email="").exists():
        LETTER_JOB.submit_on_commit(signup.pk)

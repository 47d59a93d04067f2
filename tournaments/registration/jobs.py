from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind
from tournaments.models import Signup, SignupContact

EMAIL_JOB: Final = JobKind(
    "signup_letter", pgettext_lazy("work", "sign-up email"), low_priority=True
)


def enqueue_email(signup: Signup) -> None:
    """Enqueue an email on commit, if an address is stored."""
    if SignupContact.objects.filter(signup=signup.pk).exclude(email="").exists():
        EMAIL_JOB.submit_on_commit(signup.pk)

from django.core.mail import send_mail
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.wording.dates import date_text
from jobs.execution import Attempt, handler
from tournaments.models import Signup, SignupContact, Tournament
from tournaments.registration.jobs import EMAIL_JOB
from tournaments.registration.texts import status_text


@handler(EMAIL_JOB)
def write_letter(attempt: Attempt) -> dict[str, object]:
    """Email the status of a sign-up, if an address is stored."""
    contacts = SignupContact.objects.select_related(
        "signup__tournament__club",
        "signup__joined__tournament",
        "signup__joined__team",
        "signup__team",
    )
    contact = contacts.filter(signup=int(attempt.job.key)).exclude(email="").first()
    if contact is None:
        return {"sent": False}
    zone = timezone.override(contact.signup.tournament.zone)
    with zone, translation.override(contact.language or "en"):
        subject, text = email_content(contact)
        send_mail(subject, text, None, [contact.email])
    return {"sent": True}


def email_content(contact: SignupContact) -> tuple[str, str]:
    """Subject and text in the active language.

    No visitor input is included: otherwise visitors could send strangers any text.
    """
    signup, tournament = contact.signup, contact.signup.tournament
    title, text = status_text(signup)
    subject = f"{tournament.name}: {title}"
    day = date_text(tournament.date, "l, j E Y")
    event = f"{tournament.name} · {tournament.club.name}\n{day}, {tournament.start_time:%H:%M}"
    lines = [event, f"{title}. {text}"]
    is_open = tournament.state == Tournament.State.ENTRY
    if is_open and signup.is_looking and signup.offers.filter(state=Signup.State.ASKED).exists():
        lines.append(_("Somebody would like to play with you: your page says who."))
    address = f"{contact.site}{reverse('signup', args=[signup.secret])}"
    page = _("Your page, to change or withdraw:") if is_open else _("Your page:")
    lines.append(f"{page}\n{address}")
    lines.append(_("Anyone with this link can change your sign-up: do not share it."))
    return subject, "\n\n".join(lines) + "\n"

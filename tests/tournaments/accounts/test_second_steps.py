"""Secrets of second factors are encrypted in the database and still work."""

from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.app_codes import code_now, codes_stay, wrong_code
from tests.builders import make_club, make_user
from tournaments.encryption import ENCRYPTED_PREFIX, DecryptionError, decrypt_mfa_secret
from tournaments.models import Channel
from tournaments.notifications.people.encryption import decrypt, encrypt

__all__ = ["codes_stay"]
pytestmark = [pytest.mark.sql, pytest.mark.django_db, pytest.mark.usefixtures("codes_stay")]


def stored_second_factors() -> str:
    """Table of second factors, as read by someone with the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM mfa_authenticator ORDER BY id")
        return str(cursor.fetchall())


def test_totp_secret_is_encrypted_and_validates_codes() -> None:
    secret = generate_totp_secret()
    TOTP.activate(make_user("ana"), secret)
    assert secret not in stored_second_factors()
    assert ENCRYPTED_PREFIX in stored_second_factors()
    found = TOTP(Authenticator.objects.get())
    assert not found.validate_code(wrong_code(secret))
    assert found.validate_code(code_now(secret))


def test_recovery_seed_is_encrypted_and_each_code_works_once() -> None:
    made = RecoveryCodes.activate(make_user("ana"))
    seed = decrypt_mfa_secret(made.instance.data["seed"])
    assert len(seed) == 80
    assert seed not in stored_second_factors()
    found = RecoveryCodes(Authenticator.objects.get())
    [first, *rest] = found.generate_codes()
    assert found.validate_code(first)
    assert not found.validate_code(first)
    assert found.get_unused_codes() == rest


def test_old_secret_key_decrypts_until_everything_is_reencrypted(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the first", []
    secret = generate_totp_secret()
    TOTP.activate(make_user("ana"), secret)
    RecoveryCodes.activate(make_user("boris"))
    club = make_club()
    Channel.objects.create(club=club, kind="bot", sealed=encrypt("123:token"))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the second", ["another", "the first"]
    assert decrypt_mfa_secret(first_step().data["secret"]) == secret
    assert decrypt(Channel.objects.get().sealed) == "123:token"
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(DecryptionError, match="SECRET_KEY_FALLBACKS"):
        decrypt_mfa_secret(first_step().data["secret"])
    with pytest.raises(CommandError, match="SECRET_KEY_FALLBACKS"):
        call_command("reseal")
    settings.SECRET_KEY_FALLBACKS = ["the first"]
    said = StringIO()
    call_command("reseal", stdout=said)
    assert said.getvalue().startswith("3 sealed anew.")
    settings.SECRET_KEY_FALLBACKS = []
    assert decrypt_mfa_secret(first_step().data["secret"]) == secret
    assert len(RecoveryCodes(Authenticator.objects.last()).generate_codes()) == 10
    assert decrypt(Channel.objects.get().sealed) == "123:token"


def test_unknown_secret_key_on_sign_in_shows_the_setting_to_fix(
    client: Client, settings: Any
) -> None:
    ana = make_user("ana")
    TOTP.activate(ana, generate_totp_secret())
    RecoveryCodes.activate(ana)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [], "another"
    client.post(reverse("account_login"), {"login": "ana", "password": "secret-enough"})
    answer = client.post(reverse("mfa_authenticate"), {"code": "123456"})
    assert answer.status_code == 500
    assert b"SECRET_KEY_FALLBACKS" in answer.content


def first_step() -> Authenticator:
    return Authenticator.objects.order_by("pk")[0]

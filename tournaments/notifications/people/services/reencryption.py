"""Re-encrypt stored data with the current secret."""

from allauth.mfa.models import Authenticator
from django.db import transaction

from tournaments.encryption import decrypt_mfa_secret, encrypt_mfa_secret
from tournaments.models import Channel, Follower
from tournaments.notifications.people.encryption import address_digest, decrypt, encrypt


@transaction.atomic
def reseal_all() -> int:
    """Re-encrypt all; return the number. Raises Sealed if something cannot be decrypted."""
    return reseal_followers() + reseal_channels() + reseal_steps()


def reseal_followers() -> int:
    """Re-encrypt addresses and recompute their digests."""
    rows = Follower.objects.select_for_update().exclude(address="")
    for row in rows:
        address = decrypt(row.address)
        key = address_digest(row.way, address)
        Follower.objects.filter(pk=row.pk).update(address=encrypt(address), address_key=key)
    return len(rows)


def reseal_channels() -> int:
    rows = Channel.objects.select_for_update().exclude(sealed="")
    for row in rows:
        Channel.objects.filter(pk=row.pk).update(sealed=encrypt(decrypt(row.sealed)))
    return len(rows)


def reseal_steps() -> int:
    """Re-encrypt TOTP secrets."""
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)
    rows = Authenticator.objects.select_for_update().filter(type__in=kinds)
    for row in rows:
        for name in {"secret", "seed"} & row.data.keys():
            row.data[name] = encrypt_mfa_secret(decrypt_mfa_secret(row.data[name]))
        if "migrated_codes" in row.data:
            codes = row.data["migrated_codes"]
            row.data["migrated_codes"] = [
                encrypt_mfa_secret(decrypt_mfa_secret(code)) for code in codes
            ]
        row.save(update_fields=["data"])
    return len(rows)

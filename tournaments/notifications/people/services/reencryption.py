"""Re-encrypt stored data with the current secret."""

from allauth.mfa.models import Authenticator
from django.db import transaction

from tournaments.encryption import seal_step, unseal_step
from tournaments.models import Channel, Follower
from tournaments.notifications.people.encryption import key_of, seal, unseal


@transaction.atomic
def reseal_all() -> int:
    """Re-encrypt all; return the number. Raises Sealed if something cannot be decrypted."""
    return reseal_followers() + reseal_channels() + reseal_steps()


def reseal_followers() -> int:
    """Re-encrypt addresses and recompute their digests."""
    rows = Follower.objects.select_for_update().exclude(address="")
    for row in rows:
        address = unseal(row.address)
        key = key_of(row.way, address)
        Follower.objects.filter(pk=row.pk).update(address=seal(address), address_key=key)
    return len(rows)


def reseal_channels() -> int:
    rows = Channel.objects.select_for_update().exclude(sealed="")
    for row in rows:
        Channel.objects.filter(pk=row.pk).update(sealed=seal(unseal(row.sealed)))
    return len(rows)


def reseal_steps() -> int:
    """Re-encrypt TOTP secrets."""
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)
    rows = Authenticator.objects.select_for_update().filter(type__in=kinds)
    for row in rows:
        for name in {"secret", "seed"} & row.data.keys():
            row.data[name] = seal_step(unseal_step(row.data[name]))
        if "migrated_codes" in row.data:
            codes = row.data["migrated_codes"]
            row.data["migrated_codes"] = [seal_step(unseal_step(code)) for code in codes]
        row.save(update_fields=["data"])
    return len(rows)

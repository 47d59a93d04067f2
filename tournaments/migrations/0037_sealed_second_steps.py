"""Secrets of second steps that lie in the clear are sealed, as new ones are from now on."""

from django.db import migrations

from tournaments.sealing import seal_step, unseal_step

ONE = ("secret", "seed")
MANY = "migrated_codes"


def change_all(apps, change):
    """Do something to each secret of each second step that has any."""
    steps = apps.get_model("mfa", "Authenticator")
    for step in steps.objects.filter(type__in=["totp", "recovery_codes"]).order_by("pk"):
        data = {name: change(value) if name in ONE else value for name, value in step.data.items()}
        if MANY in data:
            data[MANY] = [change(code) for code in data[MANY]]
        if data != step.data:
            steps.objects.filter(pk=step.pk).update(data=data)


def seal_all(apps, _editor):
    change_all(apps, seal_step)


def unseal_all(apps, _editor):
    change_all(apps, unseal_step)


class Migration(migrations.Migration):
    dependencies = [
        ("mfa", "0003_authenticator_type_uniq"),
        ("tournaments", "0038_given_answers"),
    ]

    operations = [migrations.RunPython(seal_all, unseal_all)]

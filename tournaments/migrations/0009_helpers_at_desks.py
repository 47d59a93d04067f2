"""Whoever types or presses at a desk is named by a hand: a person, or a helper of a link."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Value
from django.db.models.functions import Cast, Concat


def name_hands(apps, schema_editor):
    """Steps that there are were made by people; places last for seconds and are told anew."""
    apps.get_model("tournaments", "DeskPlace").objects.all().delete()
    hand = Concat(Value("user:"), Cast(F("user_id"), models.CharField()))
    for name in ("Typed", "DeskStep"):
        rows = apps.get_model("tournaments", name).objects.filter(user__isnull=False)
        rows.update(hand=hand)


def whose(on_delete):
    return models.ForeignKey(
        blank=True, null=True, on_delete=on_delete, related_name="+",
        to=settings.AUTH_USER_MODEL,
    )  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_scorer"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("typed", "hand", models.CharField(blank=True, max_length=90)),
        migrations.AddField("deskstep", "hand", models.CharField(blank=True, max_length=90)),
        migrations.AddField(
            "deskplace", "hand", models.CharField(default="", max_length=90), preserve_default=False
        ),
        migrations.RunPython(name_hands, migrations.RunPython.noop),
        migrations.RemoveConstraint("deskplace", "one_place_a_scorer"),
        migrations.RemoveIndex("deskstep", "steps_of_a_person"),
        migrations.AlterField("deskplace", "user", whose(models.CASCADE)),
        migrations.AlterField("deskstep", "user", whose(models.CASCADE)),
        migrations.AddConstraint(
            "deskplace",
            models.UniqueConstraint(fields=["tournament", "hand"], name="one_place_a_scorer"),
        ),
        migrations.AddIndex(
            "deskstep", models.Index(fields=["tournament", "hand"], name="steps_of_a_person")
        ),
    ]

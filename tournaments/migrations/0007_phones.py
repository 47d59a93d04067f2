"""Six characters for each table, and the hall's Wi-Fi for its cards."""

from django.db import migrations, models

import tournaments.models.seating


def give_codes(apps, _schema_editor):
    """Each table that there is gets a code of its own."""
    table_model = apps.get_model("tournaments", "Table")
    for table in table_model.objects.only("pk").iterator():
        table.code = tournaments.models.seating.table_code()
        table.save(update_fields=["code"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_rehearsal")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="wifi_name",
            field=models.CharField(blank=True, max_length=32, verbose_name="name of the Wi-Fi"),
        ),
        migrations.AddField(
            model_name="club",
            name="wifi_password",
            field=models.CharField(
                blank=True, max_length=63, verbose_name="password of the Wi-Fi"
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="code",
            field=models.CharField(default="", editable=False, max_length=6),
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="table",
            name="code",
            field=models.CharField(
                db_index=True,
                default=tournaments.models.seating.table_code,
                editable=False,
                max_length=6,
            ),
        ),
    ]

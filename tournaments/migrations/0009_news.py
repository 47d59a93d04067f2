"""What standings have yet to count becomes rows of its own, so that no entry waits for another."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_field_level")]

    operations = [
        migrations.CreateModel(
            name="News",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("play_id", models.BigIntegerField(blank=True, null=True)),
                ("counted_in", models.PositiveIntegerField(blank=True, null=True)),
                ("by_director", models.BooleanField(default=False)),
                ("tournament", models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name="news", to="tournaments.tournament")),
            ],
            options={
                "verbose_name": "news",
                "verbose_name_plural": "news",
                "indexes": [
                    models.Index(fields=["tournament", "counted_in"], name="news_to_count"),
                    models.Index(condition=models.Q(("by_director", True)), fields=["tournament", "id"], name="news_of_directors"),
                ],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="hall_version",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="moved_version",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="table",
            name="version",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AlterField(
            model_name="play",
            name="current",
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="tournaments.result"),
        ),
        migrations.AddIndex(
            model_name="play",
            index=models.Index(condition=models.Q(("state", "empty")), fields=["sitting"], name="plays_that_wait"),
        ),
    ]

"""Enqueue a new ranking of stored tournaments: cups, byes and direct encounters rank differently.
"""

from django.db import migrations

KIND = "rankings_after_update"  # `tournaments.ranking.jobs.AFTER_UPDATE`


def enqueue(apps, _schema_editor):
    Job = apps.get_model("jobs", "Job")
    is_waiting = Job.objects.filter(kind=KIND, key="all", state="queued").exists()
    if apps.get_model("tournaments", "Tournament").objects.exists() and not is_waiting:
        Job.objects.create(kind=KIND, key="all")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0047_player_merges"),
        ("jobs", "0003_jobs_of_a_key"),
    ]

    operations = [migrations.RunPython(enqueue, migrations.RunPython.noop, elidable=True)]

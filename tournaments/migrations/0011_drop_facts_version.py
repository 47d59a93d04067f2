from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_news_of_stale_standings")]

    operations = [
        migrations.RemoveConstraint(model_name="tournament", name="standings_not_ahead"),
        migrations.RemoveField(model_name="tournament", name="facts_version"),
    ]

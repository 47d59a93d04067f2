"""Standings that were behind their facts have news to count."""

from typing import Any

from django.db import migrations
from django.db.models import F


def tell(apps: Any, _editor: Any) -> None:
    """One row for each tournament whose standings are behind; its version of facts stays."""
    tournaments, news = (apps.get_model("tournaments", name) for name in ("Tournament", "News"))
    behind = tournaments.objects.exclude(standings_version=F("facts_version"))
    news.objects.bulk_create(news(tournament_id=pk) for pk in behind.values_list("pk", flat=True))
    behind.update(standings_version=F("facts_version") - 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_news")]

    operations = [migrations.RunPython(tell, migrations.RunPython.noop)]

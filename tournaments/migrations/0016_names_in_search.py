"""A club says whether search engines may find the names of its players."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_standings_versions")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="names_in_search",
            field=models.BooleanField(
                default=False, verbose_name="search engines may find its pages"
            ),
        ),
    ]

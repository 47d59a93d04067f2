from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_signups")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="country",
            field=models.CharField(blank=True, max_length=2, verbose_name="country"),
        ),
        migrations.AddField(
            model_name="club",
            name="is_listed",
            field=models.BooleanField(default=False, verbose_name="in the list of clubs"),
        ),
    ]

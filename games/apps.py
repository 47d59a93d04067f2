from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Importing registers their jobs.
        import games.deal_sets.tasks
        import games.practice.tasks
        import games.replay.tasks
        import games.simulations.tasks
        import games.studies.tasks  # noqa: F401

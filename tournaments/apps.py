from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from games import owners
        from tournaments import board_tasks, tasks  # noqa: F401  (they register their jobs)
        from tournaments.selectors.replays import origin_of

        owners.register(origin_of)

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # These modules register handlers of jobs and metrics when imported.
        import tournaments.bots.tasks
        import tournaments.draws.tasks
        import tournaments.events.metrics
        import tournaments.notifications.people.other_tasks
        import tournaments.notifications.people.tasks
        import tournaments.notifications.webhooks.tasks
        import tournaments.privacy.tasks
        import tournaments.registration.tasks
        import tournaments.rehearsal.tasks
        import tournaments.seasons.tasks
        import tournaments.standings.tasks
        import tournaments.sync.tasks  # noqa: F401
        from games.visitors import owners
        from tournaments.results.selectors.replays import origin_of

        owners.register(origin_of)

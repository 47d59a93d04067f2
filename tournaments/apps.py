from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # They register their jobs.
        import tournaments.computer.tasks
        import tournaments.draws.tasks
        import tournaments.facts.counting
        import tournaments.moving.tasks
        import tournaments.notices.other_tasks
        import tournaments.notices.tasks
        import tournaments.privacy.tasks
        import tournaments.ranking.tasks
        import tournaments.rehearsal.tasks
        import tournaments.rounds.tasks
        import tournaments.seasons.tasks
        import tournaments.signup.tasks
        import tournaments.webhooks.tasks  # noqa: F401
        from games.visitors import owners
        from tournaments.results.selectors.replays import origin_of

        owners.register(origin_of)

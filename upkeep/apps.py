from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class UpkeepConfig(AppConfig):
    name = "upkeep"
    verbose_name = _("The installation")

    def ready(self) -> None:
        import upkeep.tasks  # noqa: F401  (it registers its jobs)
        from upkeep.sentry import start_sentry

        if settings.SENTRY_DSN:
            start_sentry(settings.SENTRY_DSN)

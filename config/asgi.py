"""The web application as a server sees it."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application

from config.front import BoundedBodies, TrustedProxies
from config.shared_pages import SharedPages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django = get_asgi_application()
from config.lanes import Lanes  # noqa: E402  (models can be used from here on)
from tournaments.views.live.streams import Streams  # noqa: E402

pages = SharedPages(BoundedBodies(Lanes(django), settings.MOST_BYTES))
application = TrustedProxies(Streams(pages), settings.TRUSTED_PROXIES)

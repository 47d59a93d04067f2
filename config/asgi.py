"""The web application as a server sees it."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application

from config.front import BoundedBodies, TrustedProxies
from config.shared_pages import SharedPages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

pages = BoundedBodies(get_asgi_application(), settings.MOST_BYTES)
application = TrustedProxies(SharedPages(pages), settings.TRUSTED_PROXIES)

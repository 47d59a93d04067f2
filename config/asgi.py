"""The web application as a server sees it."""

import os

from django.core.asgi import get_asgi_application

from config.shared_pages import SharedPages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = SharedPages(get_asgi_application())

"""The web application as a server sees it."""

import gc
import os
import sys

import django
from django.conf import settings

from config.front import BoundedBodies, TrustedProxies
from config.shared_pages import SharedPages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup(set_prefix=False)
from config.lanes import CROWD, WORK, Lanes  # noqa: E402  (models can be used from here on)
from config.threads import SPARE, Threads  # noqa: E402
from tournaments.views.live.streams import Streams  # noqa: E402

# A thousand open streams are many small objects that stay: to look through all of them for garbage
# again and again took a quarter of a busy process, and held up everybody meanwhile.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 10, 40)
sys.setswitchinterval(0.001)

answers = Lanes(Threads(2 * CROWD + WORK + SPARE))
pages = SharedPages(BoundedBodies(answers, settings.MOST_BYTES))
application = TrustedProxies(Streams(pages), settings.TRUSTED_PROXIES)

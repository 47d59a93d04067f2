import os
import sys

import django
from django.conf import settings

from config.gc_tuning import look_rarely
from web.microcache import SharedPages
from web.proxy import BoundedBodies, TrustedProxies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup(set_prefix=False)
from tournaments.live.publishing import Publisher, post_to  # noqa: E402
from tournaments.live.streams import Streams  # noqa: E402
from tournaments.live.watchers import Hub  # noqa: E402
from web.request_metrics import Measured  # noqa: E402
from web.request_priority import CROWD, WORK, Lanes  # noqa: E402  (models can be used from here on)
from web.threaded_handler import SPARE, Threads  # noqa: E402

look_rarely()
sys.setswitchinterval(0.001)

answers = Threads(2 * CROWD + WORK + SPARE)
pages = SharedPages(BoundedBodies(Lanes(answers), settings.MOST_BYTES))
hub = Hub(rush=lambda: answers.load.rush)
publisher = Publisher(hub, post_to(settings.NCHAN_URL)) if settings.NCHAN_URL else None
streams = Streams(pages, hub, publisher)
application = Measured(TrustedProxies(streams, settings.TRUSTED_PROXIES))

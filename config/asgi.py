import os
import sys

import django
from django.conf import settings

from config.gc_tuning import collect_rarely
from web.microcache import MicroCache
from web.proxy import BodyLimitMiddleware, TrustedProxies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup(set_prefix=False)
from tournaments.live.publishing import Publisher, nchan_publisher  # noqa: E402
from tournaments.live.streams import StreamMiddleware  # noqa: E402
from tournaments.live.watchers import Hub  # noqa: E402
from web.request_metrics import MetricsMiddleware  # noqa: E402
from web.request_priority import PUBLIC_SLOTS, WORK_SLOTS, RequestLimiter  # noqa: E402  (models can be used from here on)
from web.threaded_handler import SPARE_THREADS, ThreadedHandler  # noqa: E402

collect_rarely()
sys.setswitchinterval(0.001)

answers = ThreadedHandler(2 * PUBLIC_SLOTS + WORK_SLOTS + SPARE_THREADS)
pages = MicroCache(BodyLimitMiddleware(RequestLimiter(answers), settings.MOST_BYTES))
hub = Hub(rush=lambda: answers.load.rush)
publisher = Publisher(hub, nchan_publisher(settings.NCHAN_URL)) if settings.NCHAN_URL else None
streams = StreamMiddleware(pages, hub, publisher)
application = MetricsMiddleware(TrustedProxies(streams, settings.TRUSTED_PROXIES))

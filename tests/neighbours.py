"""Isolate tests from the developer's services and from parallel test processes.

A pytest plugin, since it must run before Django reads its settings; a conftest is too
late.
"""

import atexit
import os
import shutil
import tempfile


def own_redis(url: str, process: str) -> str:
    """Redis database of a test process, e.g. ``redis://host:6379/10``.

    Tests clear whole databases, with the counters, pages and queues of any other process
    there. A server has 16; with more processes than databases some share.
    """
    place, slash, first = url.rpartition("/")
    if not first.isdecimal():
        place, slash, first = url.rstrip("/"), "/", "0"
    number = int(process.removeprefix("gw") or 0)
    return f"{place}{slash}{int(first) + number % (16 - int(first))}"


if os.environ.get("REDIS_URL"):
    process = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    os.environ["REDIS_URL"] = own_redis(os.environ["REDIS_URL"], process)
os.environ.setdefault("BROKER_URL", "memory://")
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="belot-tests-")
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
os.environ.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,testserver")
os.environ.setdefault(
    "SECRET_KEY", "only for tests"
)  # otherwise new for each run, with new ciphers
os.environ.setdefault("KERNEL", "off")  # workers under test need not compile
os.environ["STATIC_HASHES"] = "off"  # no collectstatic in tests
os.environ.setdefault(
    "DJANGO_ALLOW_ASYNC_UNSAFE", "true"
)  # the browser's event loop runs in this thread

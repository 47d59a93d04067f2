"""What the tests run on: nothing of the developer's own, nor of the processes that run beside.

A plugin of pytest, which reads it before Django reads its settings; a conftest comes too late.
"""

import atexit
import os
import shutil
import tempfile


def own_redis(url: str, process: str) -> str:
    """The database of one of the processes that run the tests, e.g. ``redis://host:6379/10``.

    What is cleared in Redis is a whole database: counts, pages and queues of the neighbour too. A
    server has 16; where there are more processes than databases from the one in the address on,
    some share.
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
os.environ.setdefault("SECRET_KEY", "only for tests")  # else a new one each run, and new ciphers
os.environ.setdefault("KERNEL", "off")  # workers under test need not compile
os.environ["STATIC_HASHES"] = "off"  # nothing is collected for a test
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # the browser's loop runs in this thread

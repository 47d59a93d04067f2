"""Redis cache that falls back to process memory: no page waits for Redis."""

import logging
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as BrokenConnection
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)
REDIS_TIMEOUT_SECONDS: Final = 0.5
REDIS_PAUSE_SECONDS: Final = 5.0
"""After a failure; then one request tries again."""


class RedisLink:
    def __init__(self, server: str, params: dict[str, object]) -> None:
        # After a Redis restart all pooled connections are dead: reconnect each once, at once.
        options = {
            "socket_timeout": REDIS_TIMEOUT_SECONDS,
            "socket_connect_timeout": REDIS_TIMEOUT_SECONDS,
            "retry": Retry(NoBackoff(), 1, supported_errors=(BrokenConnection,)),
        }
        self.cache = RedisCache(server, {**params, "OPTIONS": options})
        self.lock = threading.Lock()
        self.failed_at: float | None = None

    def is_available(self) -> bool:
        """Whether Redis answered last, or this request is the one to retry."""
        if self.failed_at is None:
            return True
        with self.lock:
            now = time.monotonic()
            if self.failed_at is not None and now < self.failed_at + REDIS_PAUSE_SECONDS:
                return False
            self.failed_at = now  # the others use memory while this one tries
            return True

    def mark_failed(self, error: RedisError) -> None:
        if self.failed_at is None:
            log.warning("Redis is away, this process caches in its memory: %s", error)
        self.failed_at = time.monotonic()

    def mark_recovered(self) -> None:
        if self.failed_at is not None:
            log.warning("Redis is back.")
            self.failed_at = None


@lru_cache(maxsize=8)
def shared_link(server: str, prefix: str, version: int) -> RedisLink:
    """Link shared by the process; Django creates a cache object for each request."""
    return RedisLink(server, {"KEY_PREFIX": prefix, "VERSION": version})


def with_fallback(name: str) -> Callable[..., Any]:
    """Cache method of this name: in Redis, or in memory while Redis is away."""

    def method(self: "RedisOrMemory", *args: object, **kwargs: object) -> object:
        link = self.link
        if link.is_available():
            try:
                answer = getattr(link.cache, name)(*args, **kwargs)
            except RedisError as error:
                link.mark_failed(error)
            else:
                link.mark_recovered()
                return answer
        return getattr(self.memory, name)(*args, **kwargs)

    return method


class RedisOrMemory(BaseCache):
    """Django's Redis cache, without its failures.

    Processes do not share their memory: entries can be missing, and counts apply to one
    process.
    """

    def __init__(self, server: str, params: dict[str, object]) -> None:
        super().__init__(params)
        self.link = shared_link(server, self.key_prefix, self.version)
        self.memory = LocMemCache(f"{self.key_prefix}@{server}", params)

    add = with_fallback("add")
    get = with_fallback("get")
    set = with_fallback("set")
    touch = with_fallback("touch")
    delete = with_fallback("delete")
    get_many = with_fallback("get_many")
    has_key = with_fallback("has_key")
    incr = with_fallback("incr")
    set_many = with_fallback("set_many")
    delete_many = with_fallback("delete_many")
    clear = with_fallback("clear")

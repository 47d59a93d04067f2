from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


@cache
def schema() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)

"""A row of the table."""

from typing import NamedTuple


class Verb(NamedTuple):
    """Something that can be done: the names of its pages, and its operations as "GET name".

    ``only`` says why there is no page of it, or no operation. A row that has neither an operation
    nor a reason is missing in the API.
    """

    what: str
    pages: str = ""
    operations: str = ""
    only: str = ""

    @property
    def is_missing(self) -> bool:
        return not self.operations and not self.only

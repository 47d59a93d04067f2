from typing import NamedTuple


class Verb(NamedTuple):
    """An action: the names of its pages, and its operations as "GET name".

    ``only`` says why it has no page or no operation. A row with neither an operation nor a
    reason is missing in the API.
    """

    what: str
    pages: str = ""
    operations: str = ""
    only: str = ""

    @property
    def is_missing(self) -> bool:
        return not self.operations and not self.only

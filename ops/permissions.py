"""Operators: users who can open the administration."""

from typing import Final

from rules.permissions import add_perm
from rules.predicates import is_active, is_staff

OPERATE: Final = "ops.operate"
add_perm(OPERATE, is_active & is_staff)

from typing import Final

from tests.api.parity.rows import Verb

OF_ACCOUNTS: Final = (
    Verb(
        "make tokens for programs, read which there are",
        "manage_programs",
        "GET api_tokens POST api_tokens",
    ),
    Verb("revoke a token", "manage_program_revoke", "DELETE api_token"),
    Verb(
        "invite somebody to run a club, see who is invited",
        "manage_invitations",
        "GET api_invitations POST api_invitations",
    ),
    Verb("withdraw an invitation", "manage_invitation_withdraw", "DELETE api_invitation"),
    Verb("accept an invitation", "invitation", only="whoever accepts has no account yet"),
)

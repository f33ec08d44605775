"""The bodies about accounts that the API accepts. Strict: no type is converted, no field is extra."""

from typing import Annotated, Literal

from pydantic import Field

from feltlab.web.door.body import Body, Key, Words

LONGEST_NAME = 40
NAME_PATTERN = "[A-Za-z0-9]( ?[A-Za-z0-9._-])*"
"""Plain letters: one script, nothing invisible; `names` knows which of them look alike."""
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=f"^{NAME_PATTERN}$")]
Code = Annotated[str, Field(min_length=1, max_length=40, description="from the authenticator, or a recovery code")]
SessionId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Role = Literal["player", "dealer", "floor", "auditor", "admin"]


class Login(Body):
    name: Annotated[str, Field(min_length=1, max_length=40)]
    password: Annotated[str, Field(min_length=1, max_length=128)]


class OneTimeCode(Body):
    code: Code


class OwnPassword(Body):
    old: Annotated[str, Field(min_length=1, max_length=128)]
    password: Annotated[str, Field(min_length=12, max_length=128)]


class Proof(Body):
    """Shows that the owner is still the one asking; includes the code if there is a second factor."""

    password: Annotated[str, Field(max_length=128)] = ""
    code: Annotated[str, Field(max_length=40)] = ""


class OwnSessionsEnd(Body):
    end: SessionId | Literal["others"]


class NewAccount(Body):
    key: Key
    name: Name
    role: Role
    password: Annotated[str, Field(min_length=12, max_length=128)]
    reason: Words = ""


class AccountChange(Body):
    key: Key
    disabled: bool
    reason: Words = ""


class AccountReset(Body):
    key: Key
    what: Literal["password", "factor"]
    reason: Words = ""


class SessionsEnd(Body):
    end: SessionId | Literal["all"]
    reason: Words = ""


class SecondPerson(Body):
    key: Key
    do: Literal["approve", "refuse"]
    reason: Words = ""

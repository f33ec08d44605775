"""What every body of the API is: strict, with names of fields that an answer may print; and fields that many have."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from feltlab.money import MAX_STAKE
from feltlab.web.door.bodies import FIELDS

Key = Annotated[
    str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$", description="made by the client, for once")
]
Cents = Annotated[int, Field(ge=1, le=MAX_STAKE)]
Slug = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
Words = Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        FIELDS.update(cls.model_fields)

    def said(self) -> dict[str, Any]:
        """What was sent, field for field."""
        return self.model_dump(exclude_unset=True)

"""What every body of the API is: strict, with names of fields that an answer may print."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from feltlab.web.bodies import FIELDS


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        FIELDS.update(cls.model_fields)

    def said(self) -> dict[str, Any]:
        """What was sent, field for field."""
        return self.model_dump(exclude_unset=True)

"""What all bodies of the API share: strictness, field names that an answer may print, and common fields."""

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from feltlab.money import MAX_STAKE
from feltlab.web.door.bodies import FIELDS

Key = Annotated[
    str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$", description="made by the client, used once")
]
Cents = Annotated[int, Field(ge=1, le=MAX_STAKE)]
Slug = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
_UNSEEN: Final = (
    r"\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e007f"
)
"""Characters that control, format or end a line: they change how the text around them reads."""
Words = Annotated[str, Field(max_length=200, pattern=f"^[^{_UNSEEN}]*$")]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        FIELDS.update(cls.model_fields)

    def said(self) -> dict[str, Any]:
        """The input, field by field."""
        return self.model_dump(exclude_unset=True)

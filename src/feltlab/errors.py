"""Everything feltlab raises on purpose::

    FeltlabError
    ├── CardError        text that is not a card, a card twice, the wrong number of cards
    ├── WagerError       a stake, token or meter that the rules don't allow
    ├── ChoiceError      a decision that the rules don't offer
    ├── PayTableError    a pay table that cannot be read, or that is unknown
    ├── RulesError       a rule number or rule file that cannot be used
    ├── WireError        text that is not JSON, or not JSON that we read
    ├── AlteredError     rows that are not as they were written
    └── StoreError       a database that cannot be used, or did not keep what it was given
        ├── ConflictError    a row that is there already: settled twice, an id or a name taken
        └── LeaseError       another process may have taken this one's tables over

Each message is one line for the person who made the mistake: what is wrong, and with what.
"""


class FeltlabError(Exception):
    """A mistake in the request, never in feltlab itself."""


class CardError(FeltlabError):
    pass


class WagerError(FeltlabError):
    pass


class ChoiceError(FeltlabError):
    pass


class PayTableError(FeltlabError):
    """`wager` is the wager that the message names first, if any; `line` is the line of a written table, from 1.

    `short` is what is wrong with that line, for someone who sees it.
    """

    def __init__(self, words: str, wager: str = "", line: int = 0, short: str = "") -> None:
        super().__init__(words)
        self.wager, self.line, self.short = wager, line, short or words


class RulesError(FeltlabError):
    pass


class WireError(FeltlabError):
    """`plain` says what is wrong and quotes nothing from the input."""

    def __init__(self, words: str, plain: str = "") -> None:
        super().__init__(words)
        self.plain = plain or words


class AlteredError(FeltlabError):
    pass


class StoreError(FeltlabError):
    pass


class ConflictError(StoreError):
    pass


class LeaseError(StoreError):
    pass


def shown(value: object, limit: int = 40) -> str:
    """A value in a form fit for a one-line message, however long or odd it is."""
    words = {None: "null", True: "true", False: "false"}
    try:
        text = words[value] if value is None or isinstance(value, bool) else ascii(value)
    except (ValueError, RecursionError):  # an int of thousands of digits has no text; a tangle has no end
        text = f"a very long {type(value).__name__}"
    return text if len(text) <= limit else text[: limit - 1] + "…"

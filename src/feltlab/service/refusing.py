"""How a failed request is answered."""

from feltlab.errors import ConflictError, FeltlabError, StoreError
from feltlab.service.requests import AtTable, Refused, Reply, Request, TryAgain
from feltlab.table.commands import Open


def no_answer(request: Request, error: Exception) -> Reply:
    """The answer to a request that failed alone, or with all others because the store cannot be reached."""
    if isinstance(error, ConflictError):
        match request.asked:
            case AtTable(command=Open()):
                return Refused("table-exists", "there is already a table with that name")
            case AtTable():  # another process has continued the table; what it did is read before the next try
                return TryAgain(str(error))
            case _:
                return Refused("conflict", str(error))
    if isinstance(error, StoreError):
        return TryAgain(str(error))
    if isinstance(error, FeltlabError):
        return Refused("refused", str(error))
    return TryAgain(f"the service failed: {type(error).__name__}")

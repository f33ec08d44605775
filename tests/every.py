"""One test over many cases: pytest's own parameters cost more than a case that takes a fraction of a millisecond."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature


def every(
    name: str, cases: Iterable[object], ids: Iterable[object]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test with each of the cases as its argument `name`. Only where nothing but the case changes: a fixture is the same for all."""
    named = list(zip(cases, ids, strict=True))
    assert named

    def over_all(test: Callable[..., None]) -> Callable[..., None]:
        taken = signature(test)

        @wraps(test)
        def run(**others: object) -> None:
            for case, id in named:
                try:
                    test(**{name: case}, **others)
                except BaseException as failure:
                    failure.add_note(f"{name}: {id}")
                    raise

        left = [parameter for parameter in taken.parameters.values() if parameter.name != name]
        run.__signature__ = taken.replace(parameters=left)  # type: ignore[attr-defined]
        return run

    return over_all

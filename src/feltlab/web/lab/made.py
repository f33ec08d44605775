"""Finished reports, kept for those who fetch them: the same terms and version give the same bytes."""

from collections import OrderedDict
from threading import Lock
from typing import Final

from feltlab.web.lab.questions import MakeReport
from feltlab.web.lab.terms import LabTerms, read_terms

KEPT: Final = 24
_made: OrderedDict[str, bytes] = OrderedDict()
_lock = Lock()


def found(key: str) -> bytes | None:
    with _lock:
        return _made.get(key)


def keep(key: str, content: bytes) -> None:
    with _lock:
        _made[key] = content
        while len(_made) > KEPT:
            _made.popitem(last=False)


def question_of(terms: LabTerms, form: str, strategy: str, beside: str | None) -> MakeReport:
    """A report has one question, however its terms were written."""
    other = None if beside is None else read_terms(terms.slug, beside).text
    return MakeReport.model_validate(
        {"game": terms.slug, "terms": terms.text, "strategy": strategy, "form": form, "beside": other}
    )

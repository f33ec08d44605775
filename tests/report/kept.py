"""Subjects made once, with protection figures from a small sample instead of minutes of sampling."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from feltlab.report import subject as subjects
from feltlab.report.content import report_of
from feltlab.report.document import Document
from feltlab.report.subject import Subject, subject_of

PROTECTION: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "protection.json").read_text("utf-8"))

ROUNDS = 20_000
"""Simulated for each subject, instead of a million."""
LIGHT = ("low-four", "rule-out")
"""Games that are quickly computed, with and without a progressive; the others go through every form in one test each."""


@cache
def subject(slug: str) -> Subject:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subjects, "cached", lambda slug, *_, **__: PROTECTION[slug])
        made = subject_of(slug, rounds=ROUNDS)
        assert made.canonical
        return made


@cache
def document(slug: str) -> Document:
    return report_of(subject(slug))

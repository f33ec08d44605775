"""The description of the lab's and the school's API is complete, and what it says is true."""

import json
from typing import Any, cast

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from pydantic import BaseModel
from schemathesis.core import NotSet

from feltlab.web.lab import answers, working
from feltlab.web.lab.jobs import Jobs
from tests.web.idle_helper import Idle
from tests.web.test_bad_questions import FULL
from tests.web.test_school import DRILLS, ask, reply

OURS = {"lab": 11, "school": 2}
KINDS: dict[str, type[BaseModel]] = {
    "/api/lab/analyze": answers.Analyzed,
    "/api/lab/terms": answers.TermsAnswer,
    "/api/lab/advise": answers.Advised,
    "/api/lab/progressive": answers.MeterAnswer,
    "/api/lab/sessions": answers.Simulated,
    "/api/lab/shift": answers.Simulated,
}


@pytest.mark.parametrize("address", FULL)
def test_answers_are_as_described(site: TestClient, address: str) -> None:
    KINDS[address].model_validate(site.post(address, json=FULL[address]).json(), strict=True)


def test_other_answers_are_as_described(site: TestClient) -> None:
    answers.DrawnAnswer.model_validate(site.get("/api/lab/strategy/low-four").json(), strict=True)
    answers.ProtectionAnswer.model_validate(site.get("/api/lab/protection/low-four").json(), strict=True)
    for game, drill in DRILLS:
        question = ask(site, game, drill, 1)
        answers.AskedAnswer.model_validate(question, strict=True)
        answers.Marked.model_validate(reply(site, question["id"], None), strict=True)


@pytest.mark.filterwarnings("ignore")  # schemathesis warns about itself
def test_made_up_requests_are_never_an_error_of_ours(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "JOBS", Jobs(Idle))  # long work is not what is tried here
    schema = schemathesis.openapi.from_dict(site.get("/api/openapi.json").json())
    operations: list[Any] = [cast(Any, found).ok() for found in schema.get_all_operations()]
    for tag, many in OURS.items():
        ours = [each for each in operations if each.definition.raw.get("tags", [""])[0] == tag]
        assert len(ours) == many
        for operation in ours:
            _explore(site, operation)


def _explore(site: TestClient, operation: Any) -> None:
    @given(case=operation.as_strategy())
    @settings(
        max_examples=15, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def explore(case: Any) -> None:
        body = None if isinstance(case.body, NotSet) else json.dumps(case.body).encode()
        answer = site.request(case.method, case.formatted_path, content=body)
        assert answer.status_code < 500, (case.formatted_path, body, answer.text)
        assert str(answer.status_code) in operation.definition.raw["responses"] or answer.status_code in (404, 405)

    explore()

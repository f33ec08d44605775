"""Long work: limited, with progress, ended when nobody waits for it."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from feltlab.errors import FeltlabError
from feltlab.web.lab import jobs, made, tasks, working
from feltlab.web.lab.jobs import MOST_IN_ALL, MOST_OF_ONE, Jobs, TooManyJobsError
from feltlab.web.lab.questions import DesignTable, JobQuestion
from tests.waiting import until
from tests.web.idle_helper import Endless, Idle

SESSIONS = {"game": "low-four", "length": 5, "sessions": 50}


def test_one_visitor_and_all_of_them_are_bounded() -> None:
    found = Jobs(Endless)
    first = [found.start("one", f"key {number}", {}) for number in range(MOST_OF_ONE)]
    with pytest.raises(TooManyJobsError):
        found.start("one", "another", {})
    assert found.start("one", "key 0", {}) is first[0]  # the same work is under way
    others = [found.start(f"visitor {number}", f"of {number}", {}) for number in range(MOST_IN_ALL - MOST_OF_ONE)]
    with pytest.raises(TooManyJobsError):
        found.start("late", "late", {})
    until(lambda: first[0].state == "working" and first[0].done == 0.25)
    assert found.said_of(first[0])["what"] == "digging"
    found.cancel(first[0].id, "a stranger")
    assert first[0].alive
    found.cancel(first[0].id, "one")
    assert first[0].state == "cancelled"
    until(lambda: others[0].state == "working")  # the next has its turn


def test_work_that_two_wait_for_ends_with_the_second() -> None:
    found = Jobs(Endless)
    job = found.start("one", "key", {})
    assert found.start("two", "key", {}) is job
    found.cancel(job.id, "one")
    assert job.alive
    found.cancel(job.id, "two")
    assert not job.alive


def test_who_leaves_without_a_word_is_not_waited_for() -> None:
    now = [0.0]
    found = Jobs(Endless, lambda: now[0])
    running, waiting = found.start("one", "a", {}), found.start("one", "b", {})
    until(lambda: running.state == "working")
    now[0] = jobs.LEASE - 1
    assert found.find(running.id) is running
    now[0] = jobs.LEASE + 5
    until(lambda: waiting.state == "cancelled")
    assert running.alive
    now[0] = 3 * jobs.LEASE
    until(lambda: running.state == "cancelled")


def test_nobodys_results_make_room_for_anothers() -> None:
    now = [0.0]
    found = Jobs(Idle, lambda: now[0])
    mine = found.start("one", "mine", {})
    found.join(mine.id)
    for number in range(60):
        found.join(found.start("a stranger", f"{number}", {}).id)
    assert found.find(mine.id) is mine
    for number in range(jobs.DONE_OF_ONE + 1):
        found.join(found.start("one", f"later {number}", {}).id)
    assert found.find(mine.id) is None
    now[0] = jobs.KEPT + 1
    last = found.start("two", "last", {})
    assert list(found._jobs) == [last.id]


def test_those_who_wait_take_turns() -> None:
    found = Jobs(Endless)
    first, second = found.start("greedy", "a", {}), found.start("greedy", "b", {})
    until(lambda: first.state == "working")
    third = found.start("patient", "c", {})
    found.cancel(first.id, "greedy")
    until(lambda: third.state == "working")
    assert second.state == "waiting"


def test_what_goes_wrong_is_told_and_the_next_is_done() -> None:
    class Wrong(Idle):
        def work_out(self, question: Any, at: Any, watch: Any) -> Any:
            if question:
                raise FeltlabError("not so")
            return {"fine": 1}

    found = Jobs(Wrong)
    bad, good = found.start("one", "a", {"x": 1}), found.start("one", "b", {})
    assert (found.join(bad.id).state, bad.failed) == ("failed", "not so")
    assert found.join(good.id).result == {"fine": 1}


def test_a_process_works_it_out_as_the_api_does(site: TestClient) -> None:
    """The real thing, once: a simulation, a search and a card on somebody's own terms, in a process of its own.

    No other test asks for a card on these terms: a card that was made is kept.
    """
    terms = "[rules]\nqualifier = 14"
    begun = site.post("/api/lab/jobs", json={"sessions": {**SESSIONS, "terms": terms}})
    assert begun.status_code == 202, begun.text
    working.JOBS.join(begun.json()["id"])
    done = site.get(f"/api/lab/jobs/{begun.json()['id']}").json()
    assert done["state"] == "ready", done
    assert done["result"] == site.post("/api/lab/sessions", json={**SESSIONS, "terms": terms}).json()

    wish = {"game": "low-four", "terms": terms, "wager": "low-points", "edge": "5%", "most": 3}
    design = working.JOBS.join(site.post("/api/lab/jobs", json={"design": wish}).json()["id"])
    assert design.result == tasks.designed(DesignTable.model_validate(wish))

    card = "/reports/low-four-rack-card.pdf"
    waiting = site.get(card, params={"terms": terms})
    assert (waiting.status_code, waiting.headers["refresh"]) == (202, "3")
    begun = site.post("/api/lab/jobs", json={"report": {"game": "low-four", "terms": terms, "form": "-rack-card.pdf"}})
    assert working.JOBS.join(begun.json()["id"]).state == "ready"
    assert site.get(f"/api/lab/jobs/{begun.json()['id']}").json()["result"] == {}
    taken = site.get(card, params={"terms": terms})
    assert taken.content.startswith(b"%PDF")
    assert 'filename="low-four-own-terms-rack-card.pdf"' in taken.headers["content-disposition"]


def test_jobs_over_the_limit_and_wrong_ones_are_refused_in_words(
    site: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Jobs(Endless)
    monkeypatch.setattr(working, "JOBS", found)
    monkeypatch.setattr(made, "_made", {})
    ids = [
        site.post("/api/lab/jobs", json={"sessions": {**SESSIONS, "seed": seed}}).json()["id"]
        for seed in range(MOST_OF_ONE)
    ]
    over = site.post("/api/lab/jobs", json={"sessions": {**SESSIONS, "seed": 99}})
    assert over.status_code == 429
    assert "jobs running" in over.json()["error"]
    assert site.delete(f"/api/lab/jobs/{ids[0]}").json()["state"] == "cancelled"
    assert site.post("/api/lab/jobs", json={"shift": {"game": "low-four"}}).status_code == 202
    for body in ({}, {"sessions": SESSIONS, "shift": {"game": "low-four"}}):
        assert site.post("/api/lab/jobs", json=body).status_code == 400
    assert site.post("/api/lab/jobs", json={"sessions": {**SESSIONS, "terms": "x"}}).status_code == 400
    assert site.get("/api/lab/jobs/nope").status_code == 404
    for kind in JobQuestion.model_fields:
        assert kind in tasks.KINDS

"""The terms of tables that one person sets: what they may not hold up, show or gain by."""

import asyncio
import threading
from typing import Any

import pytest

from feltlab.rules import rule_file
from tests.web.live.site import LOGIN, fresh_key, person, running

RULES = 'game = "low-four"\n[rules]\nqualifier = 15\n# {}'


def test_p39_rules_of_a_house_are_read_where_no_table_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    def noted(text: str, what: str, reads: Any = rule_file._parsed) -> Any:
        threads.append(threading.current_thread().name)
        return reads(text, what)

    monkeypatch.setattr(rule_file, "_parsed", noted)

    async def run() -> None:
        async with running(LOGIN) as site:
            floor, other = await person(site, "floor"), await person(site, "floor")
            config = {"game": "low-four", "rules": RULES.format(1)}
            asked = await floor.post("/api/tables", {"key": fresh_key(), "config": config, "reason": "new"})
            assert asked.status == 202, asked.raw
            done = await other.post(
                f"/api/requests/{asked.json['request']}", {"key": fresh_key(), "do": "approve", "reason": "ok"}
            )
            assert done.status == 200, done.raw
            [row] = (await floor.get("/api/tables")).json["tables"]
            config = {**config, "rules": RULES.format(2)}
            changed = await floor.command(row["table"], "configure", config=config, reason="other")
            assert changed.status == 202, changed.raw
            for rules in ("a." * 15_990 + "b=1", "qualifier = "):
                bad = {**config, "rules": rules}
                opened = await floor.post("/api/tables", {"key": fresh_key(), "config": bad, "reason": "new"})
                assert (opened.status, opened.json["refused"]) == (409, "bad-configuration")
                changed = await floor.command(row["table"], "configure", config=bad, reason="other")
                assert (changed.status, changed.json["refused"]) == (409, "bad-configuration")

    asyncio.run(run())
    assert len(threads) > 4
    assert {name.partition("_")[0] for name in threads} == {"lab"}

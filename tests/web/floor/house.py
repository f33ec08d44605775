"""A house for the floor's pages: people with cookies over the real application, in the demo or with accounts."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Done, Request
from feltlab.service.store import open_store
from feltlab.table.commands import Open
from feltlab.table.config import Config
from feltlab.web.app import create_app
from feltlab.web.door.settings import RequestRate, Settings
from tests.web.staff import PASSWORD, add_account, code_of

FAST = RequestRate(1e9, 1e9)
DEMO = Settings(session_rate=FAST, address_rate=FAST, guest_rate=FAST, grace=3600, silence=3600, closing_seconds=0.1)
LOGIN = replace(DEMO, demo=False)
ROLES = ("player", "dealer", "floor", "auditor", "admin")
_keys = count(1)


@dataclass
class Person:
    """Somebody with a cookie jar."""

    client: TestClient
    address: str

    def get(self, path: str) -> Any:
        return self.client.get(path, follow_redirects=False)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(path, json={"key": f"key-{next(_keys)}", **body}, headers={"origin": self.address})

    def command(self, table: str, do: str, **fields: Any) -> Any:
        return self.post(f"/api/tables/{table}/commands", do=do, **fields)

    def purse(self) -> int:
        return int(self.get("/api/me").json()["purse"])

    def view(self, table: str) -> Any:
        return self.get(f"/api/tables/{table}").json()["view"]

    def opens(self, **config: Any) -> str:
        answer = self.post("/api/tables", config=config)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["table"])

    def sits_and_bets(self, table: str, seat: int = 1, **wagers: int) -> int:
        """The number of the round that the bets are in."""
        assert self.command(table, "sit", seat=seat).status_code == 200
        number = int(self.view(table)["round"]["number"])
        said = self.command(table, "bet", seat=seat, round=number, wagers=wagers)
        assert said.status_code == 200, said.text
        return number

    def plays(self, table: str, stage: str, choice: Any, seat: int = 1, **wagers: int) -> int:
        """One whole round, alone at an automatic table where one sits already or takes a seat."""
        if self.view(table)["you"] is None:
            self.command(table, "sit", seat=seat)
        number = int(self.view(table)["round"]["number"])
        self.command(table, "bet", seat=seat, round=number, wagers=wagers)
        self.command(table, "seed", seat=seat, round=number, text="a rabbit's foot")
        self.command(table, "ready", seat=seat, round=number)
        said = self.command(table, "decide", seat=seat, round=number, stage=stage, choice=choice)
        assert said.status_code == 200, said.text
        return number


@dataclass
class House:
    app: FastAPI
    pit: Pit
    settings: Settings
    people: list[TestClient] = field(default_factory=list)

    def open_table(self, table: str, config: Config) -> str:
        reply = self.pit.ask(Request(AtTable(table, Open(table, config), "test")))
        assert isinstance(reply, Done), reply
        return table

    def person(self) -> Person:
        address = "http://localhost" if self.settings.demo else "https://localhost"
        client = TestClient(self.app, base_url=address)
        # One event loop for all of them, as in a served application.
        client.portal = self.people[0].portal if self.people else None
        return Person(client, address)

    def guest(self) -> Person:
        found = self.person()
        assert found.get("/api/me").status_code == 200
        return found

    def staff(self, role: str) -> Person:
        account = add_account(self.pit, role, role)
        found = self.person()
        said = found.client.post(
            "/api/login", json={"name": role, "password": PASSWORD}, headers={"origin": found.address}
        )
        assert said.status_code == 200, said.text
        if said.json()["next"]:
            code = {"code": code_of(self.pit, account.id, self.app.state.house.wall())}
            said = found.client.post("/api/login/code", json=code, headers={"origin": found.address})
            assert said.json() == {"ok": True, "next": ""}
        return found


@contextmanager
def running(settings: Settings = DEMO) -> Iterator[House]:
    pit = Pit(open_store("sqlite://"), owner="floor")
    pit.start()
    house = House(create_app(pit, settings=settings), pit, settings)
    with TestClient(house.app) as first:
        house.people.append(first)
        yield house
    pit.stop()

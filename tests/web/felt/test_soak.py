"""A thousand rounds in one browser: no complaints, no refusals, nothing piling up."""

from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.web.browser import browser  # noqa: F401 - a fixture
from tests.web.felt.house import GAMES, House, house, sit_down, visitor  # noqa: F401

ROUNDS = 250
PLAY = """async (rounds) => {
  const table = document.querySelector("felt-table");
  const { store } = table;
  const until = (fits) => new Promise((done, fail) => {
    const start = Date.now();
    const look = () => fits() ? done() : Date.now() - start > 120000 ? fail(new Error(`stuck in ${store.phase}`)) : setTimeout(look, 5);
    look();
  });
  for (let at = 0; at < rounds; at++) {
    if (store.purse < 20000) await table.buy();
    if (store.holding) table.act.next();
    await until(() => store.phase === "bets");
    table.act.chip(500);
    document.querySelector(`[data-wager="${store.felt.initial}"]`).click();
    await until(() => store.server.round?.seats[store.seat]?.stakes[store.felt.initial] === 500 && !table.betting.sending);
    await table.act.deal();
    while (!store.holding) {
      await until(() => store.deciding || store.holding);
      if (!store.deciding) break;
      await until(() => table.choices.facts || store.holding);
      table.act.best();
      const cards = [...document.querySelectorAll(".my-card:not(.still)")];
      if (store.game === "rule-out") { if (at % 2 && cards.length) { cards[0].click(); table.act.trade(); } else table.act.keepAll(); }
      else if (at % 5 === 0) table.act.fold();
      else table.act.raise();
      await until(() => !store.deciding);
    }
    await table.coach.judging;
  }
}"""


def measured(session: CDPSession) -> dict[str, float]:
    session.send("HeapProfiler.collectGarbage")
    metrics: Any = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_many_rounds(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        page.set_default_timeout(600_000)
        sit_down(page, f"{house.address}/play/{game}")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        page.evaluate(PLAY, ROUNDS // 5)
        before = measured(session)
        page.evaluate(PLAY, ROUNDS)
        after = measured(session)
        assert after["JSHeapUsedSize"] - before["JSHeapUsedSize"] < 4_000_000
        assert after["Nodes"] - before["Nodes"] < 400
        assert house.state(page).rounds > ROUNDS

"""What axe calls serious on a page, by WCAG 2.2 AA."""

from functools import cache
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SERIOUS = {"serious", "critical"}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
CONTRAST = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
"""All that another theme can change."""


@cache
def axe_script() -> str:
    return str(Axe().axe_script)


def violations(page: Page, rules: dict[str, list[str]] = RULES) -> list[str]:
    """Axe goes into a page once, and what is right on it stays there: on a long page that is most of what it says."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_script())
    found: list[dict[str, Any]] = page.evaluate("rules => axe.run(rules).then(said => said.violations)", rules)
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:160]}" for rule in found if rule["impact"] in SERIOUS]

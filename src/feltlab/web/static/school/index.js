// The school's index: your progress with each game.
import { fill } from "../site/fill.js";
import { levelOf } from "./progress.js";

/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll("[data-progress]");
for (const place of places) {
  const { game = "", drills = "", level = "", levels = "[]", passes = "" } = place.dataset;
  const found = levelOf(game, drills.split(" "));
  const names = /** @type {string[]} */ (JSON.parse(levels));
  if (found.passed) place.textContent = `${fill(level, { level: names[found.level] })} · ${fill(passes, found)}`;
}

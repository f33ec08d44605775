// A chart drawn by the server, with its legend, its caption and the same figures as a table.
import { element } from "./ask.js";

/** @param {string} svg */
export function drawing(svg) {
  const named = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
  return document.importNode(new DOMParser().parseFromString(named, "image/svg+xml").documentElement, true);
}

/** @param {string} colour */
function swatch(colour) {
  const square = `<rect class="${colour}" width="10" height="10"/>`;
  return drawing(`<svg class="chart" viewBox="0 0 10 10" aria-hidden="true">${square}</svg>`);
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {string} label
 */
export function table(head, rows, label) {
  const made = element("table");
  const top = element("tr");
  head.forEach(
    (words, place) => top.append(element("th", { scope: "col", class: place ? "number" : undefined }, words)),
  );
  const body = element("tbody");
  for (const row of rows) {
    const line = element("tr");
    row.forEach(
      (words, place) => line.append(
        place ? element("td", { class: "number" }, words) : element("th", { scope: "row" }, words),
      ),
    );
    body.append(line);
  }
  made.append(element("thead", {}, top), body);
  return element("div", { class: "table-wrap", tabindex: "0", role: "group", "aria-label": label }, made);
}

/**
 * @param {Site.Chart} chart
 * @param {string} asTable the label for the table of figures
 */
export function figure(chart, asTable) {
  const made = element("figure", { class: "chart-figure" }, element("p", { class: "label" }, chart.title));
  if (chart.keys.length) {
    const keys = element("ul", { class: "keys" });
    for (const key of chart.keys) {
      keys.append(element("li", {}, swatch(key.colour), key.meaning));
    }
    made.append(keys);
  }
  made.append(drawing(chart.svg), drawing(chart.narrow), element("figcaption", {}, chart.words));
  made.append(element("details", {}, element("summary", {}, asTable), table(chart.head, chart.rows, chart.title)));
  return made;
}

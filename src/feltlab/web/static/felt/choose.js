import { words } from "./text.js";

for (const row of document.querySelectorAll("[data-choose]")) {
  const link = document.createElement("a");
  link.className = "button quiet";
  link.href = `/practice/${row.dataset.choose}`;
  link.textContent = words.buttons.practice;
  row.firstElementChild.after(" ", link);
}

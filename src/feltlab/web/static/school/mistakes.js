// Mistakes, shown where they were made.
import { element } from "../site/ask.js";

/**
 * Explains each wrong amount where it was typed.
 * @param {HTMLElement} room
 * @param {School.Marked} said
 */
export function showMistakes(room, said) {
  said.about.forEach((name, at) => {
    const mark = said.marks[at];
    const input = room.querySelector(`.money input[name="${CSS.escape(name)}"]`);
    const field = input?.closest(".field");
    if (!mark || !input || !field) return;
    const id = `${input.id}-mistake`;
    field.classList.add("wrong");
    input.setAttribute("aria-describedby", id);
    input.setAttribute("aria-invalid", "true");
    field.append(element("p", { class: "mistake", id }, element("strong", {}, `${mark}.`), " ", said.explain[at]));
  });
}

/**
 * Marks the right choice in a list, and the one chosen instead.
 * @param {HTMLElement} room
 * @param {School.Marked["correct"]} correct
 * @param {School.Answer} answer
 * @param {School.Words} words
 */
export function showChoice(room, correct, answer, words) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = room.querySelectorAll(".answer-options button");
  for (const button of buttons) {
    button.disabled = true;
    const { value } = button.dataset;
    const right = value === correct;
    if (!right && value !== answer) continue;
    const said = right ? words.right_choice : words.your_choice;
    button.classList.add(right ? "right" : "wrong");
    button.append(element("span", { class: `tag ${right ? "good" : "bad"}` }, said));
  }
}

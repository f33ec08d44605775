// Dragging chips to spots and cards to the Play box, by mouse, pen or finger. A press that does not move stays a click.
const FAR = 8;

/**
 * @param {HTMLElement} root
 * @param {{ drop: (thing: HTMLElement, on: Element | null, y: number) => void }} told
 */
export function dragging(root, { drop }) {
  /** @type {{ thing: HTMLElement, x: number, y: number, ghost: HTMLElement | null, id: number } | null} */
  let held = null;

  root.addEventListener("pointerdown", (event) => {
    /** @type {HTMLElement | null} */
    const thing = event.target instanceof Element ? event.target.closest("[data-chip], .my-card:not(.still)") : null;
    if (!thing || event.button !== 0 || !root.contains(thing)) return;
    held = { thing, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
  });

  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const x = event.clientX - held.x;
    const y = event.clientY - held.y;
    if (!held.ghost) {
      if (Math.hypot(x, y) < FAR) return;
      held.ghost = lifted(held.thing);
    }
    held.ghost.style.setProperty("transform", `translate(${x}px, ${y}px)`);
  });

  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { thing, ghost } = held;
    held = null;
    if (!ghost) return;
    ghost.remove();
    drop(thing, document.elementFromPoint(event.clientX, event.clientY), event.clientY);
    const swallow = (/** @type {Event} */ click) => click.stopPropagation(); // the press has become a move
    root.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => root.removeEventListener("click", swallow, { capture: true }), 0);
  });

  addEventListener("pointercancel", () => {
    held?.ghost?.remove();
    held = null;
  });

  root.addEventListener("dragstart", (event) => event.preventDefault());
}

/** @param {HTMLElement} thing */
function lifted(thing) {
  const here = thing.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ ((thing.querySelector("playing-card, svg") ?? thing).cloneNode(true));
  ghost.classList.add("ghost", "lifted");
  ghost.setAttribute("aria-hidden", "true");
  for (const [name, value] of Object.entries({
    left: here.left + scrollX,
    top: here.top + scrollY,
    width: here.width,
    height: here.height,
  })) ghost.style.setProperty(name, `${value}px`);
  document.body.append(ghost);
  return ghost;
}

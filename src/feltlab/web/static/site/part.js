// Parts that a page must have: one that has not is a bug, and says what it lacks.
/**
 * @template {Element} E
 * @param {ParentNode} host
 * @param {string} selector
 * @param {{ new (): E }} kind
 * @returns {E}
 */
export function part(host, selector, kind) {
  const found = host.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} at ${selector}`);
  return found;
}

/**
 * Those of a kind that there are.
 * @template {Element} E
 * @param {ParentNode} host
 * @param {string} selector
 * @param {{ new (): E }} kind
 * @returns {E[]}
 */
export function parts(host, selector, kind) {
  return [...host.querySelectorAll(selector)].flatMap((found) => (found instanceof kind ? [found] : []));
}

/**
 * The part that was pressed, where the event is of one of these.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function pressed(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

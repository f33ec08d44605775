// Parts that a page must have: a missing one is a bug, and the error names it.
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
 * All the parts of a kind.
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
 * The part that was pressed, if the event is from one of these.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function pressed(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

// Replaces a part of the page that the server has made again.

/**
 * Replaces a part; open details stay open, and the focus stays.
 * @param {Element} old
 * @param {Element} fresh
 */
export function replace(old, fresh) {
  const focused = document.activeElement instanceof HTMLElement && old.contains(document.activeElement)
    ? document.activeElement
    : null;
  const open = [...old.querySelectorAll("details")].map((details) => details.open);
  [...fresh.querySelectorAll("details")].forEach((details, place) => {
    details.open = open[place] ?? false;
  });
  const before = /** @type {(Element & { picked?: string[] }) | null} */ (old.querySelector("hand-explorer"));
  const after = /** @type {(Element & { picked?: string[] }) | null} */ (fresh.querySelector("hand-explorer"));
  if (before?.picked && after) after.setAttribute("data-picked", before.picked.join(" "));
  old.replaceWith(fresh);
  if (!focused) return;
  const same = focused.dataset.use && fresh.querySelector(`[data-use="${CSS.escape(focused.dataset.use)}"]`);
  const instead = same || fresh.querySelector("summary");
  if (instead instanceof HTMLElement) instead.focus({ preventScroll: true });
}

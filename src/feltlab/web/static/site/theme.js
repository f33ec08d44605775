// Runs before the page is drawn, so that a chosen theme never flashes; without a choice the system's is used.
const kept = (() => {
  try {
    return localStorage.getItem("feltlab.theme");
  } catch {
    return null; // storage is off: use the system's theme
  }
})();
if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;

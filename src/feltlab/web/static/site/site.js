// What every page needs: the theme switch and the menu of small screens.
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : dark.matches;
}

/** @type {HTMLButtonElement | null} */
const button = document.querySelector("[data-theme-switch]");
if (button) {
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("feltlab.theme", root.dataset.theme);
    } catch {
      // not kept, but shown
    }
    show();
  });
  dark.addEventListener("change", show);
  show();
}

// A page that is made to be printed has a button for it.
document.querySelector("[data-print]")?.addEventListener("click", () => print());

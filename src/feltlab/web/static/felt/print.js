// The print button on pages meant for paper.
document.querySelector("[data-print]")?.addEventListener("click", () => print());

// Logging in and out. A refusal says what is wrong beside the form, and the name stays.
import { ask } from "../felt/wire.js";
import { ready, words } from "./words.js";

const HOME = { floor: "/floor", auditor: "/floor", admin: "/floor", dealer: "/deal", player: "/play" };

document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-logout]")) return;
  document.dispatchEvent(new Event("leaving"));
  await ask("/api/logout", {}).catch(() => {});
  location.assign("/login");
});

const form = document.getElementById("login");
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = form.querySelector("[data-said]");
  const button = form.querySelector("[type=submit]");
  said.textContent = "";
  button.setAttribute("aria-disabled", "true");
  try {
    await ask("/api/login", { name: form.elements.name.value.trim(), password: form.elements.password.value });
    const me = await ask("/api/me");
    location.assign(form.dataset.next || HOME[me.role] || "/");
  } catch (error) {
    said.textContent = error instanceof TypeError ? words.no_answer : `${words.login_failed} ${error.message}`;
    form.elements.password.value = "";
    form.elements.password.focus();
  }
  button.removeAttribute("aria-disabled");
});
ready();

// Logging in and out. A refusal says what is wrong beside the form, and the name stays.
import { ask } from "../felt/wire.js";
import { submitting } from "./fields.js";
import { ready, words } from "./words.js";

const HOME = { floor: "/floor", auditor: "/floor", admin: "/floor", dealer: "/deal", player: "/play" };

// Where to after a step: the next one is on the login's page too.
export async function goOn(next) {
  const wanted = document.querySelector("[data-next]")?.dataset.next;
  if (next) return location.assign(wanted ? `/login?next=${encodeURIComponent(wanted)}` : "/login");
  if (wanted) return location.assign(wanted);
  const me = await ask("/api/me");
  return location.assign(HOME[me.role] ?? "/");
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-logout]")) return;
  document.dispatchEvent(new Event("leaving"));
  await ask("/api/logout", {}).catch(() => {});
  location.assign("/login");
});

// What was wrong is told, and what was secret is typed again.
function step(form, path, body, secret) {
  if (form) submitting(form, async () => {
    try {
      const { next } = await ask(path, body(form.elements));
      await goOn(next);
    } catch (error) {
      form.elements[secret].value = "";
      form.elements[secret].focus();
      throw error instanceof TypeError ? error : new Error(`${words.login_failed} ${error.message}`);
    }
  });
}

step(
  document.getElementById("login"),
  "/api/login",
  ({ name, password }) => ({ name: name.value.trim(), password: password.value }),
  "password",
);
step(document.getElementById("code-form"), "/api/login/code", ({ code }) => ({ code: code.value.trim() }), "code");
ready();

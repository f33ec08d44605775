// Logging in and out. A refusal appears beside the form, and the name stays.
import { ask, messageOf } from "../site/ask.js";
import { parts, pressed } from "../site/part.js";
import { inputOf, submitting } from "./fields.js";
import { ready, words } from "./words.js";

/** @type {Record<Live.Me["role"], string>} */
const HOME = { floor: "/floor", auditor: "/floor", admin: "/floor", dealer: "/deal", player: "/play" };

/**
 * Where to go after a step: the next one is on the login page too.
 * @param {string} next
 */
export async function goOn(next) {
  const wanted = document.querySelector("[data-next]")?.getAttribute("data-next");
  if (next) return location.assign(wanted ? `/login?next=${encodeURIComponent(wanted)}` : "/login");
  if (wanted) return location.assign(wanted);
  /** @type {Live.Me} */
  const me = await ask("/api/me");
  return location.assign(HOME[me.role] ?? "/");
}

document.addEventListener("click", async (event) => {
  if (!pressed(event, "[data-logout]")) return;
  document.dispatchEvent(new Event("leaving"));
  await ask("/api/logout", {}).catch(() => {});
  location.assign("/login");
});

/**
 * Says what was wrong; secrets have to be typed again.
 * @param {string} id
 * @param {string} path
 * @param {(form: HTMLFormElement) => object} body
 * @param {string} secret
 */
function step(id, path, body, secret) {
  for (const form of parts(document, `#${id}`, HTMLFormElement)) submitting(form, async () => {
    try {
      /** @type {Floor.Entering} */
      const { next } = await ask(path, body(form));
      await goOn(next);
    } catch (error) {
      const input = inputOf(form, secret);
      input.value = "";
      input.focus();
      throw error instanceof TypeError ? error : new Error(`${words.login_failed} ${messageOf(error)}`);
    }
  });
}

step(
  "login",
  "/api/login",
  (form) => ({ name: inputOf(form, "name").value.trim(), password: inputOf(form, "password").value }),
  "password",
);
step("code-form", "/api/login/code", (form) => ({ code: inputOf(form, "code").value.trim() }), "code");
ready();

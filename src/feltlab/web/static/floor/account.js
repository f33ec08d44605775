// Your account and, for the admin, those of others: passwords, second factors, sessions.
import { ask as asked, element, key, messageOf } from "../site/ask.js";
import { svg } from "../site/dom.js";
import { part, parts } from "../site/part.js";
import { inputOf, submitting } from "./fields.js";
import { goOn } from "./login.js";
import { ready, why, words } from "./words.js";

/** @param {string} name */
const find = (name) => part(document, `[data-${name}]`, HTMLElement);

/**
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T>}
 */
async function ask(path, body) {
  try {
    return await asked(path, body);
  } catch (error) {
    throw error instanceof TypeError ? error : new Error(`${words.login_failed} ${messageOf(error)}`);
  }
}

/**
 * A form of this page, if it has it.
 * @param {string} id
 * @returns {HTMLFormElement | null}
 */
const formOf = (id) => document.querySelector(`form#${id}`);

// The second factor

/** @param {Floor.NewFactor} told */
function showSecret({ secret, uri, qr }) {
  const picture = part(document, "[data-qr]", SVGSVGElement);
  picture.setAttribute("viewBox", `0 0 ${qr.size} ${qr.size}`);
  picture.replaceChildren(svg("path", { d: qr.path }));
  find("typed").textContent = secret;
  part(document, "[data-uri]", HTMLAnchorElement).href = uri;
  find("secret").hidden = false;
  find("set-up").hidden = false;
}

let then = ""; // the step after the codes

/** @param {Floor.RecoveryCodes} told */
function showCodes({ codes, next }) {
  then = next;
  find("codes").replaceChildren(...codes.map((code) => element("li", { class: "code" }, code)));
  find("set-up").hidden = true;
  // One thing at a time.
  for (const form of parts(document, "form:not([data-recovery] *)", HTMLFormElement)) form.inert = true;
  find("recovery").hidden = false;
  part(document, "#recovery-title", HTMLElement).focus();
}

const confirming = formOf("confirm");
if (confirming) submitting(confirming, async () => {
  const code = inputOf(confirming, "code");
  try {
    showCodes(await ask("/api/account/factor/confirm", { code: code.value.trim() }));
  } catch (error) {
    code.select();
    throw error;
  }
});

document.querySelector("[data-kept]")?.addEventListener("click", () => goOn(then));
document.querySelector("[data-copy]")?.addEventListener("click", async () => {
  const text = [...find("codes").children].map((item) => item.textContent).join("\n");
  const copied = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error());
  find("copied").textContent = await copied.then(() => words.copied, () => words.not_copied);
});

if (document.querySelector("[data-begin]")) {
  ask("/api/account/factor", {}).then(showSecret, (error) => {
    find("not-begun").textContent = why(error);
  });
}

const factor = formOf("factor");
if (factor) submitting(factor, async (pressed) => {
  const code = parts(factor, "[name=code]", HTMLInputElement).map((input) => ({ code: input.value.trim() }))[0];
  const proof = { password: inputOf(factor, "password").value, ...code };
  if (pressed.value === "codes") showCodes(await ask("/api/account/recovery", proof));
  else if (pressed.value === "remove") {
    /** @type {Floor.Entering} */
    const { next } = await ask("/api/account/factor/remove", proof);
    await goOn(next);
  } else {
    showSecret(await ask("/api/account/factor", proof));
    factor.hidden = true;
    if (confirming) inputOf(confirming, "code").focus();
  }
});

// The password

const password = formOf("new-password");
if (password) submitting(password, async () => {
  const [old, chosen, again] = ["old", "password", "again"].map((name) => inputOf(password, name));
  if (chosen.value !== again.value) {
    again.setAttribute("aria-invalid", "true");
    again.focus();
    throw new Error(words.not_the_same);
  }
  /** @type {Floor.Entering} */
  const { next } = await ask("/api/account/password", { old: old.value, password: chosen.value });
  await goOn(next);
});

// Sessions

const sessions = formOf("sessions");
if (sessions) submitting(sessions, async (pressed) => {
  await ask("/api/account/sessions", { end: pressed.value });
  location.reload();
});

// Another's account

const other = formOf("other");
if (other) submitting(other, async (pressed) => {
  const address = `/api/accounts/${encodeURIComponent(other.dataset.name ?? "")}`;
  const reason = inputOf(other, "reason").value.trim();
  if (pressed.name === "end") await ask(`${address}/sessions`, { end: pressed.value, reason });
  else {
    /** @type {Floor.Reset} */
    const done = await ask(`${address}/reset`, { key: key(), what: pressed.value, reason });
    if (done.password) {
      find("password").textContent = done.password;
      find("temporary").hidden = false;
      find("sessions").hidden = true; // they have ended
      return;
    }
  }
  location.reload();
});
ready();

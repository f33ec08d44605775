// One's own account, and those of others for the admin: passwords, second factors, sessions.
import { element } from "../site/ask.js";
import { ask as asked, key } from "../felt/wire.js";
import { submitting } from "./fields.js";
import { goOn } from "./login.js";
import { ready, words } from "./words.js";

const find = (name) => document.querySelector(`[data-${name}]`);

const ask = (path, body) => asked(path, body).catch((error) => {
  throw error instanceof TypeError ? error : new Error(`${words.login_failed} ${error.message}`);
});

// The second factor

function showSecret({ secret, uri, qr }) {
  const picture = find("qr");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  picture.setAttribute("viewBox", `0 0 ${qr.size} ${qr.size}`);
  path.setAttribute("d", qr.path);
  picture.replaceChildren(path);
  find("typed").textContent = secret;
  find("uri").href = uri;
  find("secret").hidden = false;
  find("set-up").hidden = false;
}

let then = ""; // what is due when the codes have been read

function showCodes({ codes, next }) {
  then = next;
  find("codes").replaceChildren(...codes.map((code) => element("li", { class: "code" }, code)));
  find("set-up").hidden = true;
  for (const form of document.querySelectorAll("form:not([data-recovery] *)")) form.inert = true; // one thing at a time
  find("recovery").hidden = false;
  document.getElementById("recovery-title").focus();
}

const confirming = document.getElementById("confirm");
if (confirming) submitting(confirming, async () => {
  const code = confirming.elements.code;
  try {
    showCodes(await ask("/api/account/factor/confirm", { code: code.value.trim() }));
  } catch (error) {
    code.select();
    throw error;
  }
});

find("kept")?.addEventListener("click", () => goOn(then));
find("copy")?.addEventListener("click", async () => {
  const text = [...find("codes").children].map((item) => item.textContent).join("\n");
  const copied = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error());
  find("copied").textContent = await copied.then(() => words.copied, () => words.not_copied);
});

if (find("begin")) {
  ask("/api/account/factor", {}).then(showSecret, (error) => {
    find("not-begun").textContent = error instanceof TypeError ? words.no_answer : error.message;
  });
}

const factor = document.getElementById("factor");
if (factor) submitting(factor, async (pressed) => {
  const { password, code } = factor.elements;
  const proof = { password: password.value, ...(code ? { code: code.value.trim() } : {}) };
  const act = pressed?.value ?? "begin";
  if (act === "begin") {
    showSecret(await ask("/api/account/factor", proof));
    factor.hidden = true;
    confirming.elements.code.focus();
  } else if (act === "codes") showCodes(await ask("/api/account/recovery", proof));
  else goOn((await ask("/api/account/factor/remove", proof)).next);
});

// The password

const password = document.getElementById("new-password");
if (password) submitting(password, async () => {
  const { old, password: chosen, again } = password.elements;
  if (chosen.value !== again.value) {
    again.setAttribute("aria-invalid", "true");
    again.focus();
    throw new Error(words.not_the_same);
  }
  await goOn((await ask("/api/account/password", { old: old.value, password: chosen.value })).next);
});

// Sessions

const sessions = document.getElementById("sessions");
if (sessions) submitting(sessions, async (pressed) => {
  await ask("/api/account/sessions", { end: pressed.value });
  location.reload();
});

// Another's account

const other = document.getElementById("other");
if (other) submitting(other, async (pressed) => {
  const address = `/api/accounts/${encodeURIComponent(other.dataset.name)}`;
  const reason = other.elements.reason.value.trim();
  if (pressed.name === "end") await ask(`${address}/sessions`, { end: pressed.value, reason });
  else {
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

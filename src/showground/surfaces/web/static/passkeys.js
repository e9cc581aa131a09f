// Passkeys: a form with data-passkey asks the browser for a passkey, puts the signed response into the form and submits it.

// Texts in the page's language; a page in English has none.
const texts = JSON.parse(document.body.dataset.texts ?? "null");
const say = (text, values) => (texts?.[text] ?? text).replace(/%\((\w+)\)s/g, (_, name) => values[name]);

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

async function sign(kind, options) {
  options.challenge = bytes(options.challenge);
  if (kind === "create") {
    options.user.id = bytes(options.user.id);
    options.excludeCredentials = (options.excludeCredentials ?? []).map((known) => ({ ...known, id: bytes(known.id) }));
  }
  const made = await navigator.credentials[kind]({ publicKey: options });
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (made.response[name]) response[name] = text(made.response[name]);
  }
  return { id: made.id, rawId: text(made.rawId), type: made.type, response };
}

for (const form of window.PublicKeyCredential ? document.querySelectorAll("form[data-passkey]") : []) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const told = form.querySelector("[data-told]");
    told.textContent = "";
    try {
      const answer = await fetch(form.dataset.options, { method: "POST", headers: { Accept: "application/json" } });
      if (answer.status === 401) return location.assign((await answer.json()).sign_in);
      if (!answer.ok) throw new Error();
      form.elements.credential.value = JSON.stringify(await sign(form.dataset.passkey, await answer.json()));
    } catch (error) {
      told.textContent = error.name === "InvalidStateError"
        ? say("This device already has a passkey for your account.")
        : say("No passkey was used. Try again, or sign in by email.");
      return;
    }
    form.submit();
  });
}

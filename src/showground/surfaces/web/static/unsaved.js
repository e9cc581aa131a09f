// Keeps typed text from getting lost. Leaving a page with unsaved text asks first. When a form is sent, all unsaved text
// of the page is stored for this tab. The next page of the same editor takes over the text of its other forms. If the
// session has ended, the sign-in page is shown instead, and stores the text in this browser for an hour, since the link
// in the email opens another tab. The same account then finds it in the form again.

const texts = JSON.parse(document.body.dataset.texts ?? "null");
const say = (text) => texts?.[text] ?? text;

const AN_HOUR = 3600000; // milliseconds
const FIELDS = "textarea, select, input:not([type=hidden], [type=file], [type=password])";
const editor = document.querySelector("[data-editor]");
const page = editor?.dataset.editor ?? location.pathname;
const account = document.body.dataset.person ?? "";

const controls = (form) => [...form.elements].filter((control) => control.matches(FIELDS));
const isBox = (control) => control.matches("[type=checkbox], [type=radio]");
const stateOf = (control) => isBox(control) ? control.checked : control.value;
const isChanged = (control) => {
  if (isBox(control)) return control.checked !== control.defaultChecked;
  if (!control.matches("select")) return control.value !== control.defaultValue;
  return control.selectedIndex !== Math.max(0, [...control.options].findIndex((option) => option.defaultSelected));
};
// What was refused is shown again, and still unsaved.
const isUnsaved = (form) => controls(form).some(isChanged) || form.querySelector("[aria-invalid=true]") !== null
  || [...form.querySelectorAll("[type=file]")].some((control) => control.files.length);
const isLong = (form) => editor?.contains(form) || form.querySelector("textarea") !== null;

// The forms with fields, each with a name that it has on the next page too.
function forms() {
  const count = {};
  return [...document.querySelectorAll("main form[method=post]")].filter((form) => controls(form).length).map((form) => {
    const address = form.getAttribute("action") ?? "";
    count[address] = (count[address] ?? 0) + 1;
    return [`${count[address]} ${address}`, form];
  });
}

function fill(stored, interrupted) {
  const found = forms().flatMap(([name, form]) => {
    const saved = stored.forms[name], fields = controls(form);
    if (saved?.states.length !== fields.length || (saved.sent && !interrupted)) return [];
    fields.forEach((control, place) => { control[isBox(control) ? "checked" : "value"] = saved.states[place]; });
    for (let part = form.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    form.dispatchEvent(new Event("change")); // for what a form shows of its choices
    return [form];
  });
  if (!interrupted || !found.length) return;
  const note = document.createElement("p");
  note.className = "caution";
  note.setAttribute("role", "status");
  note.textContent = say("What you typed before you signed in is back here. It isn’t saved yet.");
  found[0].prepend(note);
  note.scrollIntoView({ block: "center" });
}

const isRecent = (stored) => stored && Date.now() - stored.at < AN_HOUR;
const isHere = (stored) => isRecent(stored) && stored.page === page && stored.account === account;

function takeOver() {
  const sent = JSON.parse(sessionStorage.getItem("unsaved")), lost = document.querySelector("[data-lost]");
  sessionStorage.removeItem("unsaved");
  if (lost && Object.keys(sent?.forms ?? {}).length) localStorage.setItem("unsaved", JSON.stringify(sent));
  const waiting = JSON.parse(localStorage.getItem("unsaved"));
  if (waiting && !isRecent(waiting)) localStorage.removeItem("unsaved");
  else if (waiting && lost) {
    lost.hidden = true;
    document.querySelector("[data-kept]").hidden = false;
  } else if (isHere(waiting)) {
    localStorage.removeItem("unsaved");
    fill(waiting, true);
  } else if (isHere(sent)) fill(sent, false);
}

let sent = null; // the form that is being sent

function ask(event) {
  const done = sent;
  sent = null;
  if (done && editor) return; // it has taken over the rest, or the visitor was asked
  if (forms().some(([, form]) => form !== done && isLong(form) && isUnsaved(form))) event.preventDefault();
}
const watch = () => addEventListener("beforeunload", ask);

if (!document.querySelector("[data-live]")) { // a page that is read again leads to the editor, which takes over
  try { takeOver(); } catch { /* storage is blocked */ }
  if (forms().some(([, form]) => isUnsaved(form))) watch();
  document.addEventListener("input", watch);
}

// What ends the editing, such as submitting a draft, first tells which parts are not saved.
document.addEventListener("submit", (event) => {
  const told = event.target.querySelector("[data-unsaved]");
  if (!told || event.submitter?.name === "unsaved") return;
  const open = [...new Set(forms().filter(([, form]) => editor?.contains(form) && isUnsaved(form)).map(([, form]) => form.closest("section")))];
  told.hidden = !open.length;
  if (!open.length) return;
  event.preventDefault();
  told.querySelector("span").replaceChildren(...open.flatMap((part, place) => {
    const link = document.createElement("a");
    link.href = `#${part.id}`;
    link.textContent = part.querySelector("h3").textContent;
    return place ? [", ", link] : [link];
  }));
});

// After all other listeners: some forms are sent by a script.
addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  try {
    if (form.getAttribute("action") === "/sign-out") return localStorage.removeItem("unsaved");
    if (!form.closest("main")) return;
    sent = form;
    const unsaved = forms().filter(([, each]) => isUnsaved(each)).map(([name, each]) => [
      name, { sent: each === form, states: controls(each).map(stateOf) },
    ]);
    const stored = { page, account, at: Date.now(), forms: Object.fromEntries(unsaved) };
    sessionStorage.setItem("unsaved", JSON.stringify(stored));
  } catch { /* storage is blocked */ }
});

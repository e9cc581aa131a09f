// Needs JavaScript: the theme choice, copy buttons, moving the focus to the first field error, and closing the menu.

// Texts in the page's language; a page in English has none.
const texts = JSON.parse(document.body.dataset.texts ?? "null");
const say = (text, values) => (texts?.[text] ?? text).replace(/%\((\w+)\)s/g, (_, name) => values[name]);

const root = document.documentElement;

for (const choice of document.querySelectorAll(".theme")) {
  choice.hidden = false;
  for (const box of choice.querySelectorAll("input")) {
    box.checked = box.value === (root.dataset.theme ?? "auto");
    box.addEventListener("change", () => {
      if (box.value === "auto") delete root.dataset.theme;
      else root.dataset.theme = box.value;
      try { localStorage.setItem("theme", box.value); } catch { /* storage is blocked: the choice lasts for this page only */ }
    });
  }
}

// After a form was rejected, move the focus to the first invalid field.
const wrong = document.querySelector('main [aria-invalid="true"]') ?? document.querySelector("main .alarm");
if (wrong) {
  const place = wrong.matches("fieldset") ? wrong.querySelector("input") : wrong;
  if (place.matches(".alarm")) place.tabIndex = -1;
  place.focus();
}

async function copy(button, text) {
  const words = button.dataset.words ??= button.textContent;
  await navigator.clipboard.writeText(text);
  button.textContent = say("Copied");
  setTimeout(() => { button.textContent = words; }, 2000);
}

function offerCopy(box) {
  const text = box.querySelector("pre");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = say("Copy");
  button.setAttribute("aria-label", say("Copy: %(what)s", { what: text.getAttribute("aria-label") }));
  button.addEventListener("click", () => copy(button, text.textContent));
  box.append(button);
}

function offerCopies(part) {
  if (navigator.clipboard) part.querySelectorAll(".code").forEach(offerCopy);
}
offerCopies(document);
for (const button of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button, button.dataset.copy));
}
document.addEventListener("shown", (event) => offerCopies(event.target));

// An announcement that was hidden stays hidden in this browser; another one has another number.
const announcement = document.querySelector("[data-announcement]");
if (announcement) {
  const { announcement: number } = announcement.dataset;
  try { announcement.hidden = localStorage.getItem("announcement") === number; } catch { /* storage is blocked */ }
  const hide = announcement.querySelector("button");
  hide.hidden = false;
  hide.addEventListener("click", () => {
    announcement.hidden = true;
    try { localStorage.setItem("announcement", number); } catch { /* storage is blocked: hidden on this page only */ }
  });
}

// The menu of phones closes with Escape and when the visitor goes elsewhere.
const menu = document.querySelector(".menu");
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
for (const kind of ["click", "focusin"]) {
  document.addEventListener(kind, (event) => { if (menu?.open && !menu.contains(event.target)) menu.open = false; });
}

// Suggestions while typing: a list under the field, filled by the public search API.

// Texts in the page's language; a page in English has none.
const texts = JSON.parse(document.body.dataset.texts ?? "null");
const say = (text, values) => (texts?.[text] ?? text).replace(/%\((\w+)\)s/g, (_, name) => values[name]);

const PAUSE = 150; // milliseconds after the last key press

function suggest(field) {
  const list = document.createElement("ul");
  const said = document.createElement("p");
  list.id = `${field.id}-suggestions`;
  list.className = "suggestions";
  list.role = "listbox";
  list.setAttribute("aria-label", say("Suggestions"));
  list.hidden = true;
  said.className = "vh";
  said.role = "status";
  field.after(list, said);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-controls": list.id, "aria-expanded": "false", "aria-autocomplete": "list",
  })) field.setAttribute(name, value);
  field.removeAttribute("list"); // the browser's own suggestions, for when there is no script
  let timer, asked = "", chosen = -1;

  // Also forgets a pending request; its response would open the list again.
  function close() {
    clearTimeout(timer);
    asked = "";
    list.hidden = true;
    chosen = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }

  function choose(step) {
    const items = [...list.children];
    chosen = (chosen + step + items.length) % items.length;
    items.forEach((item, n) => item.setAttribute("aria-selected", n === chosen));
    field.setAttribute("aria-activedescendant", items[chosen].id);
  }

  function take(item) {
    if (field.dataset.suggest === "name") {
      field.value = item.dataset.name;
      close();
    } else location.assign(`/listings/${item.dataset.slug}`);
  }

  function show(listings) {
    list.replaceChildren(...listings.map((listing, n) => {
      const item = document.createElement("li");
      const name = document.createElement("b");
      const line = document.createElement("span");
      Object.assign(item, { id: `${list.id}-${n}`, role: "option" });
      item.dataset.slug = listing.slug;
      item.dataset.name = listing.name;
      name.textContent = listing.name;
      line.textContent = listing.tagline ?? "";
      name.dir = line.dir = "auto";
      item.append(name, line);
      item.addEventListener("mousedown", (event) => { event.preventDefault(); take(item); });
      return item;
    }));
    said.textContent = listings.length ? say(listings.length === 1 ? "%(count)s suggestion" : "%(count)s suggestions", { count: listings.length }) : "";
    chosen = -1;
    list.hidden = !listings.length;
    field.setAttribute("aria-expanded", !list.hidden);
  }

  async function ask() {
    const words = field.value.trim();
    if (words === asked) return;
    if (words.length < 2) { close(); return; }
    asked = words;
    try {
      const answer = await fetch(`/api/v1/listings?${new URLSearchParams({ q: words, per_page: 6 })}`);
      const { items } = await answer.json();
      if (answer.ok && words === asked && document.activeElement === field) show(items);
    } catch { /* the search itself works without suggestions */ }
  }

  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, PAUSE); });
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { if (!list.hidden) event.preventDefault(); close(); }
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); choose(event.key === "ArrowDown" ? 1 : chosen < 0 ? 0 : -1); }
    else if (event.key === "Enter" && chosen >= 0) { event.preventDefault(); take(list.children[chosen]); }
  });
}

document.querySelectorAll("input[data-suggest]").forEach(suggest);

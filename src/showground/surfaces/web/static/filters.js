// Applies a filter as soon as it is chosen: only the results are replaced, so the focus stays where it is. If anything
// fails, the browser opens the address of the search the normal way. Words are searched for with the button, as before.
const form = document.querySelector("form[data-filters]");
const results = document.getElementById("results");
const said = document.createElement("p"); // announces the number of results to screen readers
said.className = "vh";
said.role = "status";
form?.after(said); // a category with one listing has no filters
let last;

// The first option of every select is what applies without it.
function addressOf() {
  const asked = new URLSearchParams(new FormData(form));
  for (const field of form.elements) if (!field.value.trim() || field.selectedIndex === 0) asked.delete(field.name);
  return asked.size ? `${form.action}?${asked}` : form.action;
}

async function apply() {
  const address = addressOf();
  last?.abort();
  const mine = last = new AbortController();
  results.ariaBusy = "true";
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: mine.signal });
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("results");
    history.pushState(null, "", address);
    document.title = page.title;
    said.textContent = found.querySelector("h2")?.textContent ?? "";
    results.replaceChildren(...found.childNodes);
  } catch {
    if (mine === last) location.assign(address);
    return;
  }
  results.ariaBusy = "false";
}

form?.addEventListener("change", (event) => { if (event.target.matches("select")) apply(); });
addEventListener("popstate", () => location.reload());

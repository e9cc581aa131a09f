// Updates the VAT when the country or VAT number changes. Without JavaScript, a button does the same.
const form = document.querySelector(".till__form");
const watched = ["kind", "country", "vat_number"];
let asked = 0;

async function refresh() {
  const turn = ++asked;
  const body = new URLSearchParams(new FormData(form));
  body.set("do", "preview");
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok || turn !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const place of [".receipt__paper", "[data-total]", "[data-consent]", "[data-register]"]) {
    const now = document.querySelector(place), then = page.querySelector(place);
    // A box that was ticked meanwhile stays ticked, as long as it says the same.
    if (now && then && now.textContent !== then.textContent) now.replaceChildren(...then.childNodes);
  }
}

form.addEventListener("change", (event) => { if (watched.includes(event.target.name)) refresh().catch(() => {}); });
for (const button of form.querySelectorAll("[value=preview]")) button.hidden = true;

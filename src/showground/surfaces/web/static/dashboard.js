// Dashboard: follows the progress of a website reading without reloads, and previews choices immediately.
async function read(address, options) {
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

const live = document.querySelector("[data-live]");
if (live) {
  const look = async () => {
    try {
      const next = (await read(location.href)).querySelector("[data-live]");
      if (!next) return location.reload();
      live.replaceChildren(...next.childNodes);
    } catch { /* try again at the next poll */ }
    setTimeout(look, 2000);
  };
  setTimeout(look, 1500);
}

for (const form of document.querySelectorAll("form[data-shows]")) {
  let turn = 0;
  for (const button of form.querySelectorAll("[data-needless]")) button.hidden = true;
  const show = async () => {
    const mine = ++turn;
    const asked = new URLSearchParams(new FormData(form));
    const post = form.method === "post";
    if (post) asked.set("do", "quote");
    try {
      const page = await (post ? read(form.action, { method: "POST", body: asked }) : read(`${form.action}?${asked}`));
      const now = document.getElementById(form.dataset.shows), then = page.getElementById(form.dataset.shows);
      if (mine === turn && now && then) {
        now.replaceChildren(...then.childNodes);
        for (const box of form.querySelectorAll("[data-follows]")) { // a bundle unselects what it includes
          const answered = page.getElementById(box.id);
          if (answered) box.checked = answered.checked;
        }
        document.title = page.title; // without "Error:", once it is corrected
        now.dispatchEvent(new Event("shown", { bubbles: true }));
      }
    } catch { /* the button still works */ }
  };
  let pause;
  form.addEventListener("change", () => { clearTimeout(pause); show(); });
  form.addEventListener("input", (event) => { // while typing, without waiting for the field to be left
    if (!event.target.matches("select, [type=checkbox]")) { clearTimeout(pause); pause = setTimeout(show, 400); }
  });
}

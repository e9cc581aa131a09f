// Votes and follows without a reload. If anything fails, the form is submitted the normal way.

// Texts in the page's language; a page in English has none.
const texts = JSON.parse(document.body.dataset.texts ?? "null");
const say = (text, values) => (texts?.[text] ?? text).replace(/%\((\w+)\)s/g, (_, name) => values[name]);

async function send(form, button) {
  const body = new URLSearchParams({ [button.name]: button.value });
  const headers = { Accept: "application/json" };
  const answer = await fetch(form.action, { method: "POST", headers, body, credentials: "same-origin" });
  const said = await answer.json();
  if (said.sign_in) location.assign(said.sign_in);
  else if (!answer.ok) throw new Error(said.message);
  return answer.ok;
}

// Announces the result to screen readers.
const said = document.createElement("p");
said.className = "vh";
said.setAttribute("role", "status");
document.querySelector("main").append(said);

function stamp(button, name, on) {
  const count = button.querySelector("[data-votes]");
  const votes = Number(count.dataset.votes) + (on ? 1 : -1);
  count.dataset.votes = votes;
  if (votes < 10000) count.textContent = votes.toLocaleString(document.documentElement.lang);
  button.querySelector(".ticket__word").textContent = say(on ? "Voted" : "Vote");
  const values = { name, votes: say(votes === 1 ? "%(votes)s vote" : "%(votes)s votes", { votes }) };
  button.setAttribute("aria-label", say(on ? "Voted for %(name)s, %(votes)s" : "Vote for %(name)s, %(votes)s", values));
  said.textContent = on
    ? say("You voted for %(name)s. It now has %(votes)s.", values)
    : say("You withdrew your vote for %(name)s. It now has %(votes)s.", values);
}

function mark(button, name, on) {
  button.textContent = say(on ? "Following" : "Follow");
  button.setAttribute("aria-label", `${button.textContent} ${name}`);
  said.textContent = say(on ? "You follow %(name)s." : "You no longer follow %(name)s.", { name });
}

// One listener for all forms, also for those that a filter brings in later.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-vote], [data-follow]")) return;
  event.preventDefault();
  const button = form.querySelector("button");
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  const on = button.value === "yes";
  try {
    if (!await send(form, button)) return;
    button.value = on ? "no" : "yes";
    button.setAttribute("aria-pressed", on);
    if (form.dataset.vote) stamp(button, form.dataset.vote, on);
    else mark(button, form.dataset.follow, on);
  } catch {
    const field = document.createElement("input"); // form.submit() does not send the button's value
    Object.assign(field, { type: "hidden", name: button.name, value: button.value });
    form.append(field);
    form.submit();
  } finally {
    button.ariaBusy = "false";
  }
});

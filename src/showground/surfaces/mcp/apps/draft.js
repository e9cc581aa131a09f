"use strict";
// A draft for review: every value beside the words of the website that support it.

const STATES = {
  ai: "From the website", not_found: "Not stated on the website", edited: "Edited by you", manual: "Added by you",
  override: "Locked by you", deleted: "Removed by you",
};
const WAIT = 25; // seconds that one call waits for the draft
const MAX_CALLS = 12;

function drawRow(label, value, state, evidence) {
  const stated = state && el("p", { class: `state state--${state}` }, STATES[state] ?? nameOf(state));
  const support = evidence?.length > 0 ? quotes(evidence) : el("div", { class: "quotes" }, el("p", { class: "note" }, "No quote"));
  return el("section", { class: "field" }, el("div", {}, el("h3", {}, label), value, stated), support);
}

function drawField([key, { value, state, evidence }]) {
  const shown = valueOf(key, value);
  return shown && drawRow(nameOf(key), shown, state, evidence);
}

// Values outside `fields`: their states and quotes are named like `story.problem`.
function drawPart(draft, part, values) {
  return Object.entries(values ?? {}).map(([key, value]) => {
    const name = `${part}.${key}`;
    const shown = valueOf(key, value);
    return shown && drawRow(nameOf(key), shown, draft.part_states[name], draft.part_evidence[name]);
  });
}

function drawSection(title, rows) {
  const shown = present(rows);
  return shown.length > 0 && el("section", { class: "part" }, el("h2", {}, title), shown);
}

function drawItems(draft) {
  const { faqs, founders, milestones } = draft.part_states;
  const item = (state, evidence, label, ...lines) => drawRow(label, said("p", present(lines).join("\n"), "lines"), state, evidence);
  return [
    drawSection("FAQ", draft.faqs.map((faq) => item(faqs, faq.evidence, faq.question, faq.answer))),
    drawSection("Founders", draft.founders.map(({ evidence, name, title, bio }) => item(founders, evidence, name, title, bio))),
    drawSection("Story", drawPart(draft, "story", draft.story)),
    drawSection("Milestones", draft.milestones.map(({ evidence, title, date, description }) =>
      item(milestones, evidence, title, dayOf(date), description))),
    drawSection("Social links", drawPart(draft, "company_socials", draft.company_socials)),
    drawSection("Founder’s social links", drawPart(draft, "founder_socials", draft.founder_socials)),
    drawSection("Attributes", drawPart(draft, "attributes", draft.attributes)),
    drawSection("Search engines", drawPart(draft, "seo", draft.seo)),
  ];
}

function drawState({ status, progress, missing, problems, completeness }) {
  const names = (fields) => fields.map(nameOf).join(", ");
  const { pages_read: read, pages_planned: planned, now } = progress;
  const { required, recommended } = missing;
  const listed = problems.map(({ detail }) => said("li", detail));
  return [
    status !== "ready" && announce(`${now} (${read} of ${planned} ${planned === 1 ? "page" : "pages"} read)`),
    status === "ready" && el("p", { class: "complete" },
      el("label", { for: "complete" }, `${completeness}% complete`),
      el("meter", { id: "complete", min: "0", max: "100", value: String(completeness) })),
    listed.length > 0 && el("ul", { class: "problems", "aria-label": "Problems" }, listed),
    required.length > 0 && el("p", { class: "needed" }, el("strong", {}, "Needed before you submit: "), `${names(required)}.`),
    recommended.length > 0 && el("p", { class: "note" }, `Recommended: ${names(recommended)}.`),
  ];
}

function drawDraft(draft) {
  const isReady = draft.status === "ready";
  const isRead = draft.progress.pages_read > 0;
  const fields = Object.entries(draft.fields);
  const absent = fields.filter(([, { value, state }]) => state === "not_found" && value === null).map(([key]) => nameOf(key));
  const next = draft.submitted_at
    ? "Submitted. Changes to the draft also change its listing."
    : "Nothing is published yet. Say in the chat what to change or add.";
  const editor = `${site.url}/dashboard/drafts/${encodeURIComponent(draft.id)}`;
  return [
    el("header", {},
      said("h1", draft.fields.name?.value ?? draft.domain),
      el("p", { class: "note" }, "Draft from ", link(draft.url, draft.domain), isReady && ". Check each value against its quote.")),
    drawState(draft),
    drawSection("Profile", fields.map(drawField)),
    drawItems(draft),
    absent.length > 0 && el("p", { class: "note" }, `${isRead ? "Not stated on the website" : "Empty, because we could not read the website"}: ${absent.join(", ")}.`),
    isReady && el("p", { class: "note" }, next),
    el("p", { class: "actions" }, link(editor, "Edit on the website", "button button--quiet")),
  ];
}

let follows = false;

// While the site is being read, ask again until the draft is ready.
async function follow(id) {
  if (follows || !host.canCallTools()) return;
  follows = true;
  for (let call = 0; call < MAX_CALLS; call += 1) {
    const result = await host.callTool("get_draft", { id, wait: WAIT });
    if (result.isError) return;
    showResult(drawDraft, result);
    if (readResult(result).data?.status === "ready") return;
  }
}

start((draft) => {
  if (draft.status !== "ready") follow(draft.id).catch(() => {}); // what is shown stays true
  return drawDraft(draft);
});

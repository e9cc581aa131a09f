"use strict";
// A listing: what it is, the facts, and where they come from.

const MAX_FEATURES = 6;

const factName = (field) => nameOf(field.replace("attributes.", ""));

function drawSources(evidence) {
  const fields = Object.entries(evidence ?? {}).filter(([, found]) => found.length > 0);
  if (fields.length === 0) return null;
  const sources = fields.map(([field, found]) =>
    el("section", { class: "field" }, el("h3", {}, factName(field)), quotes(found)));
  const count = `${fields.length} ${fields.length === 1 ? "fact" : "facts"}`;
  return el("details", {}, el("summary", {}, `Sources: ${count} with quotes`), sources);
}

function drawFacts(listing) {
  const { city, country } = listing.location;
  return facts(
    ["Votes", String(listing.votes)],
    ["Rating", listing.rating && `${listing.rating.average} of 5 (${listing.rating.count})`],
    ["Category", listing.category?.name],
    ["Pricing", listing.pricing.model && nameOf(listing.pricing.model)],
    ["Stage", listing.stage && nameOf(listing.stage)],
    ["Location", present([city, country && countryOf(country)]).join(", ")],
    [listing.status === "upcoming" ? "Launches" : "Launched", listing.launch_week && `Week of ${dayOf(listing.launch_week)}`],
  );
}

function drawListing(listing) {
  const description = listing.short_description ?? listing.summary;
  const features = (listing.features ?? []).slice(0, MAX_FEATURES).map((item) => said("li", item));
  const unknown = listing.not_found_on_website.map(factName);
  const title = el("div", {}, said("h1", listing.name), listing.tagline && said("p", listing.tagline));
  return [
    el("header", { class: "head" }, logo(listing), title),
    listing.demo && el("p", { class: "note" }, "Sample listing (fictional)."),
    drawFacts(listing),
    description && said("p", description, "lines"),
    features.length > 0 && [el("h2", {}, "Features"), el("ul", { class: "ticks" }, features)],
    drawSources(listing.evidence),
    unknown.length > 0 && el("p", { class: "note" }, `Not stated on their website: ${unknown.join(", ")}.`),
    el("p", { class: "actions" },
      link(listing.links.page, `Open on ${site.name}`, "button"),
      link(listing.website, "Visit website", "button button--quiet")),
  ];
}

start(drawListing);

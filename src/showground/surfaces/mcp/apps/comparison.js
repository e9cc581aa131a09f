"use strict";
// Two listings side by side; rows that differ are marked in words, too.

// On narrow screens the rows are laid out as a grid, and browsers then forget that this is a table: hence the roles.
const cell = (role, tag, ...content) => el(tag, { role }, ...content);

function drawHead(listing) {
  const tagline = listing.tagline && said("small", listing.tagline);
  return cell("columnheader", "th", logo(listing), link(listing.url, listing.name), tagline);
}

function drawCell({ key }, value) {
  if (key === "rating" && value === null) return cell("cell", "td", el("p", { class: "muted" }, "No reviews yet"));
  if (key === "rating") return cell("cell", "td", el("p", {}, `${value} of 5`));
  return cell("cell", "td", valueOf(key, value) ?? el("p", { class: "muted" }, "Not stated"));
}

function drawRow(row) {
  const mark = row.differs && el("small", { class: "differs" }, "differs");
  const label = cell("rowheader", "th", said("span", row.label), mark);
  return el("tr", { role: "row" }, label, drawCell(row, row.a), drawCell(row, row.b));
}

const NOTE = "What each product says about itself. “Not stated” means we found no information, not “no”.";
const isStated = ({ a, b }) => [a, b].some((value) => value !== null && value.length !== 0);

function drawComparison({ a, b, rows }) {
  const stated = rows.filter(isStated);
  const unknown = rows.filter((row) => !isStated(row)).map((row) => row.label);
  return [
    el("h1", {}, said("bdi", a.name), " and ", said("bdi", b.name)),
    el("p", { class: "note" }, NOTE),
    el("table", { role: "table", class: "compare", "aria-label": `${a.name} and ${b.name} side by side` },
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, el("td", { role: "cell" }), drawHead(a), drawHead(b))),
      el("tbody", { role: "rowgroup" }, stated.map(drawRow))),
    unknown.length > 0 && el("p", { class: "note" }, `Neither states: ${unknown.join(", ")}.`),
  ];
}

start(drawComparison);

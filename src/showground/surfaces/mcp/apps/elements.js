"use strict";
// Builds the page. Data only ever becomes text nodes and checked addresses: nothing is parsed as HTML.

const site = JSON.parse(document.getElementById("site").textContent);
const NAMES = new Map(Object.entries({
  ai_review: "AI review", contact_email: "Contact email", demo_video_url: "Demo video", faqs: "FAQ",
  founded_year: "Year founded", github: "GitHub", linkedin: "LinkedIn", logo_url: "Logo", mvp: "MVP",
  "one-time": "One-time payment", seo: "Search engines", tiktok: "TikTok", usps: "Why it’s different",
  meta: "Description", whats_next: "What’s next", why_started: "Why it was started", youtube: "YouTube",
}));

function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) made.setAttribute(name, value);
  made.append(...present(children));
  return made;
}

// Content may be nested lists, and a part that is not there is null, undefined, false or empty.
const present = (content) => content.flat(Infinity).filter(Boolean);

// Text that people wrote, in whatever direction its script runs.
const said = (tag, text, look = "") => el(tag, { dir: "auto", class: look }, String(text));

function nameOf(key) {
  const words = NAMES.get(key) ?? key.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function countryOf(code) {
  try {
    return new Intl.DisplayNames(["en"], { type: "region" }).of(code);
  } catch {
    return code;
  }
}

const dayOf = (date) =>
  new Date(date).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

const dollars = (cents) => new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);

// A value of any kind as an element; null if there is none.
function valueOf(key, value) {
  if (value === null || value === undefined || value === "" || value.length === 0) return null;
  if (Array.isArray(value)) return el("ul", {}, value.map((item) => said("li", item)));
  if (typeof value === "boolean") return el("p", {}, value ? "Yes" : "No");
  if (key === "country") return el("p", {}, countryOf(value));
  if (key === "stage" || key === "pricing_model") return said("p", nameOf(value));
  return isWebAddress(value) ? el("p", {}, link(value, shortAddress(value))) : said("p", value, "lines");
}

function isWebAddress(text) {
  try {
    return ["https:", "http:"].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

const shortAddress = (url) => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

// The sandbox opens no windows, so the host opens the link. If it doesn't, the address is shown for copying.
function link(url, words, look = "") {
  if (!isWebAddress(url)) return said("span", words);
  const made = el("a", { href: url, class: look, rel: "noopener noreferrer" }, said("span", words));
  made.addEventListener("click", (event) => {
    event.preventDefault();
    openLink(url, made);
  });
  return made;
}

async function openLink(url, from) {
  if ((await host.openLink(url)) || from.nextElementSibling?.matches(".unopened")) return;
  const address = el("code", {}, url);
  from.after(el("span", { class: "unopened note", role: "status" }, "The link could not be opened. Copy it: ", address));
}

// A logo that this site hosts, or else the name's first letter.
function logo(listing) {
  const letter = [...listing.name].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? "";
  const tile = el("span", { class: "logo", "aria-hidden": "true" }, letter.toUpperCase());
  if (!String(listing.logo_url ?? "").startsWith(`${site.url}/`)) return tile;
  const image = el("img", { class: "logo", src: listing.logo_url, alt: "", width: "48", height: "48" });
  image.addEventListener("error", () => image.replaceWith(tile));
  return image;
}

function quote({ quote: words, url, source }) {
  const where = source === "structured_data" ? ", in the page’s metadata" : "";
  return el("figure", {}, said("blockquote", words), el("figcaption", {}, link(url, shortAddress(url)), where));
}

const quotes = (evidence) => el("div", { class: "quotes" }, (evidence ?? []).map(quote));

// A list of terms; those without a value are left out.
function facts(...terms) {
  const stated = terms.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return el("dl", { class: "facts" }, stated.map(([term, value]) => el("div", {}, el("dt", {}, term), said("dd", value))));
}

const show = (...content) => document.getElementById("main").replaceChildren(...present(content));
const announce = (text) => el("p", { class: "note", role: "status" }, text);

// What a tool returned: its data; or its text, if there is no data; or what was wrong.
function readResult({ structuredContent, content, isError }) {
  const text = (content ?? []).filter((block) => block.type === "text").map((block) => block.text).join("\n");
  let data = structuredContent;
  try {
    data ??= JSON.parse(text);
  } catch {
    data = null;
  }
  return { data, text, isError: isError === true };
}

function showError({ data, text }) {
  const describe = ({ field, message }) => said("li", field ? `${nameOf(field)}: ${message}` : message);
  const errors = (data?.errors ?? []).map(describe);
  show(
    said("h1", data?.title ?? "That did not work"),
    said("p", data?.detail ?? text),
    errors.length > 0 && el("ul", {}, errors),
  );
}

// `draw(data)` returns what to show. Data that it can't show is shown as the text that the model reads.
function showResult(draw, result) {
  const read = readResult(result);
  if (read.isError) return showError(read);
  try {
    show(draw(read.data));
  } catch {
    show(said("pre", read.text || "The answer is empty."));
  }
}

function start(draw) {
  host.on("tool-result", (result) => showResult(draw, result));
  host.on("tool-cancelled", () => show(announce("The call was cancelled.")));
  host.connect().catch(() => show(announce("This page only works inside an app that shows MCP Apps.")));
}

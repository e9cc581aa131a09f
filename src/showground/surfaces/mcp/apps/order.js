"use strict";
// A quote or an order: its lines, VAT, total, and the button to the checkout.

const ENDED = {
  cancelled: "This order was cancelled.",
  expired: "This order expired before it was paid.",
  refunded: "This order was refunded.",
};
let asked = null; // the arguments of the call that is shown
const productNames = new Map(); // by code; a quote has only codes, and an order has the names

function describeVat(vat) {
  if (vat === null) return ["VAT", "Depends on your country", null];
  if (vat.kind === "standard") {
    const rate = vat.rate === null ? "" : `, ${vat.rate} %`;
    const invalid = vat.number_valid === false ? "The VAT number is not valid, so VAT is charged." : "";
    return [`VAT, ${countryOf(vat.country)}${rate}`, invalid, vat.cents];
  }
  const reasons = {
    reverse_charge: "Reverse charge: you account for the VAT",
    exempt: "The seller is a small business that doesn’t charge VAT",
    outside_eu: `Not charged in ${countryOf(vat.place ?? vat.country)}`,
  };
  return ["VAT", reasons[vat.kind] ?? "Not charged", 0];
}

function drawLine(term, note, cents, look = "") {
  const amount = cents === null ? "" : dollars(cents);
  return el("div", { class: look }, el("dt", {}, term, note && said("small", note)), el("dd", {}, amount));
}

function drawLines(order) {
  const item = (line) => {
    const name = line.name ?? productNames.get(line.product) ?? nameOf(line.product);
    const notes = present([line.launch_week && `Week of ${dayOf(line.launch_week)}`, line.categories?.join(", ")]);
    return drawLine(name, notes.join(" · "), line.price_cents + (line.discount_cents ?? 0));
  };
  return el("dl", { class: "receipt" },
    order.lines.map(item),
    order.discount_cents > 0 && drawLine("Discount", order.coupon && `Coupon ${order.coupon}`, -order.discount_cents),
    drawLine("Net", "", order.net_cents),
    drawLine(...describeVat(order.vat)),
    drawLine(order.vat === null ? "Total without VAT" : "Total", "", order.total_cents, "total"));
}

// Orders what was quoted, then opens its checkout. Pressing twice makes one order: the key is the same.
function drawOrderButton(given) {
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
  const button = el("button", { type: "button", class: "button" }, "Continue to checkout");
  const problem = announce("");
  button.addEventListener("click", async () => {
    button.disabled = true;
    problem.textContent = "Creating the order…";
    try {
      const result = await host.callTool("checkout_order", { ...given, idempotency_key: key });
      showResult(drawOrder, result);
      const checkout = document.querySelector("a.button");
      checkout?.focus();
      if (checkout) await openLink(checkout.href, checkout);
    } catch {
      button.disabled = false;
      problem.textContent = "The order could not be created. Ask for the checkout link in the chat.";
    }
  });
  return [
    el("p", { class: "note" }, "This creates an unpaid order. Nothing is charged until you pay on the next page."),
    el("p", { class: "actions" }, button),
    problem,
  ];
}

async function nameProducts(quote) {
  const { data, isError } = readResult(await host.callTool("list_products", {}));
  if (isError) return;
  for (const { code, name } of data.items) productNames.set(code, name);
  document.querySelector(".quote .receipt")?.replaceWith(drawLines(quote));
}

function drawQuote(quote) {
  if (host.canCallTools() && productNames.size === 0) nameProducts(quote).catch(() => {}); // then the codes stay
  const next = asked && host.canCallTools()
    ? drawOrderButton(asked)
    : el("p", { class: "note" }, "To order, ask for the checkout link in the chat. Nothing is charged yet.");
  return [el("h1", {}, "Your quote"), el("div", { class: "quote" }, drawLines(quote)), next];
}

function drawPayment(order) {
  if (order.status === "paid") return el("p", { class: "done" }, `Paid on ${dayOf(order.paid_at)}.`);
  if (order.status !== "pending") return el("p", { class: "done" }, ENDED[order.status] ?? nameOf(order.status));
  const others = (order.pending_orders ?? []).map(({ number }) => number).join(", ");
  const terms = `You review the order and pay on ${site.name}. The order expires on ${dayOf(order.expires_at)}.`;
  return [
    el("p", { class: "actions" }, link(order.checkout_url, "Continue to checkout", "button")),
    el("p", { class: "note" }, terms),
    others && el("p", { class: "needed" }, `You have other unpaid orders with the same items: ${others}. Pay only one.`),
  ];
}

function drawOrder(order) {
  return [
    el("h1", {}, "Order ", said("bdi", order.number)),
    order.test && el("p", { class: "needed" }, "Test mode: no money moves."),
    drawLines(order),
    drawPayment(order),
  ];
}

host.on("tool-input", ({ arguments: given }) => { asked = given ?? null; });
start((answer) => (answer.number === undefined ? drawQuote(answer) : drawOrder(answer)));

// The parts that the board's page is made of, once; what they say changes later.

import { icon, make } from "./board_make.js";

// `all` are the parts in their order, `named` the buttons that always have the same word.
export function makeParts({ leave, gadget, dice, table, sheets, undo }) {
  const label = () => make("span.label");
  const unseen = () => make("span.label.unseen");
  const tool = (name) => make(`button.tool.${name}`, {}, icon(name), label());
  const named = { undo: tool("undo"), log: tool("log"), rules: tool("rules"), more: tool("more") };
  named.undo.onclick = undo;
  named.help = make("button.quiet.help", {}, make("span.sign", { ariaHidden: "true" }, "?"), unseen());
  if (gadget) named.gadget = make("button.quiet.to-gadget", { onclick: gadget.open }, icon("gadget"), unseen());
  if (leave) named.games = make("button.quiet.leave", { onclick: leave }, icon("back"), unseen());
  const part = {
    named,
    undone: make("span.undone", { ariaHidden: "true" }),
    title: make("h1"),
    where: make("p.where"),
    warning: make("p.warning", { hidden: true }),
    told: make("div.told", { hidden: true }),
    guide: make("div.guide", { hidden: true }),
    result: make("p.result"),
    kept: make("ul.kept"),
    steps: make("ol.steps"),
    story: make("section.story", { hidden: true }),
    asks: make("div.asks"),
    menu: make("p.quiet-text", { role: "status" }),
    choices: make("div.choices"),
    said: make("div.unseen", { ariaLive: "polite" }),
    toast: make("div.toast", { role: "alert" }),
  };
  named.undo.append(part.undone);
  part.rolled = make("div.rolled", {}, dice.element, part.result);
  const orders = [part.told, part.guide, part.rolled, part.kept, part.steps, part.story];
  part.orders = make("div.orders", {}, ...orders);
  part.act = make("div.act", {}, part.menu, part.asks, part.choices);
  part.tools = make("div.tools", {}, named.undo, named.log, named.rules, named.more);
  part.panel = make("section.panel", { tabIndex: -1 }, part.orders, part.act, part.tools);
  const naming = make("div.naming", {}, part.title, part.where);
  const head = make("header.top", {}, ...(named.games ? [named.games] : []), naming, ...(named.gadget ? [named.gadget] : []), named.help);
  part.all = [head, part.warning, table.element, ...(gadget ? [gadget.element] : [])];
  part.all.push(part.panel, part.said, part.toast, sheets.dialog);
  return part;
}

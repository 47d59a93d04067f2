/* Match pad: renders its views, handles actions, and stores everything in the browser. */

import { h, update } from "../frame/dom.js";
import { entryView } from "./entry.js";
import { changeSetup, newSetup, setupView } from "./setup.js";
import { shareText } from "./share.js";
import { sheetView } from "./sheet.js";
import { clearActive, draftOf, isNamed, newDraft, setCapot, slipOf, typeDigit } from "./slip.js";
import {
  app, config, load, onOthersChange, rules, save, setDeals, sheetNow, step, stepBack, t,
} from "./state.js";
import { levelsOf } from "../slips/factors.js";
import { showToast } from "../frame/toast.js";

const root = document.getElementById("pad");
let drawn = "";

function draw() {
  if (app.view === "setup") app.setup ??= newSetup();
  const views = { setup: setupDrawn, sheet: matchDrawn, entry: matchDrawn };
  root.dataset.view = app.view;
  update(root, views[app.view]());
  focusTitle();
  if (app.row !== null) root.querySelector(".pad-open")?.scrollIntoView({ block: "nearest" });
}

const setupDrawn = () =>
  [h("section", { class: "card card-pad pad-panel pad-setup" }, setupView())];

/* Wide screens show the sheet and the next deal together, phones one of them. */
function matchDrawn() {
  const { sheet } = sheetNow();
  const panel = app.draft ?? (sheet.over ? null : newDraft());
  return [
    h("div", { class: "pad-left" }, sheetView()),
    panel && h("section", { class: "pad-panel pad-entry" }, entryView(panel)),
  ];
}

/* Focus a new question so that screen readers read it; keypad keys keep focus. */
function focusTitle() {
  const now = `${app.view} ${app.draft?.step} ${app.draft?.index}`;
  if (drawn && now !== drawn) {
    const place = app.view === "sheet" ? ".pad-left" : ".pad-panel";
    root.querySelector(`${place} [data-title]`)?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  drawn = now;
}

/* Actions ------------------------------------------------------------------------------------- */

const draft = () => (app.draft ??= newDraft());

function go(stepName) {
  draft().step = stepName;
  app.view = "entry";
}

const toSheet = () => Object.assign(app, { view: "sheet", draft: null, row: null });

function write(slip, named = {}) {
  const { index } = draft();
  step((match) => {
    match.deals.splice(index ?? match.deals.length, index === null ? 0 : 1, { slip, named });
    return match;
  });
  toSheet();
}

const actions = {
  target: (value) => (app.setup.target = Number(value)),
  deals: (value) => setDeals(app.setup, Number(value)),
  start: () => {
    const { preset, target, changed, names } = app.setup;
    step(() => ({ preset, target, changed, names, deals: [], begun: Date.now() }));
    Object.assign(app, { setup: null, draft: null, view: "sheet" });
  },
  back: () => Object.assign(app, { setup: null, view: "sheet" }),
  setup: () => Object.assign(app, { setup: newSetup(), view: "setup" }),
  open: () => Object.assign(app, { draft: newDraft(), view: "entry" }),
  close: toSheet,
  goto: go,
  contract: (value) => {
    const before = draft().contract;
    draft().contract = value;
    draft().contra = Math.min(draft().contra, levelsOf(rules(), value));
    // No trumps have other declarations.
    if (before && (before === "NT") !== (value === "NT")) draft().named = {};
    if (isNamed(draft())) go("who");
  },
  /* Number and contract in either order: the second one advances. */
  bid: (value) => {
    const [number, capot] = value.split(" ");
    const keeps = rules().capot_bid === "with_number" && draft().capotBid;
    Object.assign(draft(), { bid: Number(number), capotBid: Boolean(capot) || keeps, alone: undefined });
    if (isNamed(draft())) go("who");
  },
  bid_mark: () => (draft().capotBid = !draft().capotBid),
  bid_more: () => (draft().more = true),
  by: (value) => {
    Object.assign(draft(), { by: value, alone: undefined });
    if (!draft().order.length) draft().active = value;
  },
  contra: (value) => (draft().contra = Number(value)),
  active: (value) => (draft().active = value),
  digit: (value) => typeDigit(draft(), value),
  clear: () => clearActive(draft()),
  erase: () => clearActive(draft(), 1),
  name: (value) => {
    const [side, kind] = value.split(" ");
    (draft().named[side] ??= []).push(kind);
    go("points");
  },
  unname: (value) => {
    const [side, place] = value.split(" ");
    draft().named[side].splice(Number(place), 1);
  },
  capot: (value) => {
    if (value) setCapot(draft(), value);
    else draft().capot = null;
    go("points");
  },
  uncapot: () => Object.assign(draft(), { typed: {}, order: [], capot: undefined, alone: undefined }),
  /* Whether the bidder took every trick alone; a withdrawn answer is requested again. */
  alone: (value) => (draft().alone = { yes: true, no: false }[value]),
  pass: () => write({ passed_out: true }),
  write: () => write(slipOf(draft()), draft().named),
  row: (value) => (app.row = app.row === Number(value) ? null : Number(value)),
  edit: (value) => Object.assign(app, { draft: draftOf(Number(value)), view: "entry" }),
  remove: (value) => {
    step((match) => {
      match.deals.splice(Number(value), 1);
      return match;
    });
    showToast(t("deleted", { number: Number(value) + 1 }), () => act("undo"));
  },
  time: () => step((match) => ({ ...match, isTimeCalled: true })),
  play_on: () => step((match) => ({ ...match, isTimeCalled: false })),
  undo: stepBack,
  share: async () => {
    const how = await shareText();
    app.sharing = how === "shown";
    if (how === "copied") showToast(t("copied"));
  },
};

async function act(name, value) {
  await actions[name](value);
  save();
  draw();
}

/* Clicks, fields, keyboard -------------------------------------------------------------------- */

root.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-act]");
  if (pressed) act(pressed.dataset.act, pressed.dataset.value);
});

root.addEventListener("change", (event) => {
  const kind = event.target.dataset.change;
  if (kind && changeSetup(kind, event.target)) draw();
});

addEventListener("keydown", (event) => {
  const typing = ["points", "enough"].includes(app.draft?.step) && app.view === "entry";
  if (!typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[0-9]$/.test(event.key)) act("digit", event.key);
  else if (event.key === "Backspace") act("erase");
});

if ("serviceWorker" in navigator) {
  // Without a service worker only opening the page needs the network.
  navigator.serviceWorker.register(config.urls.worker).catch(() => undefined);
}
load();
onOthersChange(draw);
draw();

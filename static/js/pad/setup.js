/* New match: its rules, target and names. */

import { h } from "../frame/dom.js";
import { link, primary, segments, title } from "./parts.js";
import { app, config, matchDeals, setDeals, t } from "./state.js";

export function newSetup() {
  const preset = app.match?.preset ?? Object.keys(config.presets)[0];
  const { target } = config.presets[preset].rules;
  return structuredClone({ preset, target, changed: {}, names: {}, ...settings(app.match) });
}

const settings = (match) =>
  match && { target: match.target, changed: match.changed, names: match.names };

export function setupView() {
  const { preset, target } = app.setup;
  const deals = matchDeals(app.setup);
  return [
    title(t("setup_title")),
    h("div", { class: "field" },
      h("label", { for: "preset" }, t("rules")),
      h("select", { class: "input", id: "preset", "data-change": "preset" },
        Object.entries(config.presets).map(([code, { name }]) =>
          h("option", { value: code, selected: code === preset }, name))),
      h("p", { class: "quiet" }, config.presets[preset].summary)),
    deals ? lengthOf("deals", config.deals, deals) : lengthOf("target", config.targets, target),
    h("fieldset", { class: "stack-s" },
      h("legend", { class: "label" }, t("names")),
      h("div", { class: "pad-names" },
        Object.entries(config.presets[preset].sides).map(nameField))),
    house(),
    h("div", { class: "pad-actions" },
      primary("start", t("start")),
      app.match && link("back", t("back_to_match"))),
  ];
}

/* Length of a match: one of the usual numbers, or a custom one. */
function lengthOf(kind, usual, now) {
  const known = usual.map(String);
  return h("div", { class: "stack-s" },
    h("p", { class: "label" }, t(kind)),
    segments(kind, known.map((number) => [number, number]), String(now), t(kind)),
    h("div", { class: "field pad-own" },
      h("label", { for: `own-${kind}` }, t("own_target")),
      h("input", {
        class: "input",
        id: `own-${kind}`,
        "data-change": kind,
        "data-value": `${app.setup.preset} ${known.indexOf(String(now))}`,
        inputmode: "numeric",
        maxlength: kind === "deals" ? 2 : 5,
        autocomplete: "off",
        value: known.includes(String(now)) ? "" : now,
      })));
}

function nameField([side, word], index) {
  return h("input", {
    class: "input",
    "data-change": "name",
    "data-value": side,
    maxlength: 20,
    autocomplete: "off",
    placeholder: word,
    value: app.setup.names[side] ?? "",
    "aria-label": t("name_of", { number: index + 1 }),
  });
}

/* House rules --------------------------------------------------------------------------------- */

function house() {
  const { preset, changed } = app.setup;
  const count = Object.keys(changed).length;
  const open = count > 0 || app.setup.isOpen;
  return h("details", { class: "calc-house", "data-value": preset, open },
    h("summary", {}, count ? t("changed_rules", { count }) : t("change_rules")),
    h("div", { class: "stack" },
      h("p", {}, h("a", { href: `${config.urls.rules}${preset}/` }, t("all_rules"))),
      config.presets[preset].switches.map(switchField)));
}

function switchField(key) {
  const { preset, changed } = app.setup;
  const usual = config.presets[preset].rules[key];
  const now = key in changed ? changed[key] : usual;
  const { title: words, values } = config.switches[key];
  return h("fieldset", { class: "field" },
    h("legend", {}, words),
    h("div", { class: "options" }, values.map(({ value, code, words: sentence }) =>
      h("div", {}, h("label", {},
        h("input", {
          type: "radio",
          name: `s_${key}`,
          value: code,
          "data-change": "switch",
          checked: value === now,
        }),
        value === usual ? t("usual", { rule: sentence }) : sentence)))));
}

/** Store a field's value in the setup; true if the page must be redrawn. */
export function changeSetup(kind, field) {
  const { setup } = app;
  if (kind === "preset") {
    const { target } = config.presets[field.value].rules;
    Object.assign(setup, { preset: field.value, target, changed: {}, names: {} });
  } else if (kind === "target") {
    const number = Number(field.value);
    if (Number.isInteger(number) && number > 0) setup.target = number;
  } else if (kind === "deals") {
    const number = Number(field.value);
    if (Number.isInteger(number) && number > 0) setDeals(setup, number);
  } else if (kind === "name") setup.names[field.dataset.value] = field.value.trim();
  else changeSwitch(field);
  return kind !== "name";
}

function changeSwitch(field) {
  const key = field.name.slice(2);
  app.setup.isOpen = true;
  const { value } = config.switches[key].values.find(({ code }) => code === field.value);
  delete app.setup.changed[key];
  if (value !== config.presets[app.setup.preset].rules[key]) app.setup.changed[key] = value;
}

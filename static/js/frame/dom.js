/* Builds elements and patches the page to a new tree without touching equal nodes, so that focus, a
 * press in progress and a screen reader's position survive every redraw. */

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes (null and false are omitted) and children (texts, nodes, lists). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return element;
}

/** A symbol of the page's sprite; the text next to it gives its meaning. */
export function symbol(name, css = "icon") {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("class", css);
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("focusable", "false");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  drawing.append(use);
  return drawing;
}

/**
 * Patch the children of `parent` to equal `wanted`, changing only what differs. Insertions and
 * removals happen at the first difference, so that all later nodes stay.
 */
export function update(parent, wanted) {
  const nodes = wanted.flat(Infinity).filter(Boolean).map(asNode);
  const olds = parent.childNodes;
  let at = 0;
  while (at < Math.min(olds.length, nodes.length) && alike(olds[at], nodes[at])) at += 1;
  while (olds.length > nodes.length) olds[at].remove();
  const next = olds[at] ?? null;
  for (const node of nodes.slice(at, at + nodes.length - olds.length)) parent.insertBefore(node, next);
  nodes.forEach((node, index) => {
    const old = olds[index];
    if (old === node) return;
    if (alike(old, node)) morph(old, node);
    else old.replaceWith(node);
  });
}

const asNode = (child) => (typeof child === "string" ? document.createTextNode(child) : child);

function alike(old, node) {
  return old.nodeName === node.nodeName
    && old.getAttribute?.("data-act") === node.getAttribute?.("data-act")
    && old.getAttribute?.("data-value") === node.getAttribute?.("data-value");
}

function morph(old, node) {
  if (old.isEqualNode(node)) return;
  if (old.nodeType === Node.TEXT_NODE) {
    old.nodeValue = node.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    // Keep opened elements open.
    if (!node.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of [...node.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  update(old, [...node.childNodes]);
}

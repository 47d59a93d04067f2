/* Sends a scorer's steps in order. Unsent ones are kept in this browser and retried when it is
 * online; idempotency keys prevent duplicates. */

import { ask } from "../table/net.js";

const AGAIN_MS = 2000;

/** Queue of steps in localStorage; `done(item, answer)` gets each response. */
export class Outbox {
  constructor(name, url, { done, changed }) {
    Object.assign(this, { name, url, done, changed, isAway: false, over: "", isSending: false });
    this.items = read(name);
    addEventListener("online", () => this.send());
  }

  has(play) {
    return this.items.some((item) => item.play === play);
  }

  add(item) {
    this.items.push({ key: crypto.randomUUID?.() ?? randomKey(), ...item });
    this.keep();
    this.send();
  }

  /** Take back the last unsent step, if there is one. */
  takeLast() {
    if (!this.isAway) return null;
    const item = this.items.pop() ?? null;
    this.keep();
    return item;
  }

  keep() {
    localStorage.setItem(this.name, JSON.stringify(this.items));
    this.changed();
  }

  async send() {
    if (this.isSending) return;
    this.isSending = true;
    clearTimeout(this.timer);
    while (this.items.length) {
      const [item] = this.items;
      const answer = await post(this.url, item);
      this.isAway = answer.kind === "away";
      this.over = overOf(answer);
      if (this.over) break;
      if (this.isAway) {
        this.timer = setTimeout(() => this.send(), AGAIN_MS);
        break;
      }
      this.items = this.items.filter((each) => each.key !== item.key);
      this.keep();
      this.done(item, answer);
    }
    this.isSending = false;
    this.changed();
  }
}

/** The message for a revoked helper link: unsent steps stay until another link is opened. */
export const overOf = (answer) => (answer.data?.code === "link_over" ? answer.data.problem : "");

/* `crypto.randomUUID` is missing without TLS. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function read(name) {
  try {
    const items = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}

/** Post JSON with the CSRF token of the session. */
export function post(url, body) {
  return ask(url, { body, token: document.querySelector("[name=csrfmiddlewaretoken]").value });
}

/* Receives change events for the table from the server, instead of frequent polling. */

import { app, urls } from "./app.js";

let source;
let told;
let waiting;

export const isListening = () => source?.readyState === EventSource.OPEN;

/** Listen while the page is visible; `onNews` gets the ETag of a newer state. */
export function listen(onNews) {
  if (source && source.readyState !== EventSource.CLOSED) return;
  source = new EventSource(urls.events);
  source.addEventListener("state", (event) => {
    told = JSON.parse(event.data);
    waiting ??= setTimeout(() => {
      waiting = undefined;
      // A request sent meanwhile may have updated the state past the event.
      if (told.etag !== app.etag && told.version >= app.version) onNews(told.etag);
    }, Math.random() * told.within * 1000);
  });
}

/** After an outage the stream may be dead without an error. */
export function stopListening() {
  source?.close();
}

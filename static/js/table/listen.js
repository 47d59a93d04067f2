/* Hears from the server that there is something new at the table, so that the phone need not ask. */

import { app, urls } from "./app.js";

let source;
let told;
let waiting;

export const isListening = () => source?.readyState === EventSource.OPEN;

/** Listen while the page is looked at; `onNews` gets the tag of a state that is not shown yet. */
export function listen(onNews) {
  if (source && source.readyState !== EventSource.CLOSED) return;
  source = new EventSource(urls.events);
  source.addEventListener("state", (event) => {
    told = JSON.parse(event.data);
    waiting ??= setTimeout(() => {
      waiting = undefined;
      // What this phone has sent meanwhile may have brought it further than it was told.
      if (told.etag !== app.etag && told.version >= app.version) onNews(told.etag);
    }, Math.random() * told.within * 1000);
  });
}

/** A line that was away may have left a stream behind on which nothing comes any more. */
export function stopListening() {
  source?.close();
}

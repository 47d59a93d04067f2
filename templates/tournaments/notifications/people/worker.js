{% load static %}/* Shows what it is sent, and opens its page when it is touched. It keeps no page and answers no
 * request: the site works the same without it. */

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  if (!told.title) return;
  event.waitUntil(registration.showNotification(told.title, {
    body: told.body,
    tag: told.tag,
    silent: told.silent,
    icon: "{% static 'img/icon-192.png' %}",
    data: { url: told.url, stop: told.stop },
    actions: told.stop ? [{ action: "stop", title: told.stop_words }] : [],
  }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url, stop } = event.notification.data ?? {};
  const address = event.action === "stop" ? stop : url;
  if (address) event.waitUntil(clients.openWindow(address));
});

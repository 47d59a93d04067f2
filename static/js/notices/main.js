/**
 * “On this device” button: asks the browser for a push subscription, then submits it.
 *
 * Safari on iOS has push only for pages on the home screen; the page says so.
 */

const form = document.querySelector("[data-push-key]");
const button = form?.querySelector("[data-push]");
const CAN = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);

function say(name) {
  for (const each of form.querySelectorAll("[data-push-says]")) each.hidden = each.dataset.pushSays !== name;
}

function bytes(text) {
  const padded = text.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(text.length / 4) * 4, "=");
  return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
}

/** Wait for activation: `ready` never resolves for a scope without a page. */
function active(registration) {
  if (registration.active) return registration;
  const worker = registration.installing ?? registration.waiting;
  return new Promise((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve(registration);
      if (worker.state === "redundant") reject(new Error("redundant"));
    });
  });
}

async function subscription() {
  const scope = new URL(".", new URL(form.dataset.worker, location)).pathname;
  const registration = await active(await navigator.serviceWorker.register(form.dataset.worker, { scope }));
  const key = bytes(form.dataset.pushKey);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (error) {
    // A subscription with an earlier key of this site blocks the new one.
    const old = await registration.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

async function ask() {
  button.disabled = true;
  try {
    if (await Notification.requestPermission() !== "granted") {
      say("denied");
      return;
    }
    form.elements.push.value = JSON.stringify(await subscription());
    // The buttons share the name, so `form.elements.way` is a list without a value.
    form.querySelector("input[name=way]").value = "push";
    form.submit();
  } catch {
    say("failed");
  } finally {
    button.disabled = false;
  }
}

if (button && CAN) {
  button.hidden = false;
  say("");
  button.addEventListener("click", ask);
} else if (button) {
  say(isApple ? "apple" : "cannot");
}

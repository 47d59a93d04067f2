/* Requests to the server: with a timeout, and with the kind of each response. */

const PATIENCE_MS = 12000;

/**
 * Fetch JSON. `kind` of the response: "ok", "same" (304), "refused" (4xx), "conflict" (409), "away"
 * (offline, timeout or server error: try again later).
 */
export async function ask(url, { body, etag, token } = {}) {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), PATIENCE_MS);
  const headers = { Accept: "application/json" };
  if (body) headers["Content-Type"] = "application/json";
  if (etag) headers["If-None-Match"] = etag;
  if (token) headers["X-CSRFToken"] = token;
  try {
    const response = await fetch(url, {
      method: body ? "POST" : "GET",
      body: body && JSON.stringify(body),
      headers,
      cache: "no-store",
      credentials: "same-origin",
      signal: control.signal,
    });
    return await read(response);
  } catch {
    return { kind: "away" };
  } finally {
    clearTimeout(timer);
  }
}

async function read(response) {
  if (response.status === 304) return { kind: "same", at: response.headers.get("Date") };
  if (response.status >= 500 || [408, 425, 429].includes(response.status)) return { kind: "away" };
  const isJson = response.headers.get("Content-Type")?.includes("json");
  // HTML instead of JSON comes from a captive portal.
  if (!isJson) return { kind: response.status === 404 ? "refused" : "away", data: {} };
  const data = await response.json();
  if (response.ok) return { kind: "ok", data, etag: response.headers.get("ETag") };
  return { kind: response.status === 409 ? "conflict" : "refused", data };
}

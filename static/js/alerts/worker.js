// Service worker: shows push notifications, opens their tables, and caches one page to show offline. It contains no
// text: that comes with the push message. It caches nothing else, neither tables nor answers.

// the sub-path below which the server is reached; empty without one
const BASE = new URL(self.registration.scope).pathname.slice(0, -1);
const ICON = `${BASE}/static/img/seal-turn.svg`;
const KEPT = `signet-offline${BASE}`;
const OFFLINE = `${BASE}/offline`;
const DAY_MS = 86_400_000;
const PARTS = /(?:href|src)="([^"]*\/static\/[^"]+)"/g;
const OF_PAGE = new Set([`${BASE}/static/css/offline.css`, `${BASE}/static/img/seal.svg`]);

// No skipWaiting: a new version waits until no page is open. If it replaced a worker that serves a page, a request in
// progress could be lost.
addEventListener("activate", event => event.waitUntil(begin()));

async function begin() {
  // below a sub-path, other programs on the same name have caches of their own
  const others = BASE ? [] : (await caches.keys()).filter(name => !name.startsWith(KEPT));
  await Promise.all(others.map(name => caches.delete(name)));
  // earlier versions enabled it, and Firefox then shows its own error page in place of the cached one
  await self.registration.navigationPreload?.disable();
  await self.clients.claim();
}

addEventListener("message", event => event.waitUntil(keep(event.data.language)));

// Cache the offline page with its assets, in the language of the page that was opened last. It is fetched without
// cookies, so it is the same for everybody. It is fetched again after a day, because there may be a new release.
async function keep(language) {
  const address = `${OFFLINE}?${new URLSearchParams({ language })}`;
  const kept = await caches.open(KEPT);
  const before = await kept.match(address);
  if (Date.now() - Date.parse(before?.headers.get("Date")) < DAY_MS) return;
  const page = await fetch(address, { cache: "reload", credentials: "omit" });
  if (!page.ok) return;
  const parts = [...(await page.clone().text()).matchAll(PARTS)].map(([, path]) => path);
  const wanted = new Set([address, ...parts]);
  await kept.addAll(new Set(parts));
  await kept.put(address, page);
  await Promise.all((await kept.keys()).map(each => wanted.has(path(each)) || kept.delete(each)));
}

function path({ url }) {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetchPage(event));
  else if (OF_PAGE.has(pathname)) event.respondWith(fetch(request).catch(() => findCached(request)));
});

async function fetchPage({ request }) {
  try {
    return await fetch(request);
  } catch {
    return findCached(OFFLINE);
  }
}

async function findCached(what) {
  return (await caches.match(what, { cacheName: KEPT, ignoreSearch: true })) ?? Response.error();
}

addEventListener("push", event => {
  const { title, body, tag, url, at = "" } = event.data.json();
  // the next notification of a table replaces the previous one, and still makes a sound
  const look = { body, tag, renotify: Boolean(tag), icon: ICON, data: { url: at + BASE + url } };
  event.waitUntil(self.registration.showNotification(title, look));
});

// The push service has given this browser another address: without an update, the server could no longer notify it.
addEventListener("pushsubscriptionchange", event => event.waitUntil(move(event)));

async function move({ oldSubscription, newSubscription }) {
  const moved = newSubscription ?? (await subscribeAnew(oldSubscription));
  const { endpoint, keys } = moved.toJSON();
  const body = new URLSearchParams({ was: oldSubscription?.endpoint ?? "", endpoint, ...keys });
  await fetch(`${BASE}/calls/push`, { method: "POST", headers: { Accept: "application/json" }, body });
}

async function subscribeAnew(old) {
  const { pushManager } = self.registration;
  const there = await pushManager.getSubscription();
  if (there && there.endpoint !== old?.endpoint) return there;
  const { key } = await (await fetch(`${BASE}/push-key`)).json();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin)));
});

async function open(address) {
  // the server may have another address by now, as a tunnel's name changes
  if (!/^https?:$/.test(address.protocol)) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url.split(/[?#]/)[0] === address.origin + address.pathname);
  if (page) await page.focus();
  else await self.clients.openWindow(address.href);
}

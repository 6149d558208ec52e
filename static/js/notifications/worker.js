// Shows a call that came by the browser's push service, and leads to its table. It holds no words: they come with the
// call.
const ICON = "/static/img/seal-turn.svg";

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", event => event.waitUntil(self.clients.claim()));

addEventListener("push", event => {
  const { title, body, tag, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: ICON, data: { url } }));
});

addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin)));
});

async function open(address) {
  // nothing leads away from this server, whoever sent the call
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(each => new URL(each.url).pathname === address.pathname);
  if (page) await page.focus();
  else await self.clients.openWindow(address.href);
}

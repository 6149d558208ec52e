// Tell chat news when their message arrives, before the films that wait: as bubbles and signs at the speakers' crests,
// to screen readers, and as unread messages at the chat's button.
import { announce } from "../page/notices.js";
import { choose, setting } from "../settings/settings.js";
import { showBubble } from "./bubbles.js";
import { linesOf, loaded, newestOf } from "./lines.js";
import { rise, takeOwn, watchSigns } from "./signs.js";
import { count, watchUnread } from "./unread.js";

const NAME = "watcher";
let read = loaded;
let mutes = null;
// messages of this page to the watchers' chat, which does not know whose they are
const sent = [];

export function watchVoices() {
  const chat = document.getElementById("chat");
  ({ mutes } = chat.dataset);
  watchUnread(chat);
  watchSigns();
  tellNews(chat);
  document.addEventListener("signet:heard", ({ detail }) => {
    const html = detail.regions?.chat;
    if (html) tellNews(chatOf(html));
  });
  document.addEventListener("signet:shown", fillName);
  document.addEventListener("submit", ({ target: { elements } }) => {
    if (elements.do?.value === "watcher_say") sent.push(plainText(elements.name.value, elements.text.value));
  }, true);
  document.addEventListener("input", event => event.target.id === "watcher-name" && choose(NAME, event.target.value));
  const typed = document.getElementById("watcher-name")?.value;
  if (typed) choose(NAME, typed);
  fillName();
}

function chatOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

function tellNews(chat) {
  const news = linesOf(chat).filter(line => Number(line.dataset.line) > read);
  read = Math.max(read, newestOf(chat));
  // unmuting somebody brings their old messages back: they are not new
  const isOther = chat.dataset.mutes !== mutes;
  ({ mutes } = chat.dataset);
  count(chat, isOther);
  if (isOther) return;
  for (const line of news.sort((one, other) => one.dataset.line - other.dataset.line)) {
    if (takeSent(line)) line.dataset.own = "";
    tell(line);
  }
}

function takeSent(line) {
  const [name, text] = ["bdi", ".line"].map(part => line.querySelector(part)?.textContent ?? "");
  const place = line.closest(".chat-watchers") ? sent.indexOf(plainText(name, text)) : -1;
  if (place >= 0) sent.splice(0, place + 1);
  return place >= 0;
}

function plainText(...texts) {
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

function tell(line) {
  const { own, note, seat, token } = line.dataset;
  const said = line.querySelector("p") ?? line;
  if (own === undefined && note === undefined) announce(plainText(said.textContent));
  if (note !== undefined) return;
  if (!token) showBubble(line);
  else if (own === undefined || !takeOwn(token)) rise(seat, token);
}

function fillName() {
  const field = document.getElementById("watcher-name");
  if (field && !field.value) field.value = setting(NAME) ?? "";
}

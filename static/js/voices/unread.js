// Count the messages of others that nobody has seen here yet, and say so at the button of the chat. Reactions and the
// chat's own notes do not count. A chat is seen when half of it is in view.
import { linesOf, loaded, newestOf } from "./lines.js";

const HALF = 0.5;
let seen = loaded;
let newest = loaded;
let isInView = false;

export function watchUnread(chat) {
  new IntersectionObserver(entries => {
    isInView = entries.at(-1).isIntersecting;
    look();
  }, { threshold: HALF }).observe(chat);
  document.addEventListener("visibilitychange", look);
}

// Count the unread messages of the chat as it is now. Old messages that come back, `isOther`, are not new.
export function count(chat, isOther) {
  newest = newestOf(chat);
  if (isOther || isSeen()) seen = newest;
  const unread = linesOf(chat).filter(({ dataset: { line, own, note, token } }) => (
    Number(line) > seen && own === undefined && note === undefined && !token
  ));
  say(unread.length);
}

function look() {
  if (!isSeen()) return;
  seen = newest;
  say(0);
}

function isSeen() {
  return isInView && !document.hidden;
}

function say(unread) {
  const button = document.getElementById("chat-button");
  const { newOne, newMany } = button.dataset;
  button.toggleAttribute("data-js-new", unread > 0);
  button.querySelector(".unread").textContent = unread || "";
  if (unread) button.setAttribute("aria-label", unread === 1 ? newOne : newMany.replace("{count}", unread));
  else button.removeAttribute("aria-label");
}

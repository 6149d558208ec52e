// What calls people: the status, a notice, the spoken sentences, the tab's title.
const SAID = 12;

// "live", "over", or "lost", which is called otherwise while the table is `polled` in place of the socket.
export function status(state, isPolled = false) {
  const box = document.getElementById("status");
  const { polledWord, [`${state}Word`]: word } = box.dataset;
  if (box.dataset.state !== state) box.dataset.state = state;
  box.toggleAttribute("data-js-polled", isPolled);
  box.querySelector("span").textContent = isPolled ? polledWord : word;
}

// A refusal's sentence, or why the socket will not come back.
export function notice(what) {
  const box = document.getElementById("notice");
  box.querySelector("span").textContent = box.dataset[`over-${what}`] ?? what;
  box.hidden = false;
  // above a sheet that is open
  box.hidePopover();
  box.showPopover();
}

export function announce(sentence) {
  const box = document.getElementById("announcer");
  const line = document.createElement("span");
  line.textContent = `${sentence} `;
  box.append(line);
  while (box.childElementCount > SAID) box.firstElementChild.remove();
}

export function watchNews() {
  document.addEventListener("click", event => {
    if (event.target.closest("[data-dismiss]")) document.getElementById("notice").hidden = true;
  });
  const chat = document.getElementById("chat");
  let read = phase().chat;
  let heard = phase().nudge;
  const news = () => {
    const now = phase();
    // a nudge stands in the title until somebody looks
    if (!document.hidden) heard = now.nudge;
    const isNudged = now.nudge && now.nudge !== heard;
    document.title = isNudged ? now.nudgeTitle : now.turn === "yes" ? now.turnTitle : now.title;
    const icon = document.querySelector("link[rel=icon]");
    const { icon: plain, turnIcon } = document.querySelector("[data-live]").dataset;
    const wanted = now.turn === "yes" ? turnIcon : plain;
    if (icon.getAttribute("href") !== wanted) icon.href = wanted;
    if (chat.checkVisibility()) read = now.chat;
    document.getElementById("chat-button").toggleAttribute("data-js-new", now.chat !== read);
  };
  chat.addEventListener("toggle", news);
  for (const event of ["signet:shown", "visibilitychange"]) document.addEventListener(event, news);
  news();
}

function phase() {
  return document.getElementById("phase").dataset;
}

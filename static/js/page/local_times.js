// Show past moments in the device's time zone and the page's language. Without this module they are in UTC.
import { write } from "./write.js";

const { lang } = document.documentElement;
// the reader's own variant of the language, if there is one: the order of day and month differs within English
const own = navigator.languages.find(each => each.split("-")[0] === lang) ?? lang;
let format = null;

function written(at) {
  // phones need 70 ms to make one, and few pages show a moment
  format ??= new Intl.DateTimeFormat(own, { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(at));
}

export function watchMoments() {
  // sheets are fetched when they are opened
  for (const event of ["signet:shown", "signet:part"]) document.addEventListener(event, tell);
  tell();
}

function tell() {
  for (const line of document.querySelectorAll("[data-say-moments]")) {
    const { sayMoments, first, last } = line.dataset;
    const moments = [["{first}", first], ["{last}", last]];
    write(line, moments.reduce((said, [name, at]) => said.replace(name, written(at)), sayMoments));
  }
}

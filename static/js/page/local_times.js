// Moments of the past by this device's clock and in the page's language; without this file they stand there in UTC.
import { write } from "./write.js";

const { lang } = document.documentElement;
// the reader's own kind of it, if they have one: the order of day and month differs in English
const own = navigator.languages.find(each => each.split("-")[0] === lang) ?? lang;
const written = new Intl.DateTimeFormat(own, { dateStyle: "medium", timeStyle: "short" });

export function watchMoments() {
  // sheets come when they are opened
  for (const event of ["signet:shown", "signet:part"]) document.addEventListener(event, tell);
  tell();
}

function tell() {
  for (const line of document.querySelectorAll("[data-say-moments]")) {
    const { sayMoments, first, last } = line.dataset;
    const moments = [["{first}", first], ["{last}", last]];
    write(line, moments.reduce((said, [name, at]) => said.replace(name, written.format(new Date(at))), sayMoments));
  }
}

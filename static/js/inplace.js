// ▶ beside a clause opens its play where it stands. Without this the link leads to the play's own page.
import { mount } from "./stepper.js";

let opened = 0;

async function fill(fold) {
  if (!fold.open || fold.dataset.loaded) return;
  fold.dataset.loaded = "true";
  try {
    const response = await fetch(fold.dataset.playUrl);
    if (!response.ok) throw new Error(String(response.status));
    opened += 1;
    // two boards on one page: the names by which buttons find their sheets must differ
    const html = (await response.text()).replaceAll(/\b(id|popovertarget|aria-labelledby|name)="/g, `$1="play${opened}-`)
      .replaceAll("url(#", `url(#play${opened}-`);
    const play = new DOMParser().parseFromString(html, "text/html").querySelector("[data-play]");
    if (!play) throw new Error("no play there");
    play.querySelector(".controls").classList.remove("dock");
    play.querySelector("[data-help]").remove();
    const frame = Object.assign(document.createElement("div"), { className: "inplace" });
    frame.append(play);
    fold.querySelector("p").before(frame);
    mount(play);
  } catch {
    delete fold.dataset.loaded; // the link below still leads there
  }
}

document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("[data-play-url]")) fill(event.target);
}, true);
for (const fold of document.querySelectorAll("[data-play-url][open]")) fill(fold);

// What every page loads; the rest comes only where its part stands on the page.
import "./copy.js";
import "./preview.js";
import { typing } from "./typing.js";
import { remember, show } from "./recent.js";

remember();
show();

if (document.querySelector("[data-play], [data-play-url]")) import("./stepper.js").then(({ mountAll }) => mountAll());
if (document.querySelector("[data-play-url]")) import("./inplace.js");
if (document.querySelector("[data-filter]")) import("./filter.js");
if (document.querySelector("#new")) import("./paste.js");

document.addEventListener("keydown", (event) => {
  if (event.code !== "Slash" || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
  const box = [...document.querySelectorAll("input[type=search]")].find((each) => each.offsetParent !== null);
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});


// A play, stepped through in place. It knows no rule: each step's board was drawn by the server, and it shows
// which one, moves what moved, and keeps the address of the step in the address bar.
import { turn } from "./turn.js";
import { bare, typing } from "./typing.js";

const MOVE = { duration: 180, easing: "cubic-bezier(0.2, 0, 0, 1)" };
const plays = [];

class Play {
  constructor(root) {
    this.root = root;
    this.slot = root.querySelector("[data-slot]");
    this.items = [...root.querySelectorAll("li[data-step]")];
    this.n = Number(root.dataset.step);
    this.last = this.items.length - 1;
    this.flipped = false;
    this.said = root.querySelector("[data-said]");
    this.boards = new Map();
    for (const each of root.querySelectorAll("template[data-board-of]")) this.boards.set(Number(each.dataset.boardOf), each);
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("toggle", (event) => this.outline(event), true);
    const flip = root.querySelector("[data-flip]");
    flip.hidden = false;
    flip.addEventListener("click", () => this.flip());
    const help = root.querySelector("[data-help]");
    const keys = document.getElementById("keys");
    if (keys) {
      help.hidden = false;
      help.addEventListener("click", () => keys.showModal());
    }
    this.watchStage();
    if (this.n) this.reveal();
  }

  // Where the steps scroll by themselves, a page that opens at a step shows it among them.
  reveal() {
    const story = this.root.querySelector(".story");
    if (getComputedStyle(story).overflowY !== "auto") return;
    const item = this.items[this.n].getBoundingClientRect();
    story.scrollTop += item.top - story.getBoundingClientRect().top - (story.clientHeight - item.height) / 2;
  }

  click(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const control = event.target.closest("[data-go]");
    const link = event.target.closest("li[data-step] > a");
    if (control) {
      event.preventDefault();
      this.go({ first: 0, previous: this.n - 1, next: this.n + 1, last: this.last }[control.dataset.go]);
    } else if (link) {
      event.preventDefault();
      this.go(Number(link.parentElement.dataset.step));
    }
  }

  async board(n) {
    const inlined = this.boards.get(n);
    if (inlined) return inlined.content.cloneNode(true);
    const address = new URL(this.link(n).href);
    address.searchParams.set("fragment", "board");
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    const template = document.createElement("template");
    template.innerHTML = await response.text();
    this.boards.set(n, template);
    return template.content.cloneNode(true);
  }

  link(n) {
    return this.items[n].querySelector(":scope > a");
  }

  async go(wish) {
    const n = Math.max(0, Math.min(this.last, wish));
    if (n === this.n) return;
    let board;
    try {
      this.wish = n;
      board = await this.board(n);
    } catch {
      location.assign(this.link(n).href);
      return;
    }
    if (this.wish !== n) return;
    this.n = n;
    this.draw(board);
    this.mark();
    if (n < this.last) this.board(n + 1).catch(() => {});
  }

  draw(board) {
    const before = this.places();
    this.slot.replaceChildren(board);
    if (this.flipped) turn(this.slot);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.animate(before);
  }

  places() {
    const found = new Map();
    for (const card of this.slot.querySelectorAll("[data-card]")) {
      found.set(card.dataset.card, { spot: card.getBoundingClientRect(), open: card.dataset.open });
    }
    return found;
  }

  animate(before) {
    for (const card of this.slot.querySelectorAll("[data-card]")) {
      const was = before.get(card.dataset.card);
      if (!was) continue;
      const now = card.getBoundingClientRect();
      const x = was.spot.left + was.spot.width / 2 - (now.left + now.width / 2);
      const y = was.spot.top + was.spot.height / 2 - (now.top + now.height / 2);
      const turned = was.open === card.dataset.open ? "" : `rotate(${card.dataset.open === "false" ? -90 : 90}deg)`;
      if (Math.abs(x) < 1 && Math.abs(y) < 1 && !turned) continue;
      card.animate([{ transform: `translate(${x}px, ${y}px) ${turned}`, zIndex: 2 }, { transform: "none", zIndex: 2 }], MOVE);
    }
  }

  mark() {
    for (const [n, item] of this.items.entries()) {
      item.classList.toggle("current", n === this.n);
      if (n === this.n) this.link(n).setAttribute("aria-current", "step");
      else this.link(n).removeAttribute("aria-current");
    }
    const url = this.link(this.n).href;
    const off = { first: this.n === 0, previous: this.n === 0, next: this.n === this.last, last: this.n === this.last };
    const to = { first: 0, previous: this.n - 1, next: this.n + 1, last: this.last };
    for (const control of this.root.querySelectorAll("[data-go]")) {
      const { go } = control.dataset;
      if (off[go]) control.setAttribute("aria-disabled", "true");
      else control.removeAttribute("aria-disabled");
      control.href = this.link(Math.max(0, Math.min(this.last, to[go]))).href;
    }
    this.root.querySelector("[data-counter]").textContent = `${this.n} / ${this.last}`;
    this.said.textContent = this.link(this.n).textContent.trim();
    const inPlace = this.root.closest("[data-play-url]");
    if (!inPlace && !this.root.querySelector(".refusal[open]")) this.items[this.n].scrollIntoView({ block: "nearest", behavior: "instant" });
    if (inPlace) return; // a play inside an entry leaves the entry's address alone
    history.replaceState(null, "", url);
    document.querySelector("[data-copy-step]")?.setAttribute("data-copy", new URL(url).pathname);
    shareStep(new URL(url), this.n ? this.items[this.n].id : "");
  }

  flip() {
    this.flipped = !this.flipped;
    this.root.querySelector("[data-flip]").setAttribute("aria-pressed", String(this.flipped));
    const before = this.places();
    turn(this.slot);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.animate(before);
  }

  // The facts of a refusal that is being read stand out on the board.
  async outline(event) {
    if (!event.target.matches?.(".refusal")) return;
    if (event.target.open) await this.go(this.last); // what is refused is refused on the last board
    for (const each of this.slot.querySelectorAll(".fact, .cell-fact")) each.classList.remove("fact", "cell-fact");
    for (const open of this.root.querySelectorAll(".refusal[open]")) {
      for (const name of open.dataset.facts.split(" ").filter(Boolean)) {
        this.slot.querySelector(`[data-card="${CSS.escape(name)}"]`)?.classList.add("fact");
        this.slot.querySelector(`[data-cell="${CSS.escape(name)}"]`)?.classList.add("cell-fact");
      }
    }
  }

  // Steps scroll under a board that stays: a step brought into view must not hide behind it.
  watchStage() {
    const stage = this.root.querySelector(".stage");
    new ResizeObserver(() => {
      const sticky = getComputedStyle(stage).position === "sticky" && matchMedia("(width < 48rem)").matches;
      if (this.root.closest("[data-play-url]")) return; // a board inside an entry scrolls away with it
      document.documentElement.style.setProperty("--stage", sticky ? `${stage.offsetHeight}px` : "0rem");
    }).observe(stage);
  }
}

// What may be copied names the step that is shown.
function shareStep(url, step) {
  url.searchParams.delete("lang");
  for (const field of document.querySelectorAll("textarea[data-share]")) {
    const embed = field.dataset.embed && `${field.dataset.embed}${step ? `?${new URLSearchParams({ step })}` : ""}`;
    field.value = field.dataset.share.replace("%url%", url.href).replace("%embed%", embed);
  }
}

// By the physical key, so that a Cyrillic layout steps too.
const KEYS = {
  ArrowLeft: (play) => play.go(play.n - 1),
  KeyK: (play) => play.go(play.n - 1),
  ArrowRight: (play) => play.go(play.n + 1),
  KeyJ: (play) => play.go(play.n + 1),
  Home: (play) => play.go(0),
  Digit0: (play) => play.go(0),
  End: (play) => play.go(play.last),
  "Shift+Digit4": (play) => play.go(play.last),
  KeyF: (play) => play.flip(),
  "Shift+Slash": () => document.getElementById("keys")?.showModal(),
};

document.addEventListener("keydown", (event) => {
  if (!bare(event) || typing(event) || document.querySelector("dialog[open]")) return;
  const play = plays.find(({ root }) => root.contains(event.target)) ?? plays[0];
  const act = play && KEYS[(event.shiftKey ? "Shift+" : "") + event.code];
  if (!act || !play.root.isConnected) return;
  event.preventDefault();
  act(play);
});

export function mount(root) {
  plays.push(new Play(root));
}

export function mountAll() {
  for (const root of document.querySelectorAll("[data-play]")) mount(root);
}

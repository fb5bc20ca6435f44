// A link to an entry or a clause shows it before one follows: on hover and focus beside the link, on a tap as a
// sheet from below (the second tap follows). Esc closes. Links inside a preview preview too.
const GAMES = new Set((document.body.dataset.games ?? "").split(" ").filter(Boolean));
const WAIT = 250;
const LINGER = 200;
const kept = new Map();

const box = document.createElement("div");
box.className = "preview";
box.popover = "manual";
box.id = "preview";
box.setAttribute("role", "region");

let shownFor = null;
let timer = 0;
let pointer = "mouse";

const idOf = (link) => {
  if (link.dataset.id) return link.dataset.id;
  const [game, slug, ...rest] = link.pathname.split("/").filter(Boolean);
  if (link.origin !== location.origin || !GAMES.has(game) || !slug || rest.length) return null;
  return `${game}:${slug}${decodeURIComponent(link.hash)}`;
};

// Only links in running text and lists of entries: the page's frame and headings explain themselves.
const wanted = (target) => {
  const link = target.closest?.("main a[href], .preview .sheet-text a[href]");
  if (!link || link.matches(".sign, .cover, .button, .row-title a, .result h3 a") || link.closest("nav")) return null;
  return idOf(link) ? link : null;
};

async function load(id) {
  if (!kept.has(id)) {
    const answer = fetch(`/preview/?id=${encodeURIComponent(id)}`, { headers: { "X-Requested-With": "fetch" } })
      .then((response) => (response.ok ? response.text() : ""));
    kept.set(id, answer);
    answer.then((html) => html || kept.delete(id), () => kept.delete(id));
  }
  return kept.get(id).catch(() => "");
}

async function show(link, bottom) {
  const html = await load(idOf(link));
  if (!html || (link !== wish && !bottom)) return false;
  if (!box.isConnected) document.body.append(box);
  box.innerHTML = html;
  box.setAttribute("aria-label", link.textContent.trim());
  box.classList.toggle("bottom", bottom);
  box.style.cssText = "";
  if (!box.matches(":popover-open")) box.showPopover();
  if (!bottom) place(link);
  forget();
  shownFor = link;
  link.setAttribute("aria-describedby", box.id);
  return true;
}

function place(link) {
  const gap = 8;
  const spot = link.getClientRects()[0];
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(Math.max(gap, spot.left), innerWidth - width - gap);
  const below = spot.bottom + gap + height < innerHeight || spot.top < height + gap;
  box.style.left = `${left}px`;
  box.style.top = `${below ? spot.bottom + gap : spot.top - height - gap}px`;
}

function forget() {
  shownFor?.removeAttribute("aria-describedby");
  shownFor = null;
}

function hide() {
  clearTimeout(timer);
  wish = null;
  forget();
  if (box.isConnected && box.matches(":popover-open")) box.hidePopover();
}

let wish = null;
const later = (link, wait) => {
  clearTimeout(timer);
  wish = link;
  timer = setTimeout(() => show(link, false), wait);
};

document.addEventListener("pointerdown", (event) => {
  pointer = event.pointerType;
  if (!box.contains(event.target) && event.target.closest?.("a") !== shownFor) hide();
}, true);

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const link = wanted(event.target);
  if (link && link !== shownFor) later(link, box.contains(link) ? WAIT * 2 : WAIT);
  else if (link || box.contains(event.target)) clearTimeout(timer);
  else if (wish || shownFor) {
    clearTimeout(timer);
    timer = setTimeout(hide, LINGER);
  }
});

document.addEventListener("focusin", (event) => {
  const link = wanted(event.target);
  if (link?.matches(":focus-visible") && pointer !== "touch") later(link, WAIT);
  else if (!box.contains(event.target)) hide();
});

document.addEventListener("click", (event) => {
  const link = wanted(event.target);
  if (!link || pointer !== "touch" || event.detail === 0 || link === shownFor || box.contains(link)) return;
  event.preventDefault();
  wish = link;
  show(link, true).then((done) => { if (!done) location.assign(link.href); });
});

document.addEventListener("keydown", (event) => {
  pointer = "keyboard";
  if (event.key === "Escape" && box.isConnected && box.matches(":popover-open")) {
    event.preventDefault();
    hide();
  }
});
addEventListener("hashchange", hide);

// What was looked at last, kept on this device only.
const KEY = "recent";
const KEPT = 8;

const read = () => {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? []; } catch { return []; }
};

export function remember() {
  const here = document.querySelector("[data-recent-title]");
  if (!here) return;
  const path = location.pathname.replace(/^(\/s\/[^/]+\/|\/rulings\/[^/]+\/|\/examples\/[^/]+\/[^/]+\/).*/, "$1");
  const one = { url: path, title: here.dataset.recentTitle, note: here.dataset.recentNote };
  const all = [one, ...read().filter((each) => each.url !== path)].slice(0, KEPT);
  try { localStorage.setItem(KEY, JSON.stringify(all)); } catch { /* a full or forbidden store keeps nothing */ }
}

export function show() {
  const section = document.querySelector("[data-recent]");
  const all = read();
  if (!section || !all.length) return;
  section.querySelector("ul").append(...all.map(({ url, title, note }) => {
    const link = Object.assign(document.createElement("a"), { href: url });
    const small = Object.assign(document.createElement("small"), { textContent: ` ${note}` });
    const words = document.createElement("span");
    words.append(title, small);
    link.append(words);
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
  section.hidden = false;
}

// A list of entries or of rulings, narrowed while typing. Every word must begin some word of the row's names,
// or stand in its text.
const box = document.querySelector("[data-filter]");
const input = box.querySelector("input");
const empty = document.querySelector("[data-filter-empty]");
const count = document.querySelector("[data-filter-count]");
const all = document.querySelector("[data-search-all]");

const fold = (text) => text.normalize("NFKC").toLowerCase().replaceAll("ё", "е");
const rows = [...document.querySelectorAll("[data-row]")].map((row) => ({
  row,
  names: fold(` ${row.dataset.row} `),
  text: fold(row.textContent),
}));

function narrow() {
  const words = fold(input.value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { row, names, text } of rows) {
    const hit = words.every((word) => names.includes(word) || (word.length > 2 && text.includes(word)));
    row.hidden = !hit;
    shown += hit;
  }
  empty.hidden = shown > 0;
  count.textContent = words.length ? `${shown} ${count.dataset.one}` : "";
  all.href = `/search/?q=${encodeURIComponent(input.value)}`;
}

box.hidden = false;
input.addEventListener("input", narrow);
input.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && input.value) {
    input.value = "";
    narrow();
  } else if (event.key === "Enter") {
    rows.find(({ row }) => !row.hidden)?.row.querySelector("a").click();
  }
});
narrow();

// Loaded before the page is drawn, so that a chosen theme never flashes. Nothing chosen: as the system.
(() => {
  const KEY = "theme";
  const ORDER = ["system", "light", "dark"];
  const root = document.documentElement;
  const read = () => {
    try { return localStorage.getItem(KEY) ?? "system"; } catch { return "system"; }
  };
  const apply = (theme) => {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  apply(read());
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-toggle]");
    if (!button) return;
    const say = () => {
      const words = button.dataset[read()] ?? button.dataset.system;
      button.setAttribute("aria-label", words);
      button.title = words;
    };
    button.hidden = false;
    say();
    button.addEventListener("click", () => {
      const next = ORDER[(ORDER.indexOf(read()) + 1) % ORDER.length];
      try { localStorage.setItem(KEY, next); } catch { /* the theme then lasts as long as the page */ }
      apply(next);
      say();
    });
  });
})();

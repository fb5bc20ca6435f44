// A problem's place is a button: it puts the cursor there.
const field = document.getElementById("document");
const problems = document.getElementById("problems");
problems?.focus();

document.querySelector(".problems")?.addEventListener("click", (event) => {
  const place = event.target.closest("[data-line]");
  if (!place) return;
  const line = Number(place.dataset.line);
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + Number(place.dataset.column) - 1;
  field.focus();
  field.setSelectionRange(start, start + 1);
  field.scrollTop = (field.scrollHeight / lines.length) * Math.max(0, line - 6);
});

field.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.form.requestSubmit();
});

// [data-copy]: the link goes to the clipboard, and the control says so. An anchor still goes where it points.
const SHOWN = 1600;

for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;

const said = document.createElement("p");
said.className = "visually-hidden";
said.setAttribute("role", "status");
document.body.append(said);

document.addEventListener("click", async (event) => {
  const control = event.target.closest?.("[data-copy]");
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = new URL(control.dataset.copy, location.href);
  link.searchParams.delete("lang"); // the reader's language is never part of a shared link
  await put(link.href);
  control.classList.add("copied");
  said.textContent = control.dataset.done;
  setTimeout(() => {
    control.classList.remove("copied");
    said.textContent = "";
  }, SHOWN);
});

async function put(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // no clipboard outside https and localhost: a phone on the same network still gets its link
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
    field.className = "visually-hidden";
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

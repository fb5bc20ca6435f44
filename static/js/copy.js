// [data-copy]: the link goes to the clipboard, and the control says so. An anchor still goes where it points.
// [data-copy-from]: so does the text of the field it names.
const SHOWN = 1600;

for (const button of document.querySelectorAll("button[data-copy], button[data-copy-from]")) button.hidden = false;

const said = document.createElement("p");
said.className = "visually-hidden";
said.setAttribute("role", "status");
document.body.append(said);

document.addEventListener("click", async (event) => {
  const control = event.target.closest?.("[data-copy], [data-copy-from]");
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
  await put(what(control));
  control.classList.add("copied");
  said.textContent = control.dataset.done;
  setTimeout(() => {
    control.classList.remove("copied");
    said.textContent = "";
  }, SHOWN);
});

function what(control) {
  if (control.dataset.copyFrom) return document.getElementById(control.dataset.copyFrom).value;
  const link = new URL(control.dataset.copy, location.href);
  link.searchParams.delete("lang"); // the reader's language is never part of a shared link
  return link.href;
}

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

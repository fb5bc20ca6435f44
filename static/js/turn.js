// The board from the other side. The table itself is turned, so that it reads in the order it is seen.
export function turn(slot) {
  const board = slot.querySelector("[data-board]");
  board.classList.toggle("flipped");
  for (const row of board.querySelectorAll("tr")) row.append(row.cells[0], ...[...row.cells].slice(1).reverse());
  const body = board.querySelector("tbody");
  body.append(...[...body.rows].reverse());
  const [first, second] = board.querySelectorAll(".zones");
  const table = board.querySelector("table");
  table.before(second);
  table.after(first);
}

// Keys belong to a field while it has the focus.
export const typing = (event) =>
  event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;

export const bare = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;

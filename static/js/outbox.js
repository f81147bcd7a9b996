// What is being sent lies in the phone until the site has answered: after a reload, on another page, when the phone was
// off, it is sent on, in the order in which it was entered. What has no key to make a repeat harmless is not kept.

const PREFIX = "unsent:";

export function keep(form, body) {
  const earlier = unsent();
  const item = {
    number: 1 + (earlier.at(-1)?.number ?? 0),
    key: body.get("key"),
    page: location.pathname,
    address: addressOf(form),
    title: document.querySelector("h1").textContent.trim(),
    fields: [...body],
  };
  if (item.key && item.fields.every(([, value]) => typeof value === "string")) store(item);
  return item;
}

// Oldest first. What was refused waits to be looked at on the page that it was entered on.
export function unsent() {
  const names = attempt(() => Object.keys(localStorage)) ?? [];
  return names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => attempt(() => JSON.parse(localStorage.getItem(name))))
    .filter((item) => Array.isArray(item?.fields))
    .sort((one, other) => one.number - other.number);
}

export function refuse(item) {
  // Taken back meanwhile, it stays so.
  if (unsent().some(({ key }) => key === item.key)) store({ ...item, refused: true });
}

export const drop = (item) => attempt(() => localStorage.removeItem(PREFIX + item.key));

export const addressOf = (form) => {
  const { pathname, search } = new URL(form.action, location.href);
  return pathname + search;
};

const store = (item) => attempt(() => localStorage.setItem(PREFIX + item.key, JSON.stringify(item)));

// Storage can be forbidden or full: then it is sent while the page is open.
function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}

// Sentences that the server wrote into the page, with a place in braces for each value that only the script knows.

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// Fills values into sentences that the server wrote into the page with placeholders in braces.

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

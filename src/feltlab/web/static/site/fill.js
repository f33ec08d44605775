// Words with placeholders such as {name}; a placeholder without a value stays as it is.
/**
 * @param {string} words
 * @param {object} values
 */
export function fill(words, values) {
  const known = new Map(Object.entries(values));
  return words.replace(/\{(\w+)\}/g, (whole, name) => String(known.get(name) ?? whole));
}

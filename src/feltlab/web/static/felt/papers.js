// Downloads for the player: notes and rounds as CSV or JSON.

/**
 * @param {(string | number)[][]} rows
 * @returns {string} for spreadsheets: a line for each row; fields with commas or quotes are quoted
 */
export function csv(rows) {
  const field = (/** @type {string | number} */ value) => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** @param {number} cents */
export const plainDollars = (cents) => (cents / 100).toFixed(2);

const TYPES = { csv: "text/csv", json: "application/json" };

/**
 * @param {string} name
 * @param {keyof typeof TYPES} kind
 * @param {string} text
 */
export function save(name, kind, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${TYPES[kind]};charset=utf-8` }));
  link.download = `feltlab-${name}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

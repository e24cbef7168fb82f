/** Formats a text as a cell of a CSV file, quoted if necessary. */
export function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text as it stands in a cell of a CSV file: in quotes where it must be. */
export function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A third-party text made safe to print: one line, `?` for control characters, at most `limit` characters. */
export function printable(text: string, limit = 80): string {
  const line = text
    .slice(0, 4 * limit)
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[\p{Cc}\p{Cf}]/gu, '?');
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}

/**
 * A text without the folders of absolute paths, for readers on other machines: `/home/me/a.csv` becomes `…/a.csv`.
 * @param known folders whose names may contain spaces
 */
export function withoutFolders(text: string, known: readonly string[]): string {
  // Not the root of a disk.
  const named = known.filter((folder) => !/[\\/]$/.test(folder));
  const short = named.reduce((found, folder) => found.replaceAll(folder, '/…'), text);
  // A backslash before a sign is an escape of Markdown.
  return short.replace(/(?<![\w:/.~-])(?:[A-Za-z]:[\\/]|\/|\\(?![\W_]))(?![\\/])(?:[^\s"'`()<>|:,;\\/]+[\\/])+/g, '…/');
}

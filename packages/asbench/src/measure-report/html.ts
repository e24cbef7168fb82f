/** Text as it may stand in HTML and SVG, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A number to so many decimals; a dash where there is none. */
export function shown(value: number | null, digits = 3): string {
  return value === null ? '–' : value.toFixed(digits);
}

/** A table; the first row names the columns. Cells are HTML. */
export function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
  return `<div class="wide"><table><thead><tr>${cells('th', head)}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells('td', row)}</tr>`)
    .join('\n')}</tbody></table></div>`;
}

/**
 * Characters that move the cursor, change the title, the colours or the text direction, or end a line. Tab and newline
 * are allowed.
 */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu;

/** A text for a terminal: control characters and marks of direction are escaped as in JSON, `\u001b`. */
export function terminalText(text: string): string {
  return text.replace(UNPRINTABLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text of one line, `?` for control characters and marks of direction. */
function lineOf(text: string): string {
  return text.replace(/[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu, ' ').replace(UNPRINTABLE, '?');
}

/** A text for HTML, SVG and XML, in elements and attributes. XML allows neither control characters nor half pairs. */
export function markupText(text: string): string {
  const plain = text
    .replace(/\r\n?/g, '\n')
    .replace(UNPRINTABLE, '?')
    .replace(/[\ufffe\uffff]/g, '?');
  return plain.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '$<$',
  '>': '$>$',
  '†': '\\textdagger{}',
  '–': '--',
  '−': '$-$',
  // After the end of a row, both would be read as its options.
  '[': '{[}',
  '*': '{*}',
};

/** A text for LaTeX, on one line. */
export function latexText(text: string): string {
  return lineOf(text)
    .replace(/[\\~^<>†–−[&%$#_{}]|^\s*\*/g, (sign) => LATEX[sign.trim()] ?? `\\${sign}`)
    .replaceAll(' \\%', '\\,\\%');
}

/** A text for a value of BibTeX, which counts braces even if they are escaped. */
export function bibtexText(text: string): string {
  return latexText(text).replace(/\\([{}])/g, (_, sign) => (sign === '{' ? '\\textbraceleft{}' : '\\textbraceright{}'));
}

/** A text for Markdown, on one line: neither markup nor HTML, a link or the end of a table's cell. */
export function markdownText(text: string): string {
  return lineOf(text)
    .replace(/[\\`*_{}[\]<>#|!&~$]/g, '\\$&')
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, '\\$&');
}

/** A text as a cell of CSV, quoted if necessary; for data that programs read, such as ids. */
export function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A value as a cell of CSV for people, empty for missing. A text that a spreadsheet would calculate begins with an
 * apostrophe, which makes it a text.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = lineOf(String(value));
  const isFormula = typeof value === 'string' && /^\s*[=@+-]/.test(text) && !/^[\d\s.,:;+-]*$/.test(text);
  return csvText(isFormula ? `'${text}` : text);
}

/** Names that Windows reserves for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A text as the name of a file, without an ending: letters, digits, `.`, `_` and `-`. */
export function fileName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 100)
    .replace(/\p{Cs}$/u, '');
  return name === '' || DEVICES.test(name) ? `_${name}` : name;
}

/** Separator of a text, and whether its first line is a header. */
export interface CsvShape {
  readonly separator: string;
  readonly cells: readonly string[];
  /** Whether the first line holds the column names. */
  readonly isHeader: boolean;
}

const SEPARATORS = [',', '\t', ';', '|'];
const QUOTED = /"(?:[^"]|"")*"/g;
/** Separators other than the comma; with these, any comma in a number is a decimal comma. */
const DECIMAL_COMMAS = /^(?:[^,]|(?<=\d),(?=\d))*$/;

/** @param line first non-blank line, without a byte order mark */
export function csvShape(line: string): CsvShape {
  const bare = line.replace(QUOTED, '');
  const found = SEPARATORS.filter((sign) => bare.includes(sign));
  const other = found.find((sign) => sign !== ',');
  const separator = (other !== undefined && DECIMAL_COMMAS.test(bare) ? other : found[0]) ?? ',';
  const cells = splitCells(line, separator);
  const isHeader = isNumbered(cells) || !cells.some((cell) => cell !== '' && isNumber(cell, separator));
  return { separator, cells, isHeader };
}

/** Columns whose names are their numbers from 0, as pandas writes a table without names, perhaps after an index. */
function isNumbered(cells: readonly string[]): boolean {
  const numbers = cells[0] === '' ? cells.slice(1) : cells;
  return numbers.length >= LEAST_NUMBERED && numbers.every((cell, i) => cell === String(i));
}

const LEAST_NUMBERED = 4;

function isNumber(cell: string, separator: string): boolean {
  return Number.isFinite(Number(separator === ',' ? cell : cell.replace(',', '.')));
}

/** The cells of one line, unquoted. */
export function splitCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line.slice(at));
    const start = at + (quoted?.[0].length ?? 0);
    const end = line.indexOf(separator, start);
    const stop = end < 0 ? line.length : end;
    cells.push(quoted ? quoted[1]!.replaceAll('""', '"').trim() : line.slice(at, stop).trim());
    at = stop + 1;
  }
  return cells;
}

import { UserError } from '@itinera/metrics';
import { CsvLine } from '../trajectories/csv-line.js';
import { refuseOtherText } from '../trajectories/read-position-csv.js';

/** A row of a table of the user's, by the names of its columns: numbers, texts, flags; what is missing is left out. */
export type TableRecord = Readonly<Record<string, unknown>>;

const NEWLINE = 10;
const RETURN = 13;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * The lines of a CSV by the names in its first line; cells that look like numbers are numbers, `true` and `false` flags, and
 * empty ones are left out.
 * @throws UserError for what is no CSV, and for a line with another number of cells.
 */
export function csvRecords(bytes: Buffer, path: string): TableRecord[] {
  refuseOtherText(path, bytes);
  const records: TableRecord[] = [];
  let names: string[] | undefined;
  let cells: CsvLine | undefined;
  let number = 0;
  for (let from = 0; from < bytes.length; ) {
    const next = bytes.indexOf(NEWLINE, from);
    const end = next < 0 ? bytes.length : next;
    const to = bytes[end - 1] === RETURN ? end - 1 : end;
    number++;
    if (names === undefined || cells === undefined) {
      const line = bytes.toString('utf8', from, to).replace(/^\uFEFF/, '');
      const separator = [',', '\t', ';', '|'].find((sign) => line.includes(sign)) ?? ',';
      names = line.split(separator).map((name) => name.trim().replace(/^"|"$/g, ''));
      cells = new CsvLine(separator.charCodeAt(0), names.length);
    } else if (to > from) {
      const count = cells.split(bytes, from, to);
      if (count < names.length || cells.cellsBehind() > 0)
        throw new UserError(
          `${path}:${number}: ${count + cells.cellsBehind()} cells, expected ${names.length} as in the first line.`,
        );
      const record: Record<string, unknown> = {};
      for (const [column, name] of names.entries()) {
        const value = cellValue(cells.text(column));
        if (value !== undefined) record[name] = value;
      }
      records.push(record);
    }
    from = end + 1;
  }
  return records;
}

function cellValue(text: string): unknown {
  if (text === '') return undefined;
  if (NUMBER.test(text)) return Number(text);
  return text === 'true' || text === 'True' ? true : text === 'false' || text === 'False' ? false : text;
}

import { counted, UserError } from '@itinera/base';
import { LARGEST_UID, userIdRemedy } from '@itinera/metrics';
import { type ByteSource, csvShape, splitCells } from '@itinera/tables';
import {
  type CsvLayout,
  type LinePosition,
  STEP_COLUMNS,
  type StepColumn,
  type StepLimits,
  scanSteps,
} from './csv-scan.js';
import { readLineBlocks } from './line-blocks.js';
import type { OnProgress } from './progress.js';
import { type StepColumns, StepTable } from './step-table.js';

/** Limits of a step of the challenge. A masked step has x = y = 999: its cell is to be predicted. */
export const STEP_LIMITS: StepLimits = { uid: [0, LARGEST_UID], d: [0, 65_535], t: [0, 47], x: [1, 200], y: [1, 200] };

export const MASKED = 999;

/** This many steps are 2 GB in columns; the whole YJMob100K data set has 112 million. */
export const MAX_STEPS = 2 ** 27;

export interface ReadStepsOptions {
  /** Whether to accept masked steps (999, 999); default false. */
  readonly masked?: boolean;
  readonly onProgress?: OnProgress | undefined;
}

export interface StepFile {
  readonly path: string;
  /** 5 with uid, 4 without. */
  readonly columns: 4 | 5;
  readonly steps: StepTable;
}

/**
 * Reads a file of steps, CSV (plain or gzip), JSON, Parquet or Arrow: `uid,d,t,x,y`, or 4 columns without uid. A header
 * is optional; it may name the columns in any order, and additional ones. CSV may have any separator, quotes, numbers such
 * as 137.0 or 137,0, a byte-order mark, CRLF, and blank lines. Rows stay in the order of the file.
 *
 * Memory: 15 bytes per step, up to 2.5 times that while the columns grow, and about 3 MB.
 *
 * @throws UserError that names the line when the file cannot be read or a line is not a step within `STEP_LIMITS`
 */
export async function readStepFile(file: ByteSource, options: ReadStepsOptions = {}): Promise<StepFile> {
  const steps = new StepTable(expectedSteps(file));
  const columns = await scanFile(file, options, steps, () => {
    if (steps.length > MAX_STEPS) {
      throw new UserError(`${file.name}: more than ${MAX_STEPS} steps. Split the file by uid and work on the parts.`);
    }
  });
  return { path: file.name, columns, steps };
}

/**
 * Reads steps like `readStepFile`, but passes them on block by block, in about 5 MB of memory whatever the size of the
 * file.
 */
export async function streamStepFile(
  file: ByteSource,
  options: ReadStepsOptions,
  onSteps: (steps: StepColumns) => void,
): Promise<void> {
  const block = new StepTable();
  await scanFile(file, options, block, () => {
    onSteps(block);
    block.length = 0;
  });
}

async function scanFile(
  file: ByteSource,
  { masked = false, onProgress }: ReadStepsOptions,
  table: StepTable,
  afterBlock: () => void,
): Promise<4 | 5> {
  const path = file.name;
  const position: LinePosition = { line: 0 };
  const limits: StepLimits = masked ? { ...STEP_LIMITS, x: [1, MASKED], y: [1, MASKED] } : STEP_LIMITS;
  let layout: CsvLayout | undefined;
  let isEmpty = true;
  for await (const block of readLineBlocks(file, position, onProgress)) {
    let bytes = block;
    if (layout === undefined) {
      const start = readLayout(path, block, position);
      if (start === undefined) continue;
      layout = start.layout;
      bytes = block.subarray(start.firstByte);
    }
    const known = layout;
    const firstRow = table.length;
    scanSteps(bytes, known, limits, table, position, (line, number) => {
      if (line.length > 0) readOddLine(`${path}: line ${number}`, line, number, known, limits, table);
    });
    if (masked) refuseHalfMasked(path, table, firstRow);
    isEmpty &&= table.length === firstRow;
    afterBlock();
  }
  if (isEmpty) throw new UserError(`${path} contains no steps. Pass a CSV file with lines of uid,d,t,x,y.`);
  return layout?.holds.includes(0) ? 5 : 4;
}

/**
 * Estimated from the size of a plain file; untouched memory costs nothing, so a high estimate is better than growing
 * later.
 */
function expectedSteps({ name, size }: ByteSource): number {
  return /\.gz$/i.test(name) || !Number.isFinite(size) ? 0 : Math.min(Math.ceil(size / 14), MAX_STEPS);
}

const BLANK = { cells: [''], separator: ',' };

/**
 * Reads the byte-order mark, blank lines and header before the first step; undefined if the block contains nothing
 * else.
 */
function readLayout(path: string, block: Uint8Array, position: LinePosition) {
  let from = position.line === 0 && block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf ? 3 : 0;
  while (from < block.length) {
    let to = from;
    while (to < block.length && block[to] !== 10 && block[to] !== 13) to++;
    const { cells: fields, separator } = to > from ? csvShape(textOf(block.subarray(from, to))) : BLANK;
    if (fields.length > 1 || fields[0] !== '') {
      const where = `${path}: line ${position.line + 1}`;
      if (!isHeader(fields)) {
        return { layout: plainLayout(where, fields, separator), firstByte: from };
      }
      const layout = headerLayout(where, fields, separator);
      position.line++;
      return { layout, firstByte: to + (block[to] === 13 && block[to + 1] === 10 ? 2 : 1) };
    }
    position.line++;
    from = to + (block[to] === 13 && block[to + 1] === 10 ? 2 : 1);
  }
  return undefined;
}

/** A header contains names, not numbers. */
function isHeader(fields: readonly string[]): boolean {
  return fields.some((field) => /[a-z]/i.test(field)) && !fields.some((field) => /^[\d.+-]+$/.test(field));
}

function plainLayout(where: string, fields: readonly string[], separator: string): CsvLayout {
  if (fields.length !== 4 && fields.length !== 5) {
    throw new UserError(
      `${where} has ${counted(fields.length, 'column')} (${quote(fields.join(','))}); expected 5 (uid,d,t,x,y) or 4 (d,t,x,y)${fields.length === 1 ? ', separated by commas, semicolons or tabs' : ''}.`,
    );
  }
  const holds = fields.length === 5 ? [0, 1, 2, 3, 4] : [1, 2, 3, 4];
  return { separator: separator.charCodeAt(0), columns: fields.length, holds, takesPointZero: true };
}

/** What other data call the column of people; not other ids, such as of cells, which a file of one person may have. */
const PERSON = /^((user|person|people|agent|individual|participant|device)s?[ _-]?(ids?|no|number)?|u?ids?)$/;

function headerLayout(where: string, fields: readonly string[], separator: string): CsvLayout {
  const names = fields.map((field) => field.toLowerCase());
  const missing = STEP_COLUMNS.filter((name) => name !== 'uid' && !names.includes(name));
  if (missing.length > 0) {
    throw new UserError(
      `${where}: the header ${quote(fields.join(','))} has no ${missing.join(', ')}. Expected uid,d,t,x,y or d,t,x,y.`,
    );
  }
  // Without this, everybody in the file would be one person.
  const people = names.findIndex((name) => PERSON.test(name));
  if (!names.includes('uid') && people >= 0)
    throw new UserError(
      `${where}: the header ${quote(fields.join(','))} has no uid, whose column is perhaps ${quote(fields[people]!)}. Rename it to uid.`,
    );
  const twice = STEP_COLUMNS.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw new UserError(`${where}: the header names ${twice} twice. Name each column once.`);
  const other = STEP_COLUMNS.length;
  return {
    separator: separator.charCodeAt(0),
    columns: names.length,
    takesPointZero: true,
    holds: names.map((name) =>
      STEP_COLUMNS.includes(name as StepColumn) ? STEP_COLUMNS.indexOf(name as StepColumn) : other,
    ),
  };
}

const COMMA = 44;
/** Also accepts a decimal point or comma, as pandas writes a column with a missing number. */
const WHOLE = /^\d+([.,]0*)?$/;

function readOddLine(
  where: string,
  bytes: Uint8Array,
  lineNumber: number,
  { columns, holds, separator = COMMA }: CsvLayout,
  limits: StepLimits,
  table: StepTable,
): void {
  const text = textOf(bytes);
  if (text.trim() === '') return;
  const fields = splitCells(text, String.fromCharCode(separator));
  if (fields.length !== columns) {
    throw new UserError(
      `${where} has ${counted(fields.length, 'column')} (${quote(text)}), the previous lines have ${columns}. ` +
        'Every line needs the same columns.',
    );
  }
  const values = [0, 0, 0, 0, 0];
  for (const [column, field] of fields.entries()) {
    const name = STEP_COLUMNS[holds[column] as number];
    if (name === undefined) continue;
    const [low, high] = limits[name];
    const value = WHOLE.test(field) ? Number(field.replace(',', '.')) : Number.NaN;
    if (!(value >= low && value <= high)) {
      const from = low === 1 ? 'cells are counted from 1' : 'half hours of a day are counted from 0';
      const hint =
        value === MASKED
          ? ' (999 marks a masked step, which has no place yet)'
          : (name === 't' && value === high + 1) || (low === 1 && value === 0)
            ? ` (${from})`
            : '';
      const most = high === MASKED ? 200 : high;
      throw new UserError(
        `${where}: ${name} is ${quote(field)}${hint}; expected a whole number from ${low} to ${most}.${name === 'uid' ? userIdRemedy(field) : ''}`,
      );
    }
    values[holds[column] as number] = value;
  }
  table.push(...(values as [number, number, number, number, number]), lineNumber);
}

/** If masked steps are accepted, 201 to 998 pass the scanner and are rejected here. */
function refuseHalfMasked(path: string, { length, x, y, line }: StepTable, firstRow: number): void {
  const high = STEP_LIMITS.x[1];
  for (let i = firstRow; i < length; i++) {
    const cellX = x[i] as number;
    const cellY = y[i] as number;
    if ((cellX > high || cellY > high) && (cellX !== MASKED || cellY !== MASKED)) {
      throw new UserError(
        `${path}: line ${line[i]}: x, y is ${cellX}, ${cellY}; expected cells from 1 to ${high}, or 999, 999 for a masked step.`,
      );
    }
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

function textOf(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/** Quoted and shortened, with unprintable characters escaped. */
export function quote(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return JSON.stringify(short).replace(/[\u007f-\u009f\ufffd]/g, '·');
}

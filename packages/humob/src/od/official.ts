import { UserError } from '@itinera/base';
import { PythonTextError } from '../python-text.js';
import type { FlowFile } from './flow-file.js';
import { type OdLine, odLines, textOf } from './lines.js';
import { MatrixFault, type MatrixTerms, readMatrix } from './matrix.js';
import { pythonLiteral } from './python-literal.js';
import { GAP, SUBMISSION_DAYS } from './rules.js';
import { DayScanner, type OdDay } from './scan-day.js';

const UNREADABLE = 'File could not be read.';

/** Rejected lines that are reported. */
const MAX_FAULTS = 10_000;

/** The first fault found by the organisers' validator. */
interface Fault {
  /** Its output, or the exception with which it ends. */
  readonly message?: string;
  readonly crash?: string;
}

/** Receives the results of the organisers' checks of a line. */
export interface LineListener {
  /** A line that they reject, with the reason in their words. */
  readonly onFault?: (line: OdLine, message: string) => void;
  /** A line that they accept; `day` is undefined for dates that they do not look at. */
  readonly onLine?: (line: OdLine, day: OdDay | undefined) => void;
  readonly onOddity?: (line: OdLine, ...oddity: Parameters<NonNullable<MatrixTerms['onOddity']>>) => void;
}

/**
 * Runs the organisers' checks over a whole file, and reports every line to the listener.
 *
 * @returns their verdict; empty if they accept the file
 * @throws UserError if the file exceeds the limits
 */
export function runOfficialCheck(file: FlowFile, listener: LineListener = {}): Fault {
  const dates = new Set<string>();
  const scanner = new DayScanner();
  let first: Fault | undefined;
  let lines = 0;
  let faults = 0;
  let isFirstEmpty = false;
  try {
    // After so many faults the verdict is clear; what follows is only checked for UTF-8.
    for (const line of odLines(file, () => faults > MAX_FAULTS)) {
      // They read the whole file before they look at a line.
      if (!line.isUtf8) return { message: UNREADABLE };
      lines++;
      if (line.index === 0) isFirstEmpty = line.isEmpty;
      if (faults > MAX_FAULTS) continue;
      try {
        const day = checkLine(line, file.name, dates, scanner, listener);
        listener.onLine?.(line, day);
      } catch (error) {
        if (error instanceof MatrixFault) first ??= { message: `Error at line ${line.index}: ${error.message}` };
        else if (error instanceof PythonTextError) first ??= { crash: error.message };
        else throw error;
        faults++;
        listener.onFault?.(line, error.message);
      }
    }
  } catch (error) {
    if (error instanceof UserError || !(error instanceof Error && 'syscall' in error)) throw error;
    return { message: UNREADABLE };
  }
  if (lines === 0 || (lines === 1 && isFirstEmpty)) return { message: `The file ${file.name} is empty.` };
  if (first !== undefined) return first;
  const missing = SUBMISSION_DAYS.filter((date) => !dates.has(date));
  if (missing.length === 0) return {};
  return { message: `The submission is missing required dates: [${missing.map((date) => `'${date}'`).join(', ')}]` };
}

const REQUIRED = new Set(SUBMISSION_DAYS);

function checkLine(line: OdLine, path: string, dates: Set<string>, scanner: DayScanner, listener: LineListener) {
  const { columns, date } = line;
  if (columns !== 2) throw new MatrixFault('Expected 2 tab-delimited columns.');
  if (!/^\p{Nd}{8}$/u.test(date)) throw new MatrixFault('The date must be in the format YYYYMMDD.');
  if (date < GAP[0] || date > GAP[1])
    throw new MatrixFault(`The date must be within the evaluation period ${GAP[0]} - ${GAP[1]}.`);
  if (dates.has(date)) throw new MatrixFault('The date is duplicated.');
  dates.add(date);
  if (!REQUIRED.has(date)) return undefined;
  return readDayOf(line, path, scanner, {
    onOddity: (oddity, example) => listener.onOddity?.(line, oddity, example),
  });
}

/** Options for reading a day of a file. */
export interface DayTerms extends MatrixTerms {
  /** The pairs to keep; all by default. */
  readonly takes?: (pair: number) => boolean;
}

/**
 * The day in the second column.
 * @throws MatrixFault, PythonError or UserError, see `readMatrix`
 */
export function readDayOf(line: OdLine, path: string, scanner: DayScanner, { takes, ...terms }: DayTerms): OdDay {
  const day = scanner.scan(line.bytes, line.from, line.bytes.length, takes);
  if (day !== undefined) return day;
  const text = textOf(line.bytes.subarray(line.from));
  const matrix = pythonLiteral(text, `${path}, line ${line.index + 1}`);
  if (matrix === undefined) throw new MatrixFault('Could not parse the OD matrix in the second column.');
  const read = readMatrix(matrix, terms);
  if (takes === undefined) return read;
  const kept = Array.from(read.pairs.keys()).filter((i) => takes(read.pairs[i]!));
  return {
    pairs: Uint32Array.from(kept, (i) => read.pairs[i]!),
    flows: Float64Array.from(kept, (i) => read.flows[i]!),
  };
}

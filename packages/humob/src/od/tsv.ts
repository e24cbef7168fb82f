import { asUserError, beyondLimits, limitOf, UserError, withPath } from '@itinera/base';
import { PythonTextError } from '../python-text.js';
import type { FlowFile } from './flow-file.js';
import { type OdLine, odLines, textOf } from './lines.js';
import { MatrixFault, matrixOfRecord, type OdRecord } from './matrix.js';
import { readDayOf } from './official.js';
import { daysSince1970, isPairInBox } from './rules.js';
import { DayScanner, type OdDay } from './scan-day.js';

/** Daily flows by date YYYYMMDD, in the order of the file; null on days without data (`NA`). */
export type OdFlows = ReadonlyMap<string, OdDay | null>;

export interface ReadOdOptions {
  /** Keep only pairs with both ends in the box of the evaluation, the ones that are scored. */
  readonly boxOnly?: boolean;
}

/**
 * Reads a file of daily flows: the data set, a part of it or a submission. Per line a date, a tab, and a Python dict of
 * dicts or `NA`, which is read as data and never evaluated. Days without flows and negative flows are accepted.
 *
 * @throws UserError with file and line if the file cannot be read or exceeds the limits
 */
export function readOdFlows(file: FlowFile, { boxOnly = false }: ReadOdOptions = {}): OdFlows {
  const days = new Map<string, OdDay | null>();
  const scanner = new DayScanner();
  const takes = boxOnly ? isPairInBox : undefined;
  const most = limitOf('odFlows');
  let flows = 0;
  forEachDay(file, (line) => {
    const day = isMissingFlow(line)
      ? null
      : readDayOf(line, file.name, scanner, { isLenient: true, ...(takes && { takes }) });
    days.set(line.date, day);
    flows += day?.pairs.length ?? 0;
    if (flows > most) throw beyondLimits(file.name, `has more than ${most} flows`);
  });
  return days;
}

export const isMissingFlow = ({ bytes, from }: OdLine) =>
  bytes.length === from + 2 && bytes[from] === 0x4e && bytes[from + 1] === 0x41;

/**
 * Passes on the lines of a file, each with a unique date and a second column.
 * @throws UserError with file and line
 */
export function forEachDay(file: FlowFile, onDay: (line: OdLine) => void): void {
  const path = file.name;
  const packing = packingOf(file);
  if (packing !== undefined)
    throw new UserError(`${path}: the file is ${packing}, which the organisers’ validator rejects. Unpack it.`);
  const dates = new Set<string>();
  try {
    for (const line of odLines(file)) {
      const fault = lineFault(line, dates);
      if (fault !== undefined) throw new UserError(`${path}, line ${line.index + 1}: ${fault}`);
      dates.add(line.date);
      try {
        onDay(line);
      } catch (error) {
        if (error instanceof MatrixFault || error instanceof PythonTextError)
          throw new UserError(`${path}, line ${line.index + 1} (${line.date}): ${error.message}`);
        throw error;
      }
    }
  } catch (error) {
    throw asUserError(withPath(error, path));
  }
  if (dates.size === 0) throw new UserError(`${path}: the file is empty. Expected one line per day.`);
}

function lineFault({ isUtf8, columns, date }: OdLine, dates: ReadonlySet<string>): string | undefined {
  if (!isUtf8) return 'the text is not UTF-8.';
  if (columns !== 2)
    return `Expected 2 tab-delimited columns: YYYYMMDD and a dict of dicts or NA, got ${columns === 1 ? 1 : 'more'}. Steps (uid,d,t,x,y) belong to the years 2023, 2024 and 2025.`;
  if (Number.isNaN(daysSince1970(date))) return `${JSON.stringify(date.slice(0, 20))} is not a date YYYYMMDD.`;
  return dates.has(date) ? `the date ${date} is repeated.` : undefined;
}

const PACKED: readonly (readonly [start: readonly number[], what: string])[] = [
  [[0x1f, 0x8b], 'compressed with gzip'],
  [[0x50, 0x4b, 3, 4], 'a zip archive'],
];

/** @returns the compression of a file; undefined if it is not compressed or cannot be opened */
export function packingOf(file: FlowFile): string | undefined {
  const head = file.head();
  return PACKED.find(([start]) => start.every((byte, i) => head[i] === byte))?.[1];
}

/** Whether a file starts like one of daily flows. */
export function startsAsOd(file: FlowFile): boolean {
  return /^\d{8}\t(?:\{|NA\s)/.test(textOf(file.head()));
}

/** Flows from a record `{date: {origin: {destination: flow}}}`; null is a day without data. @throws UserError */
export function odFromRecord(record: OdRecord): OdFlows {
  return new Map(
    Object.entries(record).map(([date, matrix]) => [date, matrix === null ? null : matrixOfRecord(date, matrix)]),
  );
}

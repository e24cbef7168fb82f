import { asUserError } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import { odLinesText } from './od-text.js';
import type { OdDay } from './scan-day.js';
import type { OdFlows } from './tsv.js';

/**
 * Writes daily flows in the challenge's format, in order of date, `NA` for days without data. Origins and destinations
 * are in order of their number; a flow that is 0 is written too.
 *
 * @throws UserError if the file cannot be written, or a day has no flows, which the format does not allow
 */
export function writeOdTsv(path: string, flows: OdFlows): void {
  writeOdLines(
    path,
    [...flows.keys()].sort().map((date) => ({ date, day: flows.get(date) ?? null })),
  );
}

/** The same for days that are generated one by one. */
export function writeOdLines(
  path: string,
  days: Iterable<{ readonly date: string; readonly day: OdDay | null }>,
): void {
  try {
    writeDurably(path, odLinesText(path, days));
  } catch (error) {
    throw asUserError(error);
  }
}

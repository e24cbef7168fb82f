import { UserError } from '@itinera/metrics';
import { asUserError } from '@itinera/tables/file-error';
import { writeDurably } from '@itinera/tables/node';
import { cellName, PLACES } from './rules.js';
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
  const lines = function* () {
    for (const { date, day } of days) {
      if (day?.pairs.length === 0)
        throw new UserError(`${path}: ${date} has no flows, which the format does not allow. Add a flow of 0.`);
      yield `${date}\t${day === null ? 'NA' : dictOf(day)}\n`;
    }
  };
  try {
    writeDurably(path, lines());
  } catch (error) {
    throw asUserError(error);
  }
}

const NAMES = Array.from({ length: PLACES }, (_, cell) => `'${cellName(cell)}'`);

function dictOf({ pairs, flows }: OdDay): string {
  const order = Array.from(pairs.keys()).sort((a, b) => pairs[a]! - pairs[b]!);
  let text = '';
  let origin = -1;
  for (const i of order) {
    const from = Math.floor(pairs[i]! / PLACES);
    text += from === origin ? ', ' : `${origin < 0 ? '{' : '}, '}${NAMES[from]}: {`;
    text += `${NAMES[pairs[i]! % PLACES]}: ${numberText(flows[i]!)}`;
    origin = from;
  }
  return `${text}}}`;
}

/** Formats a number so that Python reads it back, including NaN and infinity. */
function numberText(flow: number): string {
  return Number.isFinite(flow) ? String(flow) : `'${flow}'`;
}

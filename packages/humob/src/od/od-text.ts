import { UserError } from '@itinera/base';
import { cellName, PLACES } from './rules.js';
import type { OdDay } from './scan-day.js';

/** The lines of a file of daily flows, as Python writes them. @throws UserError for a day without flows */
export function* odLinesText(
  name: string,
  days: Iterable<{ readonly date: string; readonly day: OdDay | null }>,
): Generator<string> {
  for (const { date, day } of days) {
    if (day?.pairs.length === 0)
      throw new UserError(`${name}: ${date} has no flows, which the format does not allow. Add a flow of 0.`);
    yield `${date}\t${day === null ? 'NA' : dictOf(day)}\n`;
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

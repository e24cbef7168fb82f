import { pValueInWords } from '@itinera/base';
import type { Sweep, SweepRow } from './run-sweep.js';
import { nameOfCell, type SweepCell } from './sweep-plan.js';

/** At a smaller corrected p value a difference is called real. */
const LEVEL = 0.05;

/**
 * One sentence per scored setup that is compared: by how many points the best setup, or under conditions the first one, scores
 * more, with the 95 % interval and the corrected p value, that the data cannot tell, or what is missing to compare them.
 * @param name how setups are called
 */
export function sweepVerdicts({ rows }: Pick<Sweep, 'rows'>, name: (cell: SweepCell) => string = nameOfCell): string[] {
  return rows.flatMap((row) =>
    row.baseline === null || row.score === null ? [] : [verdictOf(row, rows[row.baseline]!, name)],
  );
}

function verdictOf({ cell, toBest }: SweepRow, best: SweepRow, name: (cell: SweepCell) => string): string {
  const baseline = cell.condition === undefined ? name(best.cell) : 'the first condition';
  if (best.score === null) return `${name(cell)} cannot be compared with ${baseline}, which has no score.`;
  if (toBest === null)
    return `${name(cell)} cannot be compared with ${baseline}: they have no seed in common. Run both with the same seeds.`;
  const { mean, low, high, correctedPValue: p } = toBest;
  const points = Math.abs(mean).toFixed(1);
  if (p === null)
    return `${name(cell)} scores ${points} points ${mean < 0 ? 'less' : 'more'} than ${baseline}, but nothing shows whether this is chance: they have one seed in common, and there is no interval over people. Run both with two or more common seeds.`;
  if (p >= LEVEL)
    return `${name(cell)} cannot be told apart from ${cell.condition ? baseline : 'the best'} with these seeds and people.`;
  const ends = [low, high].map((end) => Math.abs(end!)).sort((a, b) => a - b);
  const detail = `${points} points (95 % interval ${ends[0]!.toFixed(1)} to ${ends[1]!.toFixed(1)}), ${pValueInWords(p)}`;
  return mean < 0
    ? `${baseline} is better than ${name(cell)} by ${detail}.`
    : `${name(cell)} is better than ${baseline} by ${detail}.`;
}

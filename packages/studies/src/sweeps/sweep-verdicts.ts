import { pValueInWords } from '@itinera/base';
import type { Sweep, SweepRow } from './run-sweep.js';
import { nameOfCell, type SweepCell } from './sweep-plan.js';

/** At a smaller corrected p value a difference is called real. */
const LEVEL = 0.05;

/**
 * One sentence per setup that is compared: by how many points the best setup, or under conditions the first one, scores
 * more, with the 95 % interval and the corrected p value, or that the data cannot tell.
 * @param name how setups are called
 */
export function sweepVerdicts({ rows }: Pick<Sweep, 'rows'>, name: (cell: SweepCell) => string = nameOfCell): string[] {
  const best = rows.find(({ toBest, score }) => toBest === null && score !== null);
  return rows.flatMap((row) => (row.toBest === null || best === undefined ? [] : [verdictOf(row, best, name)]));
}

function verdictOf({ cell, toBest }: SweepRow, best: SweepRow, name: (cell: SweepCell) => string): string {
  const baseline = cell.condition === undefined ? name(best.cell) : 'the first condition';
  const { mean, low, high, correctedPValue: p } = toBest!;
  if (p === null || p >= LEVEL)
    return `${name(cell)} cannot be told apart from ${cell.condition ? baseline : 'the best'} with these seeds and people.`;
  const points = Math.abs(mean).toFixed(1);
  const ends = [low, high].map((end) => Math.abs(end!)).sort((a, b) => a - b);
  const detail = `${points} points (95 % interval ${ends[0]!.toFixed(1)} to ${ends[1]!.toFixed(1)}), ${pValueInWords(p)}`;
  return mean < 0
    ? `${baseline} is better than ${name(cell)} by ${detail}.`
    : `${name(cell)} is better than ${baseline} by ${detail}.`;
}

import type { StepTrajectories } from '@itinera/humob';
import { cellsOfDay } from '../wire/day-cells.js';
import { DayTally } from './day-cells.js';

const CELL_METRES = 500;

/** Packs where users really are and where a submission predicts them, by cell and hour. */
export function packScoringCells(reference: StepTrajectories, predicted: StepTrajectories): Uint8Array<ArrayBuffer> {
  const { people, firstRow, t, x, y } = reference;
  const [west, east] = rangeOf(x, predicted.x);
  const [south, north] = rangeOf(y, predicted.y);
  const [width, height] = [CELL_METRES * (east - west + 2), CELL_METRES * (north - south + 2)];
  const plane = { unit: 1, west: 0, south: 0, width, height };
  const head = { plane, shape: 'square', size: CELL_METRES } as const;
  const tally = new DayTally(cellsOfDay(head));
  for (let person = 0; person < people.length; person++)
    tally.add((set, visit) => {
      const of = set === 0 ? { x, y } : predicted;
      for (let row = firstRow[person]!; row < firstRow[person + 1]!; row++)
        visit(Math.floor(t[row]! / 2), CELL_METRES * (of.x[row]! - west + 1), CELL_METRES * (of.y[row]! - south + 1));
    });
  return tally.pack(head, true);
}

function rangeOf(...columns: readonly ArrayLike<number>[]): readonly [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (const values of columns)
    for (let i = 0; i < values.length; i++) {
      least = Math.min(least, values[i]!);
      most = Math.max(most, values[i]!);
    }
  return [least, most];
}

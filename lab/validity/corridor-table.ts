import { readFileSync } from 'node:fs';
import { corridor, corridorSeconds, departures } from './corridor.js';
import { show, tableOf, withSpread } from './figures.js';

/** Mean seconds of SUMO by cars per hour, one value per seed of the departures (1, 2, 3). */
export function sumoCorridor(): Readonly<Record<string, readonly number[]>> {
  return JSON.parse(readFileSync('lab/validity/figures/corridor.json', 'utf8'));
}

/** Travel times on a corridor with other cars, compared with SUMO: mean and standard deviation over seeds. */
export function corridorTable(): string {
  const map = corridor();
  const rows = Object.entries(sumoCorridor()).map(([cars, theirs]) => {
    const ours = (congestion: 'off' | 'queue') =>
      theirs.map((_, i) => corridorSeconds(map, departures(Number(cars), i + 1), congestion));
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const queue = ours('queue');
    return [
      cars,
      withSpread(theirs, 1),
      withSpread(ours('off'), 1),
      withSpread(queue, 1),
      show(mean(queue) / mean(theirs), 3),
    ];
  });
  return tableOf(['cars per hour', 'SUMO, s', '`congestion` off, s', 'queue, s', 'queue / SUMO'], rows);
}

import { Random } from '@itinera/base';
import { closestRecords, fromColumns, reidentificationRisk, type Trajectories, unicity } from '@itinera/mobility';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';

const PEOPLE = [1250, 2500, 5000];

/** People with a home, a workplace and other places, an hour apart. */
function crowd(people: number, rows: number, places: number): Trajectories {
  const random = new Random(7);
  const n = people * rows;
  const column = (of: (person: number, row: number) => number) =>
    Float64Array.from({ length: n }, (_, i) => of(Math.floor(i / rows), i % rows));
  const own = Array.from({ length: people }, () => Array.from({ length: 6 }, () => random.integer(places)));
  return fromColumns({
    uids: Array.from(column((person) => person)),
    times: column((_, row) => row * 3600),
    lons: new Float64Array(n),
    lats: new Float64Array(n),
    places: column((person, row) => own[person]![row % 24 < 9 ? 0 : random.integer(6)]!),
  });
}

/** As in a comparable library: compares every set of two points of a person with everyone's rows. */
function plainRisk({ starts, places }: Trajectories, victims: number): number {
  const rows = Array.from({ length: starts.length - 1 }, (_, i) => [...places!.subarray(starts[i], starts[i + 1])]);
  let sum = 0;
  for (const own of rows.slice(0, victims)) {
    let fewest = Infinity;
    own.forEach((a, i) => {
      for (const b of own.slice(i + 1)) {
        const fits = rows.filter((other) => {
          const counts = new Map<number, number>();
          for (const place of other) counts.set(place, (counts.get(place) ?? 0) + 1);
          return a === b ? (counts.get(a) ?? 0) >= 2 : counts.has(a) && counts.has(b);
        });
        fewest = Math.min(fewest, fits.length);
      }
    });
    sum += 1 / fewest;
  }
  return sum;
}

/** The first version of unicity: random sets of four points, looked up in everyone's set of points. */
function plainUnicity({ starts, times, places }: Trajectories, draws: number): number {
  const random = new Random(2);
  const points = Array.from({ length: starts.length - 1 }, (_, i) => {
    const own = new Set<string>();
    for (let row = starts[i]!; row < starts[i + 1]!; row++)
      own.add(`${places![row]} ${Math.floor(times[row]! / 3600)}`);
    return own;
  });
  let unique = 0;
  for (let draw = 0; draw < draws; draw++) {
    const own = [...points[random.integer(points.length)]!];
    const known = [0, 1, 2, 3].map(() => own[random.integer(own.length)]!);
    if (points.filter((other) => known.every((point) => other.has(point))).length === 1) unique++;
  }
  return unique / draws;
}

function plainClosest(records: Uint32Array[], set: Uint32Array[]): number {
  let sum = 0;
  for (const record of records) {
    sum += Math.min(...set.map((other) => record.reduce((apart, place, i) => apart + Number(place !== other[i]), 0)));
  }
  return sum;
}

/** Milliseconds of processor time. */
function milliseconds(work: () => unknown): number {
  const start = processorSeconds();
  work();
  return 1000 * (processorSeconds() - start);
}

/**
 * Privacy of up to a million rows; each figure is compared with a plain version in the same run, which does part of the work
 * and is scaled up.
 */
export default async function bench(): Promise<Row[]> {
  const crowds = PEOPLE.map((people) => crowd(people, 200, 2000));
  const million = crowds.at(-1)!;
  const sets = 500 * PEOPLE.at(-1)!;
  const row = (work: string, sizes: readonly number[], costs: readonly number[], plain: number): Row => ({
    work,
    ours: costs.at(-1)!,
    unit: 'ms',
    peer: { name: 'plain version (from a part)', cost: plain },
    exponent: exponent(sizes, costs),
  });
  const unique = crowds.map((people) => milliseconds(() => unicity(people, { points: 4 })));
  const plainDraws = 200;
  const indexing = milliseconds(() => plainUnicity(million, 1));
  const plainUnique = ((milliseconds(() => plainUnicity(million, plainDraws)) - indexing) * sets) / plainDraws;
  const few = [250, 500, 1000];
  const hundreds = few.map((people) => crowd(people, 100, 200));
  const random = new Random(3);
  const counts = [2500, 5000, 10_000];
  const records = Array.from({ length: counts.at(-1)! }, () =>
    Uint32Array.from({ length: 48 }, () => random.integer(300)),
  );
  return [
    row(`unicity, ${million.times.length} rows, 500 sets of 4 per person`, PEOPLE, unique, plainUnique),
    row(
      'risk by location, k = 2, 1,000 people × 100 rows',
      few,
      hundreds.map((people) => milliseconds(() => reidentificationRisk(people, { attack: 'location', k: 2 }))),
      milliseconds(() => plainRisk(hundreds.at(-1)!, 1)) * 1000,
    ),
    row(
      'closest records, 10,000 × 10,000 × 48',
      counts,
      counts.map((count) => milliseconds(() => closestRecords(records.slice(0, count), records.slice(0, count)))),
      milliseconds(() => plainClosest(records.slice(0, 20), records)) * 500,
    ),
  ];
}

import { Random } from '@itinera/base';

/** Days of two trajectories in flat columns, as the scorer reads them. */
export interface Days {
  readonly generatedX: Uint8Array;
  readonly generatedY: Uint8Array;
  readonly referenceX: Uint8Array;
  readonly referenceY: Uint8Array;
  readonly offsets: Int32Array;
}

const DAYS_PER_PERSON = 15;

/**
 * Synthetic days like those of the HuMob Challenge: people who return to a few cells of the 200 × 200 grid, seen in
 * 23 of the 48 half-hours of a day and in 4.7 distinct cells, on average. The generated and the reference day of a
 * person are two draws from the same habits.
 */
export function humobDays(days: number, seed: number): Days {
  const offsets = new Int32Array(days + 1);
  const columns: [number[], number[], number[], number[]] = [[], [], [], []];
  let random = new Random(seed);
  let places: [number, number][] = [];
  for (let day = 0; day < days; day++) {
    if (day % DAYS_PER_PERSON === 0) {
      random = new Random(seed, day);
      places = habits(random);
    }
    let points = 0;
    for (let slot = 0; slot < 48; slot++) if (random.uniform() < 23 / 48) points++;
    const count = Math.max(1, points);
    offsets[day + 1] = offsets[day] + count;
    walk(random, places, count, columns[0], columns[1]);
    walk(random, places, count, columns[2], columns[3]);
  }
  const [generatedX, generatedY, referenceX, referenceY] = columns.map((column) => Uint8Array.from(column));
  return { generatedX, generatedY, referenceX, referenceY, offsets };
}

/** Home first, work second, the others with decreasing frequency. */
function habits(random: Random): [number, number][] {
  const x = 30 + random.integer(140);
  const y = 30 + random.integer(140);
  return Array.from({ length: 8 }, (_, i) => {
    const spread = i === 0 ? 1 : 24;
    return [x + random.integer(spread) - (spread >> 1), y + random.integer(spread) - (spread >> 1)];
  });
}

function walk(random: Random, places: [number, number][], count: number, xs: number[], ys: number[]): void {
  let place = 0;
  for (let i = 0; i < count; i++) {
    if (random.uniform() > 0.68) place = Math.floor(places.length * random.uniform() ** 2.4);
    const [x, y] = places[place];
    const isOff = random.uniform() < 0.03;
    xs.push(x + (isOff ? random.integer(3) - 1 : 0));
    ys.push(y + (isOff ? random.integer(3) - 1 : 0));
  }
}

/** Mean number of distinct cells of the reference days. */
export function distinctCells({ referenceX, referenceY, offsets }: Days): number {
  let sum = 0;
  for (let day = 0; day + 1 < offsets.length; day++) {
    const cells = new Set<number>();
    for (let i = offsets[day]; i < offsets[day + 1]; i++) cells.add(referenceX[i] * 256 + referenceY[i]);
    sum += cells.size;
  }
  return sum / (offsets.length - 1);
}

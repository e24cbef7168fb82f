import { counted } from '@itinera/base';
import type { Counts, CountsMeasure, MeasureMeta } from '../measure.js';
import { memoized } from '../memoized.js';
import { placeNumbers } from '../place/place-numbers.js';
import type { Trajectories } from '../trajectories.js';
import { personDays } from './person-days.js';

const meta: MeasureMeta = {
  name: 'dailyMotifs',
  title: 'daily motifs',
  unit: 'share',
  range: [0, 1],
  better: null,
  digits: 3,
  misses: 'distances, times of day, and days with more than six places, which are one class',
  source: 'C. M. Schneider et al. (2013), Unravelling daily human mobility motifs, doi:10.1098/rsif.2013.0246',
};

/** The network of one day. */
export interface DailyNetwork {
  /** Distinct places. */
  readonly places: number;
  /** Distinct ordered pairs of places with a trip. */
  readonly edges: number;
  /** All trips. */
  readonly trips: number;
  /** Whether the day ends where it began. */
  readonly closed: boolean;
  /** Places, a colon and the adjacency matrix row by row: the largest bit string over all numberings of the places. */
  readonly network: string;
}

/** Networks of person-days: those of person i are entries `starts[i]` to `starts[i + 1]`. */
export interface DailyMotifs {
  readonly starts: Uint32Array;
  /** Number of the day, 0 on 1970-01-01. */
  readonly days: Float64Array;
  /** Canonical networks as numbers with the same meaning in every set; `motifName` prints one. */
  readonly motifs: Float64Array;
  /** 1: the day ends where it began. */
  readonly closed: Uint8Array;
}

const MAX_PLACES = 6;
/** Above all bits of a matrix of 6 × 6. */
const PLACES_UNIT = 2 ** (MAX_PLACES * MAX_PLACES);

/**
 * Daily motifs: the directed graph of a day's distinct trips, as a number that is equal for equal graphs however their
 * places are numbered. Consecutive repeats of a place are merged; days that do not end where they began are kept and
 * marked.
 *
 * @see C. M. Schneider et al. (2013), doi:10.1098/rsif.2013.0246
 */
export function dailyMotifs(trajectories: Trajectories): DailyMotifs {
  return motifsOf(trajectories);
}

const motifsOf = memoized((trajectories: Trajectories): DailyMotifs => {
  const { starts, days, rowStarts, rows } = personDays(trajectories);
  const { numbers } = placeNumbers(trajectories);
  const motifs = new Float64Array(days.length);
  const closed = new Uint8Array(days.length);
  for (let entry = 0; entry < days.length; entry++) {
    const from = rowStarts[entry];
    const to = rowStarts[entry + 1];
    motifs[entry] = motifOf(numbers, rows, from, to);
    closed[entry] = numbers[rows[from]] === numbers[rows[to - 1]] ? 1 : 0;
  }
  return { starts, days, motifs, closed };
});

/**
 * The network of one day.
 *
 * @param day place numbers in order of visit, one or more
 */
export function dailyNetwork(day: ArrayLike<number>): DailyNetwork {
  const rows = Uint32Array.from({ length: day.length }, (_, i) => i);
  const trips = new Set<string>();
  let count = 0;
  for (let i = 1; i < day.length; i++) {
    if (day[i] === day[i - 1]) continue;
    trips.add(`${day[i - 1]} ${day[i]}`);
    count++;
  }
  return {
    places: new Set(Array.from(day)).size,
    edges: trips.size,
    trips: count,
    closed: day[0] === day[day.length - 1],
    network: motifName(motifOf(day, rows, 0, rows.length)),
  };
}

/** Prints a motif, such as `3:010001100`. */
export function motifName(motif: number): string {
  const places = Math.floor(motif / PLACES_UNIT);
  if (places > MAX_PLACES) return `more than ${MAX_PLACES} places`;
  return `${places}:${(motif - places * PLACES_UNIT).toString(2).padStart(places * places, '0')}`;
}

/** Describes a motif, such as `2 places, 2 links (A→B, B→A)`. */
export function motifInWords(motif: number): string {
  const [count, matrix] = motifName(motif).split(':') as [string, string?];
  if (matrix === undefined) return count;
  const places = Number(count);
  const nameOf = (place: number) => String.fromCharCode('A'.charCodeAt(0) + place);
  const links = [...matrix].flatMap((bit, i) =>
    bit === '1' ? [`${nameOf(Math.floor(i / places))}→${nameOf(i % places)}`] : [],
  );
  const linked = links.length === 0 ? '' : `, ${counted(links.length, 'link')} (${links.join(', ')})`;
  return `${counted(places, 'place')}${linked}`;
}

const own = new Float64Array(MAX_PLACES);

/** The canonical number of the places at `rows[from … to − 1]`: its places, then the bits of its matrix. */
function motifOf(numbers: ArrayLike<number>, rows: Uint32Array, from: number, to: number): number {
  let places = 0;
  let before = -1;
  // Two halves of the 36 bits of a 6 × 6 matrix, as bit operations end at 32.
  let upper = 0;
  let lower = 0;
  for (let i = from; i < to; i++) {
    const number = numbers[rows[i]];
    let local = 0;
    while (local < places && own[local] !== number) local++;
    if (local === places) {
      if (places === MAX_PLACES) return (MAX_PLACES + 1) * PLACES_UNIT;
      own[places++] = number;
    }
    if (before >= 0 && before !== local) {
      if (before < 3) upper |= 1 << (before * MAX_PLACES + local);
      else lower |= 1 << ((before - 3) * MAX_PLACES + local);
    }
    before = local;
  }
  return canonical(places, upper, lower);
}

const known = new Map<number, number>();

/** Greatest over all numberings of the places; computed once per matrix. */
function canonical(places: number, upper: number, lower: number): number {
  const key = (places * 2 ** 18 + upper) * 2 ** 18 + lower;
  let motif = known.get(key);
  if (motif !== undefined) return motif;
  const edges: number[] = [];
  for (let a = 0; a < places; a++) {
    for (let b = 0; b < places; b++) {
      const bits = a < 3 ? upper >> (a * MAX_PLACES) : lower >> ((a - 3) * MAX_PLACES);
      if ((bits >> b) & 1) edges.push(a * places + b);
    }
  }
  const cells = places * places;
  const positions = bitPositions(places);
  let [high, low] = [0, 0];
  for (let from = 0; from < positions.length; from += cells) {
    let [ownHigh, ownLow] = [0, 0];
    for (let i = 0; i < edges.length; i++) {
      const bit = positions[from + edges[i]];
      if (bit < HALF) ownLow |= 1 << bit;
      else ownHigh |= 1 << (bit - HALF);
    }
    if (ownHigh > high || (ownHigh === high && ownLow > low)) [high, low] = [ownHigh, ownLow];
  }
  const greatest = high * 2 ** HALF + low;
  motif = places * PLACES_UNIT + greatest;
  known.set(key, motif);
  return motif;
}

/** Bits of each of the two numbers that hold a matrix of 6 × 6. */
const HALF = 18;
const allPositions: (Uint8Array | undefined)[] = [];

/** For each numbering of the places, the bit of each cell of the matrix. */
function bitPositions(places: number): Uint8Array {
  let positions = allPositions[places];
  if (!positions) {
    const cells = places * places;
    positions = Uint8Array.from(
      numberings(places).flatMap((numbering) =>
        Array.from(
          { length: cells },
          (_, cell) => cells - 1 - (numbering[Math.floor(cell / places)] * places + numbering[cell % places]),
        ),
      ),
    );
    allPositions[places] = positions;
  }
  return positions;
}

const allNumberings: (readonly (readonly number[])[])[] = [[[]]];

/** All orders of 0 to n − 1. */
function numberings(n: number): readonly (readonly number[])[] {
  let all = allNumberings[n];
  if (!all) {
    all = numberings(n - 1).flatMap((order) =>
      Array.from({ length: n }, (_, at) => [...order.slice(0, at), n - 1, ...order.slice(at)]),
    );
    allNumberings[n] = all;
  }
  return all;
}

function motifCounts(trajectories: Trajectories): Counts {
  const { starts, motifs } = dailyMotifs(trajectories);
  return { keys: motifs, counts: new Float64Array(motifs.length).fill(1), starts };
}

dailyMotifs.measure = { meta, compare: 'counts', of: motifCounts, label: motifInWords } satisfies CountsMeasure;

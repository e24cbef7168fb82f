import { Random } from '@itinera/base';
import { fromColumns, jumpLengths, measures, type Trajectories } from '@itinera/mobility';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';

const PEOPLE = 1000;
/** Numbers of people, whose costs show the growth. */
const SIZES = [250, 500, PEOPLE];
const ROWS = 1000;
/** The plain version of each measure runs on as many people as it can process in about a second; its time is scaled up. */
const PLAIN_PEOPLE = 100;
const PLAIN_ENTROPY_PEOPLE = 3;

/** Measures without a value per person. */
const OF_EVERYBODY = new Set([
  'odMatrix',
  'transitions',
  'visitsPerLocation',
  'homesPerLocation',
  'visitsByPlaceAndTime',
  'tripOrigins',
  'tripDestinations',
]);

/** People with a home, a workplace and other places, half an hour apart. */
function crowd(people: number): Trajectories {
  const random = new Random(5);
  const n = people * ROWS;
  const places = Uint32Array.from({ length: n }, () => 0);
  const lons = new Float64Array(n);
  const lats = new Float64Array(n);
  for (let person = 0; person < people; person++) {
    const own = Array.from({ length: 12 }, () => random.integer(3000));
    for (let row = 0; row < ROWS; row++) {
      const hour = (row % 48) / 2;
      const slot = hour < 7 || hour > 21 ? 0 : hour > 9 && hour < 17 ? 1 : random.integer(12);
      const place = own[slot]!;
      places[person * ROWS + row] = place;
      lons[person * ROWS + row] = 139 + (place % 60) / 100;
      lats[person * ROWS + row] = 35 + Math.floor(place / 60) / 100;
    }
  }
  return fromColumns({
    uids: Array.from({ length: n }, (_, i) => Math.floor(i / ROWS)),
    times: Float64Array.from({ length: n }, (_, i) => (i % ROWS) * 1800),
    lons,
    lats,
    places,
  });
}

/** As in a comparable library: a table of rows per person, cut out of all rows, and objects for points. */
function plainJumps({ starts, lons, lats, times }: Trajectories, people: number): number {
  const rows = Array.from(times, (time, i) => ({ time, lat: lats[i]!, lng: lons[i]! }));
  let total = 0;
  for (let person = 0; person < people; person++) {
    const own = rows.slice(starts[person], starts[person + 1]).sort((a, b) => a.time - b.time);
    const points = own.map(({ lat, lng }) => [lat, lng] as const);
    const jumps = points.slice(1).map((point, i) => {
      const [lat1, lon1, lat2, lon2] = [...points[i]!, ...point].map((degrees) => (degrees * Math.PI) / 180) as [
        number,
        number,
        number,
        number,
      ];
      const a = Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin((lon2 - lon1) / 2) ** 2;
      return 2 * Math.asin(Math.sqrt(a)) * 6371;
    });
    total += jumps.length;
  }
  return total;
}

/** As in a comparable library: at every row, searches for ever longer sequences among all earlier ones. */
function plainRealEntropy({ starts, places }: Trajectories, people: number): number {
  let sum = 0;
  for (let person = 0; person < people; person++) {
    const sequence = Array.from(places!.subarray(starts[person], starts[person + 1]), String);
    const known = (piece: readonly string[], end: number) => {
      for (let at = 0; at + piece.length <= end; at++)
        if (piece.every((place, i) => sequence[at + i] === place)) return true;
      return false;
    };
    let lambdas = 0;
    for (let i = 0; i < sequence.length; i++) {
      let length = 1;
      while (i + length <= sequence.length && known(sequence.slice(i, i + length), i)) length++;
      lambdas += length;
    }
    sum += (sequence.length * Math.log2(sequence.length)) / lambdas;
  }
  return sum;
}

/** Milliseconds of processor time. */
function milliseconds(work: () => unknown): number {
  const start = processorSeconds();
  work();
  return 1000 * (processorSeconds() - start);
}

/** Measures of 1,000 people × 1,000 points on one thread, compared with a plain version in the same run. */
export default async function bench(): Promise<Row[]> {
  // Some results are cached per object; a new object shows the cost without the cache.
  const sets = SIZES.map(crowd);
  const set = sets.at(-1)!;
  const personal = measures.filter(
    ({ meta, needs = [] }) => !OF_EVERYBODY.has(meta.name) && needs.every((need) => need === 'places'),
  );
  // Else the smallest would pay for the compiler.
  const first = crowd(SIZES[0]!);
  for (const measure of personal) measure.of(first);
  const all = sets.map((people) => milliseconds(() => personal.map((measure) => measure.of(people))));
  const entropy = personal.find(({ meta }) => meta.name === 'realEntropy')!;
  const growth = (costs: readonly number[]) => ({
    ours: costs.at(-1)!,
    unit: 'ms' as const,
    exponent: exponent(SIZES, costs),
  });
  const size = `${PEOPLE} × ${ROWS} points`;
  const plainEntropy =
    milliseconds(() => plainRealEntropy(set, PLAIN_ENTROPY_PEOPLE)) * (PEOPLE / PLAIN_ENTROPY_PEOPLE);
  const plainJumpLengths = milliseconds(() => plainJumps(set, PLAIN_PEOPLE)) * (PEOPLE / PLAIN_PEOPLE);
  return [
    { work: `all ${personal.length} measures of a person, ${size}`, ...growth(all) },
    {
      work: `jump lengths, ${size}`,
      ...growth(sets.map((people) => milliseconds(() => jumpLengths({ ...people })))),
      peer: { name: 'plain version (from a part)', cost: plainJumpLengths },
    },
    {
      work: `real entropy, ${size}`,
      ...growth(sets.map((people) => milliseconds(() => entropy.of({ ...people })))),
      peer: { name: 'plain version (from a part)', cost: plainEntropy },
    },
  ];
}

/** The most that our cost, in the unit of its row, and its ratio to the peer's may be. */
export interface Limit {
  readonly ours?: number;
  readonly ratio?: number;
  /** The environment variable without which the row is not measured. */
  readonly needs?: 'ITINERA_DATA' | 'BENCH_MONTHS' | 'BENCH_MILLION';
}

/** Limits by what is done: the `work` of a row. */
export type Limits = Readonly<Record<string, Limit>>;

const needs = 'ITINERA_DATA';
const EXTRACTS = [
  'honolulu',
  'monaco',
  'helsinki-centre',
  'harrisburg',
  'liechtenstein',
  'gtfs-newport',
  'malta',
  'porto-roads',
];

/** By bench. On two cores; seconds of processor time unless it says "by the clock". */
export const LIMITS: Readonly<Record<string, Limits>> = {
  'asbench/measure': {
    'measure, 10,000,000 rows twice': { ours: 90 },
    'measure, 10,000,000 rows twice: memory': { ours: 2500 },
  },
  'asbench/order': {
    'acting alone, 40 people, calls of 50 to 500 ms, by the clock': { ratio: 1.3 },
  },
  'asbench/runs': {
    'a run of 64000 people in 2 threads, by the clock': { ratio: 0.85 },
  },
  'asbench/simulate': {
    '100,000 people × 75 d in Honolulu, threads: 2, by the clock': { ours: 2400, needs: 'BENCH_MONTHS' },
    '100,000 people × 75 d in Honolulu, threads: 2: memory': { ours: 4000, needs: 'BENCH_MONTHS' },
    '1,000,000 people × 7 d in Honolulu, threads: 2, by the clock': { ours: 2400, needs: 'BENCH_MILLION' },
    '1,000,000 people × 7 d in Honolulu, threads: 2: memory': { ours: 4000, needs: 'BENCH_MILLION' },
    ...memoryOfPeople(),
    '1,000 people × 1 d in Honolulu, threads: 1: share of garbage collection': { ours: 8, needs },
  },
  'asbench/startup': {
    'asbench --help': { ours: 0.15 },
    'asbench humob score --sample': { ours: 0.6 },
    'asbench run DailyMobility in an empty home': { ours: 1.6 },
    'asbench run DailyMobility --people 90, again': { ratio: 0.67 },
  },
  'city/reach': {
    'Newport: all AOIs to all by pt': { ours: 20, needs },
    'Honolulu: all AOIs to all by pt': { ours: 120, needs },
  },
  'city-build/build': {
    ...mapsOf(''),
    ...mapsOf(', streets alone'),
    'map of osm-honolulu': { ours: 11, ratio: 2.5, needs },
    'map of osm-honolulu, by the clock': { ours: 6, needs },
  },
  'engine/llm': {
    'a call of a model over HTTP, more than by fetch': { ours: 0.1 },
    '100 people, 100 calls of 50 ms at once, by the clock': { ratio: 1.1 },
    '100 people, 100 calls of 500 ms at once, by the clock': { ratio: 1.1 },
  },
  'humob/humob': {
    '20,000 people × 15 days scored with everything': { ratio: 2 },
    '20,000 people × 15 days scored with everything: memory': { ours: 500 },
    '20,000 people × 15 days scored with everything: size of the page': { ours: 2 },
  },
  'metrics/geobleu': {
    'calcGeobleu of a day, called by itself': { ratio: 5 },
    'calcGeobleuOrig of a day, called by itself': { ratio: 8 },
  },
};

/** 250 MB and 8 KB a person. */
function memoryOfPeople(): Limits {
  const sizes = [1000, 2000, 4000, 10_000].flatMap((people) => [1, 2].map((threads) => ({ people, threads })));
  return Object.fromEntries(
    sizes.map(({ people, threads }) => [
      `${people.toLocaleString('en-GB')} people × 1 d in Honolulu, threads: ${threads}: memory`,
      { ours: 250 + 0.008 * people, needs },
    ]),
  );
}

/** 2.5 × Valhalla's preprocessing, which has no places. */
function mapsOf(part: string): Limits {
  return Object.fromEntries(EXTRACTS.map((name) => [`map of osm-${name}${part}`, { ratio: 2.5, needs }]));
}

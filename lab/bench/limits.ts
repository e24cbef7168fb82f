/** The most that our cost, in the unit of its row, and its ratio to the peer's may be. */
export interface Limit {
  readonly ours?: number;
  readonly ratio?: number;
}

/** By what is done: the `work` of a row. On two cores; seconds of processor time unless it says "by the clock". */
export const LIMITS: Readonly<Record<string, Limit>> = {
  'asbench --help': { ours: 0.15 },
  'asbench humob score --sample': { ours: 0.6 },
  'asbench run DailyMobility in an empty home': { ours: 1.6 },
  '100,000 people × 75 d in Honolulu, by the clock': { ours: 2400 },
  '100,000 people × 75 d in Honolulu: memory': { ours: 4000 },
  '1,000 people × 1 d in Honolulu: memory': { ours: 258 },
  '1,000 people × 1 d in Honolulu: share of garbage collection': { ours: 8 },
  'Newport: all AOIs to all by pt': { ours: 20 },
  'Honolulu: all AOIs to all by pt': { ours: 120 },
  'map of osm-honolulu': { ours: 6, ratio: 2.5 },
  'measure, 10,000,000 rows twice': { ours: 90 },
  'measure, 10,000,000 rows twice: memory': { ours: 2500 },
  '20,000 people × 15 days scored with everything': { ratio: 2 },
  '20,000 people × 15 days scored with everything: memory': { ours: 500 },
  '20,000 people × 15 days scored with everything: size of the page': { ours: 2 },
  'a call of a model over HTTP, more than by fetch': { ours: 0.5 },
  '100 people, 100 calls of 50 ms at once, by the clock': { ratio: 1.1 },
  '100 people, 100 calls of 500 ms at once, by the clock': { ratio: 1.1 },
  'acting alone, 40 people, calls of 50 to 500 ms, by the clock': { ratio: 1.3 },
};

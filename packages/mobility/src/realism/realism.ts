import { Random } from '@itinera/metrics';
import type { Measure } from '../measure.js';
import { measures } from '../measures.js';
import type { Generator } from '../models/generator.js';
import { generators } from '../models/generators.js';
import { placeNumbers } from '../place-numbers.js';
import { commonPlaces, type PlaceOptions } from '../places.js';
import { selectPeople } from '../select-rows.js';
import { trackingQuality } from '../tracking-quality.js';
import type { Trajectories } from '../trajectories.js';
import { canCompare, ceilings, compareMeasure, intervals } from './compare-measure.js';
import { shuffle } from './groups.js';
import { privacyOf, unicityOf } from './privacy-report.js';
import { type PaperProfile, profileScores } from './profiles/profiles.js';
import type { MeasureRow, Report, SetSummary } from './report.js';
import type { MeasureComparison, MeasureDifference } from './scores.js';
import { utilityOf } from './utility-report.js';

/** What a report may be told. */
export interface RealismOptions {
  /** What the generator learned from; without, floors are fitted on the real set and privacy is not computed. */
  readonly train?: Trajectories;
  /** Real people that the generator never saw. */
  readonly holdout?: Trajectories;
  /** How points become places; by default the rows' own places where all sets have them, else a grid of 500 m. */
  readonly places?: PlaceOptions;
  /** Also what a paper's evaluation code makes of the two sets. */
  readonly profile?: PaperProfile;
  readonly seed?: number;
  /** Models whose best gives the floor. */
  readonly baselines?: readonly Generator[];
}

/** The rows that a report opens with. */
export const FIRST_SCREEN: readonly string[] = [
  'jumpLengths',
  'odMatrix',
  'stayDurations',
  'transitions',
  'dailyMotifs',
  'tripsByHourOfDay',
];

/** Floors are taken with so many rows of the training set and of each model at most. */
const FLOOR_ROWS = 100_000;
const RESAMPLES = 60;
const SPLITS = 5;
const WORST = 3;
const DAY = 86_400;

const BASELINES = new Set(['d-epr', 'ditras', 'markov', 'markov-by-hour', 'nobody-moves']);
const defaultBaselines = generators.filter(({ name }) => BASELINES.has(name));

/**
 * How real generated trajectories look beside real ones: every declared measure with its distances, their intervals,
 * ceiling and floor; what a predictor learns from them; and how near they come to the people they were learned from.
 * Pure: the same sets and seed give the same report.
 *
 * @throws RangeError when either set has no rows
 */
export function realism(real: Trajectories, generated: Trajectories, options: RealismOptions = {}): Report {
  const { seed = 1, baselines = defaultBaselines } = options;
  for (const [name, set] of Object.entries({ real, generated })) {
    if (set.times.length === 0)
      throw new RangeError(`realism: the ${name} set holds no rows, so nothing can be compared.`);
  }
  const sets = numbered(real, generated, options);
  const floors = floorsOf(sets, baselines, seed);
  const usable = measures.filter((measure) => canCompare(measure, sets.real, sets.generated));
  const rows = usable.map((measure) => rowOf(measure, sets, floors.get(measure.meta.name), seed));
  return {
    compared: {
      real: summaryOf(sets.real),
      generated: summaryOf(sets.generated),
      train: sets.train ? summaryOf(sets.train) : null,
      holdout: sets.holdout ? summaryOf(sets.holdout) : null,
      places: sets.rule,
      notes: notesOn(sets),
    },
    measures: rows,
    firstScreen: FIRST_SCREEN.filter((name) => rows.some((row) => row.name === name)),
    notMeasured: measures
      .filter((measure) => !usable.includes(measure))
      .map(({ meta, needs = [] }) => ({ name: meta.name, why: `needs ${needs.join(' and ')} in both sets` })),
    utility: utilityOf(sets, seed),
    unicity: unicityOf(sets.real, sets.generated, seed),
    privacy: privacyOf(sets),
    worst: worstOf(rows),
    profile: options.profile ? profileScores(options.profile, sets.real, sets.generated) : null,
  };
}

interface Sets {
  readonly real: Trajectories;
  readonly generated: Trajectories;
  readonly train?: Trajectories;
  readonly holdout?: Trajectories;
  readonly rule: string;
}

function numbered(real: Trajectories, generated: Trajectories, { train, holdout, places }: RealismOptions): Sets {
  const given = [real, generated, ...(train ? [train] : []), ...(holdout ? [holdout] : [])];
  if (!places && given.every((set) => set.places)) {
    return { real, generated, ...(train && { train }), ...(holdout && { holdout }), rule: 'as given in the rows' };
  }
  const rule = places ?? { by: 'grid' as const };
  const { sets } = commonPlaces(given, rule);
  return {
    real: sets[0],
    generated: sets[1],
    ...(train && { train: sets[2] }),
    ...(holdout && { holdout: sets[train ? 3 : 2] }),
    rule: wordsOf(rule),
  };
}

function wordsOf(rule: PlaceOptions): string {
  switch (rule.by) {
    case 'grid':
      return `squares of ${rule.metres ?? 500} m on the ground`;
    case 'h3':
      return `H3 cells of resolution ${rule.resolution ?? 9}`;
    case 'cluster':
      return `clusters of points within ${rule.radius ?? 100} m`;
    case 'exact':
      return 'exact coordinates';
  }
}

function summaryOf(set: Trajectories): SetSummary {
  const last = set.ends ?? set.times;
  const quality = trackingQuality(set).filter((share) => !Number.isNaN(share));
  return {
    people: set.people.length,
    rows: set.times.length,
    from: set.times.length === 0 ? null : set.times.reduce((a, b) => Math.min(a, b)),
    to: last.length === 0 ? null : last.reduce((a, b) => Math.max(a, b)),
    stays: set.ends !== undefined,
    trackingQuality: finite(quality.reduce((sum, share) => sum + share, 0) / quality.length),
    places: new Set(placeNumbers(set).numbers).size,
  };
}

function notesOn({ real, generated }: Sets): string[] {
  const notes: string[] = [];
  if (real.people.length < 30 || generated.people.length < 30) {
    notes.push(
      'Fewer than 30 people on a side: a JSD on 50 bins is far from 0 even for the same law; read it beside its ceiling.',
    );
  }
  if ((real.ends === undefined) !== (generated.ends === undefined)) {
    notes.push(
      'One set holds stays, the other points: make stays of the points first, or measures of time mean different things.',
    );
  }
  const perPerson = (set: Trajectories) => set.times.length / set.people.length;
  const ratio = perPerson(real) / perPerson(generated);
  if (ratio > 2 || ratio < 0.5) {
    notes.push(
      'Records a person differ more than twofold: measures that grow with recording (distances, visits, entropies) differ by that alone.',
    );
  }
  return notes;
}

/** By measure, the JSD of each baseline. */
type Floors = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Models fitted on the training set are compared with the real one; without training set, on and with halves of it. */
function floorsOf({ real, train }: Sets, baselines: readonly Generator[], seed: number): Floors {
  const floors = new Map<string, Map<string, number>>();
  const [fitted, compared] = train ? [train, real] : halvesOf(real, seed);
  if (fitted.times.length === 0 || compared.times.length === 0) return floors;
  const people = someOf(fitted, seed);
  const others = someOf(compared, seed);
  const days = daysOf(others);
  for (const { name, fit } of baselines) {
    const made = fit(people).generate({ people: others.people.length, days, seed });
    for (const measure of measures) {
      if (made.times.length === 0 || !canCompare(measure, others, made)) continue;
      const { jsd } = compareMeasure(measure, others, made, seed).scores;
      const own = floors.get(measure.meta.name) ?? new Map<string, number>();
      floors.set(measure.meta.name, own.set(name, jsd));
    }
  }
  return floors;
}

function halvesOf(set: Trajectories, seed: number): [Trajectories, Trajectories] {
  const order = Uint32Array.from({ length: set.people.length }, (_, i) => i);
  shuffle(order, new Random(seed, 6));
  const middle = order.length >> 1;
  return [selectPeople(set, order.slice(0, middle).sort()), selectPeople(set, order.slice(middle).sort())];
}

/** As many people, drawn by chance, as have `FLOOR_ROWS` rows; at least one. */
function someOf(set: Trajectories, seed: number): Trajectories {
  if (set.times.length <= FLOOR_ROWS) return set;
  const order = Uint32Array.from({ length: set.people.length }, (_, i) => i);
  shuffle(order, new Random(seed, 4));
  let rows = 0;
  let count = 0;
  while (count < order.length && (count === 0 || rows < FLOOR_ROWS)) {
    rows += set.starts[order[count] + 1] - set.starts[order[count]];
    count++;
  }
  return selectPeople(set, order.subarray(0, count).sort());
}

function daysOf({ times, ends }: Trajectories): number {
  let first = Infinity;
  let last = -Infinity;
  for (let row = 0; row < times.length; row++) {
    first = Math.min(first, times[row]);
    last = Math.max(last, ends ? ends[row] : times[row]);
  }
  return Math.max(1, Math.ceil((last + 1) / DAY) - Math.floor(first / DAY));
}

function rowOf(
  measure: Measure,
  sets: Sets,
  floors: ReadonlyMap<string, number> | undefined,
  seed: number,
): MeasureRow {
  const comparison = compareMeasure(measure, sets.real, sets.generated, seed);
  const people = [sets.real.people.length, sets.generated.people.length] as const;
  const { low, high } = intervals(comparison, people, { seed, resamples: RESAMPLES });
  const ceiling = ceilings(comparison, people[0], { seed, splits: SPLITS });
  const best = bestOf(floors);
  const { meta, compare } = measure;
  const { scores, value, n } = comparison;
  return {
    name: meta.name,
    title: meta.title,
    compare,
    unit: compare === 'sample' ? meta.unit : 'bit',
    real: finite(value[0]),
    generated: finite(value[1]),
    wasserstein: finite(scores.wasserstein),
    ks: finite(scores.ks),
    jsd: finite(scores.jsd),
    commonPart: finite(scores.commonPart),
    tau: finite(scores.tau),
    low: finite(low.jsd),
    high: finite(high.jsd),
    ceiling: finite(ceiling.jsd),
    floor: best ? finite(best[1]) : null,
    floorModel: best ? best[0] : null,
    nobodyMoves: finite(floors?.get('nobody-moves') ?? Number.NaN),
    ceilings: {
      wasserstein: finite(ceiling.wasserstein),
      ks: finite(ceiling.ks),
      commonPart: finite(ceiling.commonPart),
      tau: finite(ceiling.tau),
    },
    intervals: {
      wasserstein: [finite(low.wasserstein), finite(high.wasserstein)],
      ks: [finite(low.ks), finite(high.ks)],
      commonPart: [finite(low.commonPart), finite(high.commonPart)],
    },
    n: n[0],
    generatedN: n[1],
    misses: meta.misses,
    worst: whereOf(measure, comparison),
  };
}

/** The lowest JSD of the models that move. */
function bestOf(floors: ReadonlyMap<string, number> | undefined): [string, number] | undefined {
  return [...(floors ?? [])]
    .filter(([name, jsd]) => name !== 'nobody-moves' && !Number.isNaN(jsd))
    .sort(([, a], [, b]) => a - b)[0];
}

function whereOf(measure: Measure, comparison: MeasureComparison) {
  const label = (difference: MeasureDifference) => {
    if (difference.pair) return `place ${difference.pair[0]} to place ${difference.pair[1]}`;
    if (measure.compare === 'counts' || measure.compare === 'rank') {
      return measure.label?.(difference.from) ?? String(difference.from);
    }
    const round = (value: number) => Number(value.toPrecision(4));
    return `${round(difference.from)} to ${round(difference.to)} ${measure.meta.unit}`.trim();
  };
  return comparison
    .worst(WORST)
    .map((difference) => ({ where: label(difference), real: difference.real, generated: difference.generated }));
}

/** Measures by how far their JSD lies above the ceiling, as a share of what is left up to 1. */
function worstOf(rows: readonly MeasureRow[]) {
  return rows
    .filter((row) => row.jsd !== null)
    .map((row) => {
      const ceiling = row.ceiling ?? 0;
      return { name: row.name, excess: ceiling < 1 ? ((row.jsd ?? 0) - ceiling) / (1 - ceiling) : 0, where: row.worst };
    })
    .sort((a, b) => b.excess - a.excess)
    .slice(0, WORST);
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

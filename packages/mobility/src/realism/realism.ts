import type { Measure } from '../measure.js';
import { measures } from '../measures.js';
import type { Generator } from '../models/generator.js';
import { generators } from '../models/generators.js';
import { placeNumbers } from '../place-numbers.js';
import { commonPlaces, type PlaceOptions } from '../places.js';
import { trackingQuality } from '../tracking-quality.js';
import type { Trajectories } from '../trajectories.js';
import { canCompare, ceilings, compareMeasure, intervals } from './compare-measure.js';
import { floorsOf } from './floors.js';
import { notesOn } from './notes.js';
import { privacyOf, unicityOf } from './privacy-report.js';
import { type PaperProfile, profileScores } from './profiles/profiles.js';
import type { MeasureRow, Report, SetSummary } from './report.js';
import type { MeasureComparison, MeasureDifference } from './scores.js';
import type { Sets } from './sets.js';
import { utilityOf } from './utility-report.js';
import { whereOf, worstOf } from './worst.js';

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

const RESAMPLES = 60;
const SPLITS = 5;
const WORST = 3;
/** Bins of a chart, at most. */
const CHART_BINS = 50;

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
  const differences = new Map<string, MeasureDifference>();
  const rows = usable.map((measure) => {
    const comparison = compareMeasure(measure, sets.real, sets.generated, seed);
    const [most] = comparison.worst(1);
    if (most) differences.set(measure.meta.name, most);
    return rowOf(measure, comparison, sets, { floors: floors.get(measure.meta.name), seed });
  });
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
    worst: worstOf(rows, differences, sets),
    profile: options.profile ? profileScores(options.profile, sets.real, sets.generated) : null,
  };
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

function rowOf(
  measure: Measure,
  comparison: MeasureComparison,
  sets: Sets,
  { floors, seed }: { readonly floors: ReadonlyMap<string, number> | undefined; readonly seed: number },
): MeasureRow {
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
    worst: comparison.worst(WORST).map((difference) => whereOf(measure, difference, sets.real)),
    distribution: comparison.bins(CHART_BINS).map((bin) => ({ ...whereOf(measure, bin, sets.real), from: bin.from })),
  };
}

/** The lowest JSD of the models that move. */
function bestOf(floors: ReadonlyMap<string, number> | undefined): [string, number] | undefined {
  return [...(floors ?? [])]
    .filter(([name, jsd]) => name !== 'nobody-moves' && !Number.isNaN(jsd))
    .sort(([, a], [, b]) => a - b)[0];
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

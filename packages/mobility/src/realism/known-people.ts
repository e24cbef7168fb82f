import type { Counts, CountsMeasure, Measure, SampleMeasure, Values } from '../measure.js';
import { measures } from '../measures.js';
import type { Trajectories } from '../trajectories.js';
import { canCompare, compareMeasure, type excessJsd } from './compare-measure.js';
import { daysOf, excessOf, someOf } from './floors.js';
import { rowOf, withFloors } from './measure-row.js';
import { defaultBaselines } from './pieces.js';
import { privacyOf, unicityOf } from './privacy-report.js';
import { type RealismOptions, realismSets, summaryOf } from './realism.js';
import type { Report } from './report.js';
import { judged } from './verdict.js';
import { worstOf } from './worst.js';

/** A measure whose values for the real people are known without their rows. */
export interface KnownMeasure {
  /** Computes the measure from rows. */
  readonly measure: SampleMeasure | CountsMeasure;
  /** Its values for the real people, in their order. */
  readonly known: Float64Array | Values | Counts;
}

/** Real people with known values but unknown positions. */
export interface KnownPeople {
  readonly people: readonly string[];
  readonly measures: readonly KnownMeasure[];
  /** A description of the values for the reader. */
  readonly notes: readonly string[];
  /** Whether they are marked as synthetic. */
  readonly synthetic?: boolean;
}

/**
 * Like `realism`, for real people with only some values known: these are compared, with intervals and ceilings; floors
 * need a training set, and utility needs rows.
 *
 * @throws RangeError when the generated set has no rows
 */
export function realismOfKnown(
  { people, measures: known, notes, synthetic }: KnownPeople,
  generated: Trajectories,
  { seed = 1, baselines = defaultBaselines, ...options }: Omit<RealismOptions, 'profile'> = {},
): Report {
  const real = withoutRows(people);
  const sets = { ...realismSets(generated, generated, options), real };
  const usable = known.filter(({ measure }) => canCompare(measure, sets.generated)).map((one) => answering(one, real));
  const floors = new Map<string, Map<string, ReturnType<typeof excessJsd>>>(
    usable.map(({ meta }) => [meta.name, new Map()]),
  );
  if (sets.train && sets.train.times.length > 0) {
    const train = someOf(sets.train, seed);
    for (const { name, fit } of baselines) {
      const made = fit(train).generate({ people: people.length, days: daysOf(train), seed });
      const comparable = usable.filter((measure) => canCompare(measure, made));
      for (const [measure, excess] of excessOf(comparable, real, made, seed)) floors.get(measure)?.set(name, excess);
    }
  }
  const { rows, verdict } = judged(
    usable.map((measure) =>
      withFloors(
        rowOf(measure, compareMeasure(measure, real, sets.generated), sets, seed),
        floors.get(measure.meta.name),
      ),
    ),
  );
  const lacking = known.filter(({ measure }) => !canCompare(measure, sets.generated));
  const compared = new Set(known.map(({ measure }) => measure.meta.name));
  return {
    verdict,
    compared: {
      real: { ...summaryOf(real), ...(synthetic && { synthetic: true as const }) },
      generated: summaryOf(sets.generated),
      train: sets.train ? summaryOf(sets.train) : null,
      holdout: sets.holdout ? summaryOf(sets.holdout) : null,
      places: sets.rule,
      notes: [
        ...notes,
        ...(sets.train ? [] : ['Floors are not computed: there is no training set, and the truth has no rows.']),
      ],
    },
    measures: rows,
    firstScreen: rows.map(({ name }) => name),
    notMeasured: [
      ...lacking.map(({ measure: { meta, needs = [] } }) => ({
        name: meta.name,
        title: meta.title,
        why: `needs ${needs.join(' and ')} in the generated set`,
      })),
      ...measures
        .filter(({ meta }) => !compared.has(meta.name))
        .map(({ meta }) => ({ name: meta.name, title: meta.title, why: 'not in the truth' })),
    ],
    utility: { notComputed: 'the truth has no positions' },
    unicity: unicityOf(null, sets.generated, seed),
    privacy: privacyOf(sets),
    worst: worstOf(rows, new Map(), sets),
    profile: null,
  };
}

/** People without rows. */
function withoutRows(people: readonly string[]): Trajectories {
  const none = () => new Float64Array(0);
  return { people, starts: new Uint32Array(people.length + 1), times: none(), lons: none(), lats: none() };
}

/** The measure, which returns the known values for the real people. */
function answering({ measure, known }: KnownMeasure, real: Trajectories): Measure {
  const of = (set: Trajectories) => (set === real ? known : measure.of(set));
  return { ...measure, of } as Measure;
}

import type { Measure } from '../measure.js';
import { chanceScores, type compareMeasure, type excessJsd, intervals } from './compare-measure.js';
import type { MeasureRow } from './report.js';
import type { Sets } from './sets.js';
import { effectOf, finite } from './verdict.js';
import { whereOf } from './worst.js';

const WORST = 3;
/** Maximum number of bins in a chart. */
const CHART_BINS = 50;

/** A row of the report without its floors. */
export function rowOf(
  measure: Measure,
  comparison: ReturnType<typeof compareMeasure>,
  sets: Sets,
  seed: number,
): MeasureRow {
  const interval = intervals(comparison, seed);
  const { low, high } = interval;
  const chance = chanceScores(comparison, seed);
  const ceiling = chance.mean;
  const { meta, compare } = measure;
  const { scores, value, n } = comparison;
  return {
    name: meta.name,
    title: meta.title,
    compare,
    unit: compare === 'sample' ? meta.unit : 'bit',
    real: finite(value[0]),
    generated: finite(value[1]),
    ...effectOf(measure, comparison, interval, chance),
    wasserstein: finite(scores.wasserstein),
    ks: finite(scores.ks),
    jsd: finite(scores.jsd),
    commonPart: finite(scores.commonPart),
    tau: finite(scores.tau),
    low: finite(low.jsd),
    high: finite(high.jsd),
    ceiling: finite(ceiling.jsd),
    ceilingLow: finite(chance.low.jsd),
    ceilingHigh: finite(chance.high.jsd),
    floor: null,
    floorLow: null,
    floorHigh: null,
    floorModel: null,
    nobodyMoves: null,
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
    worst: comparison.worst(WORST).map((difference) => whereOf(measure, difference, sets)),
    distribution: comparison.bins(CHART_BINS).map((bin) => ({ ...whereOf(measure, bin, sets), from: bin.from })),
  };
}

/** The JSD of models beyond chance, by model. */
export type Floors = ReadonlyMap<string, ReturnType<typeof excessJsd>>;

/** 1.96 of the standard normal: the middle 95 %. */
const Z95 = 1.959963984540054;

/**
 * The same row with the JSD that each baseline would have at the sizes compared: the ceiling, and what the baseline is
 * beyond chance.
 */
export function withFloors(row: MeasureRow, floors: Floors | undefined): MeasureRow {
  const best = bestOf(floors);
  const at = (excess: number) => finite(Math.min(1, (row.ceiling ?? 0) + Math.max(0, excess)));
  const spread = Z95 * (best?.[1].deviation ?? 0);
  const still = floors?.get('nobody-moves')?.value ?? Number.NaN;
  return {
    ...row,
    floor: best ? at(best[1].value) : null,
    floorLow: best ? at(best[1].value - spread) : null,
    floorHigh: best ? at(best[1].value + spread) : null,
    floorModel: best ? best[0] : null,
    nobodyMoves: Number.isNaN(still) ? null : at(still),
  };
}

/** The model that moves people with the lowest JSD. */
function bestOf(floors: Floors | undefined) {
  return [...(floors ?? [])]
    .filter(([name, { value }]) => name !== 'nobody-moves' && !Number.isNaN(value))
    .sort(([, a], [, b]) => a.value - b.value)[0];
}

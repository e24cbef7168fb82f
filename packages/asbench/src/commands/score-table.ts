import { counted, fixed, printable } from '@itinera/base';
import {
  type Benchmark,
  type Calibration,
  type Doubt,
  explainMetrics,
  isWithoutWidth,
  metricsOf,
  points,
  pointsOf,
  remarksOn,
  type Spread,
  WITHOUT_WIDTH,
} from '@itinera/benchmarks';
import type { MetricMeta } from '@itinera/metrics';
import { underWaySays } from '@itinera/run';
import { type RunSums, type Scores, syntheticNotice } from '@itinera/runner';
import type { ShownProfile } from './profile-option.js';
import { textTable } from './text-table.js';

export type Metas = Readonly<Record<string, MetricMeta>>;

/** Digits of a number without a description in the benchmark. */
const USUAL_DIGITS = 4;
export const ORIGINAL = "the original's arithmetic";
const PROFILE_TITLES = {
  documented: 'documented formulas',
  reference: `reference: ${ORIGINAL}, as in published tables`,
} as const;
/** Describes scores in words, one part per line; as a table if the benchmark has no parts. Ends like `describeScores`. */
export function summarizeScores(scores: Scores, { metrics, parts }: Pick<Benchmark, 'metrics' | 'parts'>): string {
  if (parts === undefined) return describeScores(scores, metrics, 'documented');
  const values = metricsOf(scores.documented);
  const rows = Object.entries(parts).map(([metric, part]) => {
    const value = values[metric];
    const got = value == null ? '–' : points(pointsOf(part, metrics[metric]!, value));
    return [part.words, `${got} of ${part.of} points`];
  });
  return [
    `${scores.task} ${scores.task_version}`,
    textTable(rows),
    ...reasons(scores.documented),
    ...(scores.remarks?.documented ?? remarksOn(scores)),
    ...ending(scores),
  ].join('\n');
}

/** Describes scores as tables: one metric per line, with its interval, floor and ceiling. */
export function describeScores(scores: Scores, metas: Metas, shown: ShownProfile): string {
  const tables = (['documented', 'reference'] as const)
    .filter((profile) => shown === 'both' || shown === profile)
    .map((profile) => describeProfile(scores, metas, profile, shown === 'documented' && !isSame(scores, metas)));
  const lines = [tables.join('\n\n')];
  const profile = shown === 'reference' ? shown : 'documented';
  lines.push(...explainMetrics(Object.keys(metricsOf(scores[profile]))));
  if (Object.entries(scores.noise[profile]).some(([metric, spread]) => isWithoutWidth(spread, digitsOf(metas[metric]))))
    lines.push(WITHOUT_WIDTH);
  lines.push(`interval: ${scores.noise.method}; floor: the random agent; ceiling: ${scores.ceiling.method}`);
  if (shown !== 'reference') lines.push(...(scores.remarks?.documented ?? remarksOn(scores)));
  if (shown !== 'documented' && !isSame(scores, metas))
    lines.push(
      ...(scores.remarks?.reference ?? remarksOn(scores, 'reference')).map((remark) => `${ORIGINAL}: ${remark}`),
    );
  return [...lines, ...ending(scores)].join('\n');
}

/** The trips of the run, and whether its data are real. */
function ending({ run, synthetic, task }: Scores): string[] {
  return [...(run === null ? [] : describeSums(run)), ...(synthetic ? [syntheticNotice(task)] : [])];
}

/** Describes the trips of a run. */
export function describeSums({
  people,
  trips,
  failed_trips: failed,
  minutes,
  kilometres,
  fallbacks,
  trips_under_way: late = 0,
  minutes_under_way: lateMinutes = 0,
}: RunSums): string[] {
  return [
    `${counted(people, 'person', 'people')} made ${counted(trips, 'trip')} (total: ${fixed(minutes, 0)} min, ${fixed(kilometres, 1)} km)`,
    ...underWaySays({ trips: late, seconds: 60 * lateMinutes }),
    ...(failed > 0
      ? [
          `${counted(failed, 'other trip', 'other trips')} failed: no open road or path leads there, or the map has no such place`,
        ]
      : []),
    ...(fallbacks > 0
      ? [`${counted(fallbacks, 'decision')} used the fallback because the language model's answer was unusable`]
      : []),
  ];
}

/** Whether both profiles show the same numbers, as those of custom benchmarks do. */
function isSame({ documented, reference }: Scores, metas: Metas): boolean {
  const [a, b] = [metricsOf(documented), metricsOf(reference)];
  return Object.keys(b).every((metric) => show(metas[metric], a[metric]) === show(metas[metric], b[metric]));
}

function describeProfile(
  scores: Scores,
  metas: Metas,
  profile: keyof typeof PROFILE_TITLES,
  withReference: boolean,
): string {
  const reference = metricsOf(scores.reference);
  const rows = Object.entries(metricsOf(scores[profile])).map(([metric, value]) => [
    metric,
    show(metas[metric], value),
    range(metas[metric], scores.noise[profile][metric]),
    show(metas[metric], scores.floor?.[profile][metric]?.value),
    show(metas[metric], scores.ceiling[profile][metric]?.value),
    ...(withReference ? [show(metas[metric], reference[metric])] : []),
  ]);
  return [
    `${scores.task} ${scores.task_version}, ${PROFILE_TITLES[profile]}${withReference ? `; ${PROFILE_TITLES.reference}` : ''}`,
    textTable([
      [
        '',
        'score',
        `${100 * scores.noise.level} % interval`,
        'floor',
        'ceiling',
        ...(withReference ? ['reference'] : []),
      ],
      ...rows,
    ]),
    ...reasons(scores[profile]),
  ].join('\n');
}

/** A warning above a score. */
export function describeDoubt({ message: text, grave }: Doubt): string {
  const message = printable(text, 1000);
  return grave
    ? `INVALID RESULT: ${message} To exit with code 0 anyway, pass --allow-problems.`
    : `Warning: ${message}`;
}

/** Describes the floor and the ceiling of a dataset with their ranges. */
export function describeScale({ name, metrics }: Benchmark, { floor, ceiling }: Calibration): string {
  const rows = Object.entries(ceiling.documented).map(([metric, spread]) => {
    const meta = metrics[metric];
    const chance = floor?.documented[metric];
    return [metric, show(meta, chance?.value), range(meta, chance), show(meta, spread.value), range(meta, spread)];
  });
  const heading = ['', 'floor', 'range', 'ceiling', 'range'];
  return `${name}, documented formulas\n${textTable([heading, ...rows])}\nfloor: the random agent; ceiling: ${ceiling.method}`;
}

function range(meta: MetricMeta | undefined, spread: Spread | undefined): string {
  if (spread === undefined || spread.low === null || spread.high === null) return '–';
  return `${show(meta, spread.low)} to ${show(meta, spread.high)}`;
}

export function show(meta: MetricMeta | undefined, value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  return value.toFixed(digitsOf(meta));
}

const digitsOf = (meta: MetricMeta | undefined) => meta?.digits ?? USUAL_DIGITS;

function reasons(profile: object): string[] {
  const undefinedMetrics = (profile as { undefined?: Record<string, string> }).undefined ?? {};
  return Object.entries(undefinedMetrics).map(([metric, reason]) => `${metric} has no value: ${reason}`);
}

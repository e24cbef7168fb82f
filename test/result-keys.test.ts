import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '..', 'packages');
const textOf = (path: string) => readFileSync(join(packages, path), 'utf8');

interface Result {
  readonly command: string;
  /** The types of its result, as `file#Name`. */
  readonly types: readonly string[];
  /** The files that show it: of its page, or of the terminal if it has none. */
  readonly faces: readonly string[];
  /** Keys that they leave out, and why. */
  readonly leftOut?: Readonly<Record<string, string>>;
}

const pages = 'viewer/src/app/pages';
const commands = 'asbench/src/commands';
const RESULTS: readonly Result[] = [
  {
    command: 'explain',
    leftOut: { realPlaces: 'percentiles on the page of a person', realRadius: 'percentiles on the page of a person' },
    types: ['benchmarks/src/port/findings.ts#Findings', 'benchmarks/src/port/findings.ts#Quantity'],
    faces: [`${pages}/scores.tsx`, `${pages}/groups-card.tsx`, `${pages}/person.tsx`],
  },
  {
    command: 'compare',
    types: ['viewer/src/wire/comparison.ts#Differences', 'viewer/src/wire/comparison.ts#MetricDifference'],
    faces: [`${pages}/compare.tsx`, `${pages}/differences.tsx`, `${pages}/trips.tsx`],
  },
  {
    command: 'sweep',
    types: ['studies/src/sweeps/run-sweep.ts#SweepRow', 'studies/src/sweeps/run-sweep.ts#Sweep'],
    faces: [`${commands}/sweep-table.ts`],
  },
  {
    command: 'sweep, as a page',
    types: ['viewer/src/wire/comparison.ts#SetupRow', 'viewer/src/wire/comparison.ts#SetupComparison'],
    faces: [`${pages}/several.tsx`],
  },
  {
    command: 'measure',
    leftOut: {
      ceilings: 'of other scores than the JSD, in measures.json',
      intervals: 'of other scores than the JSD, in measures.json',
    },
    types: [
      'Report',
      'Verdict',
      'SetSummary',
      'MeasureRow',
      'UtilityReport',
      'PrivacyReport',
      'WorstMeasure',
      'Blame',
    ].map((name) => `mobility/src/realism/report.ts#${name}`),
    faces: [`${pages}/measures.tsx`, 'viewer/src/app/charts/measure-chart.tsx'],
  },
  {
    command: 'humob score',
    leftOut: { difference: 'says states it' },
    types: ['HumobDetail', 'HumobSide'].map((name) => `humob/src/details/scoring-detail.ts#${name}`),
    faces: [`${pages}/humob.tsx`, `${pages}/humob-user.tsx`],
  },
  {
    command: 'next-place',
    leftOut: { byUser: 'of programs only: the command prints no users' },
    types: ['mobility/src/next-place/score-next-place.ts#NextPlaceReport'],
    faces: [`${commands}/next-place-summary.ts`],
  },
  {
    command: 'traffic reach',
    leftOut: { polygons: 'a map of its own: -o' },
    types: ['asbench/src/reach/reach-files.ts#ReachFacts', 'city/src/reach/isochrones.ts#Isochrone'],
    faces: [`${commands}/reach-summary.ts`],
  },
  {
    command: 'traffic emissions',
    leftOut: { geography: 'where the tables lie on the map', persons: 'a table of its own: --table people' },
    types: ['RunEmissions', 'CarUse'].map((name) => `studies/src/exports/emissions.ts#${name}`),
    faces: [`${commands}/emissions.ts`],
  },
  {
    command: 'traffic counts',
    leftOut: { hours: 'the rows have them' },
    types: [
      'studies/src/exports/compare-run-counts.ts#RunCountComparison',
      'city/src/movement/compare-counts.ts#CountComparison',
    ],
    faces: [`${commands}/counts-summary.ts`],
  },
  {
    command: 'traffic jams',
    leftOut: { congestion: 'says names it', days: 'in the head of the page', scale: 'says names it' },
    types: ['studies/src/exports/road-traffic.ts#RunTrafficReport'],
    faces: [`${pages}/traffic.tsx`, `${pages}/road-day.tsx`],
  },
];

/** The keys that an interface or an object type declares. */
function keysOf(type: string): string[] {
  const [path, name] = type.split('#') as [string, string];
  const [, body] = new RegExp(`^export (?:interface|type) ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(
    textOf(path),
  )!;
  return [...body!.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, key]) => key!);
}

test.each(RESULTS)(
  '$command: each key of the result is shown, or left out for a reason',
  ({ types, faces, leftOut = {} }) => {
    const shown = faces.map(textOf).join('\n');
    const keys = types.flatMap((type) => {
      const found = keysOf(type);
      expect(found.length, type).toBeGreaterThan(0);
      return found;
    });
    const missing = keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(shown));
    expect(missing.sort()).toEqual(Object.keys(leftOut).sort());
  },
);

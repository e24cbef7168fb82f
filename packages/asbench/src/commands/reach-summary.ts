import { counted, grouped } from '@itinera/base';
import type { Isochrone } from '@itinera/city';
import { COUNTED, type Opportunities, type ReachFacts } from '../reach/reach-files.js';
import { textTable } from './text-table.js';

const NAMES = { aois: 'AOIs', pois: 'POIs', jobs: 'jobs' } as const;
const WIDTH = 24;
const whole = (value: number) => grouped(Math.round(value));
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

/** Describes what is within reach of one place, with a bar for the share of all jobs. */
export function describeReach(
  { title, description }: ReachFacts,
  bands: readonly (Isochrone & { readonly counts: Readonly<Record<string, number>> })[],
  opportunities: Opportunities,
  asJson: boolean,
): string {
  if (asJson) {
    const within = bands.map(({ seconds, squareMetres, counts }) => ({
      minutes: seconds / 60,
      square_km: squareMetres / 1e6,
      ...counts,
    }));
    return JSON.stringify({ title, description, within });
  }
  const all = sum(opportunities.jobs);
  const rows = bands.map(({ seconds, squareMetres, counts }) => {
    const share = all > 0 ? counts.jobs! / all : 0;
    return [
      `${seconds / 60} min`,
      (squareMetres / 1e6).toFixed(1),
      ...COUNTED.map((name) => whole(counts[name]!)),
      `${(100 * share).toFixed(1)} %`,
      '█'.repeat(Math.round(share * WIDTH)),
    ];
  });
  const heading = ['within', 'km²', ...COUNTED.map((name) => NAMES[name]), 'of all jobs', ''];
  return [title, description, '', textTable([heading, ...rows])].join('\n');
}

/** Describes what is within reach of all AOIs: how many jobs, POIs and AOIs a share of them reaches. */
export function describeAccess(
  { title, description }: ReachFacts,
  sums: Float64Array,
  minutes: readonly number[],
  asJson: boolean,
): string {
  const width = minutes.length * COUNTED.length;
  const lists = minutes.flatMap((limit, i) =>
    COUNTED.map((name, j) => {
      const column = Float64Array.from(
        { length: sums.length / width },
        (_, aoi) => sums[aoi * width + i * COUNTED.length + j]!,
      )
        .filter((value) => !Number.isNaN(value))
        .sort();
      const at = (share: number) => column[Math.floor(share * (column.length - 1))] ?? Number.NaN;
      return { minutes: limit, counted: name, low: at(0.1), median: at(0.5), high: at(0.9), aois: column.length };
    }),
  );
  if (asJson) return JSON.stringify({ title, description, within: lists });
  const rows = lists.map(({ minutes: limit, counted, low, median, high }) => [
    `${limit} min`,
    NAMES[counted],
    ...[low, median, high].map(whole),
  ]);
  const missing = sums.length / width - (lists[0]?.aois ?? 0);
  return [
    title,
    description,
    '',
    textTable([['within', '', '10 % of AOIs', 'median', '90 % of AOIs'], ...rows]),
    ...(missing > 0 ? [`${counted(missing, 'AOI has', 'AOIs have')} no street for this mode.`] : []),
  ].join('\n');
}

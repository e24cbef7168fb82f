import { grouped } from '@itinera/base';
import {
  type GeobleuParts,
  type GroupScore,
  type HumobScore,
  type PersonScore,
  type ScoredSides,
  type StepGrouping,
  scoreGroups,
  worstPeople,
} from '@itinera/humob';
import { textTable } from './text-table.js';

/** The requested details of a scoring, in addition to its two means. */
export interface HumobDetails {
  readonly rules: HumobScore['rules'];
  readonly parts?: GeobleuParts;
  readonly by?: { readonly group: StepGrouping; readonly groups: readonly GroupScore[] };
  readonly worst?: readonly PersonScore[];
}

/** The options that request details. */
export interface DetailOptions {
  readonly by?: StepGrouping;
  readonly parts?: true;
  /** Number of people. */
  readonly worst?: number;
}

/** Computes the requested details. */
export function detailsOf(score: HumobScore, sides: ScoredSides, { by, parts, worst }: DetailOptions): HumobDetails {
  return {
    rules: score.rules,
    ...(parts && { parts: score.parts }),
    ...(by && { by: { group: by, groups: scoreGroups(sides, by, score.byDay) } }),
    ...(worst !== undefined && { worst: worstPeople(score.people, worst) }),
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const digits = (value: number | null, count: number) => (value === null ? '' : value.toFixed(count));

/** Describes the details, each after a blank line. */
export function describeDetails({ rules, parts, by, worst }: HumobDetails): string {
  const texts: string[] = [];
  if (parts) {
    const rows = parts.precisions.map((precision, k) => [`p${k + 1}`, precision.toFixed(4), grouped(parts.days[k]!)]);
    texts.push(`parts of GEO-BLEU (${rules}), means over users:\n${textTable([['', 'mean', 'days'], ...rows])}`);
  }
  if (by) {
    const days = by.groups.some(({ geobleu }) => geobleu !== null);
    const header = [
      by.group,
      'steps',
      'right cell',
      'within 1 km',
      'mean km',
      ...(days ? [`GEO-BLEU ${rules}`, 'DTW km'] : []),
    ];
    const rows = by.groups.map(({ group, steps, exact, within1Km, meanKm, geobleu, dtw }) => [
      group,
      grouped(steps),
      percent(exact),
      percent(within1Km),
      meanKm.toFixed(2),
      ...(days ? [digits(geobleu, 4), digits(dtw, 2)] : []),
    ]);
    texts.push(textTable([header, ...rows]));
  }
  if (worst) {
    const rows = worst.map(({ uid, geobleu, dtw }) => [String(uid), geobleu.toFixed(4), dtw.toFixed(2)]);
    texts.push(`users with the lowest GEO-BLEU (${rules}):\n${textTable([['uid', 'GEO-BLEU', 'DTW km'], ...rows])}`);
  }
  return texts.map((text) => `\n\n${text}`).join('');
}

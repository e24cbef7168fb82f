import {
  discreteFrechet,
  dynamicTimeWarping,
  edr,
  erp,
  hausdorff,
  lcss,
  levenshtein,
  longestCommonSubsequence,
  type Surface,
  sspd,
  type Track,
} from '@itinera/mobility';
import type { Adapter, GoldenCase } from './adapter.js';

const trackOf = (points: [number, number][]): Track => ({
  xs: points.map(([x]) => x),
  ys: points.map(([, y]) => y),
});

function measuresOf({ kind, a, b, threshold, gap }: GoldenCase): Record<string, () => number> {
  if (kind === 'labels') {
    const codes = (text: string) => [...text].map((letter) => letter.codePointAt(0) as number);
    const [first, second] = [codes(a), codes(b)];
    return {
      levenshtein: () => levenshtein(first, second).edits,
      levenshtein_normalised: () => levenshtein(first, second).normalised,
      lcs_length: () => longestCommonSubsequence(first, second),
    };
  }
  const [first, second] = [trackOf(a), trackOf(b)];
  const on = kind as Surface;
  return {
    dtw: () => dynamicTimeWarping(first, second, { on }),
    discrete_frechet: () => discreteFrechet(first, second, { on }),
    hausdorff_of_points: () => hausdorff(first, second, { on }),
    lcss_length: () => lcss(first, second, { threshold, on }).length,
    lcss_similarity: () => lcss(first, second, { threshold, on }).similarity,
    edr: () => edr(first, second, { threshold, on }).edits,
    edr_normalised: () => edr(first, second, { threshold, on }).normalised,
    erp: () => erp(first, second, { gap, on }),
    sspd: () => sspd(first, second),
  };
}

/** Distances of tracks and labels, by the adopted rules. */
export const adapter: Adapter = (golden, check) => {
  const measures = measuresOf(golden);
  for (const [name, expected] of Object.entries(golden.adopted)) {
    const measure = measures[name];
    if (measure) check.same(name, measure(), expected, golden.kind === 'labels' ? 'similarity' : 'length');
    else check.skip(`no rule for ${name}`);
  }
};

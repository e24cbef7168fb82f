import type { Aligned, MatchedNgram } from './scoring-detail.js';

/** GridCells of a day in order. */
type GridCells = readonly (readonly [x: number, y: number])[];

const CELLS_PER_KM = 2;
/** Decay of proximity with distance in cells, as the challenges define it. */
const BETA = 0.5;

/** By the root, as the kernel of the score: another rounding could break ties of n-grams differently. */
const distance = (a: readonly [number, number], b: readonly [number, number]) =>
  Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2);

/**
 * The alignment chosen by dynamic time warping: the pairs whose distances add up to its value.
 * @param freeStart whether leading steps of the reference may be skipped at no cost
 */
export function alignmentOf(generated: GridCells, reference: GridCells, freeStart: boolean): Aligned[] {
  const [n, m] = [generated.length, reference.length];
  const table = Array.from({ length: n + 1 }, (_, i) =>
    new Float64Array(m + 1).fill(i === 0 && freeStart ? 0 : Number.POSITIVE_INFINITY),
  );
  table[0]![0] = 0;
  const cost = (i: number, j: number) => distance(generated[i - 1]!, reference[j - 1]!) / CELLS_PER_KM;
  for (let i = 1; i <= n; i++)
    for (let j = 1; j <= m; j++)
      table[i]![j] = cost(i, j) + Math.min(table[i - 1]![j]!, table[i]![j - 1]!, table[i - 1]![j - 1]!);
  const pairs: Aligned[] = [];
  let [i, j] = [n, m];
  while (i > 0 && j > 0) {
    pairs.unshift([i - 1, j - 1, cost(i, j)]);
    const [diagonal, up, left] = [table[i - 1]![j - 1]!, table[i - 1]![j]!, table[i]![j - 1]!];
    if (diagonal <= up && diagonal <= left) [i, j] = [i - 1, j - 1];
    else if (up <= left) i--;
    else j--;
  }
  return pairs;
}

/** The n-grams matched by GEO-BLEU: repeatedly the closest remaining pair, ties to the earliest. */
export function matchedNgrams(generated: GridCells, reference: GridCells, longest: number): MatchedNgram[] {
  const matched: MatchedNgram[] = [];
  const near = generated.map((a) => reference.map((b) => Math.exp(-BETA * distance(a, b))));
  for (let length = 1; length <= Math.min(longest, generated.length, reference.length); length++) {
    const pairs: MatchedNgram[] = [];
    for (let g = 0; g + length <= generated.length; g++)
      for (let r = 0; r + length <= reference.length; r++) {
        let proximity = 1;
        for (let k = 0; k < length; k++) proximity *= near[g + k]![r + k]!;
        pairs.push({ length, generated: g, reference: r, proximity });
      }
    pairs.sort((a, b) => b.proximity - a.proximity || a.generated - b.generated || a.reference - b.reference);
    const used = { generated: new Set<number>(), reference: new Set<number>() };
    for (const pair of pairs) {
      if (used.generated.has(pair.generated) || used.reference.has(pair.reference)) continue;
      used.generated.add(pair.generated);
      used.reference.add(pair.reference);
      matched.push(pair);
    }
  }
  return matched;
}

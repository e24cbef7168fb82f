/** [x, y] in cells. */
export type Point = readonly number[];

/** Distance of two points, in cells. */
export const distance = (a: Point, b: Point) => {
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  return Math.sqrt(dx * dx + dy * dy);
};

/**
 * GEO-BLEU exactly as defined: all pairs of n-grams, sorted, matched greedily.
 *
 * @param generated, reference points in time order, at least one each
 * @param precisionOver 'matched' pairs (2023, 2024) or 'generated' n-grams (2025)
 * @param proximityOf two points, 1 if they are equal and decreasing with distance; its last bit decides ties
 */
export function plainGeobleu(
  generated: readonly Point[],
  reference: readonly Point[],
  maxN = 3,
  precisionOver: 'matched' | 'generated' = 'matched',
  proximityOf = (a: Point, b: Point) => Math.exp(-0.5 * distance(a, b)),
): number {
  const orders = Math.min(maxN, generated.length, reference.length);
  let sumOfLogs = 0;
  for (let n = 1; n <= orders; n++) {
    const generatedNgrams = generated.length - n + 1;
    const referenceNgrams = reference.length - n + 1;
    const pairs: { i: number; j: number; proximity: number }[] = [];
    for (let i = 0; i < generatedNgrams; i++) {
      for (let j = 0; j < referenceNgrams; j++) {
        let proximity = 1;
        for (let k = 0; k < n; k++) proximity *= proximityOf(generated[i + k], reference[j + k]);
        pairs.push({ i, j, proximity });
      }
    }
    pairs.sort((a, b) => b.proximity - a.proximity || a.i - b.i || a.j - b.j);

    const usedGenerated = new Set<number>();
    const usedReference = new Set<number>();
    let sum = 0;
    for (const { i, j, proximity } of pairs) {
      if (usedGenerated.has(i) || usedReference.has(j)) continue;
      usedGenerated.add(i);
      usedReference.add(j);
      sum += proximity;
    }
    sumOfLogs += Math.log(sum / (precisionOver === 'matched' ? usedGenerated.size : generatedNgrams));
  }
  const brevity = generated.length > reference.length ? 1 : Math.exp(1 - reference.length / generated.length);
  return brevity * Math.exp(sumOfLogs / orders);
}

/**
 * Dynamic time warping exactly as defined: one table of the generated points by the reference's.
 *
 * @param freeStart whether the whole first row is 0 (2023, 2024) or only its corner (2025)
 */
export function plainDtw(
  generated: readonly Point[],
  reference: readonly Point[],
  freeStart = true,
  scaleFactor = 1,
): number {
  const table = Array.from({ length: generated.length + 1 }, (_, i) =>
    Array.from({ length: reference.length + 1 }, (_, j) => (i === 0 && (j === 0 || freeStart) ? 0 : Infinity)),
  );
  for (let i = 1; i <= generated.length; i++) {
    for (let j = 1; j <= reference.length; j++) {
      const cost = distance(generated[i - 1], reference[j - 1]) / scaleFactor;
      table[i][j] = cost + Math.min(table[i - 1][j], table[i][j - 1], table[i - 1][j - 1]);
    }
  }
  return table[generated.length][reference.length];
}

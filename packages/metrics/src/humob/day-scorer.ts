/** Scores many days in one call, from flat columns, without allocating per day. Use one scorer per thread. */
export interface DayScorer {
  /** The kernel in use. Both return the same bits. */
  readonly kernel: 'javascript' | 'wasm';
  /** Longest n-gram, N. */
  readonly maxN: number;

  /**
   * Scores each day of generated points against the reference's points of the same day.
   *
   * @param generatedX coordinates in cells, finite, in time order within a day; whole numbers 1 to 200 and at most 48
   *   points per day are fastest
   * @param generatedY of the same length, as are the next two
   * @param dayOffsets day d holds points dayOffsets[d] to dayOffsets[d + 1], excluded; one entry more than days
   * @param geobleu receives GEO-BLEU per day, 0 to 1; NaN for a day without points. Null to skip it.
   * @param dtw receives dynamic time warping per day in km (two cells are 1 km), 0 or more; NaN for a day without points.
   *   Null to skip it.
   * @param precisions receives p₁ to p_N of day d from d · N on, 0 to 1, where N is `maxN`; NaN where a day has no n-gram of
   *   that length. Null to skip them.
   * @throws RangeError for a coordinate that is not finite, and for lists that are too short
   */
  scoreDays(
    generatedX: ArrayLike<number>,
    generatedY: ArrayLike<number>,
    referenceX: ArrayLike<number>,
    referenceY: ArrayLike<number>,
    dayOffsets: ArrayLike<number>,
    geobleu: Float64Array | null,
    dtw: Float64Array | null,
    precisions?: Float64Array | null,
  ): void;
}

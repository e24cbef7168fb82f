/** One side of a comparison: the points `from` to `to` (excluded) of two coordinate columns, in time order. */
export interface PointRange {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly from: number;
  readonly to: number;
}

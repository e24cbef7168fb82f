/** A published figure with its range. */
export interface PublishedLaw {
  readonly low: number;
  readonly high: number;
  /** What it was measured on. */
  readonly data: string;
  /** Authors, year and DOI. */
  readonly source: string;
}

/** What figures of one's own survey were measured on. */
export const YOUR_SURVEY = 'your survey';

/** A row of the realism card of a simulation. */
export interface RealismRow {
  readonly measure: string;
  /** Decimals worth printing. */
  readonly digits: number;
  /** Null if it cannot be computed. */
  readonly value: number | null;
  /** 95 % interval over people; null with too few. */
  readonly low: number | null;
  readonly high: number | null;
  /** Null without a figure for this place. */
  readonly observed: PublishedLaw | null;
  /** Whether the interval overlaps the observed range, lies outside it, or the value is off by a factor of two and more. */
  readonly verdict: 'holds' | 'off' | 'wrong in kind' | 'no data';
}

import { grouped } from './counted.js';

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

/** The realism card of more people describes so many of them: whole households, drawn at random. */
export const MOST_PEOPLE_OF_CARD = 10_000;

/** Whom the intervals of a realism card are over. @param people of the run */
export const peopleOfCard = (people: number): string =>
  people > MOST_PEOPLE_OF_CARD
    ? `${grouped(MOST_PEOPLE_OF_CARD)} of the ${grouped(people)} people, drawn by household`
    : 'people';

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
  /**
   * Whether the interval overlaps the observed range, lies outside it, or the value is off by a factor of two and more; without an
   * interval, people are too few to tell.
   */
  readonly verdict: 'holds' | 'off' | 'wrong in kind' | 'too few people' | 'no data';
}

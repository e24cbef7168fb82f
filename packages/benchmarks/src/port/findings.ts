import type { PersonResult } from './results.js';

/** A number with its interval, as in `scores.json`. */
export interface FindingSpread {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The points of a scored quantity, out of 100. */
export interface Points {
  /** Maximum of points. */
  readonly of: number;
  /** Points reached; null if the quantity has no value. */
  readonly got: number | null;
}

/** Two distributions on the bins of the score. Shares add up to 1, `lost` is in points of the headline. */
export interface HistogramFigure {
  readonly kind: 'histogram';
  readonly unit: string;
  /** Edges of the bins, one more than bins. */
  readonly edges: readonly number[];
  readonly real: readonly number[];
  readonly generated: readonly number[];
  readonly lost: readonly number[];
  /** True if bins are integers, labelled by their centre. */
  readonly whole: boolean;
}

/** Shares of categories. */
export interface CategoryFigure {
  readonly kind: 'categories';
  readonly labels: readonly string[];
  readonly real: readonly number[];
  readonly generated: readonly number[];
  readonly lost: readonly number[] | null;
}

/** Shares of categories by time of day: `real[label][slot]`. */
export interface SharesByTimeFigure {
  readonly kind: 'shares-by-time';
  readonly labels: readonly string[];
  /** Minutes between slots. */
  readonly slotMinutes: number;
  readonly real: readonly (readonly number[])[];
  readonly generated: readonly (readonly number[])[];
}

/** One line per person: the code of a label by slot, in the given order of people. */
export interface PeopleLinesFigure {
  readonly kind: 'people-lines';
  readonly labels: readonly string[];
  readonly slotMinutes: number;
  readonly slots: number;
  /** `people × slots` codes from 1, as text of digits. */
  readonly real: string;
  readonly generated: string;
}

/** Counts by hour of several days, normalised to length 1 as in the score, with the points lost in each hour. */
export interface HoursFigure {
  readonly kind: 'hours';
  readonly days: readonly {
    readonly title: string;
    readonly real: readonly number[];
    readonly generated: readonly number[];
    /** Shares of the day's departures. */
    readonly realShare: readonly number[];
    readonly generatedShare: readonly number[];
    readonly lost: readonly number[];
    readonly points: Points;
  }[];
}

/** Changes in percent, real and generated. */
export interface RatesFigure {
  readonly kind: 'rates';
  readonly rates: readonly {
    readonly title: string;
    readonly real: number;
    readonly generated: number | null;
    readonly lost: number | null;
    /** Two standard errors of the generated rate from counting alone, in percentage points; null if unknown. */
    readonly noise: number | null;
  }[];
}

export type FindingFigure =
  | HistogramFigure
  | CategoryFigure
  | SharesByTimeFigure
  | PeopleLinesFigure
  | HoursFigure
  | RatesFigure;

/** One scored quantity: its meaning, the points lost, and its charts. */
export interface Quantity {
  /** Name in `scores.json`. */
  readonly key: string;
  readonly title: string;
  /** A description of the quantity for a first-time reader. */
  readonly explains: string;
  /** The points lost, with the reason. */
  readonly verdict: string;
  readonly points: Points;
  readonly better: 'lower' | 'higher';
  readonly spread: FindingSpread;
  readonly floor: FindingSpread | null;
  readonly ceiling: FindingSpread | null;
  readonly figures: readonly { readonly title: string; readonly figure: FindingFigure }[];
  /** Of a quantity that is compared by groups of people: the points that each group costs. */
  readonly groups?: readonly { readonly name: string; readonly lost: number }[];
}

/** A person, and the rise of the headline without them, in points. */
export interface PersonCost {
  readonly id: number;
  readonly points: number;
  readonly why: string;
}

/** The explanation of a run's scores. */
export interface Findings {
  /** Sentences, the most important first. */
  readonly summary: readonly string[];
  readonly quantities: readonly Quantity[];
  /** People without whom the headline would be higher, the costliest first. */
  readonly people: readonly PersonCost[];
  /** Sorted values of the real people, for percentiles: radius in metres, places per day; null if there are none. */
  readonly realRadius: readonly number[] | null;
  readonly realPlaces: readonly number[] | null;
}

/** The input of findings: plain data. */
export interface FindingsInput {
  /** `results` of a results file. */
  readonly results: unknown;
  /** The truth from the benchmark's `readTruth`. */
  readonly truth: unknown;
  /** `scores.json`. */
  readonly scores: unknown;
  /** The people in the order of the results. */
  readonly ids: readonly number[];
  /** Data per person from the benchmark's `gather`; null if unavailable, as for a results file. */
  readonly people: readonly PersonResult[] | null;
}

import type { PersonResult } from './results.js';

/** A number with its interval, as `scores.json` has it. */
export interface FindingSpread {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** What a scored quantity gives to the headline and what it leaves lying: all in points of 100. */
export interface Points {
  /** Points that it can give. */
  readonly of: number;
  /** Points that it gives; null when the quantity has no value. */
  readonly got: number | null;
}

/** Two distributions on the bins that the score uses. Shares are of 1, `lost` is in points of the headline. */
export interface HistogramFigure {
  readonly kind: 'histogram';
  readonly unit: string;
  /** Edges of the bins, one more than bins. */
  readonly edges: readonly number[];
  readonly real: readonly number[];
  readonly generated: readonly number[];
  readonly lost: readonly number[];
  /** True when bins are whole numbers and are named after their middle. */
  readonly whole: boolean;
}

/** Shares of named things. */
export interface CategoryFigure {
  readonly kind: 'categories';
  readonly labels: readonly string[];
  readonly real: readonly number[];
  readonly generated: readonly number[];
  readonly lost: readonly number[] | null;
}

/** Shares of named things by time of day, slot by slot; `real[label][slot]`. */
export interface SharesByTimeFigure {
  readonly kind: 'shares-by-time';
  readonly labels: readonly string[];
  /** Minutes between slots. */
  readonly slotMinutes: number;
  readonly real: readonly (readonly number[])[];
  readonly generated: readonly (readonly number[])[];
}

/** A line a person: the code of a label by slot, people in the order given. */
export interface PeopleLinesFigure {
  readonly kind: 'people-lines';
  readonly labels: readonly string[];
  readonly slotMinutes: number;
  readonly slots: number;
  /** `people × slots` codes from 1, as text of digits. */
  readonly real: string;
  readonly generated: string;
}

/** Counts by hour of several days, scaled to length 1 as the score does, with the points that each hour costs. */
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

/** Changes in percent, real beside generated. */
export interface RatesFigure {
  readonly kind: 'rates';
  readonly rates: readonly {
    readonly title: string;
    readonly real: number;
    readonly generated: number | null;
    readonly lost: number | null;
    /** Two standard errors of the generated rate by counting alone, in percentage points; null when unknown. */
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

/** One scored quantity: what it is, what it costs, and the picture of it. */
export interface Quantity {
  /** Name in `scores.json`. */
  readonly key: string;
  readonly title: string;
  /** What is measured, for somebody who reads of it for the first time. */
  readonly explains: string;
  /** What it costs here, and why. */
  readonly verdict: string;
  readonly points: Points;
  readonly better: 'lower' | 'higher';
  readonly spread: FindingSpread;
  readonly floor: FindingSpread | null;
  readonly ceiling: FindingSpread | null;
  readonly figures: readonly { readonly title: string; readonly figure: FindingFigure }[];
}

/** A person and the points by which the headline would rise without it. */
export interface PersonCost {
  readonly id: number;
  readonly points: number;
  readonly why: string;
}

/** What a run's scores come from. */
export interface Findings {
  /** Sentences, the most important first. */
  readonly summary: readonly string[];
  readonly quantities: readonly Quantity[];
  /** Everybody without whom the headline would be higher, the costliest first. */
  readonly people: readonly PersonCost[];
  /** Sorted values of the real people, for percentiles: radius in metres, places a day; null where there are none. */
  readonly realRadius: readonly number[] | null;
  readonly realPlaces: readonly number[] | null;
}

/** What findings are made of: plain data, from wherever. */
export interface FindingsInput {
  /** `results` of a results file. */
  readonly results: unknown;
  /** What the benchmark's `readTruth` gives. */
  readonly truth: unknown;
  /** `scores.json`. */
  readonly scores: unknown;
  /** The people in the order of the results. */
  readonly ids: readonly number[];
  /** What the benchmark's `gather` keeps of each person; null when it is not at hand, as for a results file. */
  readonly people: readonly PersonResult[] | null;
}

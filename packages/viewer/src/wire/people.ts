import type { SameProblems } from '@itinera/benchmarks';
import type { CallHead, CallsOverTime, CallTally, SameFailures } from '@itinera/run';
import type { TripSummary } from '@itinera/studies';

export type { CallsOverTime, SameProblems, TripSummary };

/** Rows of a page of a list. */
export const PEOPLE_PER_PAGE = 200;
export const CALLS_PER_PAGE = 200;

/** A row of the list of people. */
export interface PersonRow {
  readonly id: number;
  readonly trips: number;
  readonly minutes: number;
  readonly kilometres: number;
  /** Different AOIs at the steps. */
  readonly places: number;
  /** Metres; null if the benchmark does not measure it. */
  readonly radius: number | null;
  readonly problems: number;
  /** Points of the headline lost, to first order; null if unknown. */
  readonly cost: number | null;
}

export interface PeoplePage {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly PersonRow[];
}

/** A stay or trip of a person. */
export interface Stretch {
  readonly kind: 'stay' | 'trip' | 'failed';
  /** Seconds since the first midnight. */
  readonly from: number;
  readonly to: number;
  /** AOI of a stay, destination of a trip. */
  readonly place: number | null;
  readonly label: string;
  readonly mode: 'car' | 'foot' | 'bike' | 'transit' | null;
  readonly metres: number | null;
  /** Path of a trip, or position of a stay: metres in the plane of the map, x and y interleaved. */
  readonly path: readonly number[];
}

export interface PersonDetail {
  readonly row: PersonRow;
  readonly profile: readonly { readonly name: string; readonly value: string }[];
  readonly home: number | null;
  readonly work: number | null;
  readonly stretches: readonly Stretch[];
  /** Intentions, as spans of time steps. */
  readonly intentions: readonly {
    readonly from: number;
    readonly to: number;
    readonly text: string;
    /** Number of its colour: that of the intention, or the last one for any other text. */
    readonly colour: number;
  }[];
  readonly problems: readonly SameProblems[];
  /** Share of people in the truth with lower values, 0 to 1; null if the truth is withheld or has no such number. */
  readonly percentiles: { readonly radius: number | null; readonly places: number | null };
  readonly previous: number | null;
  readonly next: number | null;
}

/** A call of a language model, without its texts. */
export interface CallRow extends Omit<CallHead, 'hash' | 'at'> {
  /** Number in the file, from 0. */
  readonly number: number;
  /** The first sentence of the instructions, which names the step, and the first line of the answer or the error. */
  readonly step: string;
  readonly answer: string;
  /** The text around the search term; empty without a search. */
  readonly excerpt: string;
}

export interface CallsPage {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly CallRow[];
  readonly models: readonly string[];
  /** Number of all lines of the record. */
  readonly recorded: number;
  readonly totals: CallTally;
  /** Of the calls that match; null if their times are unknown. */
  readonly overTime: CallsOverTime | null;
  /** The most frequent failures of the calls that match. */
  readonly failures: readonly SameFailures[];
  /** True if a text search stopped at its time limit, so that results may be missing. */
  readonly partial: boolean;
}

/** The last call of a person before a time; null if there is none. */
export interface CallBefore {
  readonly call: CallText | null;
}

export interface CallText {
  readonly row: CallRow;
  /** The messages of the request, in order. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The request without its messages, as JSON. */
  readonly settings: string;
  readonly answer: string | null;
  readonly failure: string | null;
  /** True if a text was cut. */
  readonly cut: boolean;
}

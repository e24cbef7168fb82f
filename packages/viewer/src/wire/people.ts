import type { CallHead } from '@itinera/run';

/** A person among others. */
export interface PersonRow {
  readonly id: number;
  readonly trips: number;
  readonly minutes: number;
  readonly kilometres: number;
  /** Different AOIs at the steps. */
  readonly places: number;
  /** Metres; null when the benchmark does not measure it. */
  readonly radius: number | null;
  readonly problems: number;
  /** Points that it costs the headline, to first order; null when unknown. */
  readonly cost: number | null;
}

export interface PeoplePage {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly PersonRow[];
}

/** A stretch of a person's day. */
export interface Stretch {
  readonly kind: 'stay' | 'trip' | 'failed';
  /** Seconds since the first midnight. */
  readonly from: number;
  readonly to: number;
  /** Stay: AOI; trip: where to. */
  readonly place: number | null;
  readonly label: string;
  readonly mode: 'car' | 'foot' | 'bike' | null;
  readonly metres: number | null;
  /** Path of a trip, or the place of a stay: metres in the plane of the map, x and y by turns. */
  readonly path: readonly number[];
}

export interface PersonDetail {
  readonly row: PersonRow;
  readonly profile: readonly { readonly name: string; readonly value: string }[];
  readonly home: number | null;
  readonly work: number | null;
  readonly stretches: readonly Stretch[];
  /** What it said it did, as spans of steps. */
  readonly intentions: readonly {
    readonly from: number;
    readonly to: number;
    readonly text: string;
    /** Number of its colour: that of the intention, the last for what is none of the seven. */
    readonly colour: number;
  }[];
  readonly problems: readonly {
    readonly day: number;
    readonly t: number;
    readonly kind: string;
    readonly message: string;
  }[];
  /** Share of the real people below it, 0 to 1; null where the truth is not shown or has no such number. */
  readonly percentiles: { readonly radius: number | null; readonly places: number | null };
  readonly previous: number | null;
  readonly next: number | null;
}

/** A call of a language model, without its texts. */
export interface CallRow extends Omit<CallHead, 'hash' | 'at'> {
  /** Number in the file, from 0; the address of the call. */
  readonly number: number;
  /** Piece of the text around what was searched for; empty without a search. */
  readonly excerpt: string;
}

export interface CallsPage {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly CallRow[];
  readonly models: readonly string[];
  readonly totals: {
    readonly calls: number;
    readonly failed: number;
    readonly cost: number | null;
    /** Answers whose price is not known: `cost` leaves them out. */
    readonly unpriced: number;
    readonly tokens: number;
  };
  /** True when a search of the text was given up at the limit of time; what is shown is what was found by then. */
  readonly partial: boolean;
}

export interface CallText {
  readonly row: CallRow;
  /** The messages of the request, in order. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** What was asked for beside the messages, as JSON. */
  readonly settings: string;
  readonly answer: string | null;
  readonly failure: string | null;
  /** True when a text was cut for its length. */
  readonly cut: boolean;
}

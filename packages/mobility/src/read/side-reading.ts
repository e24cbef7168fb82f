/** An offset of a clock from UTC until it changes, and the first and last instant at which it occurs; seconds. */
export interface ClockOffset {
  readonly seconds: number;
  from: number;
  to: number;
}

/** What was read from one side, for a reader to check before trusting a number. */
export interface Reading {
  /** First and last seconds of the local clock; null without rows. */
  readonly from: number | null;
  readonly to: number | null;
  /** The clock of the times: a zone, an offset, `several offsets`, or `floating` where the file has neither. */
  readonly clock: string;
  /** Offsets of the clock; none where it is floating. */
  readonly offsets: readonly ClockOffset[];
  readonly people: number;
  readonly records: number;
  readonly recordsPerPerson: number;
  /** Degrees: west, south, east, north. */
  readonly box: readonly [number, number, number, number] | null;
  /** Seconds between records of one person; null without pairs. */
  readonly medianInterval: number | null;
  /** Share of pairs of records faster than 0.5 m/s, 0 to 1. */
  readonly movingShare: number | null;
  /** Share of pairs of records at exactly one position, 0 to 1. */
  readonly stillShare: number | null;
  readonly stays: boolean;
  /** Whether positions are cells of HuMob. */
  readonly cells: boolean;
  /** Dropped rows by reason. */
  readonly dropped: Readonly<Record<string, number>>;
}

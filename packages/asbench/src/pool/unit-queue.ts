/**
 * A unit of work as a queue carries it: the order that it is of, and its number in it. What is to be made stands in the order's
 * file, so that a queue holds no code and no keys, and who writes to the queue can ask for nothing that was not ordered.
 */
export interface Unit {
  /** Name of the order's folder in the home that all share. */
  readonly order: string;
  /** SHA-256 of the order's file. */
  readonly hash: string;
  /** From 0. */
  readonly number: number;
}

/**
 * Where units wait for somebody who makes them. It only suggests: files say what is done, so that a unit may be lost or given
 * out twice, which costs time and changes nothing. Another engine is another file that exports one of these.
 */
export interface UnitQueue {
  /** Puts units there; those that wait already stay where they are. */
  add(units: readonly Unit[]): Promise<void>;
  /** Waits for a unit, which then is this worker's until it says `done` or `lost`, or dies. Null when the signal ends it. */
  claim(signal: AbortSignal): Promise<Unit | null>;
  /** The claimed unit need not be made again. */
  done(unit: Unit): Promise<void>;
  /** The claimed unit is to be made by somebody, from the beginning. */
  lost(unit: Unit): Promise<void>;
  close(): Promise<void>;
}

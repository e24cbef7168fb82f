import { UserError } from '@itinera/metrics';
import { describeFileError, isFileError, RunBusy } from '@itinera/run';
import type { Order, OrderFolder, UnitOutcome } from './order-folder.js';

/** Where units are made, and how. */
export interface WorkPlace {
  readonly home: string;
  readonly threads: number;
  /** Aborted: what is under way is given up as soon as can be. */
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
  readonly note: (message: string) => void;
}

/** Makes one unit of an order. @returns plain data, the same whoever makes it. */
export type MakeUnit = (number: number) => Promise<unknown>;

/** Something that workers can make in units: one file, and a line in `unit-kinds.ts`. */
export interface UnitKind {
  /** Gets ready what all units of an order need. @throws UserError when the order is none, or something is missing. */
  open(order: Order, place: WorkPlace, folder: OrderFolder): Promise<MakeUnit>;
}

/** A unit was not made to its end: its maker is told to stop, or another is still at it. */
export class UnitGivenUp extends Error {}

/** What comes of making something: errors that a user can mend are an outcome too. */
export async function outcomeOf(make: () => Promise<unknown>): Promise<UnitOutcome> {
  try {
    return { result: await make() };
  } catch (error) {
    if (error instanceof RunBusy) throw new UnitGivenUp();
    if (error instanceof UserError) return { error: error.message };
    if (isFileError(error)) return { error: describeFileError(error) };
    throw error;
  }
}

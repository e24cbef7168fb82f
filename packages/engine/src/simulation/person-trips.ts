import { type MovementEvent, type RouteStretch, TripMode, type TripTotals } from '@itinera/city';

/** What is known of a person's ways when its last step is over. */
export interface PersonEnd {
  readonly totals: TripTotals;
  readonly events: readonly MovementEvent[];
  /** A route a trip; null when none are kept. */
  readonly routes: readonly (readonly RouteStretch[])[] | null;
}

export interface LoggedPerson extends PersonEnd {
  readonly id: number;
}

/** Names of the ways to travel, in the order of `modeKey`. */
export const modeTexts = Object.keys(TripMode);
const modeNumbers: readonly number[] = Object.values(TripMode);

export function modeKey(mode: TripMode): number {
  return modeNumbers.indexOf(mode);
}

import { type MovementEvent, type RouteStretch, TripMode, type TripTotals } from '@itinera/city';

/** The trips of a person after its last step. */
export interface PersonEnd {
  readonly totals: TripTotals;
  readonly events: readonly MovementEvent[];
  /** One route per trip; null if routes are not recorded. */
  readonly routes: readonly (readonly RouteStretch[])[] | null;
}

export interface LoggedPerson extends PersonEnd {
  readonly id: number;
}

/** Names of the modes, in the order of `modeKey`. */
export const modeTexts = Object.keys(TripMode);
const modeNumbers: readonly number[] = Object.values(TripMode);

export function modeKey(mode: TripMode): number {
  return modeNumbers.indexOf(mode);
}

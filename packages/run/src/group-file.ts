import type { Clock } from './clock.js';
import type { Problem } from './problem.js';

/** Longitudes and latitudes are kept as whole multiples of 1e-7 degrees, about a centimetre, as OpenStreetMap does. */
export const DEGREES = 1e-7;
/** `parent_id` of a row that has none. */
export const NO_PARENT = -1;
/** New ones go last: files of before keep their numbers. */
export const eventKinds = ['departure', 'arrival', 'interrupted', 'failure', 'stay', 'leg'] as const;
export const failureReasons = [
  'unknown-aoi',
  'no-gate',
  'no-route',
  'unsupported-mode',
  'too-long',
  'no-transit',
] as const;

/** Header of the statuses of a group. */
export interface GroupHeader {
  readonly ids: readonly number[];
  readonly clock: Clock;
  /** Texts of the column `action`. */
  readonly actions: readonly string[];
  readonly problems: readonly Problem[];
  /** All problems, also those beyond the ones kept. */
  readonly problemCount: number;
  /** Decisions that took the agent's fallback; they are among the problems. */
  readonly fallbacks: number;
  /** Trips that could not be made; the events say why. */
  readonly failedTrips: number;
}

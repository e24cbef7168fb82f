import type { MovementEvent } from './world.js';

/** Kinds of events by number, `eventKinds[kind]`: the one list, for all who write or read events. New ones go last. */
export const eventKinds = [
  'departure',
  'arrival',
  'interrupted',
  'stay',
  'failure',
  'leg',
] as const satisfies readonly MovementEvent['kind'][];

/**
 * Why a trip did not take place, by number; 0 stands for none. New ones go last. The person stays where it is (on a
 * lane, standing, when it was on the way), the schedule goes on with the next trip.
 */
export const failureReasons = [
  '',
  'unknown-aoi',
  'no-gate',
  'no-route',
  'unsupported-mode',
  'too-long',
  'no-transit',
] as const;
export type TripFailure = Exclude<(typeof failureReasons)[number], ''>;

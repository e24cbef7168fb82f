import type { RideTime, TripMode } from '@itinera/city/browser';
import type { StatusMemory } from '../memory/status-memory.js';
import type { RandomStream } from './random-stream.js';

/** A member of a household, as every member knows them. Times are seconds since midnight of day 0. */
export interface Housemate {
  readonly id: number;
  /** The person's profile. */
  readonly status: StatusMemory;
  /** A new stream of the person's random numbers: the same that their own agent has. */
  random(): RandomStream;
  /** The person's ride by public transport between two AOIs; null without a connection, or if walking is faster. */
  rideTime(from: number, to: number, departure: number): RideTime | null;
  /** Seconds by which closed and charged roads prolong the person's drive between two AOIs. */
  driveDelay(from: number, to: number, departure: number): number;
  /** Seconds from door to door at free-flow speed; null if there is no such trip. */
  travelTime(from: number, to: number, departure: number, mode: TripMode): number | null;
}

/** Simulated time in whole milliseconds since midnight of day 0. */
export type Milliseconds = number;

/** Status of a person, numbered as in the documents. */
export const MotionStatus = {
  UNSPECIFIED: 0,
  SLEEP: 1,
  DRIVING: 2,
  WALKING: 3,
  CROWD: 4,
  PASSENGER: 5,
  WAIT_ROUTE: 6,
  WAIT_BUS: 7,
  RAIL_TRANSIT: 8,
  WAIT_TAXI: 9,
} as const;
export type MotionStatus = (typeof MotionStatus)[keyof typeof MotionStatus];

/** Mode of a trip, numbered as in the documents, and 9 for a passenger in a car that somebody else drives, which adds no vehicle. */
export const TripMode = {
  UNSPECIFIED: 0,
  WALK_ONLY: 1,
  DRIVE_ONLY: 2,
  BUS_WALK: 4,
  BIKE_WALK: 5,
  TAXI: 6,
  SUBWAY_WALK: 7,
  BUS_SUBWAY_WALK: 8,
  PASSENGER: 9,
} as const;
export type TripMode = (typeof TripMode)[keyof typeof TripMode];

/** One trip of a schedule; departure null means at once, or at the end of the previous trip. */
export interface Trip {
  readonly aoiId: number;
  readonly departure: Milliseconds | null;
  readonly mode: TripMode;
}

/**
 * Position and motion of a person at one instant. Exactly one of `aoiId` and `laneId` is set. SLEEP: in an AOI
 * without a trip; WAIT_ROUTE: about to leave an AOI, or stopped on a lane without a route; DRIVING: by car, waits at
 * lights included; PASSENGER: in someone else's car, or in a bus; WALKING: on foot or by bike.
 */
export interface Motion {
  readonly status: MotionStatus;
  readonly aoiId: number | null;
  readonly laneId: number | null;
  /** Metres along the centre line of the lane; 0 inside an AOI. */
  readonly s: number;
  /** Metres in the plane of the map: on the centre line of the lane, or the centroid of the AOI. */
  readonly x: number;
  readonly y: number;
  /** Metres per second. */
  readonly speed: number;
  /** Radians, anticlockwise from east; 0 inside an AOI. */
  readonly direction: number;
}

/** Running totals of a person's trips: trips begun, and their time and distance. */
export interface TripTotals {
  readonly trips: number;
  readonly seconds: number;
  readonly metres: number;
}

/** Legs of a trip by public transport; `change` is the walk between two rides. */
export const tripLegs = ['walk', 'wait', 'ride', 'change'] as const;
export type TripLegKind = (typeof tripLegs)[number];

/** An event of a person's trip; the kinds are `eventKinds`. */
export type MovementEvent =
  | {
      readonly kind: 'departure';
      readonly time: Milliseconds;
      readonly person: number;
      readonly from: number | null;
      readonly to: number;
      readonly mode: TripMode;
    }
  | {
      readonly kind: 'arrival';
      readonly time: Milliseconds;
      readonly person: number;
      readonly aoiId: number;
      readonly seconds: number;
      readonly metres: number;
    }
  /** The trip to `to` was replaced by another; a departure or a failure follows. */
  | {
      readonly kind: 'interrupted';
      readonly time: Milliseconds;
      readonly person: number;
      readonly to: number;
      readonly seconds: number;
      readonly metres: number;
    }
  /** The target is the current AOI, so there is no trip. */
  | { readonly kind: 'stay'; readonly time: Milliseconds; readonly person: number; readonly aoiId: number }
  /**
   * A leg by public transport begins: a walk to the station `to` (null: to the target), a wait there, or a ride on the
   * subline to it. It ends with the start of the next leg or the end of the trip.
   */
  | {
      readonly kind: 'leg';
      readonly time: Milliseconds;
      readonly person: number;
      readonly leg: TripLegKind;
      readonly to: number | null;
      readonly subline: number | null;
    }
  | {
      readonly kind: 'failure';
      readonly time: Milliseconds;
      readonly person: number;
      readonly to: number;
      readonly reason: TripFailure;
    };

/** Kinds of events by number, for writers and readers of events. Add new ones at the end. */
export const eventKinds = [
  'departure',
  'arrival',
  'interrupted',
  'stay',
  'failure',
  'leg',
] as const satisfies readonly MovementEvent['kind'][];

/**
 * Reasons why a trip failed, by number; 0 means none. Add new ones at the end. The person stays in place (on a lane, if
 * it was moving), and the schedule continues with the next trip.
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

/**
 * A stretch of a trip's route, lane by lane, up to the current lane. All lanes but the first and the last are covered
 * from end to end. Most trips are one stretch; by public transport each wait, walk and ride is one or more.
 */
export interface RouteStretch {
  /** Status of the person. */
  readonly status: MotionStatus;
  /** When the first lane is entered. */
  readonly begin: Milliseconds;
  /** Ids of the lanes, in order. */
  readonly laneIds: Int32Array;
  /** 1 for a lane that is walked against its direction. */
  readonly backward: Uint8Array;
  /**
   * Milliseconds after `begin`: when a lane is entered, and when its end is reached; between that and the next, the
   * person waits.
   */
  readonly entered: Float64Array;
  readonly reached: Float64Array;
  /** Metres along the first lane where it is entered, and along the last one where it is left. */
  readonly startS: number;
  readonly endS: number;
}

/** A road that was full for so long that cars were let through to it without space: part of a gridlock. */
export interface RoadJam {
  readonly roadId: number;
  /** Its name; empty if it has none. */
  readonly name: string;
  /** When the first of them began to wait, and when the last was let through. */
  readonly since: Milliseconds;
  readonly until: Milliseconds;
  readonly cars: number;
}

export interface ScheduleOptions {
  readonly stops?: boolean;
}

/** Time by public transport from door to door. */
export interface RideTime {
  readonly seconds: number;
  /** The part of it spent walking and waiting. */
  readonly outsideSeconds: number;
}

/**
 * The movement of people as a function of simulated time, independent of agents. If `coupled` is false, each person can
 * be advanced alone and in any order with the same result.
 */
export interface World {
  /** Whether people affect each other (congestion), so that all must be advanced together with `advance`. */
  readonly coupled: boolean;
  /** Adds a person in an AOI. @throws UserError if the AOI is unknown or the id is taken. */
  addPerson(person: number, aoiId: number): void;
  /**
   * Replaces the person's schedule as of its current time; trips run back to back. The current trip continues until
   * the first new trip departs (at once if its departure is null or past), which is then routed from the current
   * position; a lane inside a junction is finished first. An empty schedule lets the current trip end.
   * @param options.stops ends the current trip at once; the person waits there until the first new trip departs, or
   * rides to the next stop if in a vehicle. Default false.
   */
  setSchedule(person: number, trips: readonly Trip[], options?: ScheduleOptions): void;
  /**
   * Returns the time by public transport between two AOIs (ids) for a departure, without moving the person.
   * @returns null if there is no connection, or walking is faster
   */
  rideTime(person: number, from: number, to: number, departure: Milliseconds): RideTime | null;
  /**
   * Returns the seconds of a trip between two AOIs (ids) from door to door, with all that belongs to it, at free-flow speed.
   * @returns null if there is no such trip
   */
  travelTime(person: number, from: number, to: number, departure: Milliseconds, mode: TripMode): number | null;
  /**
   * Returns the seconds by which closed and charged roads prolong a drive between two AOIs (ids), a charge as the time that it
   * is worth; Infinity if no open road leads there.
   */
  driveDelay(person: number, from: number, to: number, departure: Milliseconds): number;
  /** Advances one person to `time`. @throws Error if `coupled`, or if time would run backwards. */
  advancePerson(person: number, time: Milliseconds): void;
  /** Advances everyone to `time`. */
  advance(time: Milliseconds): void;
  /** The person's motion at its current time. */
  motion(person: number): Motion;
  /** The AOI (id) to which the person's current trip leads; null without one. */
  destination(person: number): number | null;
  totals(person: number): TripTotals;
  /** Returns the events of a person (or of all) since the last call, by time, person and sequence. */
  takeEvents(person?: number): MovementEvent[];
  /** The roads that were part of a gridlock until now, the first one first; none unless cars queue. */
  jams(): readonly RoadJam[];
  /** Starts keeping the routes of this person's trips for `takeRoutes`. */
  keepRoutes(person: number): void;
  /**
   * Returns the route of each trip that the person has begun since the last call, the current one included: its
   * position at any instant after entering the first lane.
   * @param options.finished leaves the current trip to a later call. Default false.
   */
  takeRoutes(person: number, options?: { readonly finished?: boolean }): (readonly RouteStretch[])[];
  /** Forgets a person whose last step is over. */
  removePerson(person: number): void;
}

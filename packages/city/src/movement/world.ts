/** Simulated time in whole milliseconds since midnight of day 0. */
export type Milliseconds = number;

/** What a person is doing, as the documents number it. */
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

/** How a trip is made, as the documents number it. */
export const TripMode = {
  UNSPECIFIED: 0,
  WALK_ONLY: 1,
  DRIVE_ONLY: 2,
  BUS_WALK: 4,
  BIKE_WALK: 5,
  TAXI: 6,
  SUBWAY_WALK: 7,
  BUS_SUBWAY_WALK: 8,
} as const;
export type TripMode = (typeof TripMode)[keyof typeof TripMode];

/** One leg of a schedule: where to, when (null: at once, or when the leg before has ended) and how. */
export interface Trip {
  readonly aoiId: number;
  readonly departure: Milliseconds | null;
  readonly mode: TripMode;
}

/**
 * Where a person is and how it moves at one instant. Exactly one of `aoiId` and `laneId` is set. SLEEP: in an AOI
 * without a trip; WAIT_ROUTE: about to leave an AOI, or standing on a lane without a way on; DRIVING: by car, waits at
 * lights included; WALKING: on foot or by bike.
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

/** Running totals of a person's trips: how many have begun, and the time and way spent on them so far. */
export interface TripTotals {
  readonly trips: number;
  readonly seconds: number;
  readonly metres: number;
}

/** Parts of a trip by public transport; `change` is the way on foot between two rides. */
export const tripLegs = ['walk', 'wait', 'ride', 'change'] as const;
export type TripLegKind = (typeof tripLegs)[number];

/** What happened to a person on the way; the kinds are `eventKinds`. */
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
  /** The person was on the way to `to` and turned to another target; a departure or a failure follows. */
  | {
      readonly kind: 'interrupted';
      readonly time: Milliseconds;
      readonly person: number;
      readonly to: number;
      readonly seconds: number;
      readonly metres: number;
    }
  /** The target is the AOI the person is in: no trip. */
  | { readonly kind: 'stay'; readonly time: Milliseconds; readonly person: number; readonly aoiId: number }
  /**
   * A part of a trip by public transport begins: on the way to the station `to` (null: to the target), waiting there, or
   * in a vehicle of the subline that takes one there. It ends where the next begins, or the trip.
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

/**
 * A stretch of the way of a trip, lane by lane, as far as it has been entered. All lanes but the first and the last are
 * covered from end to end. Most trips are one stretch; by public transport each wait, walk and ride is one or more.
 */
export interface RouteStretch {
  /** What the person is doing. */
  readonly status: MotionStatus;
  /** When the first lane is entered. */
  readonly begin: Milliseconds;
  /** Ids of the lanes, in order. */
  readonly laneIds: Int32Array;
  /** 1 for a lane that is walked against its direction. */
  readonly backward: Uint8Array;
  /** Milliseconds after `begin`: when a lane is entered, and when its end is reached; between that and the next, the person waits. */
  readonly entered: Float64Array;
  readonly reached: Float64Array;
  /** Metres along the first lane where it is entered, and along the last one where it is left. */
  readonly startS: number;
  readonly endS: number;
}

export interface ScheduleOptions {
  readonly stops?: boolean;
}

/** What public transport takes from door to door. */
export interface RideTime {
  readonly seconds: number;
  /** Of these on foot and waiting. */
  readonly outsideSeconds: number;
}

/**
 * People in motion, as the benchmarks' engine sees them. Everything is a function of simulated time; nothing here
 * knows of agents. When `coupled` is false each person may be advanced alone and in any order with the same result.
 */
export interface World {
  /** True when people affect each other (congestion), so that all must be advanced together with `advance`. */
  readonly coupled: boolean;
  /** Puts a person into an AOI. @throws UserError when the AOI is unknown or the id is taken. */
  addPerson(person: number, aoiId: number): void;
  /**
   * Replaces the person's schedule from its current time on; it is carried out back to back. A trip under way goes on
   * until the first new trip departs (at once when its departure is null or past), which is then routed from where the
   * person is; a lane inside a junction is finished first. An empty schedule lets the trip under way end.
   * @param options.stops a trip under way ends at once where the person is, who stands there until the first new trip
   * departs; those in a vehicle ride to its next stop. Default false.
   */
  setSchedule(person: number, trips: readonly Trip[], options?: ScheduleOptions): void;
  /**
   * What it would take a person by public transport from an AOI to another (ids), leaving at `departure`; nobody is moved.
   * @returns null when it has no way there, or walking is sooner
   */
  rideTime(person: number, from: number, to: number, departure: Milliseconds): RideTime | null;
  /** Moves one person forward to `time`. @throws Error when `coupled`, or when time would run backwards. */
  advancePerson(person: number, time: Milliseconds): void;
  /** Moves everybody forward to `time`. */
  advance(time: Milliseconds): void;
  /** The person's motion at its current time. */
  motion(person: number): Motion;
  totals(person: number): TripTotals;
  /** The events of a person (or of all) since they were last taken, by time, person and sequence. */
  takeEvents(person?: number): MovementEvent[];
  /** From now on, the ways of this person's trips are kept for `takeRoutes`. */
  keepRoutes(person: number): void;
  /**
   * The way of each trip that a person has begun since they were last taken, also of the one that is under way: where the
   * person is at any instant from the first lane on.
   */
  takeRoutes(person: number): (readonly RouteStretch[])[];
}

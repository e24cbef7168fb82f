import { SECONDS_PER_DAY } from '@itinera/base';
import { TripMode } from '@itinera/city/browser';
import type { Housemate } from '../housemate.js';
import type { RandomStream } from '../random-stream.js';
import { vehiclesOf } from './choose-mode.js';
import type { DayPlanner, PlannedTrip } from './day-planner.js';
import { ACCOMPANIED_BELOW } from './household-school.js';

/** The modes and departures of a person's trips. */
export interface TimedTrips {
  readonly modes: readonly TripMode[];
  /** Seconds since midnight of day 0. */
  readonly departures: readonly number[];
}

interface Member {
  readonly planner: DayPlanner;
  readonly by: Housemate;
  readonly trips: readonly PlannedTrip[];
  /** When the trips of yesterday are over at the latest. */
  readonly isFree: number;
  /** Modes by trip, as they are chosen. */
  readonly chosen: Map<PlannedTrip, TripMode>;
  modes: TripMode[];
  departures: number[];
}

/** A car that is not at home, seconds since midnight of day 0. */
interface CarOut {
  readonly driver: number;
  readonly from: number;
  /** The latest time at which it is back; `NEVER` if it is away overnight. */
  readonly latest: number;
  /** When it is back, which takes time to compute. */
  readonly to: () => number;
}

/** Seconds that a trip takes that cannot be made. */
const NO_TRIP_SECONDS = 600;
/** No drive takes longer than this, around a bay: seconds, and seconds per straight metre. */
const [LONGEST_SECONDS, LONGEST_PACE] = [3600, 1];
/** Nor a trip of another mode than the smaller of these: seconds per straight metre more, and seconds. */
const [SLOWEST_PACE, SLOWEST_SECONDS] = [2, 18_000];
/** Whoever is out at midnight follows the new plan from the step after; with longer steps, in seconds, as soon as they are free. */
export const LONGEST_STEP = 3600;
const [NEVER, BEFORE] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const { DRIVE_ONLY, PASSENGER, UNSPECIFIED } = TripMode;

/**
 * The cars of a household, each in one place: whoever drives from home has a licence and takes a car that is there until they are back.
 * Who has a car of their own chooses first; those who come along are passengers. Without a free car people walk, cycle, take public
 * transport, or are driven by somebody who is not simulated. Times are those of free-flow traffic.
 */
export class HouseholdCars {
  readonly #count: number;
  #out: CarOut[] = [];
  /** By member: when the trips of the last day are over at the latest. */
  #over: readonly number[] = [];

  constructor(
    private readonly planners: readonly DayPlanner[],
    private readonly members: readonly Housemate[],
  ) {
    const owners = planners.filter(({ ownsCar }) => ownsCar).length;
    this.#count = Math.max(owners, ...planners.map(({ cars }) => cars));
  }

  /** Chooses the modes of all trips of a day, and when people leave who lead others. */
  modesOf(day: number, trips: readonly (readonly PlannedTrip[])[]): readonly TimedTrips[] {
    // Those that may not be back at midnight.
    const midnight = day * SECONDS_PER_DAY;
    this.#out = this.#out.filter(({ latest }) => latest >= midnight);
    const all = this.planners.map(
      (planner, i): Member => ({
        planner,
        by: this.members[i]!,
        trips: trips[i]!,
        isFree: this.#over[i]! >= midnight ? this.#over[i]! + LONGEST_STEP : BEFORE,
        chosen: new Map(),
        modes: [],
        departures: trips[i]!.map(({ departure }) => departure),
      }),
    );
    const rank = ({ planner: { id, ownsCar } }: Member) => (this.#hasCarAway(id) ? 0 : ownsCar ? 1 : 2);
    const ranks = new Map(all.map((member) => [member, rank(member)]));
    for (const member of [...all].sort((a, b) => ranks.get(a)! - ranks.get(b)!)) this.#choose(member, day);
    for (const member of all) keepTime(member, all);
    for (const member of all) follow(member, all);
    this.#over = all.map((member) => whenOver(member.trips, member.isFree));
    return all;
  }

  #choose(member: Member, day: number): void {
    const { planner, trips } = member;
    let main: TripMode = UNSPECIFIED;
    const modeOf = (random: RandomStream, tour: readonly PlannedTrip[]): TripMode => {
      if (tour.every((trip) => trip.with !== undefined)) return UNSPECIFIED;
      if (planner.age < ACCOMPANIED_BELOW) return PASSENGER;
      const isAtDuty = tour[0]!.from === planner.dutyPlace && tour.at(-1)!.to === planner.dutyPlace;
      if (isAtDuty) return main === DRIVE_ONLY ? planner.modeOf(random, tour) : withoutCar(planner, random, tour);
      main = this.#modeOf(member, random, tour);
      return main;
    };
    member.modes = planner.modesOf(day, trips, (random, tour) => {
      const mode = modeOf(random, tour);
      for (const trip of tour) member.chosen.set(trip, mode);
      return mode;
    });
  }

  /** The mode of a tour that begins or ends at home. */
  #modeOf(member: Member, random: RandomStream, tour: readonly PlannedTrip[]): TripMode {
    const { planner } = member;
    const { id } = planner;
    const first = tour[0]!;
    if (first.from !== planner.home) {
      // Yesterday's car is where the person is.
      const away = this.#out.findIndex(({ driver, latest }) => driver === id && latest === NEVER);
      if (away < 0) return withoutCar(planner, random, tour);
      this.#out[away] = { driver: id, from: BEFORE, ...backFrom(member, tour) };
      return DRIVE_ONLY;
    }
    const mode = planner.modeOf(random, tour);
    if (mode !== DRIVE_ONLY) return mode;
    // People without a licence are driven.
    if (!planner.mayDrive) return PASSENGER;
    const out = { driver: id, from: first.departure, ...backFrom(member, tour) };
    if (!this.#isFree(out)) return withoutCar(planner, random.fork(3), tour);
    this.#out.push(out);
    return mode;
  }

  #hasCarAway(id: number): boolean {
    return this.#out.some(({ driver, latest }) => driver === id && latest === NEVER);
  }

  /** Whether one of the cars is at home all the time. Most cars are out when one of them leaves. */
  #isFree(out: CarOut): boolean {
    const others = this.#out;
    const isTaken = (time: number) =>
      others.filter((one) => mayBeOut(one, time)).length >= this.#count &&
      others.filter((one) => isOut(one, time)).length >= this.#count;
    const leaving = others.filter(({ from }) => from > out.from && mayBeOut(out, from));
    return !isTaken(out.from) && !leaving.some(({ from }) => isTaken(from) && isOut(out, from));
  }
}

function mayBeOut({ from, latest }: CarOut, time: number): boolean {
  return from <= time && latest >= time;
}

function isOut(one: CarOut, time: number): boolean {
  return mayBeOut(one, time) && one.to() >= time;
}

/** When a person is back from a tour by car. */
function backFrom(
  { planner, by, trips, isFree, chosen }: Member,
  tour: readonly PlannedTrip[],
): Pick<CarOut, 'latest' | 'to'> {
  const last = tour.at(-1)!;
  if (last.to !== planner.home) return { latest: NEVER, to: () => NEVER };
  const way = trips.slice(0, trips.indexOf(last) + 1);
  const drives = new Set(tour);
  // When they leave on each trip at the latest, and the last trip before which they certainly wait: whoever walks home slowly leaves
  // later than planned.
  const leaves: number[] = [];
  let [latest, waits] = [isFree, 0];
  for (const [i, trip] of way.entries()) {
    if (latest <= trip.departure) waits = i;
    leaves.push(Math.max(latest, trip.departure));
    latest = leaves[i]! + longestOf(trip, drives.has(trip));
  }
  const arrival = () =>
    way.slice(waits).reduce((time, trip) => {
      const begins = Math.max(time, trip.departure);
      const mode = drives.has(trip) ? DRIVE_ONLY : chosen.get(trip);
      // Trips of which the mode is not yet known.
      if (!mode) return begins + longestOf(trip, false);
      return begins + secondsOf(by, trip.from, trip.to, begins, mode);
    }, leaves[waits]!);
  let known: number | undefined;
  return { latest, to: () => (known ??= arrival()) };
}

/** Seconds that a trip takes at the most. */
function longestOf({ metres }: PlannedTrip, isByCar: boolean): number {
  return isByCar
    ? LONGEST_SECONDS + LONGEST_PACE * metres
    : Math.min(LONGEST_SECONDS + SLOWEST_PACE * metres, SLOWEST_SECONDS);
}

/** When trips are over at the latest that begin when the person is free. */
function whenOver(trips: readonly PlannedTrip[], isFree: number): number {
  return trips.reduce((time, trip) => Math.max(time, trip.departure) + longestOf(trip, false), isFree);
}

/** The mode of a tour on which the person cannot drive. */
function withoutCar(planner: DayPlanner, random: RandomStream, tour: readonly PlannedTrip[]): TripMode {
  const mode = planner.modeOf(random, tour, vehiclesOf.none);
  return mode === DRIVE_ONLY ? PASSENGER : mode;
}

function secondsOf(by: Housemate, from: number, to: number, departure: number, mode: TripMode): number {
  return by.travelTime(from, to, departure, mode) ?? NO_TRIP_SECONDS;
}

/** Whoever leads others departs when the trip before is over, and not earlier. */
function keepTime({ planner: { id }, by, trips, isFree, modes, departures }: Member, all: readonly Member[]): void {
  const isLed = (trip: PlannedTrip) => all.some((member) => member.trips.some((own) => isWith(own, id, trip)));
  const last = trips.findLastIndex((trip) => trip.with === undefined && isLed(trip));
  let time = isFree;
  for (let i = 0; i <= last; i++) {
    const { from, to, departure, with: companion } = trips[i]!;
    if (companion === undefined && isLed(trips[i]!)) departures[i] = Math.max(time, departure);
    if (i === last) break;
    const begins = Math.max(time, departure);
    const mode = modes[i] || PASSENGER;
    const isSoon = begins + longestOf(trips[i]!, mode === DRIVE_ONLY || mode === PASSENGER) > trips[i + 1]!.departure;
    time = isSoon ? begins + secondsOf(by, from, to, begins, mode) : BEFORE;
  }
}

/** Those who come along leave with the person who leads them; a child whom nobody can take is driven by somebody else. */
function follow({ trips, modes, departures }: Member, all: readonly Member[]): void {
  trips.forEach((trip, i) => {
    if (trip.with === undefined) return;
    const leader = all.find(({ planner: { id } }) => id === trip.with)!;
    const k = leader.trips.findIndex((own) => own.to === trip.to && own.departure === trip.departure);
    const mode = leader.modes[k] ?? PASSENGER;
    modes[i] = mode === DRIVE_ONLY ? PASSENGER : mode;
    departures[i] = leader.departures[k] ?? trip.departure;
  });
}

function isWith(own: PlannedTrip, leader: number, { to, departure }: PlannedTrip): boolean {
  return own.with === leader && own.to === to && own.departure === departure;
}

import type { CityMap } from '../map/city-map.js';
import { Signals } from '../map/signals.js';
import type { Router } from '../routing/router.js';
import type { Timetable } from '../transit/timetable.js';
import type { Journey, Spot } from './journey.js';
import { pointOnLane } from './lane-point.js';
import type { MovementOptions } from './options.js';
import { Pace } from './pace.js';
import { personalSpeed } from './personal-speed.js';
import type { RoadRules } from './road-rules.js';
import { routeOf } from './route-of.js';
import { Traveller } from './traveller.js';
import { TripPlanner } from './trip-planner.js';
import { type Milliseconds, type Motion, MotionStatus, type Trip, TripMode, type TripTotals } from './world.js';

const WALKING_STREAM = 1;
const CYCLING_STREAM = 2;

/** Events of a traveller: departure, arrival, a change of plan; and the position in between. */
export class Movement {
  readonly pace: Pace;
  readonly signals: Signals;
  readonly planner: TripPlanner;
  readonly #centroids: Float64Array;

  constructor(
    readonly city: CityMap,
    router: Router,
    readonly options: MovementOptions,
    /** Undefined if there is no public transport. */
    timetable?: Timetable,
    /** Undefined if no road is closed or charged. */
    rules?: RoadRules,
  ) {
    this.#centroids = city.aoiCentroids;
    this.signals = new Signals(city);
    this.pace = new Pace(city, this.signals, options);
    this.planner = new TripPlanner(city, router, options, this.pace, this.#centroids, timetable, rules);
  }

  traveller(person: number, aoi: number): Traveller {
    const { seed, walkingSpeed, cyclingSpeed } = this.options;
    return new Traveller(
      person,
      { aoi, lane: -1, s: 0 },
      personalSpeed(seed, person, WALKING_STREAM, walkingSpeed),
      personalSpeed(seed, person, CYCLING_STREAM, cyclingSpeed),
    );
  }

  /** @param stops whether the current trip ends where the person is, although no other trip departs then */
  setSchedule(traveller: Traveller, trips: readonly Trip[], stops: boolean): void {
    traveller.schedule = trips.map((trip) => ({ ...trip, departure: wholeMilliseconds(trip.departure) }));
    traveller.next = 0;
    traveller.mayInterrupt = traveller.journey !== null;
    traveller.stopAt = stops && traveller.journey !== null ? traveller.journey.exitAfter(traveller.time) : Infinity;
  }

  /** Departs on the next trip, or only stops on the way, whichever is due at `time`. */
  turn(traveller: Traveller, time: Milliseconds): void {
    if (traveller.nextDeparture <= time) this.depart(traveller, time);
    else {
      traveller.time = time;
      this.#interrupt(traveller, time);
      traveller.isStopped = true;
    }
  }

  /**
   * Departs on the next trip of the schedule at `time` from the current position; the current trip ends there. If that is
   * impossible, the person stays and an event states the reason. Advances the traveller's time to `time`.
   */
  depart(traveller: Traveller, time: Milliseconds): void {
    const trip = traveller.schedule[traveller.next++];
    traveller.time = time;
    const isRolling = this.#interrupt(traveller, time);
    traveller.isStopped = false;
    const { spot } = traveller;
    const to = this.city.aoiIndex(trip.aoiId);
    if (to >= 0 && to === spot.aoi) {
      traveller.events.push({ kind: 'stay', time, person: traveller.person, aoiId: trip.aoiId });
      return;
    }
    const made = this.planner.plan(traveller, trip, isRolling, to);
    if (typeof made === 'string') {
      traveller.events.push({ kind: 'failure', time, person: traveller.person, to: trip.aoiId, reason: made });
      return;
    }
    traveller.journey = made;
    traveller.legCount = 0;
    traveller.tripCount++;
    const from = spot.aoi < 0 ? null : this.city.aois.id[spot.aoi];
    traveller.events.push({
      kind: 'departure',
      time,
      person: traveller.person,
      from,
      to: trip.aoiId,
      mode: trip.mode || TripMode.DRIVE_ONLY,
    });
  }

  /** Ends the current trip at its target. Advances the traveller's time to the arrival. */
  arrive(traveller: Traveller): void {
    const journey = traveller.journey!;
    const time = journey.arrival;
    const before = traveller.tripMetres;
    traveller.reportLegs(time);
    this.#account(traveller, journey, time);
    traveller.routes?.push(routeOf(this.city, journey, time));
    traveller.time = time;
    traveller.journey = null;
    traveller.mayInterrupt = false;
    traveller.stopAt = Infinity;
    traveller.spot = { aoi: journey.to, lane: -1, s: 0 };
    traveller.events.push({
      kind: 'arrival',
      time,
      person: traveller.person,
      aoiId: this.city.aois.id[journey.to],
      seconds: (time - journey.departure) / 1000,
      metres: traveller.tripMetres - before,
    });
  }

  /** Position of the traveller at its time. */
  motion(traveller: Traveller): Motion {
    const { journey, time } = traveller;
    if (journey === null) return this.#resting(traveller);
    const i = journey.at(time);
    if (i < 0)
      return this.#at(journey.from, journey.mode === TripMode.TAXI ? MotionStatus.WAIT_TAXI : MotionStatus.WAIT_ROUTE);
    const way = journey.lanes[i];
    const lane = way < 0 ? ~way : way;
    const s = journey.sAt(this.city, i, time);
    const { x, y, direction } = pointOnLane(this.city, lane, s);
    const duration = journey.reached[i] - journey.entered[i];
    const speed = journey.isMoving(i, time) ? (journey.metresOn(this.city, i) / duration) * 1000 : 0;
    return {
      status: journey.statusAt(time),
      aoiId: null,
      laneId: this.city.lanes.id[lane],
      s,
      x,
      y,
      speed,
      direction: way < 0 ? Math.atan2(-Math.sin(direction), -Math.cos(direction)) : direction,
    };
  }

  totals(traveller: Traveller): TripTotals {
    const { journey, time } = traveller;
    const running = journey === null ? 0 : time - journey.departure;
    return {
      trips: traveller.tripCount,
      seconds: (traveller.tripMilliseconds + running) / 1000,
      metres: traveller.tripMetres + (journey === null ? 0 : journey.metresBy(this.city, time)),
    };
  }

  /** One object as long as the person rests, which most people do in most steps. */
  #resting(traveller: Traveller): Motion {
    const { spot, isStopped, rest } = traveller;
    if (rest !== null && rest.spot === spot && rest.isStopped === isStopped) return rest.motion;
    const motion = this.#at(spot, spot.aoi < 0 && !isStopped ? MotionStatus.WAIT_ROUTE : MotionStatus.SLEEP);
    traveller.rest = { spot, isStopped, motion };
    return motion;
  }

  #at({ aoi, lane, s }: Spot, status: MotionStatus): Motion {
    if (aoi < 0)
      return {
        status,
        aoiId: null,
        laneId: this.city.lanes.id[lane],
        s,
        ...pointOnLane(this.city, lane, s),
        speed: 0,
      };
    const x = this.#centroids[2 * aoi];
    const y = this.#centroids[2 * aoi + 1];
    return { status, aoiId: this.city.aois.id[aoi], laneId: null, s: 0, x, y, speed: 0, direction: 0 };
  }

  /**
   * Ends the current trip where the person is. @returns whether the person is moving there
   */
  #interrupt(traveller: Traveller, time: Milliseconds): boolean {
    const { journey } = traveller;
    traveller.mayInterrupt = false;
    traveller.stopAt = Infinity;
    if (journey === null) return false;
    // Not the one that would begin now.
    traveller.reportLegs(time - 1);
    const before = traveller.tripMetres;
    const [spot, isRolling] = this.#leave(traveller, journey, time);
    traveller.events.push({
      kind: 'interrupted',
      time,
      person: traveller.person,
      to: this.city.aois.id[journey.to],
      seconds: (time - journey.departure) / 1000,
      metres: traveller.tripMetres - before,
    });
    traveller.journey = null;
    traveller.spot = spot;
    return isRolling;
  }

  /**
   * Leaves the current trip.
   * @returns the position, and whether the person is moving
   */
  #leave(traveller: Traveller, journey: Journey, time: Milliseconds): [Spot, boolean] {
    this.#account(traveller, journey, time);
    const i = journey.at(time);
    const spot = i < 0 ? journey.from : journey.spotAt(this.city, time);
    traveller.routes?.push(routeOf(this.city, journey, time, spot));
    return [spot, i < 0 ? journey.isRolling : journey.isMoving(i, time)];
  }

  #account(traveller: Traveller, journey: Journey, time: Milliseconds): void {
    traveller.tripMilliseconds += time - journey.departure;
    traveller.tripMetres += journey.metresBy(this.city, time);
  }
}

/** Departures that are not a number are immediate. */
function wholeMilliseconds(time: Milliseconds | null): Milliseconds | null {
  return time === null || Number.isNaN(time) ? null : Math.round(time);
}

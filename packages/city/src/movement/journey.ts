import type { CityMap } from '../map/city-map.js';
import type { LanePlace, Route } from '../routing/route.js';
import type { Travel } from '../routing/router.js';
import { type Milliseconds, MotionStatus, type TripLegKind, TripMode } from './world.js';

/** Position of a person who is not moving: in an AOI (its row), or on a lane (aoi is -1). */
export interface Spot extends LanePlace {
  readonly aoi: number;
}

/** Lanes and positions on the first and the last of them, as in `Route`. */
export type Way = Pick<Route, 'lanes' | 'startS' | 'endS'>;

/** A leg of a journey by public transport. */
export interface Leg {
  readonly kind: TripLegKind;
  readonly start: Milliseconds;
  readonly end: Milliseconds;
  /** Status of the person. */
  readonly status: MotionStatus;
  /** Id of its destination station (or the current one); null if it leads to the target. */
  readonly to: number | null;
  /** Id of the subline; null if it is not a ride. */
  readonly subline: number | null;
  /** For a ride: times of the vehicle at each stop from the first to the last, and where passengers get off there. */
  readonly stops: readonly { readonly arrival: Milliseconds; readonly place: LanePlace }[];
}

type Plan = { readonly spot: Spot; readonly way: Way } & Pick<
  Journey,
  'to' | 'mode' | 'travel' | 'departure' | 'begin' | 'isRolling' | 'egress'
>;

/**
 * A trip as a function of time: its lanes, and for each the times when it is entered and when its end is reached; in
 * between the person waits. On congested roads the times become known lane by lane: `known` is their number.
 */
export class Journey {
  /** For each lane, milliseconds after `begin`: entry, and arrival at its end (or that of the trip). */
  readonly entered: Float64Array;
  readonly reached: Float64Array;
  /** Number of lanes with known times. */
  known = 0;
  /** Arrival at the target; Infinity while unknown. */
  arrival: Milliseconds = Infinity;

  readonly from: Spot;
  /** Row of the target AOI. */
  readonly to: number;
  readonly mode: TripMode;
  readonly travel: Travel;
  readonly departure: Milliseconds;
  /** Time of entry to the first lane; postponed while it is full. */
  begin: Milliseconds;
  readonly lanes: Int32Array;
  readonly startS: number;
  readonly endS: number;
  /** Milliseconds from the end of its last lane into the AOI. */
  readonly egress: Milliseconds;
  /** Whether the person was already moving when the trip began. */
  readonly isRolling: boolean;
  /** The legs of a trip by public transport; none if it is driven or walked. */
  readonly legs: readonly Leg[] = [];

  constructor({ spot, way, to, mode, travel, departure, begin, isRolling, egress }: Plan) {
    const { lanes, startS, endS } = way;
    this.from = spot;
    this.to = to;
    this.mode = mode;
    this.travel = travel;
    this.departure = departure;
    this.begin = begin;
    this.lanes = lanes;
    this.startS = startS;
    this.endS = endS;
    this.isRolling = isRolling;
    this.egress = egress;
    // One allocation: it takes longer than all else here.
    const times = new Float64Array(2 * lanes.length);
    this.entered = times.subarray(0, lanes.length);
    this.reached = times.subarray(lanes.length);
  }

  /** Metres along the i-th lane at entry. */
  fromS(city: CityMap, i: number): number {
    if (i === 0) return this.startS;
    const lane = this.lanes[i];
    return lane < 0 ? city.lanes.length[~lane] : 0;
  }

  /** Metres along the i-th lane at exit. */
  toS(city: CityMap, i: number): number {
    if (i === this.lanes.length - 1) return this.endS;
    const lane = this.lanes[i];
    return lane < 0 ? 0 : city.lanes.length[lane];
  }

  /** Metres covered on the i-th lane. */
  metresOn(city: CityMap, i: number): number {
    return Math.abs(this.toS(city, i) - this.fromS(city, i));
  }

  /** Index in `lanes` of the current lane; -1 before the first is entered. */
  at(time: Milliseconds): number {
    const offset = time - this.begin;
    if (offset < 0 || this.known === 0) return -1;
    let low = 0;
    let high = this.known - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.entered[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Metres along the i-th lane, if the person is on it. */
  sAt(city: CityMap, i: number, time: Milliseconds): number {
    const start = this.fromS(city, i);
    const end = this.toS(city, i);
    const duration = this.reached[i] - this.entered[i];
    const share = duration > 0 ? (time - this.begin - this.entered[i]) / duration : 1;
    return share >= 1 ? end : start + (end - start) * share;
  }

  /** Whether the person on the i-th lane is moving, because it has not reached its end. */
  isMoving(i: number, time: Milliseconds): boolean {
    return time - this.begin < this.reached[i];
  }

  /** Metres covered up to a time. */
  metresBy(city: CityMap, time: Milliseconds): number {
    const current = this.at(time);
    if (current < 0) return 0;
    let metres = Math.abs(this.sAt(city, current, time) - this.fromS(city, current));
    for (let i = 0; i < current; i++) metres += this.metresOn(city, i);
    return metres;
  }

  /** Whether the trip adds a car to the roads. Passengers do not, and taxis do. */
  get isCar(): boolean {
    return this.travel === 'drive' && this.mode !== TripMode.PASSENGER;
  }

  /** Status of the person, on one of the lanes. */
  statusAt(_time: Milliseconds): MotionStatus {
    if (this.mode === TripMode.PASSENGER) return MotionStatus.PASSENGER;
    return this.travel === 'drive' ? MotionStatus.DRIVING : MotionStatus.WALKING;
  }

  /** The earliest time, not before `time`, at which the person can leave the trip. */
  exitAfter(time: Milliseconds): Milliseconds {
    return time;
  }

  /** Position of the person when leaving the trip, after entering the first lane. */
  spotAt(city: CityMap, time: Milliseconds): Spot {
    const i = this.at(time);
    const way = this.lanes[i];
    return { aoi: -1, lane: way < 0 ? ~way : way, s: this.sAt(city, i, time) };
  }
}

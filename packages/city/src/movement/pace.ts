import type { CityMap } from '../map/city-map.js';
import { LaneTurn } from '../map/message.js';
import type { Signals } from '../map/signals.js';
import { commitmentSeconds, startingSeconds } from '../routing/driving-time.js';
import { laneSpeed } from '../routing/lane-speed.js';
import { rideFactor } from '../routing/ride-network.js';
import type { Journey } from './journey.js';
import type { MovementOptions } from './options.js';
import { type Milliseconds, TripMode } from './world.js';

/** Factors that slow a road below free flow: a factor on the time of a lane entered at a time. */
export type Slowdown = (lane: number, entered: Milliseconds) => number;

/** First speed limits of the second and third range of `limitSpeedFactors`, m/s. */
const LIMITS = [40.5 / 3.6, 65.5 / 3.6];

/** Range of speed limits of a lane (row): 0, 1 or 2. */
export function limitRange(city: CityMap, lane: number): number {
  const limit = laneSpeed(city, lane);
  return limit < LIMITS[0] ? 0 : limit < LIMITS[1] ? 1 : 2;
}

/** The speed of cars on a lane relative to its limit, apart from the hour. In turns, speeds follow from the radius. */
export function speedFactorOf(
  city: CityMap,
  lane: number,
  { speedFactor, limitSpeedFactors }: Pick<MovementOptions, 'speedFactor' | 'limitSpeedFactors'>,
): number {
  if (limitSpeedFactors === null || city.lanes.turn[lane] !== LaneTurn.STRAIGHT) return speedFactor;
  return speedFactor * limitSpeedFactors[limitRange(city, lane)];
}

/**
 * Time on the lanes of a trip without other traffic:
 * - by car length / v, v being η · limit, or less where the lane is too short to reach that; after each stop the
 *   acceleration loss of v, and between lanes of unequal speed, as before and after a turn, the same per km/h times
 *   (1 - u / v)², u being the lower, and before a slower lane also the time to react · ln(v / u);
 * - on foot or by bike length / the person's speed;
 * - before a lane with a light, until it is green; a car too close to stop continues when it turns yellow.
 */
export class Pace {
  /** Seconds lost per m/s gained. */
  readonly #lossPerSpeed: number;

  constructor(
    private readonly city: CityMap,
    private readonly signals: Signals,
    private readonly options: MovementOptions,
  ) {
    this.#lossPerSpeed = options.accelerationLoss.secondsPerKmh * 3.6;
  }

  /**
   * Milliseconds from entering the i-th lane of a trip to its end.
   * @param hasStopped whether the person starts from standing
   * @param personal m/s, on foot or by bike
   */
  moving(journey: Journey, i: number, hasStopped: boolean, personal: number): Milliseconds {
    const { lanes } = journey;
    const lane = lanes[i];
    const isWhole = i > 0 && i < lanes.length - 1;
    const metres = isWhole ? this.city.lanes.length[lane < 0 ? ~lane : lane] : journey.metresOn(this.city, i);
    if (journey.travel === 'walk') return (metres / (personal * this.#ease(journey, i))) * 1000;
    const { accelerationLoss, reactionSeconds } = this.options;
    const factor = this.factorAt(journey.begin + journey.entered[i]);
    const own = this.#speedOn(lane);
    const from = hasStopped ? 0 : factor * Math.min(own, i > 0 ? this.#speedOn(lanes[i - 1]) : own);
    const to = factor * Math.min(own, i < lanes.length - 1 ? this.#speedOn(lanes[i + 1]) : own);
    const top = this.#topSpeed(factor * own, metres, from, to);
    const changing = (this.#lossPerSpeed * ((top - from) ** 2 + (top - to) ** 2)) / top;
    const starting = hasStopped ? accelerationLoss.seconds : 0;
    const reacting = top === to ? 0 : reactionSeconds * Math.log(top / to);
    return (metres / top + starting + changing + reacting) * 1000;
  }

  /** m/s of a lone car on a lane (row of the map), apart from the hour. */
  #speedOn(lane: number): number {
    return speedFactorOf(this.city, lane, this.options) * laneSpeed(this.city, lane);
  }

  /** How fast the i-th lane of a trip is by bicycle, relative to a good street; 1 on foot. */
  #ease({ mode, lanes }: Journey, i: number): number {
    if (mode !== TripMode.BIKE_WALK) return 1;
    return lanes[i] < 0 ? rideFactor(this.city, ~lanes[i], true) : rideFactor(this.city, lanes[i], false);
  }

  /** When a person who reaches the i-th lane of a trip at `time` may enter it. */
  enter(journey: Journey, i: number, time: Milliseconds): Milliseconds {
    const lane = journey.lanes[i];
    const row = lane < 0 ? ~lane : lane;
    const { signals } = this.options;
    if (signals === 'none' || !this.signals.has(row)) return time;
    const isCar = journey.travel === 'drive';
    const factor = this.factorAt(time);
    const commitment = isCar ? this.#commitment(journey, i, factor) * 1000 : 0;
    if (signals === 'program') return this.signals.nextGreen(row, time, commitment);
    const { wait, stops } = this.signals.expected(row, commitment);
    const starting = isCar ? startingSeconds(factor * this.#speedOn(row), this.options) * 1000 : 0;
    return Math.round(time + wait + stops * starting);
  }

  /** The factor on all speeds of cars at a time. */
  factorAt(time: Milliseconds): number {
    const { hourlySpeedFactors } = this.options;
    return hourlySpeedFactors === null ? 1 : hourlySpeedFactors[Math.floor(time / 3_600_000) % 24];
  }

  /** Seconds before entering the i-th lane within which a car is too fast and too close to stop. */
  #commitment(journey: Journey, i: number, factor: number): number {
    const { lanes } = journey;
    const entry = this.#speedInto(lanes, i, factor);
    if (i === 0) return commitmentSeconds(entry, entry, this.options);
    const metres = journey.metresOn(this.city, i - 1);
    const before = this.#speedInto(lanes, i - 1, factor);
    const approach = this.#topSpeed(factor * this.#speedOn(lanes[i - 1]), metres, before, entry);
    return commitmentSeconds(approach, entry, this.options);
  }

  /**
   * Computes the times of a trip, up to the lanes that are entered at or before `until`.
   * @param onEnter receives each new lane with the time at which it is entered
   */
  extend(
    journey: Journey,
    until: Milliseconds,
    personal: number,
    slowdown?: Slowdown,
    onEnter?: (lane: number, entered: Milliseconds) => void,
  ): void {
    // Those by public transport are known from the start.
    if (journey.arrival < Infinity) return;
    const { lanes, entered, reached, begin } = journey;
    while (journey.known < lanes.length) {
      const i = journey.known;
      const before = i === 0 ? 0 : reached[i - 1];
      const enter = i === 0 ? 0 : this.enter(journey, i, begin + before) - begin;
      if (begin + enter > until) return;
      // Expected lights stop no one in particular; their delay is in the wait.
      const hasStopped = i === 0 ? !journey.isRolling : enter > before && this.options.signals === 'program';
      entered[i] = enter;
      let duration = this.moving(journey, i, hasStopped, personal);
      if (slowdown) duration *= slowdown(lanes[i], begin + enter);
      reached[i] = enter + Math.round(duration);
      journey.known++;
      onEnter?.(lanes[i], begin + enter);
    }
    this.finish(journey);
  }

  /** Sets the arrival of a trip whose lanes are all known. */
  finish(journey: Journey): void {
    const last = journey.reached[journey.lanes.length - 1];
    journey.arrival = journey.begin + last + journey.egress;
  }

  /**
   * The speed that a car reaches on a lane: `limit`, or less if the lane is too short to reach it and slow down
   * again. With k the loss per speed, accelerating from u to v takes k (v² - u²) metres, and braking r (v - u) metres more than
   * that: a driver who leaves the time r to react slows down along d = r v + k (v² - u²), and arrives r · ln(v / u) later than
   * one who brakes at the last moment.
   */
  #topSpeed(limit: number, metres: number, from: number, to: number): number {
    const { reactionSeconds: r } = this.options;
    const k = this.#lossPerSpeed;
    const room = metres + k * (from ** 2 + to ** 2) + r * to;
    const reachable = (2 * room) / (r + Math.sqrt(r ** 2 + 8 * k * room));
    return reachable < limit ? Math.max(reachable, from, to) : limit;
  }

  /** The speed between the previous lane and the i-th: the lower of the two. */
  #speedInto(lanes: Int32Array, i: number, factor: number): number {
    const after = this.#speedOn(lanes[i < lanes.length ? i : lanes.length - 1]);
    const before = i > 0 ? this.#speedOn(lanes[i - 1]) : after;
    return factor * (before < after ? before : after);
  }
}

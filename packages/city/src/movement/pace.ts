import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { laneSpeed } from '../routing/drive-network.js';
import type { Journey } from './journey.js';
import type { MovementOptions } from './options.js';
import type { Signals } from './signals.js';
import type { Milliseconds } from './world.js';

/**
 * Who is less than `reaction + v / (2 · braking)` seconds from the line when yellow begins cannot stop and goes on.
 * Seconds and m/s².
 * @see Institute of Transportation Engineers, Traffic Engineering Handbook: yellow change intervals
 */
const YELLOW = { reaction: 1, braking: 3.05 };

/** What makes a road slower than free flow: a factor on the time of a lane entered at a time. */
export type Slowdown = (lane: number, entered: Milliseconds) => number;

/**
 * How long the lanes of a trip take without others in the way:
 * - by car length / (η · limit); after each stop the acceleration loss of the speed v that the lane allows, and between
 *   lanes of unequal speed, as before and after a turn, the same per km/h times (1 - u / v)², u being the lower;
 * - on foot or by bike length / the person's speed;
 * - before a lane with a light, until it is green; a car too close to stop goes on when it turns yellow.
 */
export class Pace {
  constructor(
    private readonly city: CityMap,
    private readonly signals: Signals,
    private readonly options: MovementOptions,
  ) {}

  /**
   * Milliseconds from entering the i-th lane of a trip to its end.
   * @param hasStopped whether the person starts from standing
   * @param personal m/s, on foot or by bike
   */
  moving(journey: Journey, i: number, hasStopped: boolean, personal: number): Milliseconds {
    const metres = journey.metresOn(this.city, i);
    if (journey.travel === 'walk') return (metres / personal) * 1000;
    const { lanes } = journey;
    const speed = this.#speedOn(lanes[i]!);
    const before = i > 0 ? this.#speedOn(lanes[i - 1]!) : speed;
    const after = i + 1 < lanes.length ? this.#speedOn(lanes[i + 1]!) : speed;
    const gaining = hasStopped ? this.#lossAt(speed) : this.#changeLoss(speed, before);
    return (metres / speed + gaining + this.#changeLoss(speed, after)) * 1000;
  }

  /** When the lane (row, or ~row) may be entered by someone who reaches it at `time`. */
  enter(lane: number, time: Milliseconds): Milliseconds {
    const row = lane < 0 ? ~lane : lane;
    const { signals } = this.options;
    if (signals === 'none' || !this.signals.has(row)) return time;
    const isCar = this.city.lanes.type[row] === LaneType.DRIVING;
    const speed = this.#speedOn(row);
    if (signals === 'program')
      return this.signals.nextGreen(row, time, isCar ? (YELLOW.reaction + speed / (2 * YELLOW.braking)) * 1000 : 0);
    const { wait, stops } = this.signals.expected(row);
    return Math.round(time + wait + (isCar ? stops * this.#lossAt(speed) * 1000 : 0));
  }

  /**
   * Makes the times of a trip known, up to the lanes that are entered at or before `until`.
   * @param onEnter called for each lane that becomes known, with the time at which it is entered
   */
  extend(
    journey: Journey,
    until: Milliseconds,
    personal: number,
    slowdown?: Slowdown,
    onEnter?: (lane: number, entered: Milliseconds) => void,
  ): void {
    const { lanes, entered, reached, begin } = journey;
    while (journey.known < lanes.length) {
      const i = journey.known;
      const before = i === 0 ? 0 : reached[i - 1]!;
      const enter = i === 0 ? 0 : this.enter(lanes[i]!, begin + before) - begin;
      if (begin + enter > until) return;
      // Expected lights stop nobody in particular; their loss is in the wait.
      const hasStopped = i === 0 ? !journey.isRolling : enter > before && this.options.signals === 'program';
      let duration = this.moving(journey, i, hasStopped, personal);
      if (slowdown) duration *= slowdown(lanes[i]!, begin + enter);
      entered[i] = enter;
      reached[i] = enter + Math.round(duration);
      journey.known++;
      onEnter?.(lanes[i]!, begin + enter);
    }
    this.finish(journey);
  }

  /** Sets the arrival of a trip whose lanes are all known. */
  finish(journey: Journey): void {
    const last = journey.reached[journey.lanes.length - 1]!;
    journey.arrival = journey.begin + last + Math.round(this.options.accessSeconds * 1000);
  }

  #speedOn(lane: number): number {
    return this.options.speedFactor * laneSpeed(this.city, lane);
  }

  /** Seconds lost by reaching a speed from standing. */
  #lossAt(speed: number): number {
    const { seconds, secondsPerKmh } = this.options.accelerationLoss;
    return seconds + secondsPerKmh * speed * 3.6;
  }

  /** Seconds lost on a lane by coming from, or down to, another lane's lower speed: the rest of the way from standing. */
  #changeLoss(speed: number, lower: number): number {
    if (lower >= speed) return 0;
    return (this.options.accelerationLoss.secondsPerKmh * 3.6 * (speed - lower) ** 2) / speed;
  }
}

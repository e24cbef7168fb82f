import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import { laneSpeed } from '../routing/drive-network.js';
import type { Journey } from './journey.js';
import type { MovementOptions } from './options.js';
import type { Signals } from './signals.js';
import type { Milliseconds } from './world.js';

/** What makes a road slower than free flow: a factor on the time of a lane entered at a time. */
export type Slowdown = (lane: number, entered: Milliseconds) => number;

/**
 * How long the lanes of a trip take without others in the way:
 * - by car length / (η · limit), and after each stop the acceleration loss of the speed that the lane allows;
 * - on foot or by bike length / the person's speed;
 * - before a lane with a light, until it is green.
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
    const speed = this.options.speedFactor * laneSpeed(this.city, journey.lanes[i]!);
    return (metres / speed + (hasStopped ? this.#lossAt(speed) : 0)) * 1000;
  }

  /** When the lane (row, or ~row) may be entered by someone who reaches it at `time`. */
  enter(lane: number, time: Milliseconds): Milliseconds {
    const row = lane < 0 ? ~lane : lane;
    if (this.options.signals === 'none' || !this.signals.has(row)) return time;
    if (this.options.signals === 'program') return this.signals.nextGreen(row, time);
    const { wait, stops } = this.signals.expected(row);
    const speed = this.options.speedFactor * laneSpeed(this.city, row);
    return Math.round(
      time + wait + (this.city.lanes.type[row] === LaneType.WALKING ? 0 : stops * this.#lossAt(speed) * 1000),
    );
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

  #lossAt(speed: number): number {
    const { seconds, secondsPerKmh } = this.options.accelerationLoss;
    return seconds + secondsPerKmh * speed * 3.6;
  }
}

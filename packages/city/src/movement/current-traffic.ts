import type { Router } from '../routing/router.js';
import type { MovementOptions } from './options.js';
import { hashUnit } from './personal-speed.js';
import type { Milliseconds } from './world.js';

const SLICE = 300_000;
/** Stream of random numbers that decides who is informed. */
const STREAM = 3;

/** Times on roads (rows) as measured in the last slice of 5 minutes, and routes by them. */
export class CurrentTraffic {
  readonly #seconds: Float64Array;
  readonly #cars: Int32Array;
  readonly #factors: Float64Array;
  #slice = 0;
  #current: Router;

  constructor(
    private readonly free: Router,
    private readonly options: MovementOptions,
  ) {
    const { length } = free.driveNetwork.roadCosts;
    this.#seconds = new Float64Array(length);
    this.#cars = new Int32Array(length);
    this.#factors = new Float64Array(length).fill(1);
    this.#current = free;
  }

  /** Whether a driver chooses routes by current times. */
  informs(person: number): boolean {
    return hashUnit(this.options.seed, person, STREAM) < this.options.queue.rerouteShare;
  }

  /** Notes the time that a car took from entering a road to leaving it for a turn, whose usual cost is no delay. */
  passed(road: number, turn: number, time: Milliseconds): void {
    this.#seconds[road] += time / 1000 - this.free.driveNetwork.turnCosts[turn];
    this.#cars[road]++;
  }

  /** The router for departures at a time. */
  router(time: Milliseconds): Router {
    const slice = Math.floor(time / SLICE);
    if (slice === this.#slice) return this.#current;
    this.#slice = slice;
    const { roadCosts } = this.free.driveNetwork;
    for (let road = 0; road < roadCosts.length; road++) {
      const cars = this.#cars[road];
      const measured = cars > 0 ? Math.max(1, this.#seconds[road] / cars / roadCosts[road]) : 1;
      // Half of the last value stays, so that not everybody jumps to the same road.
      this.#factors[road] = (this.#factors[road] + (measured < Infinity ? measured : 1)) / 2;
    }
    this.#seconds.fill(0);
    this.#cars.fill(0);
    this.#current = this.free.withRoadFactors(this.#factors);
    return this.#current;
  }
}

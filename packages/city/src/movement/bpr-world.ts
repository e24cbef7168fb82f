import { power } from '@itinera/base';
import type { Router } from '../routing/router.js';
import { advanceTraveller } from './advance-traveller.js';
import type { Movement } from './movement.js';
import { roadCapacities, roadOfLanes } from './road-capacity.js';
import { WorldOfTravellers } from './travellers-world.js';
import { speedOn } from './trip-planner.js';
import type { Milliseconds } from './world.js';

/** The curve is unbounded, because volumes beyond a road's capacity do occur in this model. */
const MAX_FACTOR = 20;

/**
 * Congestion as a volume–delay function in slices of time: a car that enters a road takes
 * `1 + alpha · (volume / capacity)^beta` times as long, by the volume that entered in the slice before. Since a slice
 * only reads the one before it, the order of people within it does not matter. With `bpr.routes: 'current'` routes are also
 * chosen by the times of the slice before.
 * @see Bureau of Public Roads 1964, Traffic Assignment Manual
 */
export class BprWorld extends WorldOfTravellers {
  readonly coupled = true;
  readonly #roadOf: Int32Array;
  /** Cars per slice that each road lets through. */
  readonly #capacities: Float64Array;
  readonly #sliceMilliseconds: Milliseconds;
  /** Cars that have entered each road in the current slice. */
  readonly #volumes: Int32Array;
  /** Factor on the time of each road, from the slice before. */
  readonly #factors: Float64Array;
  readonly #freeRouter: Router;
  #time: Milliseconds = 0;

  constructor(movement: Movement) {
    super(movement);
    const { city, planner, signals, options } = movement;
    const { sliceSeconds } = options.bpr;
    this.#freeRouter = planner.router;
    this.#roadOf = roadOfLanes(city);
    this.#capacities = roadCapacities(city, planner.router.driveNetwork, signals, options).map(
      (perHour) => (perHour * sliceSeconds) / 3600,
    );
    this.#sliceMilliseconds = Math.round(sliceSeconds * 1000);
    this.#volumes = new Int32Array(city.roads.count);
    this.#factors = new Float64Array(city.roads.count).fill(1);
  }

  override addPerson(person: number, aoiId: number): void {
    super.addPerson(person, aoiId);
    this.traveller(person).time = this.#time;
  }

  advancePerson(person: number): never {
    throw new Error(`person ${person} shares congested roads: advance everyone together`);
  }

  advance(time: Milliseconds): void {
    if (!(time >= this.#time)) throw new Error(`time would run backwards from ${this.#time} to ${time}`);
    for (;;) {
      const sliceEnd = (Math.floor(this.#time / this.#sliceMilliseconds) + 1) * this.#sliceMilliseconds;
      if (sliceEnd > time) break;
      // Up to the end of the slice, excluded: entries at that time belong to the next.
      this.#advanceAll(sliceEnd - 1);
      this.#time = sliceEnd;
      this.#turnSlice();
    }
    this.#advanceAll(time);
    this.#time = time;
  }

  #advanceAll(time: Milliseconds): void {
    const roadOf = this.#roadOf;
    const slowdown = (lane: number) => (lane >= 0 && roadOf[lane] >= 0 ? this.#factors[roadOf[lane]] : 1);
    const count = (lane: number) => {
      if (lane >= 0 && roadOf[lane] >= 0) this.#volumes[roadOf[lane]]++;
    };
    const { movement } = this;
    for (const traveller of this.travellers.values()) {
      advanceTraveller(movement, traveller, time, (journey, until) =>
        movement.pace.extend(journey, until, speedOn(traveller, journey), slowdown, journey.isCar ? count : undefined),
      );
    }
  }

  #turnSlice(): void {
    const { alpha, beta, routes } = this.movement.options.bpr;
    for (let road = 0; road < this.#factors.length; road++) {
      const load = this.#volumes[road] / this.#capacities[road];
      this.#factors[road] = load > 0 ? Math.min(1 + alpha * power(load, beta), MAX_FACTOR) : 1;
    }
    this.#volumes.fill(0);
    if (routes === 'current') this.movement.planner.router = this.#freeRouter.withRoadFactors(this.#factors);
  }
}

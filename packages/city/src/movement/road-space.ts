import type { CityMap } from '../map/city-map.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import type { MovementOptions } from './options.js';
import type { Milliseconds, RoadJam } from './world.js';

/** A jam by road (row of the map). */
type Jam = Omit<RoadJam, 'roadId' | 'name'> & { readonly road: number };

/**
 * How fast the space that a car leaves at the front of a queue travels to its back, m/s.
 * @see Newell 1993, A simplified theory of kinematic waves in highway traffic, doi:10.1016/0191-2615(93)90038-C
 */
const WAVE_SPEED = 5.5;
/** Time from one road through a junction into the next, seconds: cars in the junction have space reserved. */
const CROSSING_SECONDS = 2.5;
/** Cars per lane that occupy no space if each stands for many: most of those that it stands for are still to come, or gone. */
const PASSING_CARS = 2;

/** The space for cars on roads (rows of the map), and who waits for it. */
export class RoadSpace {
  readonly #used: Int32Array;
  readonly #storage: Int32Array;
  /** Time from a car's departure until its space is free at the back of the road. */
  readonly #delay: Float64Array;
  /** By road: when spaces on their way to the back arrive, ascending, from `#first` on. */
  readonly #arriving: (Milliseconds[] | undefined)[];
  readonly #jams = new Map<number, { since: Milliseconds; until: Milliseconds; cars: number }>();

  constructor(city: CityMap, network: DriveNetwork, { queue, laneCapacity, sampleFactor }: MovementOptions) {
    const { count } = city.roads;
    const storage = new Float64Array(count);
    this.#used = new Int32Array(count);
    this.#delay = new Float64Array(count);
    this.#arriving = Array.from({ length: count });
    network.laneRoads.forEach((road, lane) => {
      if (road < 0) return;
      const metres = city.lanes.length[lane];
      this.#delay[road] = Math.max(this.#delay[road], Math.round((metres / WAVE_SPEED) * 1000));
      storage[road] += (metres / queue.vehicleMetres + (laneCapacity / 3600) * CROSSING_SECONDS) * sampleFactor;
      storage[road] += PASSING_CARS * (1 - sampleFactor);
    });
    this.#storage = Int32Array.from(storage, (cars) => Math.max(1, Math.round(cars)));
  }

  /**
   * When a car can enter a road: `time`, or later if space is on its way; Infinity if it is not.
   * @param leavesSpace whether it needs more than the last place
   */
  freeAt(road: number, time: Milliseconds, leavesSpace = false): Milliseconds {
    const spare = this.#storage[road] - this.#used[road] - (leavesSpace && this.#storage[road] > 1 ? 1 : 0);
    if (spare <= 0) return Infinity;
    const arriving = this.#arriving[road];
    if (arriving === undefined || arriving.length < spare) return time;
    let passed = 0;
    while (passed < arriving.length && arriving[passed] <= time) passed++;
    if (passed > 0) arriving.splice(0, passed);
    return arriving.length < spare ? time : arriving[arriving.length - spare];
  }

  take(road: number): void {
    this.#used[road]++;
  }

  /** A car leaves. @returns when its space can be used */
  release(road: number, time: Milliseconds): Milliseconds {
    this.#used[road]--;
    const free = time + this.#delay[road];
    this.#arriving[road] ??= [];
    const arriving = this.#arriving[road];
    // Only those that matter when the road is full are kept.
    if (arriving.length >= this.#storage[road]) arriving.shift();
    arriving.push(free);
    return free;
  }

  /** Notes that a car was let through to a full road after it had waited since a time. */
  letThrough(road: number, since: Milliseconds, time: Milliseconds): void {
    const jam = this.#jams.get(road);
    if (jam === undefined) this.#jams.set(road, { since, until: time, cars: 1 });
    else {
      jam.until = time;
      jam.cars++;
    }
  }

  /** The roads where that happened, the first one first. */
  jams(): Jam[] {
    return [...this.#jams].map(([road, jam]) => ({ road, ...jam }));
  }
}

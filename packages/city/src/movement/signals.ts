import type { CityMap } from '../map/city-map.js';
import { LightState } from '../map/message.js';

/**
 * The traffic lights of a map. Each fixed program runs from time 0 on, beginning with phase `junction id % phases`, so
 * that the state of every lane is periodic. A lane is green in phases of state GREEN. Lanes that are always green, and
 * those that never are (a fault of the map), have no light.
 */
export class Signals {
  /** By lane of the map: its light, or -1. */
  readonly #lightOf: Int32Array;
  /** By light: the cycle in ms, and its spans of green as [start, end) within it, in compressed rows, ascending. */
  readonly #cycles: number[] = [];
  readonly #offsets: number[] = [0];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(city: CityMap) {
    this.#lightOf = new Int32Array(city.lanes.count).fill(-1);
    const { junctions } = city;
    for (let junction = 0; junction < junctions.count; junction++) {
      if (junctions.fixedProgram.present[junction] !== 1) continue;
      const { offsets, duration, states } = junctions.fixedProgram.phases;
      const from = offsets[junction]!;
      const count = offsets[junction + 1]! - from;
      if (count === 0) continue;
      const first = ((junctions.id[junction]! % count) + count) % count;
      const phases = Array.from({ length: count }, (_, i) => from + ((first + i) % count));
      const laneIds = junctions.laneIds.values.subarray(
        junctions.laneIds.offsets[junction],
        junctions.laneIds.offsets[junction + 1],
      );
      laneIds.forEach((id, i) => {
        const lane = city.laneIndex(id);
        if (lane < 0) return;
        const spans = phases.map((phase) => {
          const at = states.offsets[phase]! + i;
          const isGreen = at < states.offsets[phase + 1]! && states.values[at] === LightState.GREEN;
          return { isGreen, milliseconds: Math.max(0, Math.round(duration[phase]! * 1000)) };
        });
        this.#add(lane, spans);
      });
    }
  }

  /** The first instant from `time` on at which the lane may be entered. Milliseconds. */
  nextGreen(lane: number, time: number): number {
    const light = this.#lightOf[lane]!;
    if (light < 0) return time;
    const cycle = this.#cycles[light]!;
    const within = ((time % cycle) + cycle) % cycle;
    const from = this.#offsets[light]!;
    const to = this.#offsets[light + 1]!;
    for (let i = from; i < to; i++) if (within < this.#ends[i]!) return time + Math.max(0, this.#starts[i]! - within);
    return time + cycle - within + this.#starts[from]!;
  }

  /** Whether a light governs the lane. */
  has(lane: number): boolean {
    return this.#lightOf[lane]! >= 0;
  }

  /** For someone who comes at any time alike: mean wait in ms, and the probability of having to wait. */
  expected(lane: number): { wait: number; stops: number } {
    const light = this.#lightOf[lane]!;
    if (light < 0) return { wait: 0, stops: 0 };
    const cycle = this.#cycles[light]!;
    const from = this.#offsets[light]!;
    const to = this.#offsets[light + 1]!;
    let wait = 0;
    let stops = 0;
    for (let i = from; i < to; i++) {
      const nextStart = i + 1 < to ? this.#starts[i + 1]! : this.#starts[from]! + cycle;
      const red = nextStart - this.#ends[i]!;
      wait += (red * red) / (2 * cycle);
      stops += red / cycle;
    }
    return { wait, stops };
  }

  /** Share of the time that the lane is green; 1 without a light. */
  greenShare(lane: number): number {
    return 1 - this.expected(lane).stops;
  }

  #add(lane: number, spans: readonly { isGreen: boolean; milliseconds: number }[]): void {
    const starts: number[] = [];
    const ends: number[] = [];
    let at = 0;
    for (const { isGreen, milliseconds } of spans) {
      if (isGreen && milliseconds > 0) {
        if (ends.at(-1) === at) ends[ends.length - 1] = at + milliseconds;
        else {
          starts.push(at);
          ends.push(at + milliseconds);
        }
      }
      at += milliseconds;
    }
    const isAlways = starts.length === 1 && starts[0] === 0 && ends[0] === at;
    if (starts.length === 0 || isAlways) return;
    this.#lightOf[lane] = this.#cycles.length;
    this.#cycles.push(at);
    this.#starts.push(...starts);
    this.#ends.push(...ends);
    this.#offsets.push(this.#starts.length);
  }
}

import type { CityMap } from './city-map.js';
import { LightState } from './message.js';

/**
 * The traffic lights of a map. Each fixed program starts at time 0 with phase `junction id % phases`, so
 * that the state of every lane is periodic. A lane may be entered in phases of state GREEN, and in the following YELLOW
 * by cars that are too close to stop. Lanes that are always green, and those that never are (a fault of the map), have
 * no light.
 */
export class Signals {
  /** The light of each lane (row) that has one. */
  readonly #lights = new Map<number, number>();
  /** For each light, the cycle in ms, and its spans of green as [start, end) within it, in compressed rows, ascending. */
  readonly #cycles: number[] = [];
  readonly #offsets: number[] = [0];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Duration of yellow after each span of green, ms. */
  readonly #yellows: number[] = [];

  constructor(city: CityMap) {
    const { junctions } = city;
    for (let junction = 0; junction < junctions.count; junction++) {
      if (junctions.fixedProgram.present[junction] !== 1) continue;
      const { offsets, duration, states } = junctions.fixedProgram.phases;
      const from = offsets[junction];
      const count = offsets[junction + 1] - from;
      if (count === 0) continue;
      const first = ((junctions.id[junction] % count) + count) % count;
      const phases = Array.from({ length: count }, (_, i) => from + ((first + i) % count));
      const laneIds = junctions.laneIds.values.subarray(
        junctions.laneIds.offsets[junction],
        junctions.laneIds.offsets[junction + 1],
      );
      laneIds.forEach((id, i) => {
        const lane = city.laneIndex(id);
        if (lane < 0) return;
        const spans = phases.map((phase) => {
          const at = states.offsets[phase] + i;
          const state = at < states.offsets[phase + 1] ? states.values[at] : LightState.UNSPECIFIED;
          const seconds = duration[phase];
          return { state, milliseconds: seconds > 0 && seconds < Infinity ? Math.round(seconds * 1000) : 0 };
        });
        this.#add(lane, spans);
      });
    }
  }

  /**
   * The first instant, not before `time`, at which the lane may be entered. Milliseconds.
   * @param grace how long after the start of yellow a car is too close to stop
   */
  nextGreen(lane: number, time: number, grace = 0): number {
    const light = this.#lights.get(lane);
    if (light === undefined) return time;
    const cycle = this.#cycles[light];
    const within = ((time % cycle) + cycle) % cycle;
    const from = this.#offsets[light];
    const to = this.#offsets[light + 1];
    const isYellow = (i: number, at: number) => at < this.#ends[i] + Math.min(grace, this.#yellows[i]);
    // Yellow may continue from the previous cycle.
    if (isYellow(to - 1, within + cycle)) return time;
    for (let i = from; i < to; i++) {
      if (within < this.#ends[i]) return time + Math.max(0, this.#starts[i] - within);
      if (isYellow(i, within)) return time;
    }
    return time + cycle - within + this.#starts[from];
  }

  /** Whether two lanes of a junction are green at the same time; lanes without a light always are. */
  areTogether(lane: number, other: number): boolean {
    const [a, b] = [this.#lights.get(lane), this.#lights.get(other)];
    if (a === undefined || b === undefined) return true;
    for (let i = this.#offsets[a]; i < this.#offsets[a + 1]; i++)
      for (let j = this.#offsets[b]; j < this.#offsets[b + 1]; j++)
        if (this.#starts[i] < this.#ends[j] && this.#starts[j] < this.#ends[i]) return true;
    return false;
  }

  /**
   * The time at which the lane has been open for `open` milliseconds since `time`.
   * @param grace how much of each yellow counts as open
   */
  afterGreen(lane: number, time: number, open: number, grace = 0): number {
    const light = this.#lights.get(lane);
    if (light === undefined) return time + open;
    const cycle = this.#cycles[light];
    const [from, to] = [this.#offsets[light], this.#offsets[light + 1]];
    const endOf = (i: number) => this.#ends[i] + Math.min(grace, this.#yellows[i]);
    let perCycle = 0;
    for (let i = from; i < to; i++) perCycle += endOf(i) - this.#starts[i];
    const cycles = Math.floor(open / perCycle);
    let rest = open - cycles * perCycle;
    let at = time + cycles * cycle;
    while (rest > 0) {
      at = this.nextGreen(lane, at, grace);
      const within = ((at % cycle) + cycle) % cycle;
      let span = from;
      while (span < to - 1 && within >= endOf(span)) span++;
      // The last span may run into the next cycle.
      const left = within + cycle < endOf(to - 1) ? endOf(to - 1) - within - cycle : endOf(span) - within;
      const used = Math.min(left, rest);
      rest -= used;
      at += used;
    }
    return at;
  }

  /** When a lane that is open at `time` closes, at the end of yellow; Infinity without a light. */
  closes(lane: number, time: number): number {
    const light = this.#lights.get(lane);
    if (light === undefined) return Infinity;
    const cycle = this.#cycles[light];
    const within = ((time % cycle) + cycle) % cycle;
    const [from, to] = [this.#offsets[light], this.#offsets[light + 1]];
    const endOf = (i: number) => this.#ends[i] + this.#yellows[i];
    if (within + cycle < endOf(to - 1)) return time - within - cycle + endOf(to - 1);
    let span = from;
    while (span < to - 1 && within >= endOf(span)) span++;
    return time - within + endOf(span);
  }

  /** Whether a light governs the lane. */
  has(lane: number): boolean {
    return this.#lights.has(lane);
  }

  /** Duration of its cycle in ms; 0 without a light. */
  cycle(lane: number): number {
    const light = this.#lights.get(lane);
    return light === undefined ? 0 : this.#cycles[light];
  }

  /**
   * For a uniformly distributed arrival: mean wait in ms, and the probability of waiting.
   * @param grace how long after the start of yellow a car is too close to stop, ms
   */
  expected(lane: number, grace = 0): { wait: number; stops: number } {
    const light = this.#lights.get(lane);
    if (light === undefined) return { wait: 0, stops: 0 };
    const cycle = this.#cycles[light];
    const from = this.#offsets[light];
    const to = this.#offsets[light + 1];
    let wait = 0;
    let stops = 0;
    for (let i = from; i < to; i++) {
      const nextStart = i + 1 < to ? this.#starts[i + 1] : this.#starts[from] + cycle;
      const red = nextStart - this.#ends[i] - Math.min(grace, this.#yellows[i]);
      wait += (red * red) / (2 * cycle);
      stops += red / cycle;
    }
    return { wait, stops };
  }

  /** Share of time in which the lane is green; 1 without a light. */
  greenShare(lane: number): number {
    return 1 - this.expected(lane).stops;
  }

  #add(lane: number, spans: readonly { state: number; milliseconds: number }[]): void {
    const starts: number[] = [];
    const ends: number[] = [];
    const yellows: number[] = [];
    let cycle = 0;
    for (const { state, milliseconds } of spans) {
      const last = ends.length - 1;
      if (state === LightState.GREEN && milliseconds > 0) {
        if (ends[last] === cycle && yellows[last] === 0) ends[last] += milliseconds;
        else {
          starts.push(cycle);
          ends.push(cycle + milliseconds);
          yellows.push(0);
        }
      } else if (state === LightState.YELLOW && last >= 0 && ends[last] + yellows[last] === cycle)
        yellows[last] += milliseconds;
      cycle += milliseconds;
    }
    const isAlways = starts.length === 1 && starts[0] === 0 && ends[0] === cycle;
    if (starts.length === 0 || isAlways) return;
    const last = ends.length - 1;
    if (ends[last] + yellows[last] === cycle)
      for (const { state, milliseconds } of spans) {
        if (state !== LightState.YELLOW) break;
        yellows[last] += milliseconds;
      }
    this.#lights.set(lane, this.#cycles.length);
    this.#cycles.push(cycle);
    this.#starts.push(...starts);
    this.#ends.push(...ends);
    this.#yellows.push(...yellows);
    this.#offsets.push(this.#starts.length);
  }
}

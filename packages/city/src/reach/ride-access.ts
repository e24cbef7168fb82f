import type { DayNumber } from '../transit/service-days.js';
import type { ReachedStops } from '../transit/stop-reach.js';
import type { TransitPlanner } from '../transit/transit-planner.js';

/** Departures by public transport on a day, and which of their travel times counts. */
export interface ReachDepartures {
  readonly day: DayNumber;
  /** Seconds since midnight. */
  readonly times: readonly number[];
  /** 50 for the median; the nearest rank is used. */
  readonly percentile: number;
}

/** Walks between stops and AOIs (by row). */
export interface StopWalks {
  /** By stop; seconds are whole. */
  readonly ofStop: readonly { readonly aois: Int32Array; readonly seconds: Float64Array }[];
  readonly ofAoi: readonly ReachedStops[];
}

export interface RideAccessOptions {
  readonly walks: StopWalks;
  readonly departures: ReachDepartures;
  /** Seconds within which rides count, and the limits, ascending. */
  readonly limit: number;
  readonly limits: readonly number[];
  /** m/s. */
  readonly walkingSpeed: number;
  /** AOIs (rows) in the order of their bits. */
  readonly order: Int32Array;
}

/** AOIs by stop, the nearest first: their bits, and whole seconds on foot. */
interface StopBits {
  readonly bits: Int32Array;
  readonly seconds: Float64Array;
  /** How many AOIs are within 0, 1, 2 … times `LEVEL` seconds. */
  readonly counts: Int32Array;
  /** Words and their bits for the AOIs of a level, one level after the other: level l has those before `ends[l]`. */
  readonly words: Int32Array;
  readonly ends: Int32Array;
}

/** Seconds on foot. */
const LEVEL = 60;

/** Memory for the AOIs within reach of first rides, bytes; it is cleared when full. */
const KEPT_BYTES = 64 * 2 ** 20;

/**
 * The AOIs within reach of an AOI by public transport, walks to the first stop and from the last included, for a percentile
 * of several departures. AOIs from which the same trips are caught first share their searches, and only counts per limit
 * are kept, not times. Exact. Not thread-safe: each thread needs its own.
 */
export class RideAccess {
  /** Words of bits per limit. */
  readonly words: number;
  readonly #stops: readonly StopBits[];
  /** Number of departures that must be within a limit. */
  readonly #least: number;
  /** For each departure, the AOIs within each limit by the trips caught first. */
  readonly #kept: readonly Map<string, Int32Array>[];
  #keptCount = 0;
  /** The last answer, and the bits of the departures that it counts. */
  #counted: readonly (Int32Array | null)[] = [];
  readonly #within: Int32Array;

  constructor(
    private readonly planner: TransitPlanner,
    private readonly options: RideAccessOptions,
  ) {
    const { walks, departures, limits, order } = options;
    this.words = (order.length + 31) >>> 5;
    const bitOf = new Int32Array(order.reduce((most, aoi) => Math.max(most, aoi + 1), 0));
    order.forEach((aoi, bit) => {
      bitOf[aoi] = bit;
    });
    this.#stops = walks.ofStop.map(({ aois, seconds }) => {
      const nearest = Uint32Array.from(aois.keys()).sort((a, b) => seconds[a] - seconds[b] || a - b);
      const bits = Int32Array.from(nearest, (i) => bitOf[aois[i]]);
      return withLevels(
        bits,
        Float64Array.from(nearest, (i) => seconds[i]),
      );
    });
    this.#least = Math.max(1, Math.ceil((departures.percentile / 100) * departures.times.length));
    this.#kept = departures.times.map(() => new Map());
    this.#within = new Int32Array(limits.length * this.words);
  }

  /** A bit per AOI and limit, all AOIs of the first limit first; null if there are none. Valid until the next call. */
  from(aoi: number): Int32Array | null {
    const near = this.options.walks.ofAoi[aoi];
    if (near.stops.length === 0) return null;
    const { times } = this.options.departures;
    const found = times.map((_, departure) => this.#byDeparture(departure, aoi));
    const reached = found.filter((bits) => bits !== null);
    if (reached.length < this.#least) return null;
    if (reached.length !== this.#counted.length || reached.some((bits, i) => bits !== this.#counted[i])) {
      atLeast(this.#least, reached, this.#within);
      this.#counted = reached;
    }
    return this.#within;
  }

  /** The AOIs within each limit of one departure; null if no trip is caught. */
  #byDeparture(departure: number, aoi: number): Int32Array | null {
    const { walks, departures, walkingSpeed } = this.options;
    const near = walks.ofAoi[aoi];
    const time = departures.times[departure];
    const trips = this.planner.firstTrips(near, departures.day, time, this.options.limit, walkingSpeed);
    if (trips === '') return null;
    const kept = this.#kept[departure];
    let bits = kept.get(trips);
    if (bits === undefined) {
      bits = this.#search(departure, aoi);
      if (++this.#keptCount * bits.byteLength > KEPT_BYTES) {
        for (const others of this.#kept) others.clear();
        this.#keptCount = 1;
      }
      kept.set(trips, bits);
    }
    return bits;
  }

  #search(departure: number, aoi: number): Int32Array {
    const { walks, departures, limit, limits, walkingSpeed } = this.options;
    const time = departures.times[departure];
    const within = new Int32Array(limits.length * this.words);
    for (const [, arrivals] of this.planner.arrivals(walks.ofAoi[aoi], departures.day, [time], limit, walkingSpeed)) {
      for (let stop = 0; stop < arrivals.length; stop++) {
        const ridden = arrivals[stop] - time;
        if (!(ridden < limit)) continue;
        // Within a limit all AOIs of the stop are also within the longer ones.
        for (let i = 0, isAll = false; i < limits.length && !isAll; i++)
          isAll = limits[i] >= ridden && addWithin(this.#stops[stop], limits[i] - ridden, within, i * this.words);
      }
    }
    for (let at = this.words; at < within.length; at++) within[at] |= within[at - this.words];
    return within;
  }
}

function withLevels(bits: Int32Array, seconds: Float64Array): StopBits {
  const byWord = new Map<number, number>();
  const [counts, ends, words] = [[0], [0], [] as number[]];
  for (let next = 0; next < bits.length; ) {
    for (; next < bits.length && seconds[next] <= counts.length * LEVEL; next++)
      byWord.set(bits[next] >>> 5, (byWord.get(bits[next] >>> 5) ?? 0) | (1 << (bits[next] & 31)));
    counts.push(next);
    for (const entry of byWord) words.push(...entry);
    ends.push(words.length);
  }
  return {
    bits,
    seconds,
    counts: Int32Array.from(counts),
    words: Int32Array.from(words),
    ends: Int32Array.from(ends),
  };
}

/**
 * Sets the bits of the AOIs at most `left` seconds on foot from a stop, from a word on.
 * @returns whether these are all of its AOIs
 */
function addWithin({ bits, seconds, counts, words, ends }: StopBits, left: number, within: Int32Array, from: number) {
  const level = Math.min(Math.floor(left / LEVEL), counts.length - 1);
  for (let k = level > 0 ? ends[level - 1] : 0; k < ends[level]; k += 2) within[from + words[k]] |= words[k + 1];
  let count = counts[level];
  for (; count < bits.length && seconds[count] <= left; count++)
    within[from + (bits[count] >>> 5)] |= 1 << (bits[count] & 31);
  return count === bits.length;
}

/** The bits that are set in at least some number of sets, by adding up 32 counters at once, one bit of each per word. */
function atLeast(least: number, sets: readonly Int32Array[], found: Int32Array): void {
  const digits = new Int32Array(32 - Math.clz32(sets.length));
  for (let word = 0; word < found.length; word++) {
    let [any, all] = [0, -1];
    for (let i = 0; i < sets.length; i++) {
      any |= sets[i][word];
      all &= sets[i][word];
    }
    if (any === all) {
      found[word] = any;
      continue;
    }
    digits.fill(0);
    for (let i = 0; i < sets.length; i++) {
      let carry = sets[i][word];
      for (let digit = 0; carry !== 0; digit++) {
        const sum = digits[digit] ^ carry;
        carry &= digits[digit];
        digits[digit] = sum;
      }
    }
    // From the highest digit down: more than `least`, or equal until now.
    let [more, equal] = [0, -1];
    for (let digit = digits.length - 1; digit >= 0; digit--) {
      if ((least >> digit) & 1) equal &= digits[digit];
      else {
        more |= equal & digits[digit];
        equal &= ~digits[digit];
      }
    }
    found[word] = more | equal;
  }
}

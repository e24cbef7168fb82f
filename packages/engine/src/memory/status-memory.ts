import type { MotionStatus } from '@itinera/city/browser';
import { bm25 } from './bm25.js';

/** A place in the map: `home` and `work` in a person's status. */
export interface AoiPlace {
  readonly aoiPosition: { readonly aoiId: number };
}

/** Position of a person: in the plane and in degrees, and in an AOI or on a lane. */
export interface Position {
  readonly xyPosition: { readonly x: number; readonly y: number };
  readonly longlatPosition: { readonly longitude: number; readonly latitude: number };
  readonly aoiPosition?: { readonly aoiId: number };
  readonly lanePosition?: { readonly laneId: number; readonly s: number };
}

/** The keys that the engine updates; read-only for agents. */
export interface LiveAttributes {
  id: number;
  status: MotionStatus;
  position: Position;
  /** Metres per second. */
  v: number;
  /** Radians, anticlockwise from east. */
  direction: number;
}

/** The documented keys of a person's status. A profile may add more. */
export interface StatusAttributes extends LiveAttributes {
  name: string;
  gender: string;
  age: number;
  education: string;
  skill: string;
  occupation: string;
  family_consumption: string;
  consumption: string;
  personality: string;
  /** Yearly, in local currency. */
  income: number;
  currency: number;
  residence: string;
  city: string;
  race: string;
  religion: string;
  marriage_status: string;
  background_story: string;
  social_network: unknown[];
  home: AoiPlace;
  work: AoiPlace;
  current_plan: Record<string, unknown>;
  status_summary: string;
}

const text = 'unknown';
const defaults: Readonly<Record<string, unknown>> = {
  name: text,
  gender: text,
  age: 20,
  education: text,
  skill: text,
  occupation: text,
  family_consumption: text,
  consumption: text,
  personality: text,
  income: 5000,
  currency: 30000,
  residence: text,
  city: text,
  race: text,
  religion: text,
  marriage_status: text,
  background_story: '',
  social_network: [],
  current_plan: {},
  activity: '',
  // Running values of the reference simulator that its agents may read; here nothing queues on lanes or has passengers.
  l: 0,
  a: 0,
  is_queuing_on_lane: false,
  queuing_time_on_cur_lane: 0,
  num_passengers: 0,
  status_summary: '',
};

/** A missing key that was read without a default. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** A person's knowledge about themselves: the profile, the values of the engine, and those of the agent. */
export class StatusMemory {
  readonly #profile: Readonly<Record<string, unknown>>;
  /** What the agent has set. */
  readonly #changed = new Map<string, unknown>();
  readonly #live: (key: string) => unknown;

  /**
   * @param profile the person's profile; missing documented keys have their documented defaults.
   * @param live returns the value of a key that the engine updates, undefined for any other.
   */
  constructor(profile: Readonly<Record<string, unknown>>, live: (key: string) => unknown) {
    this.#profile = profile;
    this.#live = live;
  }

  /** @returns a copy of the value. @throws KeyError when the key is missing and no default is given. */
  get<K extends keyof StatusAttributes>(key: K): StatusAttributes[K];
  get<K extends keyof StatusAttributes, T>(key: K, fallback: T): StatusAttributes[K] | T;
  get<T = unknown>(key: string, fallback?: T): T;
  get(key: string, ...fallback: unknown[]): unknown {
    const live = this.#live(key);
    if (live !== undefined) return live;
    if (this.#has(key)) return copyOf(this.#valueOf(key));
    if (fallback.length > 0) return fallback[0];
    throw new KeyError(
      `status.get: no value under '${key}'. Pass a default as the second argument if it may be missing.`,
    );
  }

  /**
   * Sets a value, or with `merge` extends it: adds keys to an object, items to a list.
   * @throws Error when the engine sets the key, or the types of a merge differ.
   */
  update(key: string, value: unknown, mode: 'replace' | 'merge' = 'replace'): void {
    if (this.#live(key) !== undefined) throw new Error(`status.update: '${key}' is set by the engine and read-only.`);
    const old = this.#valueOf(key);
    if (mode === 'replace' || old === undefined) this.#changed.set(key, copyOf(value));
    else if (Array.isArray(old) && Array.isArray(value)) this.#changed.set(key, [...old, ...copyOf(value)]);
    else if (isObject(old) && isObject(value)) this.#changed.set(key, { ...old, ...copyOf(value) });
    else throw new Error(`status.update: cannot merge into '${key}': both must be objects or both lists.`);
  }

  /** The original profile of the person. */
  profile(): Readonly<Record<string, unknown>> {
    return copyOf(this.#profile);
  }

  #has(key: string): boolean {
    return this.#changed.has(key) || Object.hasOwn(this.#profile, key) || Object.hasOwn(defaults, key);
  }

  #valueOf(key: string): unknown {
    if (this.#changed.has(key)) return this.#changed.get(key);
    if (Object.hasOwn(this.#profile, key)) return this.#profile[key];
    return Object.hasOwn(defaults, key) ? defaults[key] : undefined;
  }

  /** Returns the `topK` values that best match the words of the query, as lines `key: value`. */
  search(query: string, topK = 3): string[] {
    const values = new Map([...Object.entries({ ...defaults, ...this.#profile }), ...this.#changed]);
    const lines = [...values].map(
      ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    return bm25(lines, query, topK).map(({ position }) => lines[position]!);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns a deep copy: plain objects and lists by hand (several times faster than structuredClone for the small values in
 * memories), everything else by structuredClone.
 */
function copyOf<T>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    // Defined, not assigned: a key named __proto__ stays a key.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: copyOf((value as never)[key]), enumerable: true });
    else copy[key] = copyOf((value as Record<string, unknown>)[key]);
  }
  return copy as T;
}

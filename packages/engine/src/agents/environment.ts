import { formatTime, type Weekday } from '@itinera/base';
import { type RideTime, type Trip, TripMode } from '@itinera/city/browser';
import type { dateOfDay } from '@itinera/run/browser';
import type { Aoi, CityView, IdList, Poi, XYPosition } from './city-view.js';
import type { Housemate } from './housemate.js';
import type { Weather } from './weather.js';

/** A country whose daily life the built-in agents model: China or the United States. */
export type Country = 'CN' | 'US';

/** The interface of the engine for an environment. */
export interface EnvironmentPort {
  readonly personId: number;
  readonly city: CityView;
  /** Day from 0, seconds since midnight. */
  now(): readonly [day: number, t: number];
  weather(): Weather;
  /** Date and weekday; null if the task has none. */
  date(): ReturnType<typeof dateOfDay>;
  /** Country of the people; null if the task does not set one. */
  country(): Country | null;
  /** Public transport between two AOIs, with departure in seconds since midnight of day 0; null without a connection. */
  rideTime(from: number, to: number, departure: number): RideTime | null;
  /** Seconds by which closed and charged roads prolong a drive between two AOIs. */
  driveDelay(from: number, to: number, departure: number): number;
  /** The people of the household, in order of their ids, this one included. */
  household(): readonly Housemate[];
  /** The memory of places of the person. */
  places(environment: Environment): Places;
  /** Plans the person's trips; they start after its step. */
  plan(trips: readonly Trip[]): void;
}

/** A point, as an object or as `[x, y]`. */
export type PointLike = XYPosition | readonly [x: number, y: number];
/** An AOI by id, or a POI in it as `[aoiId, poiId]`. */
export type Target = number | readonly [aoiId: number, poiId: number];

export interface AroundPoiOptions {
  /** Centre in the plane of the map. */
  readonly center: PointLike;
  /** Metres. */
  readonly radius: number;
  /** Groups of `getPoiCate()` or single categories; default: all. */
  readonly poiType?: string | readonly string[];
}

export interface PlaceChoice {
  /** The AOI from which the person goes there; default: where they are. */
  readonly from?: number;
  /** Straight-line metres of a new place of any kind; default: a place of the purpose, by the distances of the country's surveys. */
  readonly metres?: number;
}

/**
 * The places that a person knows, one memory for all of their agent's choices: with probability ρ S^−0.21 after S distinct places a
 * choice leads to a new one, otherwise to one that is known for the same purpose, by the frequency of earlier choices and distance; ρ
 * differs between people. It is the part that `markov` and the diary agents use; `day-pattern` has the same memory for each member of
 * a household.
 *
 * @see C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760
 */
export interface Places {
  /**
   * Chooses a place for a purpose and remembers it: it is known from the next day on.
   *
   * @param purpose `shopping`, `eating out`, `leisure and entertainment` or `other`; with `metres` any text
   * @returns an AOI's id; null if the map has no place of the kind
   * @throws TypeError for an unknown purpose and for distances that are negative or no numbers
   */
  choose(purpose: string, choice?: PlaceChoice): number | null;
}

/** The world around one person. */
export class Environment {
  /** AOIs and POIs. */
  readonly map: AgentMap;
  /** The places that the person knows. */
  readonly places: Places;
  readonly #port: EnvironmentPort;

  constructor(port: EnvironmentPort) {
    this.#port = port;
    this.map = new AgentMap(port.city);
    this.places = port.places(this);
  }

  get weather(): Weather {
    return this.#port.weather();
  }

  /** Returns the day, from 0, and the seconds since midnight; with `true` the time as `HH:MM:SS`. */
  getDatetime(formatted?: false): [day: number, time: number];
  getDatetime(formatted: true): string;
  getDatetime(formatted = false): [day: number, time: number] | string {
    const [day, time] = this.#port.now();
    return formatted ? formatTime(time) : [day, time];
  }

  /** Today's date, `YYYY-MM-DD`; null if the task has no dates. */
  get date(): string | null {
    return this.#port.date()?.date ?? null;
  }

  /** `Monday` … `Sunday`; null if the task has no dates. */
  get weekday(): Weekday | null {
    return this.#port.date()?.weekday ?? null;
  }

  /** True on Saturdays and Sundays; false if the task has no dates. */
  get isWeekend(): boolean {
    return this.weekday === 'Saturday' || this.weekday === 'Sunday';
  }

  /**
   * The country whose daily life applies: that of the task, otherwise that of the country in or near which the map is
   * located.
   */
  get country(): Country {
    return this.#port.country() ?? countryAt(this.#port.city.toLngLat(0, 0));
  }

  /**
   * Returns a named observation: `day`, `time` (`HH:MM:SS`), `weather` (the statement), `date` or `weekday` (null
   * without dates).
   * @throws Error for any other name.
   */
  sense(key: string): string | number | null {
    if (key === 'date') return this.date;
    if (key === 'weekday') return this.weekday;
    if (key === 'day') return this.getDatetime()[0];
    if (key === 'time') return this.getDatetime(true);
    if (key === 'weather') return this.weather.statement;
    throw new Error(`environment.sense: unknown observation "${key}". Expected day, time, weather, date or weekday.`);
  }

  /** The categories of POIs by group. */
  getPoiCate(): Readonly<Record<string, readonly string[]>> {
    return this.#port.city.poiCategories;
  }

  /** POIs within the radius, nearest first. */
  getAroundPoi({ center, radius, poiType }: AroundPoiOptions): readonly Poi[] {
    const point = 'x' in center ? center : { x: center[0], y: center[1] };
    return this.#port.city.poisAround(point, radius, typeof poiType === 'string' ? [poiType] : poiType);
  }

  /** The ids of all AOIs. */
  getAoiIds(): number[] {
    const ids: number[] = [];
    // A plain loop is ten times as fast as `keys()` on a frozen list, and agents call this in every step.
    for (const { id } of this.map.getAllAois()) ids.push(id);
    return ids;
  }

  /**
   * Returns the duration of a ride by public transport from door to door, by timetable: seconds, and how many of them are
   * walking and waiting. A trip with mode `TripMode.BUS_SUBWAY_WALK` takes this ride.
   * @param from an AOI's id
   * @param departureTime seconds since midnight of day 0
   * @returns null if the map has no timetable, there is no connection, or walking is faster
   */
  getRideTime(from: number, to: number, departureTime: number): RideTime | null {
    return this.#port.rideTime(whole(from, 'AOI id'), whole(to, 'AOI id'), departureTime);
  }

  /**
   * Returns the seconds by which closed and charged roads of a scenario prolong a drive, a charge as the time that it is worth.
   * @param from an AOI's id
   * @param departureTime seconds since midnight of day 0
   * @returns 0 without a scenario; Infinity if no open road leads there
   */
  getDriveDelay(from: number, to: number, departureTime: number): number {
    return this.#port.driveDelay(whole(from, 'AOI id'), whole(to, 'AOI id'), departureTime);
  }

  /**
   * The people of the household who take part, in order of their ids, this one included, as they were at the start: members share the
   * attribute `household` (or `household_id`, `hhid`) and their home. The list is one object for all members in a thread.
   */
  get household(): readonly Housemate[] {
    return this.#port.household();
  }

  /**
   * Replaces the person's schedule with trips that run one after another.
   * @param personId the person of this agent; an agent cannot move anyone else.
   * @param targets an AOI, or a list of them.
   * @param departureTimes of each trip, seconds since midnight of day 0; null or missing: as soon as possible.
   * @param modes of each trip; default: by car.
   * @throws TypeError when an argument is invalid.
   */
  setAoiSchedules(
    personId: number,
    targets: number | readonly Target[],
    departureTimes: readonly (number | null)[] = [],
    modes: readonly TripMode[] = [],
  ): void {
    if (personId !== this.#port.personId)
      throw new TypeError(
        `setAoiSchedules: the agent of person ${this.#port.personId} cannot move person ${personId}.`,
      );
    const list: readonly Target[] = typeof targets === 'number' ? [targets] : targets;
    if (!Array.isArray(list)) throw new TypeError(`setAoiSchedules: expected AOI ids, got ${show(targets)}.`);
    this.#port.plan(
      list.map((target: Target, i) => ({
        aoiId: whole(typeof target === 'object' && target !== null ? target[0] : target, 'AOI id'),
        departure: departure(departureTimes[i] ?? null),
        mode: modes[i] ?? TripMode.DRIVE_ONLY,
      })),
    );
  }
}

const remembered = new WeakMap<CityView, Map<string, unknown>>();

/** The map as agents see it. Its objects are shared and immutable. */
export class AgentMap {
  readonly #city: CityView;

  constructor(city: CityView) {
    this.#city = city;
  }

  /** All AOIs: a list whose ids `keys()` returns. */
  getAllAois(): IdList<Aoi> {
    return this.#city.allAois;
  }

  getAllPois(): IdList<Poi> {
    return this.#city.allPois;
  }

  hasAoi(id: number): boolean {
    return this.#city.aoi(id) !== undefined;
  }

  /** @throws Error when there is no such AOI. */
  getAoi(id: number): Aoi {
    return found(this.#city.aoi(id), 'AOI', id);
  }

  /** @throws Error when there is no such POI. */
  getPoi(id: number): Poi {
    return found(this.#city.poi(id), 'POI', id);
  }

  /** Returns the value of `make`, computed once for all agents of this map in one thread. @param name key of the value */
  remember<T>(name: string, make: () => T): T {
    const known = remembered.get(this.#city) ?? new Map<string, unknown>();
    remembered.set(this.#city, known);
    if (!known.has(name)) known.set(name, make());
    return known.get(name) as T;
  }

  /** Visits all AOIs in order with their centres in the plane of the map, without the memory of an object for each. */
  eachAoi(visit: Parameters<CityView['eachAoi']>[0]): void {
    this.#city.eachAoi(visit);
  }

  /** The centre of an AOI in the plane of the map. @throws Error when there is no such AOI. */
  getAoiCentre(id: number): XYPosition {
    return found(this.#city.aoiCentre(id), 'AOI', id);
  }
}

/** The country at a place, in degrees: China is a box that includes parts of its neighbours; everywhere else counts as the United States. */
export function countryAt([lon, lat]: readonly [number, number]): Country {
  return lon > 73 && lon < 135 && lat > 18 && lat < 54 ? 'CN' : 'US';
}

function found<T>(thing: T | undefined, kind: string, id: number): T {
  if (thing === undefined) throw new Error(`map: there is no ${kind} ${show(id)}.`);
  return thing;
}

function whole(value: unknown, what: string): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new TypeError(`expected a whole number as ${what}, got ${show(value)}.`);
}

function departure(seconds: number | null): number | null {
  if (seconds === null) return null;
  if (!Number.isFinite(seconds)) throw new TypeError(`expected seconds as departure time, got ${show(seconds)}.`);
  return Math.round(seconds * 1000);
}

/** Formats any value for an error message. */
function show(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 80);
  } catch {
    return typeof value;
  }
}

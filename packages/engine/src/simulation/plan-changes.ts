import { isWithinHours, type Trip, TripMode } from '@itinera/city/browser';
import { RandomStream, StreamPurpose } from '../agents/random-stream.js';

/** A person whose plans are changed. */
interface Planner {
  readonly id: number;
  readonly work: number | null;
}

/** Changes of people's plans, whatever their agents decide: plain data for every thread. */
export interface PlanChanges {
  /** Departures that are planned within some hours (seconds since midnight) take place earlier or later. */
  readonly shift: readonly {
    readonly from: number;
    readonly to: number;
    /** By day of the simulation; null: every day. */
    readonly days: readonly boolean[] | null;
    readonly seconds: number;
    /** Share of people. */
    readonly share: number;
    /** Trips to work, or all. */
    readonly purpose: 'work' | 'any';
  }[];
  /** Everyone in an area leaves it, and nobody goes there any more. */
  readonly evacuation: {
    /** Seconds since midnight of day 0. */
    readonly at: number;
    /** Seconds after that within which people set out, evenly. */
    readonly within: number;
    /** AOIs of the area, each with the nearest place outside. */
    readonly refuges: readonly (readonly [inside: number, outside: number])[];
  } | null;
}

/** Applies changes to the plans of some people. */
export class ChangedPlans {
  readonly #refuges: ReadonlyMap<number, number>;
  /** The latest plan of each person, for when an evacuation begins. */
  readonly #plans = new Map<number, readonly Trip[]>();
  /** Those who have heard of the evacuation: whether they leave the area. */
  readonly #leaves = new Map<number, boolean>();

  constructor(
    private readonly changes: PlanChanges,
    private readonly seed: number,
  ) {
    this.#refuges = new Map(changes.evacuation?.refuges);
  }

  /**
   * The trips to schedule for a person after a step.
   * @param now milliseconds since midnight of day 0
   * @param at the AOI where the person is; null on the way
   * @param to the AOI to which the person is on the way
   * @param planned what the agent decided; null for no change
   */
  trips(
    person: Planner,
    now: number,
    { at, to }: { readonly at: number | null; readonly to: number | null },
    planned: readonly Trip[] | null,
  ): readonly Trip[] | null {
    const { evacuation } = this.changes;
    const shifted = planned && this.#shifted(person, now, planned);
    if (evacuation === null) return shifted;
    if (now < evacuation.at * 1000) {
      if (shifted !== null) this.#plans.set(person.id, shifted);
      return shifted;
    }
    const leaves = this.#leaves.get(person.id);
    if (leaves === true) return null;
    if (leaves === false) return shifted && this.#outside(shifted);
    return this.#warned(person, now, { at, to }, shifted, evacuation.within);
  }

  /** The trips of a person who hears of the evacuation. */
  #warned(
    person: Planner,
    now: number,
    { at, to }: { readonly at: number | null; readonly to: number | null },
    planned: readonly Trip[] | null,
    within: number,
  ): readonly Trip[] {
    const plan = this.#plans.get(person.id) ?? [];
    const isAhead = ({ departure }: Trip) => departure !== null && departure > now;
    const target = at ?? to;
    const refuge = target === null ? undefined : this.#refuges.get(target);
    this.#leaves.set(person.id, refuge !== undefined);
    if (refuge === undefined) return this.#outside(planned ?? plan.filter(isAhead));
    const wait = at === null ? 0 : within * new RandomStream(this.seed, person.id, StreamPurpose.EVACUATION).next();
    return [{ aoiId: refuge, departure: now + Math.round(wait * 1000), mode: TripMode.DRIVE_ONLY }];
  }

  #outside(trips: readonly Trip[]): readonly Trip[] {
    return trips.filter(({ aoiId }) => !this.#refuges.has(aoiId));
  }

  #shifted(person: Planner, now: number, planned: readonly Trip[]): readonly Trip[] {
    const u = new RandomStream(this.seed, person.id, StreamPurpose.SHIFT).next();
    return this.changes.shift.reduce((trips, { seconds, share, purpose, ...hours }) => {
      if (u >= share) return trips;
      return trips.map((trip) => {
        if (trip.departure === null || (purpose === 'work' && trip.aoiId !== person.work)) return trip;
        return isWithinHours(hours, trip.departure)
          ? { ...trip, departure: Math.max(now, trip.departure + seconds * 1000) }
          : trip;
      });
    }, planned);
  }
}

import type { TripMode } from '@itinera/city/browser';
import type { Environment } from '../environment.js';
import type { Housemate } from '../housemate.js';
import type { RandomStream } from '../random-stream.js';
import { DayPlanner, type DayTerms, type PlacedPart } from './day-planner.js';
import { HouseholdCars } from './household-cars.js';
import { joinOutings } from './household-outings.js';
import { draftsOf } from './household-school.js';

/** A person's day: its parts, and its trips in order. */
export interface PersonDay {
  readonly parts: readonly Pick<PlacedPart, 'begins' | 'activity'>[];
  readonly targets: readonly number[];
  /** Seconds since midnight of day 0. */
  readonly departures: readonly number[];
  readonly modes: readonly TripMode[];
}

/** Keys of streams of days count down from here; those of persons are elsewhere. */
const OUTINGS = -30_000;

/**
 * The days of the people of a household, which they plan together: who takes the children to school, who goes out with whom, who has
 * the car. Drawn from the people's own random numbers, so that every member computes the same plan without asking the others.
 */
export class HouseholdDays {
  readonly #planners: readonly DayPlanner[];
  readonly #random: RandomStream;
  readonly #cars: HouseholdCars;
  /** By day and then by member; undefined for a member who has lived through it. */
  readonly #days: (PersonDay | undefined)[][] = [];

  constructor(members: readonly Housemate[], environment: Environment) {
    this.#planners = members.map(
      ({ id, status, random, rideTime, driveDelay }) =>
        new DayPlanner({ id, status, random: random(), rideTime, driveDelay }, environment, members.length > 1),
    );
    this.#random = members[0]!.random();
    this.#cars = new HouseholdCars(this.#planners, members);
  }

  /** @param terms of this day, with its weekday from 0 for Sunday; earlier days that nobody has asked for have the same weather */
  of(id: number, terms: DayTerms & { readonly weekday: number }): PersonDay {
    for (let day = this.#days.length; day <= terms.day; day++) {
      const weekday = (terms.weekday + 7 - ((terms.day - day) % 7)) % 7;
      this.#days.push(this.#plan({ ...terms, day, isWeekend: weekday % 6 === 0 }));
    }
    const i = this.#planners.findIndex((planner) => planner.id === id);
    if (terms.day > 0) this.#days[terms.day - 1]![i] = undefined;
    return this.#days[terms.day]![i]!;
  }

  #plan(terms: DayTerms): PersonDay[] {
    const planners = this.#planners;
    const drafts = draftsOf(planners, terms);
    if (planners.length > 1) {
      joinOutings(planners, drafts, this.#random.fork(OUTINGS - terms.day));
      for (const [i, planner] of planners.entries()) planner.remember(drafts[i]!);
    }
    const trips = planners.map((planner, i) => planner.live(terms.day, drafts[i]!));
    return this.#cars.modesOf(terms.day, trips).map(({ modes, departures }, i) => ({
      parts: drafts[i]!.map(({ begins, activity }) => ({ begins, activity })),
      targets: trips[i]!.map(({ to }) => to),
      departures,
      modes,
    }));
  }
}

const known = new WeakMap<readonly Housemate[], HouseholdDays>();

/** The days of a household, computed once for all members in a thread. */
export function daysOfHousehold(environment: Environment): HouseholdDays {
  const { household } = environment;
  const days = known.get(household) ?? new HouseholdDays(household, environment);
  known.set(household, days);
  return days;
}

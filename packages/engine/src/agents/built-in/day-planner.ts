import { type RideTime, TripMode } from '@itinera/city/browser';
import type { AoiPlace, StatusMemory } from '../../memory/status-memory.js';
import type { Environment } from '../environment.js';
import type { RandomStream } from '../random-stream.js';
import { hasBike } from './bikes.js';
import { chooseDatedMode, chooseMode, vehiclesOf } from './choose-mode.js';
import { type DatedPerson, datedDay, plannedDuty } from './dated-day.js';
import { groupOf, nearby, partTime, withoutEscorts } from './dated-days.js';
import * as figures from './day-pattern-figures.js';
import { drivesOwnCar, hasLicence } from './licences.js';
import { choosePlace, distanceOf, metresBetween, placeOnMap } from './outing-places.js';
import { PlaceMemory } from './place-memory.js';
import {
  drawPerson,
  reluctanceOfDay,
  type SchoolRun,
  type SurveyPart,
  type SurveyPerson,
  surveyDay,
} from './survey-day.js';
import { type Leg, modesByTour, rideOfTour } from './tour-modes.js';

/** A part of a day at a place: an AOI. */
export interface PlacedPart extends SurveyPart {
  readonly place: number;
  /** The member of the household with whom the person goes there; undefined if they lead, or go alone. */
  readonly with?: number | undefined;
  /** Whether others of the household come along. */
  readonly isLed?: boolean;
}

/** A trip of a plan. */
export interface PlannedTrip extends Leg {
  readonly at: SurveyPart['at'];
  readonly with: number | undefined;
}

/** What is known about a day before it is planned. */
export interface DayTerms {
  readonly day: number;
  readonly isWeekend: boolean;
  /** Share of plans that the weather allows. */
  readonly kept: (typeof figures.kept)['none'];
  /** Children under ten leave home only with others, apart from school. */
  readonly goesOutAlone?: boolean;
  /** Children whom the person takes to school. */
  readonly children?: SchoolRun | undefined;
}

/** The person who plans: their profile and how long their trips take. */
export interface Planner {
  readonly id: number;
  readonly status: StatusMemory;
  readonly random: RandomStream;
  rideTime(from: number, to: number, departure: number): RideTime | null;
  driveDelay(from: number, to: number, departure: number): number;
}

/** Planned speed of trips to work, straight-line metres per hour. Assumption. */
const METRES_AN_HOUR = 25_000;
/** Streams of random numbers per day with a date: one for the plan, half of the others for places and for modes. */
const STREAMS = 1000;
/** Keys of streams that belong to no day count down. */
const [LICENCE, EXPLORES] = [-20_000, -25_000];

/** Figures of days with dates. */
const datedFigures = { CN: withoutEscorts(figures.figuresOf.CN), US: withoutEscorts(figures.figuresOf.US) };

/** Plans the days of one person: what, when, where, and by which mode. Places are chosen by kind and distance. */
export class DayPlanner {
  readonly id: number;
  readonly home: number;
  /** Workplace or school, if any. */
  readonly dutyPlace: number | undefined;
  readonly age: number;
  /** Whether the person has one of the cars of the household; true for adults whose profile says nothing about cars. */
  readonly ownsCar: boolean;
  /** Cars of the household. */
  readonly cars: number;
  readonly mayDrive: boolean;
  readonly #hasBike: boolean;
  readonly #by: Planner;
  readonly #environment: Environment;
  readonly #person: SurveyPerson;
  /** The same for days with dates, which have their own random numbers each, so that a change of one leaves the others alone. */
  readonly #dated: DatedPerson | null = null;
  /** The places of outings on days with dates. */
  readonly #places: PlaceMemory;
  readonly #wayHours: number;
  /** The last place of the plan. */
  #here: number;
  #stillAtWork = 0;
  #lastRide: { readonly tour: readonly PlannedTrip[]; readonly ride: RideTime | null } | null = null;

  /** @param isInHousehold whether the household is known, whose children are then taken to school by its adults */
  constructor(by: Planner, environment: Environment, isInHousehold = false) {
    this.#by = by;
    this.#environment = environment;
    const { random, status } = by;
    const { map, country } = environment;
    this.id = by.id;
    this.home = status.get('home').aoiPosition.aoiId;
    this.#here = this.home;
    this.age = status.get('age', 40);
    this.ownsCar = environment.weekday === null ? status.get('has_car', true) : drivesOwnCar(status);
    this.cars = Math.max(status.get<number>('cars', 0), this.ownsCar ? 1 : 0);
    this.mayDrive = this.ownsCar || hasLicence(random.fork(LICENCE), this.age);
    this.#hasBike = hasBike(random);
    const occupation = status.get('occupation', 'unknown');
    const work = placeOnMap(map, status.get<AoiPlace | null>('work', null)?.aoiPosition.aoiId);
    const school = placeOnMap(map, status.get('school', null));
    const isEmployed =
      work !== undefined &&
      (occupation === 'unknown'
        ? random.chance(figures.shareEmployed(status.get('age')))
        : !figures.withoutWork.test(occupation));
    const duty = isEmployed ? 'work' : school !== undefined ? 'school' : null;
    this.#person = drawPerson(random, figures.figuresOf[country], duty);
    if (environment.weekday !== null) {
      const isPartTime = country === 'US' && random.chance(partTime);
      const { duty, habits, lateness, chronotype } = this.#person;
      this.#dated = {
        figures: datedFigures[country],
        duty,
        habits,
        lateness,
        chronotype,
        group: groupOf(occupation, this.age, isEmployed, isPartTime),
        age: this.age,
        householdSize: isInHousehold ? 1 : status.get('household_size', 1),
        hasWorkFigures: country === 'US',
      };
    }
    this.dutyPlace = isEmployed ? work : school;
    const duties = this.dutyPlace === undefined ? [] : [this.dutyPlace];
    this.#places = new PlaceMemory(random.fork(EXPLORES), [this.home, ...duties]);
    this.#wayHours = this.dutyPlace === undefined ? 0 : this.metres(this.home, this.dutyPlace) / METRES_AN_HOUR;
  }

  get here(): number {
    return this.#here;
  }

  /** The hour at which the person sets out to work or school on a day; null if they do not. */
  dutyBegins(terms: DayTerms): number | null {
    const random = this.#random(terms.day);
    const duty = this.#dated && plannedDuty(random, this.#dated, this.#ahead(random, terms));
    return duty === null || duty.at === 'home' ? null : duty.begins;
  }

  /** Draws the parts of a day that have a place. */
  draw(terms: DayTerms): PlacedPart[] {
    const random = this.#random(terms.day);
    this.#places.nextDay();
    const ahead = this.#ahead(random, terms);
    const { parts, afterMidnight } = this.#dated
      ? datedDay(random, this.#dated, ahead)
      : surveyDay(random, this.#person, ahead);
    this.#stillAtWork = afterMidnight;
    let draws = 0;
    let here = this.#here;
    return parts.flatMap((part) => {
      const place = this.#placeOf(part, here, this.#streamOf(terms.day, ++draws));
      if (place === undefined) return [];
      here = place;
      return [{ place, ...part }];
    });
  }

  /** The person lives a day: the places of their outings become known to them. @returns the trips */
  live(day: number, parts: readonly PlacedPart[]): PlannedTrip[] {
    const trips: PlannedTrip[] = [];
    for (const { at, begins, place: to, with: companion } of parts) {
      const from = this.#here;
      if (to === from) continue;
      const departure = (day * 24 + begins) * 3600;
      trips.push({ from, to, departure, metres: this.metres(from, to), at, with: companion });
      this.#here = to;
    }
    return trips;
  }

  /** Replaces what was planned by what the person does, if their household has changed it. */
  remember(parts: readonly PlacedPart[]): void {
    this.#places.correct(
      parts.map(({ at, place, with: companion }, i) => ({
        place,
        followed: companion === undefined ? null : { purpose: at, from: parts[i - 1]?.place ?? this.home },
      })),
    );
  }

  /** Whether a shift of the day before has not ended at midnight. */
  get isStillAtWork(): boolean {
    return this.#stillAtWork > 0;
  }

  #random(day: number): RandomStream {
    return this.#dated ? this.#by.random.fork(day * STREAMS) : this.#by.random;
  }

  #ahead(random: RandomStream, { day, isWeekend, kept, goesOutAlone = true, children }: DayTerms) {
    const { habits } = this.#person;
    return {
      isWeekend,
      // Without dates all days are alike.
      reluctance: this.#dated ? reluctanceOfDay(random, habits, isWeekend, { person: this.#by.random, day }) : habits,
      kept: goesOutAlone ? kept : { ...kept, outing: 0 },
      stillAtWork: this.#stillAtWork,
      wayHours: this.#wayHours,
      children,
    };
  }

  /** The random numbers of a draw on a day. */
  #streamOf(day: number, draw: number): RandomStream {
    return this.#dated ? this.#by.random.fork(day * STREAMS + draw) : this.#by.random;
  }

  #placeOf({ at, isNearHome }: SurveyPart, last: number, random: RandomStream): number | undefined {
    // Whoever takes a child to school learns from the household which one it is.
    if (at === 'home' || at === 'child') return this.home;
    if (at === 'work' || at === 'school') return this.dutyPlace;
    const environment = this.#environment;
    const of = figures.figuresOf[environment.country];
    const here = isNearHome ? this.home : last;
    const from = environment.map.getAoiCentre(here);
    if (!this.#dated) return choosePlace({ environment, random }, of, at, from);
    const isNearby = random.chance(nearby.share) || isNearHome === true;
    const draw = (isNear: boolean) => () => choosePlace({ environment, random }, of, at, from, isNear);
    return this.#places.choose(
      random.fork(0),
      { purpose: at, from: here, isNear: isNearby || at === 'lunch' || at === 'walk' },
      {
        here: last,
        explore: isNearby ? [draw(true), draw(false)] : [draw(false)],
        metresTo: (place) => this.metres(here, place),
        scale: distanceOf(of, at, isNearby) / 2,
        // Children go to one school.
        isFixed: at === 'escort',
      },
    );
  }

  /**
   * Chooses one mode for all trips from home to home; on days with dates, another for those from work to work.
   * @param choose chooses the mode of such trips
   */
  modesOf(
    day: number,
    trips: readonly PlannedTrip[],
    choose: (random: RandomStream, tour: readonly PlannedTrip[]) => TripMode = (random, tour) =>
      this.modeOf(random, tour),
  ): TripMode[] {
    return modesByTour(trips, this.home, this.#dated ? this.dutyPlace : undefined, (tour, i) =>
      choose(this.#streamOf(day, STREAMS / 2 + i), tour),
    );
  }

  /** @param vehicles cars per worker that the person can use: a value of `vehiclesOf` */
  modeOf(random: RandomStream, tour: readonly PlannedTrip[], vehicles = this.vehicles): TripMode {
    if (tour.some(({ at }) => at === 'walk')) return TripMode.WALK_ONLY;
    const longest = Math.max(...tour.map(({ metres }) => metres));
    const ride = this.#rideOf(tour);
    const delays = tour.map(({ from, to, departure }) => this.#by.driveDelay(from, to, departure));
    const delay = Math.max(...delays);
    if (!this.#dated) return chooseMode(random, longest, vehicles, ride, true, delay);
    const isToWork =
      this.#person.duty === 'work' && tour.some(({ from, to }) => from === this.home && to === this.dutyPlace);
    return chooseDatedMode(random, longest, vehicles, ride, isToWork, this.#hasBike, delay);
  }

  get vehicles(): number {
    return vehiclesOf[this.ownsCar ? 'own' : this.cars > 0 ? 'household' : 'none'];
  }

  /** Returns the duration of the longest trip by public transport, if all of the trips can be made by it. */
  #rideOf(tour: readonly PlannedTrip[]): RideTime | null {
    // Those who find no car choose again.
    if (this.#lastRide?.tour !== tour)
      this.#lastRide = {
        tour,
        ride: rideOfTour(tour, (from, to, departure) => this.#by.rideTime(from, to, departure)),
      };
    return this.#lastRide.ride;
  }

  metres(from: number, to: number): number {
    return metresBetween(this.#environment.map, from, to);
  }
}

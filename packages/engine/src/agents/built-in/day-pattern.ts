import { MotionStatus, type RideTime, TripMode } from '@itinera/city/browser';
import type { AoiPlace } from '../../memory/status-memory.js';
import { type AgentContext, type Intention, MobilityAgent } from '../mobility-agent.js';
import type { RandomStream } from '../random-stream.js';
import { chooseDatedMode, chooseMode, vehiclesOf } from './choose-mode.js';
import { type DatedPerson, datedDay } from './dated-day.js';
import { groupOf, nearby, partTime, withoutEscorts } from './dated-days.js';
import * as figures from './day-pattern-figures.js';
import { choosePlace, placeOnMap } from './outing-places.js';
import { PlaceMemory } from './place-memory.js';
import { drawPerson, reluctanceOfDay, type SurveyPart, type SurveyPerson, surveyDay } from './survey-day.js';

/** A trip between AOIs: seconds since midnight of day 0, and straight-line metres. */
interface PlannedTrip {
  readonly from: number;
  readonly to: number;
  readonly departure: number;
  readonly metres: number;
  /** Whether it is part of a walk. */
  readonly isWalk: boolean;
}

/** Planned speed of trips to work, straight-line metres per hour. Assumption. */
const METRES_AN_HOUR = 25_000;
/** Streams of random numbers per day with a date: one for the plan, half of the others for places and for modes. */
const STREAMS = 1000;

/**
 * Days from published surveys, without a language model: occupation and age decide whether a person works; the habits
 * of their country on weekdays and weekends determine the rest. Places are chosen by kind and distance, and plans are
 * cancelled when a hurricane is near. While travelling, the activity is `other`.
 */
export class DayPatternAgent extends MobilityAgent {
  readonly #home = this.status.get('home').aoiPosition.aoiId;
  readonly #person: SurveyPerson;
  /** The same for days with dates, which have their own random numbers each, so that a change of one leaves the others alone. */
  readonly #dated: DatedPerson | null = null;
  /** The places of outings on days with dates. */
  readonly #places = new PlaceMemory();
  /** Workplace or school, if any. */
  readonly #dutyPlace: number | undefined;
  readonly #wayHours: number;
  /** A profile without information about cars counts as having one. */
  readonly #vehicles =
    vehiclesOf[
      this.status.get('has_car', true) ? 'own' : this.status.get<number>('cars', 0) > 0 ? 'household' : 'none'
    ];
  /** The last place of the plan. */
  #here = this.#home;
  #plan: SurveyPart[] = [];
  #activity: Intention = 'sleep';
  #stillAtWork = 0;
  #today = -1;

  constructor(context: AgentContext) {
    super(context);
    const { random, status, environment } = this;
    const occupation = status.get('occupation');
    const work = placeOnMap(environment.map, status.get<AoiPlace | null>('work', null)?.aoiPosition.aoiId);
    const school = placeOnMap(environment.map, status.get('school', null));
    const isEmployed =
      work !== undefined &&
      (occupation === 'unknown'
        ? random.chance(figures.shareEmployed(status.get('age')))
        : !figures.withoutWork.test(occupation));
    const duty = isEmployed ? 'work' : school !== undefined ? 'school' : null;
    const { country } = environment;
    this.#person = drawPerson(random, figures.figuresOf[country], duty);
    if (environment.weekday !== null) {
      const isPartTime = country === 'US' && random.chance(partTime);
      const age = status.get('age', 40);
      const group = groupOf(status.get('occupation', 'unknown'), age, isEmployed, isPartTime);
      const householdSize = status.get('household_size', 1);
      this.#dated = {
        ...this.#person,
        figures: withoutEscorts(this.#person.figures),
        group,
        age,
        householdSize,
        hasWorkFigures: country === 'US',
      };
    }
    this.#dutyPlace = isEmployed ? work : school;
    this.#wayHours = this.#dutyPlace === undefined ? 0 : this.#metres(this.#home, this.#dutyPlace) / METRES_AN_HOUR;
  }

  forward(): void {
    const [day, time] = this.environment.getDatetime();
    if (day !== this.#today) {
      this.#today = day;
      this.#planDay(day);
    }
    // Of parts that are over before this step, only the last one counts.
    while (this.#plan.length > 0 && this.#plan[0]!.begins * 3600 <= time) this.#activity = this.#plan.shift()!.activity;
    const isStaying = this.status.get('status') === MotionStatus.SLEEP;
    this.logIntention(isStaying ? this.#activity : 'other');
  }

  #planDay(day: number): void {
    const { environment } = this;
    const { weekday, isWeekend } = environment;
    const random = this.#dated ? this.random.fork(day * STREAMS) : this.random;
    const { habits } = this.#person;
    this.#places.nextDay();
    const ahead = {
      isWeekend,
      // Without dates all days are alike.
      reluctance: weekday === null ? habits : reluctanceOfDay(random, habits, isWeekend, { person: this.random, day }),
      kept: figures.kept[this.getCurrentWeather().hurricaneStatus],
      stillAtWork: this.#stillAtWork,
      wayHours: this.#wayHours,
    };
    const { parts, afterMidnight } = this.#dated
      ? datedDay(random, this.#dated, ahead)
      : surveyDay(random, this.#person, ahead);
    this.#stillAtWork = afterMidnight;
    this.#plan = this.#schedule(day, parts);
  }

  /** Sets the trips of the whole day, each at its planned minute. @returns the parts that have a place */
  #schedule(day: number, parts: readonly SurveyPart[]): SurveyPart[] {
    const trips: PlannedTrip[] = [];
    let draws = 0;
    const possible = parts.filter(({ at, begins }) => {
      const to = this.#placeOf(at, this.#streamOf(day, ++draws));
      if (to === undefined) return false;
      if (to !== this.#here)
        trips.push({
          from: this.#here,
          to,
          departure: (day * 24 + begins) * 3600,
          metres: this.#metres(this.#here, to),
          isWalk: at === 'walk',
        });
      this.#here = to;
      return true;
    });
    const targets = trips.map(({ to }) => to);
    const departures = trips.map(({ departure }) => departure);
    this.environment.setAoiSchedules(this.id, targets, departures, this.#modesOf(day, trips));
    return possible;
  }

  /** The random numbers of a draw on a day. */
  #streamOf(day: number, draw: number): RandomStream {
    return this.#dated ? this.random.fork(day * STREAMS + draw) : this.random;
  }

  #placeOf(at: SurveyPart['at'], random: RandomStream): number | undefined {
    if (at === 'home') return this.#home;
    if (at === 'work' || at === 'school') return this.#dutyPlace;
    const { environment } = this;
    const of = figures.figuresOf[environment.country];
    const from = environment.map.getAoiCentre(this.#here);
    if (!this.#dated) return choosePlace({ environment, random }, of, at, from);
    const isNearby = random.chance(nearby.share);
    return this.#places.choose(
      random.fork(0),
      { purpose: at, from: this.#here, isNear: isNearby || at === 'lunch' || at === 'walk' },
      () => choosePlace({ environment, random }, of, at, from, isNearby),
      (place) => this.#metres(this.#here, place),
      // Children go to one school.
      at === 'escort',
    );
  }

  /** Chooses one mode for all trips from home to home; on days with dates, another for those from work to work. */
  #modesOf(day: number, trips: readonly PlannedTrip[]): TripMode[] {
    const modes: TripMode[] = [];
    let tours = STREAMS / 2;
    while (modes.length < trips.length) {
      const back = trips.findIndex(({ to }, i) => i >= modes.length && to === this.#home);
      const tour = trips.slice(modes.length, back < 0 ? trips.length : back + 1);
      const leaves = this.#dated ? tour.findIndex(({ from }) => from === this.#dutyPlace) : -1;
      const returns = leaves < 0 ? -1 : tour.findLastIndex(({ to }, i) => i > leaves && to === this.#dutyPlace);
      const isFromDuty = (i: number) => returns >= 0 && i >= leaves && i <= returns;
      const mode = this.#modeOf(
        this.#streamOf(day, tours++),
        tour.filter((_, i) => !isFromDuty(i)),
      );
      const between = returns < 0 ? mode : this.#modeOf(this.#streamOf(day, tours++), tour.slice(leaves, returns + 1));
      for (const i of tour.keys()) modes.push(isFromDuty(i) ? between : mode);
    }
    return modes;
  }

  #modeOf(random: RandomStream, tour: readonly PlannedTrip[]): TripMode {
    if (tour.some(({ isWalk }) => isWalk)) return TripMode.WALK_ONLY;
    const longest = Math.max(...tour.map(({ metres }) => metres));
    const ride = this.#rideOf(tour, longest);
    const delays = tour.map(({ from, to, departure }) => this.environment.getDriveDelay(from, to, departure));
    const delay = Math.max(...delays);
    if (!this.#dated) return chooseMode(random, longest, this.#vehicles, ride, true, delay);
    const isToWork =
      this.#person.duty === 'work' && tour.some(({ from, to }) => from === this.#home && to === this.#dutyPlace);
    return chooseDatedMode(random, longest, this.#vehicles, ride, isToWork, delay);
  }

  /** Returns the duration of the longest trip by public transport, if all of the trips can be made by it. */
  #rideOf(tour: readonly PlannedTrip[], longest: number): RideTime | null {
    let ride: RideTime | null = null;
    for (const { from, to, departure, metres } of tour) {
      const time = this.environment.getRideTime(from, to, departure);
      if (time === null) return null;
      if (metres === longest) ride = time;
    }
    return ride;
  }

  #metres(from: number, to: number): number {
    const { map } = this.environment;
    const [a, b] = [map.getAoiCentre(from), map.getAoiCentre(to)];
    return Math.hypot(a.x - b.x, a.y - b.y);
  }
}

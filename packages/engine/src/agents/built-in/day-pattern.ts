import { WEEKDAYS } from '@itinera/base';
import { MotionStatus } from '@itinera/city/browser';
import { type AgentContext, type Intention, MobilityAgent } from '../mobility-agent.js';
import * as figures from './day-pattern-figures.js';
import { DayPlanner } from './day-planner.js';
import { daysOfHousehold, type HouseholdDays, type PersonDay } from './household-days.js';
import type { SurveyPart } from './survey-day.js';

/**
 * Days from published surveys, without a language model: occupation and age decide whether a person works; the habits
 * of their country on weekdays and weekends determine the rest. Places are chosen by kind and distance, and plans are
 * cancelled when a hurricane is near. On days with dates, the people of a household plan together. While travelling, the activity is
 * `other`.
 */
export class DayPatternAgent extends MobilityAgent {
  /** Without dates, everybody plans alone. */
  readonly #alone: DayPlanner | null = null;
  readonly #household: HouseholdDays | null = null;
  #plan: Pick<SurveyPart, 'begins' | 'activity'>[] = [];
  #activity: Intention = 'sleep';
  #today = -1;

  constructor(context: AgentContext) {
    super(context);
    const { id, status, random, environment } = this;
    if (environment.weekday !== null) this.#household = daysOfHousehold(environment);
    else
      this.#alone = new DayPlanner(
        {
          id,
          status,
          random,
          rideTime: (from, to, departure) => environment.getRideTime(from, to, departure),
          driveDelay: (from, to, departure) => environment.getDriveDelay(from, to, departure),
        },
        environment,
      );
  }

  forward(): void {
    const [day, time] = this.environment.getDatetime();
    if (day !== this.#today) {
      this.#today = day;
      const { parts, targets, departures, modes } = this.#dayOf(day);
      this.#plan = [...parts];
      this.environment.setAoiSchedules(this.id, targets, departures, modes);
    }
    // Of parts that are over before this step, only the last one counts.
    while (this.#plan.length > 0 && this.#plan[0]!.begins * 3600 <= time) this.#activity = this.#plan.shift()!.activity;
    const isStaying = this.status.get('status') === MotionStatus.SLEEP;
    this.logIntention(isStaying ? this.#activity : 'other');
  }

  #dayOf(day: number): PersonDay {
    const { isWeekend, weekday } = this.environment;
    const terms = { day, isWeekend, kept: figures.kept[this.getCurrentWeather().hurricaneStatus] };
    if (this.#household) return this.#household.of(this.id, { ...terms, weekday: WEEKDAYS.indexOf(weekday!) });
    const planner = this.#alone!;
    const parts = planner.draw(terms);
    const trips = planner.live(day, parts);
    return {
      parts,
      targets: trips.map(({ to }) => to),
      departures: trips.map(({ departure }) => departure),
      modes: planner.modesOf(day, trips),
    };
  }
}

import { SECONDS_PER_DAY, WEEKDAYS } from '@itinera/base';
import { MotionStatus } from '@itinera/city/browser';
import type { Position, StatusMemory } from '../../memory/status-memory.js';
import { type AgentContext, type Intention, MobilityAgent } from '../mobility-agent.js';
import * as figures from './day-pattern-figures.js';
import { DayPlanner } from './day-planner.js';
import { LONGEST_STEP } from './household-cars.js';
import { daysOfHousehold, type HouseholdDays, type PersonDay } from './household-days.js';
import type { SurveyPart } from './survey-day.js';

type Schedule = Omit<PersonDay, 'parts'>;

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
  /** The trips of today, until they are scheduled. */
  #trips: Schedule | null = null;
  #schedule: Schedule = { targets: [], departures: [], modes: [] };
  #lastStep = 0;
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
      const { parts, ...trips } = this.#dayOf(day);
      this.#plan = [...parts];
      this.#trips = trips;
    }
    const now = day * SECONDS_PER_DAY + time;
    if (this.#trips !== null) {
      if (!this.#isStillOut(now)) this.#setOut(this.#trips);
      // The step after would be too late for today's trips.
      else if (now - this.#lastStep > LONGEST_STEP) this.#setOut(this.#after(now, this.#trips));
    }
    this.#lastStep = now;
    // Of parts that are over before this step, only the last one counts.
    while (this.#plan.length > 0 && this.#plan[0]!.begins * 3600 <= time) this.#activity = this.#plan.shift()!.activity;
    const isStaying = this.status.get('status') === MotionStatus.SLEEP;
    this.logIntention(isStaying ? this.#activity : 'other');
  }

  /** Whether a trip of yesterday is not over, or has not begun: a new schedule would end it on the way. Without dates it does. */
  #isStillOut(now: number): boolean {
    if (this.#alone !== null) return false;
    return this.#schedule.departures.some((departure) => departure > now) || isOnTheWay(this.status);
  }

  /** Today's trips after those of yesterday that are not over: the one on the way, and those that have not begun. */
  #after(now: number, today: Schedule): Schedule {
    const { targets, departures, modes } = this.#schedule;
    const begun = departures.findLastIndex((departure) => departure <= now) + 1;
    const first = isOnTheWay(this.status) ? Math.max(0, begun - 1) : begun;
    return {
      targets: [...targets.slice(first), ...today.targets],
      departures: [...departures.slice(first), ...today.departures],
      modes: [...modes.slice(first), ...today.modes],
    };
  }

  #setOut(schedule: Schedule): void {
    this.environment.setAoiSchedules(this.id, schedule.targets, schedule.departures, schedule.modes);
    this.#schedule = schedule;
    this.#trips = null;
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

/** Whether a trip is not over. People whose way on is closed stand on a road and wait for another plan. */
function isOnTheWay(status: StatusMemory): boolean {
  const motion = status.get<MotionStatus>('status');
  if (motion === MotionStatus.SLEEP) return false;
  return motion !== MotionStatus.WAIT_ROUTE || status.get<Position>('position').aoiPosition !== undefined;
}

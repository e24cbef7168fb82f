import type { AoiPlace } from '../../memory/status-memory.js';
import { type AgentContext, MobilityAgent } from '../mobility-agent.js';
import { choosePlace } from './choose-place.js';
import * as figures from './day-pattern-figures.js';
import { drawReluctance, type Reluctance, reluctanceOfDay, type SurveyPart, surveyDay } from './survey-day.js';

/**
 * A day from published surveys, without a language model: whether a person works follows from its occupation and age, what
 * else it does from what people do on working and on free days and on weekends, where days have dates; places are chosen by kind and distance, and plans are
 * dropped when a hurricane is near.
 */
export class DayPatternAgent extends MobilityAgent {
  readonly #employed: boolean;
  /** Where the person works, when that is on the map. */
  readonly #work: number | undefined;
  /** Habits last for days. */
  readonly #reluctance: Reluctance;
  #plan: SurveyPart[] = [];
  #today = -1;

  constructor(context: AgentContext) {
    super(context);
    const occupation = this.status.get('occupation');
    const age = this.status.get('age');
    const work = this.status.get('work', null) as AoiPlace | null;
    if (work !== null && this.environment.map.hasAoi(work.aoiPosition.aoiId)) this.#work = work.aoiPosition.aoiId;
    this.#employed =
      this.#work !== undefined &&
      (occupation === 'unknown'
        ? this.random.chance(figures.shareEmployed(age))
        : !figures.withoutWork.test(occupation));
    this.#reluctance = drawReluctance(this.random);
  }

  forward(): void {
    const [day, time] = this.environment.getDatetime();
    if (day !== this.#today) {
      this.#today = day;
      const kept = figures.kept[this.getCurrentWeather().hurricaneStatus];
      const { weekday, isWeekend } = this.environment;
      const reluctance =
        weekday === null ? this.#reluctance : reluctanceOfDay(this.random, this.#reluctance, isWeekend);
      this.#plan = surveyDay(this.random, this.#employed, reluctance, kept, isWeekend);
      this.#scheduleDay(day);
    }
    // Of parts that are over before this step, only the last one counts.
    let current: SurveyPart | undefined;
    while (this.#plan.length > 0 && this.#plan[0]!.begins * 3600 <= time) current = this.#plan.shift();
    if (current !== undefined) this.logIntention(current.activity);
  }

  /** Sets the trips of the whole day, each at its own minute; parts for which there is no place are left out. */
  #scheduleDay(day: number): void {
    const home = this.status.get('home').aoiPosition.aoiId;
    const targets: number[] = [];
    const departures: number[] = [];
    let here = home;
    this.#plan = this.#plan.filter(({ at, begins }) => {
      const next = at === 'home' ? home : at === 'work' ? this.#work : this.#choosePlace(at, here);
      if (next === undefined) return false;
      here = next;
      if (next === targets.at(-1)) return true;
      targets.push(next);
      departures.push((day * 24 + begins) * 3600);
      return true;
    });
    this.environment.setAoiSchedules(this.id, targets, departures);
  }

  #choosePlace(outing: figures.Outing, from: number): number | undefined {
    return choosePlace(this, outing, this.environment.map.getAoiCentre(from))?.aoiId;
  }
}

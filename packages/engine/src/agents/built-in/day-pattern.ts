import type { AoiPlace } from '../../memory/status-memory.js';
import { type AgentContext, type Intention, MobilityAgent } from '../mobility-agent.js';
import { choosePlace } from './choose-place.js';
import * as figures from './day-pattern-figures.js';

/** One part of a day: what, from when (hours since midnight), and where. */
interface Part {
  readonly begins: number;
  readonly activity: Intention;
  readonly at: 'home' | 'work' | figures.Outing;
}

const allOutings = Object.keys(figures.outings) as figures.Outing[];

/**
 * A day from published surveys, without a language model: whether a person works follows from its occupation and age, what
 * else it does from what people do on working and on free days; places are chosen by kind and distance, and plans are
 * dropped when a hurricane is near.
 */
export class DayPatternAgent extends MobilityAgent {
  readonly #employed: boolean;
  /** Where the person works, when that is on the map. */
  readonly #work: number | undefined;
  /** Habits last for days: a person does what the share of people who do it that day is larger than its reluctance, 0 to 1. */
  readonly #reluctance: Readonly<Record<'work' | figures.Outing, number>>;
  #plan: Part[] = [];
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
    this.#reluctance = Object.fromEntries(
      ['work', ...allOutings].map((activity) => [activity, this.random.next()]),
    ) as Record<'work' | figures.Outing, number>;
  }

  forward(): void {
    const [day, time] = this.environment.getDatetime();
    if (day !== this.#today) {
      this.#today = day;
      this.#plan = this.#planDay();
      this.#scheduleDay(day);
    }
    // Of parts that are over before this step, only the last one counts.
    let current: Part | undefined;
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

  #planDay(): Part[] {
    const kept = figures.kept[this.getCurrentWeather().hurricaneStatus];
    const wakes = this.#hours(figures.sleep.wakes);
    const bed = Math.max(20, this.#hours(figures.sleep.goesToBed));
    const plan: Part[] = [
      { begins: 0, activity: 'sleep', at: 'home' },
      { begins: wakes, activity: 'home activity', at: 'home' },
    ];
    const works = this.#employed && this.#reluctance.work < figures.work.share * kept.work;
    const outings = allOutings.filter(
      (outing) => this.#reluctance[outing] < figures.outings[outing][works ? 'workday' : 'freeDay'] * kept.outing,
    );
    let time = works ? this.#planWork(plan, wakes) : Math.max(wakes + 1, this.random.between(8.5, 14));
    for (const outing of this.#shuffled(outings)) {
      const lasts = Math.max(0.25, this.#hours(figures.outings[outing].lasts));
      if (time + lasts > bed) break;
      plan.push({ begins: time, activity: outing, at: outing });
      time += lasts;
      // On a free day there is some time at home between two outings.
      if (!works) {
        plan.push({ begins: time, activity: 'home activity', at: 'home' });
        time += this.random.between(0.5, 3);
      }
    }
    plan.push(
      { begins: Math.min(time, bed), activity: 'home activity', at: 'home' },
      { begins: bed, activity: 'sleep', at: 'home' },
    );
    return plan.sort((a, b) => a.begins - b.begins);
  }

  /** Adds work and lunch to a day. @returns when work is over. */
  #planWork(plan: Part[], wakes: number): number {
    const begins = Math.max(wakes + 0.5, this.#hours(figures.work.begins));
    const ends = begins + Math.max(2, this.#hours(figures.work.lasts));
    plan.push({ begins, activity: 'work', at: 'work' });
    const lunch = this.random.between(11.75, 12.75);
    if (begins < lunch - 1 && lunch + 1 < ends && this.random.chance(figures.lunchOut))
      plan.push(
        { begins: lunch, activity: 'eating out', at: 'eating out' },
        { begins: lunch + 1, activity: 'work', at: 'work' },
      );
    return ends;
  }

  #hours({ mean, deviation }: figures.HourFigures): number {
    return this.random.normal(mean, deviation);
  }

  #shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, at: this.random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}

import { SECONDS_PER_DAY } from '@itinera/base';
import { MobilityAgent } from '../mobility-agent.js';
import { figuresOf } from './day-pattern-figures.js';
import * as prompts from './diarist-prompts.js';
import { choosePlace } from './outing-places.js';

/** A day begins at four in the morning, as in travel surveys, because few people are out at that time. */
const DAY_BEGINS = 4 * 3600;
const VERY_LATE_SECONDS = 1800;
/** Diaries have a resolution of a quarter of an hour; people leave a few minutes earlier or later. */
const ROUNDING_SECONDS = 450;
const PERSONA = ['gender', 'age', 'education', 'occupation', 'consumption', 'race', 'personality'] as const;

/** A part of the day with its departure, seconds since the start of the day. */
interface Part extends Pick<prompts.DayPart, 'activity' | 'place'> {
  readonly begin: number;
}

/**
 * A language model writes the diary of the day ahead and turns it into a plan, which the agent follows. Places away
 * from home and work are chosen by kind and distance; a person who is half an hour late asks whether to continue or to
 * skip. Two calls per day, and one for each delay; without a usable answer the day is an ordinary one.
 */
export class DiaristAgent extends MobilityAgent {
  #plan: Part[] = [];
  /** The remaining parts of the day. */
  #next: Part | undefined;
  #today = -1;

  override init(): void {
    this.logIntention('sleep');
  }

  override async forward(): Promise<void> {
    const [day, time] = this.environment.getDatetime();
    if (time >= DAY_BEGINS && day !== this.#today) {
      this.#today = day;
      this.#next = undefined;
      const parts = await this.#planDay();
      this.#plan = parts.map((part) => this.#timed(part)).sort((a, b) => a.begin - b.begin);
    }
    const now = sinceDayBegan(time);
    if (this.#next !== undefined) {
      if (this.#next.begin > now) return;
      this.logIntention(this.#next.activity);
      this.#next = undefined;
    }
    if (this.movementStatus.includes(this.status.get('status'))) return;
    const next = await this.#nextPart(now);
    if (next === undefined) return;
    const aoiId = this.#placeOf(next);
    if (aoiId === undefined) return;
    if (next.begin <= now) this.logIntention(next.activity);
    else this.#next = next;
    this.environment.setAoiSchedules(this.id, [aoiId], [day * SECONDS_PER_DAY + time + next.begin - now]);
  }

  /** The person's information about the day ahead. */
  protected circumstances(): string {
    return `The weather: ${this.getCurrentWeather().statement}`;
  }

  /** The weekday and date, if days have dates. */
  #date(): string {
    const { date, weekday } = this.environment;
    return weekday === null ? '' : `The day: ${weekday}, ${date}.\n`;
  }

  async #planDay(): Promise<prompts.DayPart[]> {
    const hasWork = this.status.get('work', null) !== null;
    const persona = Object.fromEntries([
      ...PERSONA.map((key) => [key, this.status.get(key)] as const).filter(([, value]) => value !== 'unknown'),
      ['has a workplace', hasWork ? 'yes' : 'no'],
    ]);
    const diary = await this.llm.atextRequest(
      prompts.narrativePrompt(persona, `${this.#date()}${this.circumstances()}`),
      { fallback: '' },
    );
    const fallback = { parts: prompts.ordinaryDay(hasWork && !this.environment.isWeekend) };
    if (diary === '') return fallback.parts;
    this.stream.add('diary', diary);
    const { dayPlan } = await import('./diarist-answers.js');
    const { parts } = await this.llm.request(dayPlan, prompts.planPrompt(diary), { fallback });
    return parts;
  }

  #timed({ start, activity, place }: prompts.DayPart): Part {
    const [hours = 0, minutes = 0] = start.split(':').map(Number);
    const begin = sinceDayBegan(hours * 3600 + minutes * 60);
    return { begin: begin + this.random.between(-ROUNDING_SECONDS, ROUNDING_SECONDS), activity, place };
  }

  /** Returns the part of the plan that is due, if any. `time` is since the start of the day. */
  async #nextPart(time: number): Promise<Part | undefined> {
    const isDue = (part: Part | undefined) => part !== undefined && part.begin <= time;
    while (isDue(this.#plan[0])) {
      const part = this.#plan.shift()!;
      const secondsLate = time - part.begin;
      if (secondsLate < VERY_LATE_SECONDS) {
        // If several parts fall into one step, the last one counts.
        if (isDue(this.#plan[0])) continue;
        return part;
      }
      const question = prompts.latePrompt(part, Math.round(secondsLate / 60), this.environment.getDatetime(true));
      const fallback = { decision: isDue(this.#plan[0]) ? 'skip' : 'go on' } as const;
      const { lateDecision } = await import('./diarist-answers.js');
      const { decision } = await this.llm.request(lateDecision, question, { fallback });
      if (decision === 'go on') return part;
    }
    return this.#plan.shift();
  }

  #placeOf({ place, activity }: Part): number | undefined {
    const home = this.status.get('home').aoiPosition.aoiId;
    if (place === 'home') return home;
    if (place === 'work') return this.status.get('work', { aoiPosition: { aoiId: home } }).aoiPosition.aoiId;
    const outing = activity === 'shopping' || activity === 'eating out' || activity === 'leisure and entertainment';
    const figures = figuresOf[this.environment.country];
    return choosePlace(this, figures, outing ? activity : 'other', this.status.get('position').xyPosition);
  }
}

/** Converts seconds since midnight to seconds since the start of the person's day. */
function sinceDayBegan(time: number): number {
  return (time - DAY_BEGINS + SECONDS_PER_DAY) % SECONDS_PER_DAY;
}

import { MobilityAgent } from '../mobility-agent.js';
import { choosePlace } from './choose-place.js';
import * as prompts from './diarist-prompts.js';

/** A day begins at four in the morning, as in travel surveys: few people are out then. */
const DAY_BEGINS = 4 * 3600;
const DAY_SECONDS = 86_400;
const VERY_LATE_SECONDS = 1800;
const PERSONA = ['gender', 'age', 'education', 'occupation', 'consumption', 'race', 'personality'] as const;

/**
 * Lets a language model write the diary of the day ahead, has it turned into a plan, and follows the plan: places away from
 * home and work are chosen by kind and distance, and whoever is half an hour late asks whether to go on or to skip.
 * Two requests a day, and one whenever it is late; without a usable answer the day is an ordinary one.
 */
export class DiaristAgent extends MobilityAgent {
  #plan: prompts.DayPart[] = [];
  #today = -1;

  override init(): void {
    this.logIntention('sleep');
  }

  override async forward(): Promise<void> {
    const [day, time] = this.environment.getDatetime();
    if (time >= DAY_BEGINS && day !== this.#today) {
      this.#today = day;
      this.#plan = await this.#planDay();
    }
    if (this.movementStatus.includes(this.status.get('status'))) return;
    const next = await this.#nextPart(sinceDayBegan(time));
    if (next === undefined) return;
    const aoiId = this.#placeOf(next);
    if (aoiId === undefined) return;
    this.goToAoi(aoiId);
    this.logIntention(next.activity);
  }

  /** What the person knows of the day before it begins. */
  protected circumstances(): string {
    return `The weather: ${this.getCurrentWeather().statement}`;
  }

  async #planDay(): Promise<prompts.DayPart[]> {
    const hasWork = this.status.get('work', null) !== null;
    const persona = Object.fromEntries([
      ...PERSONA.map((key) => [key, this.status.get(key)] as const).filter(([, value]) => value !== 'unknown'),
      ['has a workplace', hasWork ? 'yes' : 'no'],
    ]);
    const diary = await this.llm.atextRequest(prompts.narrativePrompt(persona, this.circumstances()), { fallback: '' });
    const fallback = { parts: prompts.ordinaryDay(hasWork) };
    if (diary === '') return fallback.parts;
    this.stream.add('diary', diary);
    const { parts } = await this.llm.request(prompts.dayPlan, prompts.planPrompt(diary), { fallback });
    return [...parts].sort((a, b) => beginOf(a) - beginOf(b));
  }

  /** The part of the plan that is to begin now, if any. `time` is since the day began. */
  async #nextPart(time: number): Promise<prompts.DayPart | undefined> {
    const isDue = (part: prompts.DayPart | undefined) => part !== undefined && beginOf(part) <= time;
    while (isDue(this.#plan[0])) {
      const part = this.#plan.shift()!;
      const secondsLate = time - beginOf(part);
      if (secondsLate < VERY_LATE_SECONDS) {
        // Of parts that fall into one step, the last one counts.
        if (isDue(this.#plan[0])) continue;
        return part;
      }
      const question = prompts.latePrompt(part, Math.round(secondsLate / 60), this.environment.getDatetime(true));
      const fallback = { decision: isDue(this.#plan[0]) ? 'skip' : 'go on' } as const;
      const { decision } = await this.llm.request(prompts.lateDecision, question, { fallback });
      if (decision === 'go on') return part;
    }
    return undefined;
  }

  #placeOf({ place, activity }: prompts.DayPart): number | undefined {
    const home = this.status.get('home').aoiPosition.aoiId;
    if (place === 'home') return home;
    if (place === 'work') return this.status.get('work', { aoiPosition: { aoiId: home } }).aoiPosition.aoiId;
    const outing = activity === 'shopping' || activity === 'eating out' || activity === 'leisure and entertainment';
    return choosePlace(this, outing ? activity : 'other')?.aoiId;
  }
}

/** Seconds from the beginning of the person's day, for seconds since midnight. */
function sinceDayBegan(time: number): number {
  return (time - DAY_BEGINS + DAY_SECONDS) % DAY_SECONDS;
}

function beginOf({ start }: prompts.DayPart): number {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  return sinceDayBegan(hours * 3600 + minutes * 60);
}

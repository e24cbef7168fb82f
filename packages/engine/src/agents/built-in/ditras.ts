import { SECONDS_PER_DAY } from '@itinera/base';
import { SONG_EXPLORATION } from '@itinera/mobility';
import type { AgentContext } from '../mobility-agent.js';
import { PlannedAgent, type PlannedStop } from './planned-agent.js';
import { surveyDiary } from './survey-people.js';
import { VisitedPlaces } from './visited-places.js';

/** Length of the diary, after which it starts again at home. */
const AHEAD = 28 * SECONDS_PER_DAY;
/** With dates, weekdays and weekends have separate diaries. */
/** @see L. Pappalardo, F. Simini (2018), doi:10.1007/s10618-017-0548-4 */
const EXPLORATION = { ...SONG_EXPLORATION, rho: 0.3 };

/** DITRAS: a Markov diary, fitted on survey days, decides when to leave home, and density EPR decides where to go. */
export class DitrasAgent extends PlannedAgent {
  readonly #places: VisitedPlaces;
  #written = 0;
  #arrivals: { readonly at: number; readonly isHome: boolean }[] = [];

  constructor(context: AgentContext) {
    super(context);
    this.#places = new VisitedPlaces(this.environment.map, EXPLORATION, this.random);
    for (const place of this.usualPlaces) this.#places.visit(place);
  }

  protected planDay(from: number, to: number): PlannedStop[] {
    while (this.#written < to) this.#write();
    const stop = (at: number, aoiId: number) => ({ from: at, aoiId, intention: this.intentionAt(aoiId, at) });
    const stops = [stop(from, this.#places.current)];
    while (this.#arrivals.length > 0 && this.#arrivals[0]!.at < to) {
      const { at, isHome } = this.#arrivals.shift()!;
      if (isHome && this.#places.current !== this.home) this.#places.visit(this.home);
      else if (!isHome) this.#places.move(this.home);
      // The diary has a resolution of one hour.
      const minute = this.random.uniform() * 3600;
      stops.push(stop(Math.min(at + minute, to - 1), this.#places.current));
    }
    return this.withNights(stops, to);
  }

  #write(): void {
    const from = this.#written;
    const { country, weekday, isWeekend } = this.environment;
    this.#written += weekday === null ? AHEAD : SECONDS_PER_DAY;
    surveyDiary(country, isWeekend).write(from, this.#written, this.random, (at, isHome) =>
      this.#arrivals.push({ at, isHome }),
    );
  }
}

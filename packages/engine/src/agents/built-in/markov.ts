import { SECONDS_PER_HOUR } from '@itinera/base';
import type { Intention } from '../mobility-agent.js';
import { figuresOf } from './day-pattern-figures.js';
import { choosePlace, isOuting } from './outing-places.js';
import { PlannedAgent, type PlannedStop } from './planned-agent.js';
import { surveyChain } from './survey-people.js';

/** A Markov chain of activities by hour of day, fitted on survey days: the next activity depends only on the current one. */
export class MarkovAgent extends PlannedAgent {
  #activity: Intention = 'sleep';
  #place = this.home;

  protected planDay(from: number, to: number): PlannedStop[] {
    const stops: PlannedStop[] = [{ from, aoiId: this.#place, intention: this.#intention }];
    for (let hour = from; hour < to; hour += SECONDS_PER_HOUR) {
      const next = this.#next((hour / SECONDS_PER_HOUR) % 24);
      // The chain has a resolution of one hour.
      const at = Math.min(hour + this.random.uniform() * SECONDS_PER_HOUR, to - 1);
      const place = next === this.#activity ? this.#place : this.#placeFor(next);
      if (next === this.#activity || place === undefined) continue;
      this.#activity = next;
      this.#place = place;
      stops.push({ from: at, aoiId: place, intention: this.#intention });
    }
    return stops;
  }

  /** At school, as in `day-pattern`, the intention is `other`. */
  get #intention(): Intention {
    return this.#activity === 'work' && this.#place === this.school && this.work === undefined
      ? 'other'
      : this.#activity;
  }

  #next(hour: number): Intention {
    const counts = [
      ...(surveyChain(this.environment.country, this.environment.isWeekend)[hour]!.get(this.#activity) ?? [
        ['home activity', 1] as const,
      ]),
    ];
    return counts[this.random.weighted(counts.map(([, count]) => count))]![0];
  }

  /** Returns home, work (home for people without work), or a place of the kind nearby. */
  #placeFor(activity: Intention): number | undefined {
    if (activity === 'work') return this.work ?? this.school;
    if (!isOuting(activity)) return this.home;
    const { country, map, places, weekday } = this.environment;
    if (weekday === null) return choosePlace(this, figuresOf[country], activity, map.getAoiCentre(this.#place));
    return places.choose(activity, { from: this.#place }) ?? undefined;
  }
}

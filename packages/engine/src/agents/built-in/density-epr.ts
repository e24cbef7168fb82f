import { SECONDS_PER_DAY, SECONDS_PER_HOUR } from '@itinera/base';
import { drawWaitingTime, SONG_EXPLORATION, SONG_WAITING_TIMES } from '@itinera/mobility';
import type { AgentContext } from '../mobility-agent.js';
import type { RandomStream } from '../random-stream.js';
import { middleOfSleep } from './day-pattern-figures.js';
import { PlannedAgent, type PlannedStop } from './planned-agent.js';
import { VisitedPlaces } from './visited-places.js';

/** On days with dates: waits from an hour on, the steps of the published data, in the hours awake, to which their cutoff belongs. */
const WAITING_AWAKE = { ...SONG_WAITING_TIMES, least: SECONDS_PER_HOUR };
const ASLEEP = SECONDS_PER_DAY - SONG_WAITING_TIMES.cutoff;
/** Standard deviation of the time of going to bed and getting up from day to day, hours (assumption). */
const DAILY_SPREAD = 0.5;

/**
 * Density EPR with its published constants: waits by a truncated power law, then explores or returns. Without dates it does not
 * distinguish day and night. On days with dates people sleep at home, and waits pass while they are awake.
 *
 * @see C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760
 */
export class DensityEprAgent extends PlannedAgent {
  readonly #places: VisitedPlaces;
  /** Null without dates. */
  readonly #nights: Nights | null;
  /** The next departure: seconds since midnight of day 0, between days with dates those after getting up. */
  #leaves: number;

  constructor(context: AgentContext) {
    super(context);
    this.#places = new VisitedPlaces(this.environment.map, SONG_EXPLORATION, this.random);
    for (const place of this.usualPlaces) this.#places.visit(place);
    this.#nights = this.environment.weekday === null ? null : new Nights(this.random);
    this.#leaves = this.#wait();
  }

  protected planDay(from: number, to: number): PlannedStop[] {
    const stop = (at: number, aoiId: number) => ({ from: at, aoiId, intention: this.intentionAt(aoiId, at) });
    const stops = [stop(from, this.#places.current)];
    const { rises, goesToBed } = this.#nights?.around(from, to, this.environment.isWeekend) ?? {
      rises: 0,
      goesToBed: to,
    };
    this.#leaves += rises;
    while (this.#leaves < goesToBed) {
      stops.push(stop(this.#leaves, this.#places.move()));
      this.#leaves += this.#wait();
    }
    if (this.#nights === null) return this.withNights(stops, to);
    this.#leaves -= goesToBed;
    if (this.#places.current !== this.home) {
      this.#places.visit(this.home);
      stops.push(stop(goesToBed, this.home));
    }
    return this.withNights(stops, to);
  }

  #wait(): number {
    return drawWaitingTime(this.#nights === null ? SONG_WAITING_TIMES : WAITING_AWAKE, this.random);
  }
}

/** When a person gets up and goes to bed. */
class Nights {
  readonly #random: RandomStream;
  /** Hours by which they are later than those of others. */
  readonly #chronotype: number;

  constructor(random: RandomStream) {
    this.#random = random;
    this.#chronotype = random.normal(0, middleOfSleep.deviation);
  }

  /** Seconds of a day from one midnight to the next; people are in bed before the second. */
  around(from: number, to: number, isWeekend: boolean): { readonly rises: number; readonly goesToBed: number } {
    const middle = middleOfSleep[isWeekend ? 'weekend' : 'weekday'] + this.#chronotype;
    const middleAfter = (midnight: number) =>
      midnight + (middle + this.#random.normal(0, DAILY_SPREAD)) * SECONDS_PER_HOUR;
    return {
      rises: Math.max(from, middleAfter(from) + ASLEEP / 2),
      goesToBed: Math.min(to - 1, middleAfter(to) - ASLEEP / 2),
    };
  }
}

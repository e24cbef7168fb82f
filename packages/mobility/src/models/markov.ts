import type { Random } from '@itinera/base';
import { DAY } from '../clock.js';
import { localClock, type Trajectories } from '../trajectories.js';
import { ContextTable, drawFollower } from './context-table.js';
import { checkGeneration, type GenerateOptions } from './epr.js';
import type { Generator, MobilityModel } from './generator.js';
import { RowBuffer } from './row-buffer.js';
import { drawModelPerson, eachRecord, type Schedules, schedulesOf } from './schedules.js';

export interface MarkovOptions {
  /** Number of previous places that determine the next one, 0 to 2; default 1. */
  readonly order?: 0 | 1 | 2;
  /** Whether the hour of the day also counts; contexts never seen at that hour fall back to all hours. */
  readonly byHour?: boolean;
  /** `pooled` (default): one chain for all. `person`: each generated person follows the chain of one training person. */
  readonly scope?: 'pooled' | 'person';
}

/**
 * Fits a Markov chain of places: the next row's place given the last one or two, or none. Unseen contexts fall back to
 * shorter ones.
 *
 * Generated people are recorded at the times of training people. Where the training rows are stays, each stay lasts as
 * long as one of the training stays at its place, and gaps between stays are drawn from the training gaps.
 *
 * @throws RangeError when there are no rows
 */
export function fitMarkov(train: Trajectories, options: MarkovOptions = {}): MobilityModel {
  const schedules = schedulesOf('markov', train);
  const { starts } = train;
  const everybody = train.people.map((_, i) => i);
  const pooled = options.scope === 'person' ? undefined : new Chain(schedules, everybody, options);
  const chains = new Map<number, Chain>();
  const chainOf = (person: number) => {
    let chain = pooled ?? chains.get(person);
    if (!chain) {
      chain = new Chain(schedules, [person], options);
      chains.set(person, chain);
    }
    return chain;
  };
  return {
    generate(wanted) {
      checkGeneration('markov', schedules.tiles, wanted);
      const rows = new RowBuffer();
      const ends: number[] = [];
      for (let person = 0; person < wanted.people; person++) {
        const { model, random } = drawModelPerson(schedules, wanted.seed, person);
        const chain = chainOf(model);
        if (train.ends) writeStays(schedules, chain, starts[model], wanted, random, rows, ends);
        else {
          const walk = chain.walk(random);
          eachRecord(schedules, model, wanted, (time) => rows.push(time, walk(time)));
        }
        rows.endPerson();
      }
      return rows.finish(schedules.tiles, train.ends ? Float64Array.from(ends) : undefined);
    },
  };
}

/** Consecutive stays from the start of a training person. */
function writeStays(
  { train, start: trainStart }: Schedules,
  chain: Chain,
  firstRow: number,
  { start = trainStart, days }: GenerateOptions,
  random: Random,
  rows: RowBuffer,
  ends: number[],
): void {
  const walk = chain.walk(random);
  const end = start + days * DAY;
  let time = Math.max(start, start + train.times[firstRow] - trainStart);
  while (time < end) {
    const place = walk(time);
    const leaves = Math.min(end, time + chain.drawStay(place, random));
    rows.push(time, place);
    ends.push(leaves);
    // A stay and a gap that both have length 0 would never end the day.
    time = Math.max(leaves + chain.drawGap(random), time + 1);
  }
}

/** Counts of successors, for one person or for all. */
class Chain {
  readonly #order: number;
  readonly #byHour: boolean;
  readonly #places: number;
  /** Tables by length of the context; with hours, the tables by hour come first. */
  readonly #tables: ContextTable[];
  readonly #hourly: ContextTable[];
  /** Seconds of stays by place, and between stays. */
  readonly #stays = new Map<number, number[]>();
  readonly #gaps: number[] = [];

  constructor(schedules: Schedules, people: readonly number[], { order = 1, byHour = false }: MarkovOptions) {
    const { numbers, tiles } = schedules;
    const { starts, times, ends } = schedules.train;
    const local = localClock(schedules.train).times;
    this.#order = order;
    this.#byHour = byHour;
    this.#places = tiles.names.length;
    this.#tables = Array.from({ length: order + 1 }, () => new ContextTable());
    this.#hourly = byHour ? this.#tables.map(() => new ContextTable()) : [];
    for (const person of people) {
      for (let row = starts[person]; row < starts[person + 1]; row++) {
        const place = numbers[row];
        for (let length = 0; length <= Math.min(order, row - starts[person]); length++) {
          const context = this.#context(numbers[row - 1], numbers[row - 2], length);
          this.#tables[length].add(context, place);
          if (byHour) this.#hourly[length].add(context * 24 + hourOf(local[row]), place);
        }
        if (!ends) continue;
        const stays = this.#stays.get(place);
        if (stays) stays.push(ends[row] - times[row]);
        else this.#stays.set(place, [ends[row] - times[row]]);
        if (row + 1 < starts[person + 1]) this.#gaps.push(Math.max(0, times[row + 1] - ends[row]));
      }
    }
  }

  /** The walk of one generated person: a function that returns the place at each successive time. */
  walk(random: Random): (time: number) => number {
    let last = -1;
    let before = -1;
    return (time) => {
      const known = last < 0 ? 0 : before < 0 ? 1 : 2;
      const place = this.#next(Math.min(known, this.#order), last, before, hourOf(time), random);
      before = last;
      last = place;
      return place;
    };
  }

  drawStay(place: number, random: Random): number {
    const stays = this.#stays.get(place) as number[];
    return stays[random.integer(stays.length)];
  }

  drawGap(random: Random): number {
    return this.#gaps.length > 0 ? this.#gaps[random.integer(this.#gaps.length)] : 0;
  }

  #next(longest: number, last: number, before: number, hour: number, random: Random): number {
    for (let length = longest; length > 0; length--) {
      const context = this.#context(last, before, length);
      const followers =
        (this.#byHour && this.#hourly[length].get(context * 24 + hour)) || this.#tables[length].get(context);
      if (followers) return drawFollower(followers, random);
    }
    const anything = (this.#byHour && this.#hourly[0].get(hour)) || this.#tables[0].get(0);
    return drawFollower(anything as NonNullable<typeof anything>, random);
  }

  #context(last: number, before: number, length: number): number {
    return length === 0 ? 0 : length === 1 ? last : before * this.#places + last;
  }
}

function hourOf(time: number): number {
  return ((Math.floor(time / 3600) % 24) + 24) % 24;
}

const MARKOV = 'A. A. Markov (1906), Extension of the law of large numbers to quantities that depend on each other';

function markovGenerator(name: string, title: string, keeps: string, options: MarkovOptions): Generator {
  return { name, title, keeps, source: MARKOV, fit: (train) => fitMarkov(train, options) };
}

export const frequencyModel = markovGenerator(
  'markov-0',
  'places by frequency',
  'how often places are visited and when people are recorded, but not order, visiting times or homes',
  { order: 0 },
);
export const markovModel = markovGenerator(
  'markov',
  'Markov chain of order 1',
  'transitions between places, pooled over people, but not visiting times or homes',
  { order: 1 },
);
export const markov2Model = markovGenerator(
  'markov-2',
  'Markov chain of order 2',
  'transitions from the last two places; at places with few visitors, also their individual order',
  { order: 2 },
);
export const markovByHourModel = markovGenerator(
  'markov-by-hour',
  'time-inhomogeneous Markov chain',
  'transitions between places by hour, pooled over people, but not homes',
  { order: 1, byHour: true },
);
export const markovByPersonModel = markovGenerator(
  'markov-by-person',
  'Markov chain of each person',
  'places and transitions of each training person, which is close to copying them',
  { order: 1, scope: 'person' },
);

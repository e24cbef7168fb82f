import { Random } from '@itinera/base';
import { DAY } from '../clock.js';
import type { Trajectories } from '../trajectories.js';
import type { GenerateOptions } from './epr.js';
import { RowBuffer } from './row-buffer.js';
import { placeTiles, type Tiles } from './tiles.js';

/** The times at which people are recorded, so that generated people can be recorded in the same way. */
export interface Schedules {
  readonly train: Trajectories;
  readonly tiles: Required<Tiles>;
  /** For each training row, the number of its tile. */
  readonly numbers: Uint32Array;
  /** Midnight before the first row. */
  readonly start: number;
  /** Whole days that the rows span, 1 or more. */
  readonly days: number;
}

/** @throws RangeError without rows to learn from */
export function schedulesOf(caller: string, train: Trajectories): Schedules {
  if (train.times.length === 0) throw new RangeError(`${caller}: no rows to learn from.`);
  let first = Infinity;
  let last = -Infinity;
  for (let i = 0; i < train.times.length; i++) {
    first = Math.min(first, train.times[i]);
    last = Math.max(last, train.times[i]);
  }
  const start = Math.floor(first / DAY) * DAY;
  return { train, ...placeTiles(train), start, days: Math.floor((last - start) / DAY) + 1 };
}

/** A training person for each generated one, drawn with replacement, and the random stream of the generated one. */
export function drawModelPerson({ train }: Schedules, seed: number, person: number) {
  // A separate stream: the generated movement is independent of the training person whose times it uses.
  const random = new Random(seed, -1 - person);
  return { model: random.integer(train.people.length), random };
}

/**
 * Walks through the recorded times of a training person, shifted to a start and repeated when the training days are over.
 *
 * @param visit receives the time and the training row
 */
export function eachRecord(
  { train, start: trainStart, days: trainDays }: Schedules,
  model: number,
  { start = trainStart, days }: Pick<GenerateOptions, 'start' | 'days'>,
  visit: (time: number, row: number) => void,
): void {
  const end = start + days * DAY;
  for (let shift = start - trainStart; trainStart + shift < end; shift += trainDays * DAY) {
    for (let row = train.starts[model]; row < train.starts[model + 1]; row++) {
      const time = train.times[row] + shift;
      if (time < end) visit(time, row);
    }
  }
}

/**
 * Records generated moves as the training people were recorded: each generated person at the times of a training
 * person, at the place of the last arrival. Where training rows are stays, so are the generated ones: all moves, each
 * lasting until the next.
 */
export function record(moves: Trajectories, schedules: Schedules, options: GenerateOptions): Trajectories {
  const { starts, times } = moves;
  const end = (options.start ?? schedules.start) + options.days * DAY;
  if (schedules.train.ends) {
    const ends = new Float64Array(times.length).fill(end);
    for (let person = 0; person + 1 < starts.length; person++) {
      for (let row = starts[person]; row + 1 < starts[person + 1]; row++) ends[row] = times[row + 1];
    }
    return { ...moves, ends };
  }
  const places = moves.places as Uint32Array;
  const numberOf = new Map(Array.from(schedules.tiles.names, (name, i) => [name, i]));
  const rows = new RowBuffer();
  for (let person = 0; person + 1 < starts.length; person++) {
    let at = starts[person];
    eachRecord(schedules, drawModelPerson(schedules, options.seed, person).model, options, (time) => {
      while (at + 1 < starts[person + 1] && times[at + 1] <= time) at++;
      rows.push(time, numberOf.get(places[at]) as number);
    });
    rows.endPerson();
  }
  return rows.finish(schedules.tiles);
}

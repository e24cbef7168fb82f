import { DAY } from '../clock.js';
import { byVisits, visits } from '../place/visits.js';
import { checkGeneration } from './epr.js';
import type { Generator } from './generator.js';
import { RowBuffer } from './row-buffer.js';
import { drawModelPerson, eachRecord, schedulesOf } from './schedules.js';

/**
 * People who stay at the most frequent place of a training person: a measure that rates them well does not capture
 * movement.
 */
export const nobodyMovesModel: Generator = {
  name: 'nobody-moves',
  title: 'nobody moves',
  keeps: 'the most frequent place of each person and when it is recorded, but no movement',
  source: 'none: a floor',
  fit(train) {
    const schedules = schedulesOf('nobody-moves', train);
    const all = visits(train);
    const favourites = train.people.map((_, person) => schedules.numbers[all.firstRows[byVisits(all, person)[0]]]);
    return {
      generate(options) {
        checkGeneration('nobody-moves', schedules.tiles, options);
        const rows = new RowBuffer();
        const ends: number[] = [];
        const { start = schedules.start, days } = options;
        for (let person = 0; person < options.people; person++) {
          const { model } = drawModelPerson(schedules, options.seed, person);
          if (train.ends && days > 0) {
            rows.push(start, favourites[model]);
            ends.push(start + days * DAY);
          } else {
            eachRecord(schedules, model, options, (time) => rows.push(time, favourites[model]));
          }
          rows.endPerson();
        }
        return rows.finish(schedules.tiles, train.ends ? Float64Array.from(ends) : undefined);
      },
    };
  },
};

import { checkGeneration } from './epr.js';
import type { Generator } from './generator.js';
import { RowBuffer } from './row-buffer.js';
import { drawModelPerson, eachRecord, schedulesOf } from './schedules.js';

/** Draws training people with replacement, unchanged: the best possible realism, and no privacy at all. */
export const resampledPeopleModel: Generator = {
  name: 'resampled-people',
  title: 'resampled people',
  keeps: 'everything: the training people themselves',
  source: 'B. Efron (1979), Bootstrap methods: another look at the jackknife, doi:10.1214/aos/1176344552',
  fit(train) {
    const schedules = schedulesOf('resampled-people', train);
    return {
      generate(options) {
        checkGeneration('resampled-people', schedules.tiles, options);
        const rows = new RowBuffer();
        const ends: number[] = [];
        for (let person = 0; person < options.people; person++) {
          const { model } = drawModelPerson(schedules, options.seed, person);
          eachRecord(schedules, model, options, (time, row) => {
            rows.push(time, schedules.numbers[row]);
            if (train.ends) ends.push(time + train.ends[row] - train.times[row]);
          });
          rows.endPerson();
        }
        return rows.finish(schedules.tiles, train.ends ? Float64Array.from(ends) : undefined);
      },
    };
  },
};

import type { Trajectories } from '../trajectories.js';
import { ditras } from './ditras.js';
import { densityEpr, type EprOptions, epr, spatialEpr } from './epr.js';
import type { Generator } from './generator.js';
import { fitMarkovDiary, hourlyPlaces } from './markov-diary.js';
import { record, schedulesOf } from './schedules.js';
import type { Tiles } from './tiles.js';

/** Exploration and preferential return with the published parameters, on the training places. */
function eprGenerator(
  declared: Omit<Generator, 'fit'>,
  walk: (tiles: Tiles, options: EprOptions) => Trajectories,
): Generator {
  return {
    ...declared,
    fit(train) {
      const schedules = schedulesOf(declared.name, train);
      return {
        generate: (options) =>
          record(walk(schedules.tiles, { start: schedules.start, ...options }), schedules, options),
      };
    },
  };
}

export const eprModel = eprGenerator(
  {
    name: 'epr',
    title: 'exploration and preferential return',
    keeps: 'positions of places, but not their popularity, visiting times or homes',
    source: 'C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760',
  },
  epr,
);

export const spatialEprModel = eprGenerator(
  {
    name: 's-epr',
    title: 'spatial EPR',
    keeps: 'positions of places, but not their popularity, visiting times or homes',
    source: 'L. Pappalardo et al. (2015), Returners and explorers dichotomy in human mobility, doi:10.1038/ncomms9166',
  },
  spatialEpr,
);

export const densityEprModel = eprGenerator(
  {
    name: 'd-epr',
    title: 'density EPR',
    keeps: 'positions of places and how often they are visited, but not visiting times or homes',
    source:
      'L. Pappalardo, S. Rinzivillo, F. Simini (2016), Human mobility modelling: exploration and preferential return ' +
      'meet the gravity model, doi:10.1016/j.procs.2016.04.188',
  },
  densityEpr,
);

export const ditrasModel: Generator = {
  name: 'ditras',
  title: 'DITRAS: Markov diary and density EPR',
  keeps:
    'positions of places, how often they are visited, and when people are at home, but not which places the same people visit',
  source:
    'L. Pappalardo, F. Simini (2018), Data-driven generation of spatio-temporal routines in human mobility, ' +
    'doi:10.1007/s10618-017-0548-4',
  fit(train) {
    const schedules = schedulesOf('ditras', train);
    const diary = fitMarkovDiary(hourlyPlaces(train));
    return {
      generate: (options) =>
        record(ditras(schedules.tiles, diary, { start: schedules.start, ...options }), schedules, options),
    };
  },
};

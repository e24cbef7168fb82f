import { densityEprModel, ditrasModel, eprModel, spatialEprModel } from './fitted-epr.js';
import type { Generator } from './generator.js';
import { frequencyModel, markov2Model, markovByHourModel, markovByPersonModel, markovModel } from './markov.js';
import { nobodyMovesModel } from './nobody-moves.js';
import { resampledPeopleModel } from './resampled-people.js';

/** Every model that can be fitted to trajectories: one line here adds it to commands, reports and the shared tests. */
export const generators: readonly Generator[] = [
  densityEprModel,
  ditrasModel,
  markovModel,
  markov2Model,
  markovByHourModel,
  markovByPersonModel,
  frequencyModel,
  eprModel,
  spatialEprModel,
  resampledPeopleModel,
  nobodyMovesModel,
];

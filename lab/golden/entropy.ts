import * as mobility from '@itinera/mobility';
import type { Adapter } from './adapter.js';

/** A person whose rows are the places of a sequence. */
function personAt(sequence: readonly number[]): mobility.Trajectories {
  return mobility.fromColumns({
    uids: sequence.map(() => 1),
    times: sequence.map((_, i) => i),
    lons: sequence.map(() => 0),
    lats: sequence.map(() => 0),
    places: sequence,
  });
}

export const adapter: Adapter = ({ sequence, lambda, lambda_sum, adopted }, check) => {
  const lambdas = mobility.lempelZivLambdas(sequence);
  if (lambda) check.same('lambda', lambdas, lambda);
  if (lambda_sum !== undefined)
    check.same(
      'sum of lambda',
      lambdas.reduce((a, b) => a + b, 0),
      lambda_sum,
    );
  const person = personAt(sequence);
  const values: Record<string, Float64Array> = {
    random_entropy: mobility.randomEntropy(person),
    uncorrelated_entropy: mobility.uncorrelatedEntropy(person),
    real_entropy: mobility.realEntropy(person),
    predictability: mobility.predictability(person),
    predictability_uncorrelated: mobility.predictability(person, { of: 'uncorrelated' }),
    predictability_random: mobility.predictability(person, { of: 'random' }),
  };
  for (const [name, expected] of Object.entries(adopted)) {
    // Nobody has no value; the file says NaN.
    const [value = Number.NaN] = values[name] ?? [];
    check.same(name, value, expected, 'similarity');
  }
};

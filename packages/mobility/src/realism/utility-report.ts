import { Random } from '@itinera/base';
import { selectPeople } from '../select-rows.js';
import type { Trajectories } from '../trajectories.js';
import { nextPlace } from '../utility/next-place.js';
import { shuffle } from './groups.js';
import type { NotComputed, UtilityReport } from './report.js';

const SEEN =
  'A generator trained on these people knows their places, an advantage over the other half of the real people: for a fair comparison, pass --held-out FILE with people on whom it was not trained.';

/**
 * The accuracy of a next-place predictor trained on generated people, compared with one trained on as many real people.
 * Tested on the holdout, else on half of the real people while the other half trains.
 */
export function utilityOf(
  sets: { real: Trajectories; generated: Trajectories; train?: Trajectories; holdout?: Trajectories },
  seed: number,
): UtilityReport | NotComputed {
  const { real, generated, train, holdout } = sets;
  if (holdout) {
    return {
      trainedOnGenerated: nextPlace(generated, holdout),
      trainedOnReal: nextPlace(train ?? real, holdout),
      testedOn: 'holdout',
      doubt: null,
    };
  }
  if (real.people.length < 2) return { notComputed: 'one real person cannot be split into training and test' };
  const order = Uint32Array.from({ length: real.people.length }, (_, i) => i);
  shuffle(order, new Random(seed, 5));
  const middle = order.length >> 1;
  const test = selectPeople(real, order.slice(middle).sort());
  return {
    trainedOnGenerated: nextPlace(generated, test),
    trainedOnReal: nextPlace(selectPeople(real, order.slice(0, middle).sort()), test),
    testedOn: 'half of the real people',
    doubt: SEEN,
  };
}

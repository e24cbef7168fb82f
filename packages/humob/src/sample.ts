import { predictSteps } from './predict.js';
import { StepTable } from './step-table.js';
import { synthesize } from './synth.js';
import { groupByPerson, type StepTrajectories } from './trajectories.js';

const USERS = 200;
const DAYS = 75;
/** As in the challenge: 60 days for training, 15 to predict. */
const FIRST_TARGET_DAY = 60;
const SEED = 1;

/** The bundled sample: SYNTHETIC people, and their last 15 days as weekday-slot-mode predicts them from the first 60. */
export function sampleTrajectories(): { readonly predicted: StepTrajectories; readonly truth: StepTrajectories } {
  const past = new StepTable();
  const future = new StepTable();
  synthesize({ users: USERS, days: DAYS, seed: SEED }, (uid, d, t, x, y) => {
    const side = d < FIRST_TARGET_DAY ? past : future;
    side.push(uid, d, t, x, y, side.length + 1);
  });
  const group = (name: string, steps: StepTable) => groupByPerson({ path: `the sample’s ${name}`, columns: 5, steps });
  const truth = group('truth', future);
  const { steps } = predictSteps(group('past', past), truth, 'weekday-slot-mode');
  return { predicted: group('prediction', steps), truth };
}

import { closeness, fromRows, membershipInference, reidentificationRisk, unicity } from '@itinera/mobility';
import type { Adapter, Check, GoldenCase } from './adapter.js';

function attacks(golden: GoldenCase, check: Check): void {
  const { user, time, lon, lat } = golden;
  const people = fromRows(user.map((uid: number, i: number) => ({ uid, time: time[i], lon: lon[i], lat: lat[i] })));
  for (const { attack, k, precision_seconds, tolerance, adopted } of golden.attacks) {
    const settings = {
      ...(k && { k }),
      ...(precision_seconds && { precision: precision_seconds }),
      ...(tolerance && { tolerance }),
    };
    const name = [attack, k, precision_seconds, tolerance].filter((part) => part !== undefined).join(' ');
    check.same(name, reidentificationRisk(people, { attack, ...settings }).risks, adopted, 'similarity');
  }
  const { unit_seconds: unit, share_of_point_sets_that_single_out_the_user: shares } = golden.unicity;
  for (const [points, expected] of Object.entries(shares)) {
    const options = { points: Number(points), unit, maxSets: Infinity };
    check.same(`unicity ${points}`, unicity(people, options).byPerson, expected, 'similarity');
  }
}

function closeTo({ train, holdout, generated, adopted }: GoldenCase, check: Check): void {
  const got = closeness({ train, holdout, generated });
  const byGenerated = generated.map((_: unknown, i: number) => ({
    dcr: got.dcr[i],
    nndr: got.nndr[i],
    dcr_holdout: got.dcrHoldout[i],
  }));
  const values: Record<string, unknown> = {
    by_generated: byGenerated,
    exact_copy_share: got.exactCopyShare,
    distinct_share: got.distinctShare,
    share_closer_to_train_than_holdout: got.shareCloserToTrain,
    overlap_ratio_mean: got.overlap,
    membership_auc: got.membership.auc,
  };
  for (const [name, expected] of Object.entries(adopted)) {
    if (name === 'distance') check.same(name, 'share of positions that differ', expected);
    else if (name in values) check.same(name, values[name], expected, 'similarity');
    else check.skip(`no rule for ${name}`);
  }
}

function scores({ members, non_members, adopted }: GoldenCase, check: Check): void {
  const { auc, tprAtFpr10, tprAtFpr1, advantage } = membershipInference(members, non_members);
  const got = { auc, 'tpr_at_fpr_0.1': tprAtFpr10, 'tpr_at_fpr_0.01': tprAtFpr1, advantage };
  check.same('scores', got, adopted, 'similarity');
}

/** Attacks, closeness to training data and membership scores, by the adopted rules. */
export const adapter: Adapter = (golden, check) => {
  const rule = { attack: attacks, closeness: closeTo, scores }[golden.kind as string];
  if (rule) rule(golden, check);
  else check.skip(`no rule for the kind ${golden.kind}`);
};

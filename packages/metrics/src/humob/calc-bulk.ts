import { pairwiseMean } from '../geobleu/pairwise-mean.js';
import { scoreUser, type UserOptions } from './calc-user.js';
import { createDayScorer } from './create-day-scorer.js';
import { type Rules, rulesOrNotice } from './rules.js';
import { requireList, requireSteps, type Step } from './steps.js';

/** Steps by uid, in ascending order of uid. */
function groupByUser(steps: readonly Step[], name: string, caller: string): Map<number, Step[]> {
  const users = new Map<number, Step[]>();
  for (const step of steps) {
    if (step.length !== 5) {
      const values = `${Array.from(step).join(', ')}${step.length === 1 ? ',' : ''}`;
      throw new RangeError(
        `Each trajectory point must have 5 elements (uid, d, t, x, y), but got ${step.length}: (${values})`,
      );
    }
    const uid = step[0];
    if (!Number.isFinite(uid)) throw new TypeError(`${caller}: ${name} holds the uid ${String(uid)}.`);
    const own = users.get(uid);
    if (own) own.push(step);
    else users.set(uid, [step]);
  }
  return new Map([...users].sort(([a], [b]) => a - b));
}

function scoreUsers(
  metric: 'geobleu' | 'dtw',
  generated: readonly Step[],
  reference: readonly Step[],
  rules: Rules,
  caller: string,
): number {
  const scorer = createDayScorer({ rules });
  for (const [list, name] of [
    [generated, 'generated'],
    [reference, 'reference'],
  ] as const) {
    requireList(list, name, caller);
    requireSteps(list, name, caller);
  }
  const generatedUsers = groupByUser(generated, 'generated', caller);
  const referenceUsers = groupByUser(reference, 'reference', caller);
  if (
    generatedUsers.size !== referenceUsers.size ||
    [...generatedUsers.keys()].some((uid) => !referenceUsers.has(uid))
  ) {
    const generatedName = metric === 'geobleu' ? 'sys (prediction)' : 'sys';
    throw new RangeError(`The sets of uid's don't match between ${generatedName} and ans.`);
  }
  const scores = Float64Array.from(generatedUsers, ([uid, steps]) =>
    scoreUser(metric, steps, referenceUsers.get(uid)!, scorer, caller),
  );
  return pairwiseMean(scores);
}

/**
 * GEO-BLEU of many users: the mean of {@link calcGeobleuSingle} over users, added in order of uid.
 *
 * @param generated, reference steps (uid, d, t, x, y); users in any order, each user's steps in the same order in both
 * @returns 0 to 1, higher is better; NaN without steps
 * @throws RangeError unless steps have 5 columns and both sets of users are equal, and as {@link calcGeobleuSingle}
 * @example
 * ```ts
 * calcGeobleuBulk([[7, 60, 12, 84, 88]], [[7, 60, 12, 82, 93]], { rules: 'humob2023' }); // 0.0677059
 * ```
 */
export function calcGeobleuBulk(
  generated: readonly Step[],
  reference: readonly Step[],
  { rules }: UserOptions = {},
): number {
  return scoreUsers('geobleu', generated, reference, rulesOrNotice(rules, generated), 'calcGeobleuBulk');
}

/**
 * Dynamic time warping of many users: the mean of {@link calcDtwSingle} over users, added in order of uid.
 *
 * @param generated, reference as for {@link calcGeobleuBulk}
 * @returns km, 0 or more, lower is better; NaN without steps
 * @throws as {@link calcGeobleuBulk} does
 * @example
 * ```ts
 * calcDtwBulk([[7, 60, 12, 84, 88]], [[7, 60, 12, 82, 93]], { rules: 'humob2023' }); // 2.69258
 * ```
 */
export function calcDtwBulk(
  generated: readonly Step[],
  reference: readonly Step[],
  { rules }: UserOptions = {},
): number {
  return scoreUsers('dtw', generated, reference, rulesOrNotice(rules, generated), 'calcDtwBulk');
}

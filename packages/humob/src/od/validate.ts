import { type ProblemGroup, Problems } from '../validate.js';
import type { FlowFile } from './flow-file.js';
import { runOfficialCheck } from './official.js';
import { BOX, daysSince1970, isPairInBox, OD_RULES, OUTSIDE, PLACES, positionOf, SUBMISSION_DAYS } from './rules.js';
import type { OdDay } from './scan-day.js';
import { packingOf } from './tsv.js';

export interface OdValidation {
  readonly rules: typeof OD_RULES;
  /** Whether the organisers' validator accepts the file. */
  readonly accepted: boolean;
  /** Its output: the first fault, lines counted from 0. */
  readonly verdict: string;
  /** Every line that it rejects, not only the first; lines counted from 1. */
  readonly problems: readonly ProblemGroup[];
  /** Accepted input that may be unintended. */
  readonly warnings: readonly ProblemGroup[];
  readonly days: number;
  readonly flows: number;
}

const PASSED = 'Validation passed!';
const REQUIRED = new Set(SUBMISSION_DAYS);

/**
 * The verdict of the organisers' validator on a submission of 2026, and warnings of what it does not check.
 *
 * @param options - `examples`: shown of each kind; default 10
 * @throws UserError if the file exceeds the limits
 */
export function checkOdSubmission(
  file: FlowFile,
  { examples = 10 }: { readonly examples?: number } = {},
): OdValidation {
  const problems = new Problems(examples);
  const warnings = new Problems(examples);
  const box = new BoxCheck();
  const dates = new Set<string>();
  let flows = 0;
  const { message, crash } = runOfficialCheck(file, {
    onFault: ({ index, date }, fault) => {
      dates.add(date);
      problems.add('line rejected', `line ${index + 1}: ${fault}`);
      box.addFault(fault);
    },
    onOddity: ({ index, date }, oddity, example) =>
      warnings.add(`${oddity}, which the organisers accept`, `line ${index + 1} (${date}): ${example}`),
    onLine: ({ index, date }, day) => {
      dates.add(date);
      if (day === undefined) {
        const what = Number.isNaN(daysSince1970(date))
          ? 'impossible date, ignored'
          : 'day that is not evaluated, ignored';
        warnings.add(what, `line ${index + 1}: ${date}`);
        return;
      }
      flows += day.pairs.length;
      box.add(day);
    },
  });
  const packing = packingOf(file);
  if (packing !== undefined) warnings.add('packed file', `the file is ${packing}; the organisers do not unpack it`);
  const missing = SUBMISSION_DAYS.filter((date) => !dates.has(date));
  if (missing.length < SUBMISSION_DAYS.length) for (const date of missing) problems.add('day missing', date);
  box.report(warnings);
  return {
    rules: OD_RULES,
    accepted: message === undefined && crash === undefined,
    verdict: message ?? (crash === undefined ? PASSED : `The organisers’ validator stops without a message: ${crash}`),
    problems: problems.groups(),
    warnings: warnings.groups(),
    days: [...dates].filter((date) => REQUIRED.has(date)).length,
    flows,
  };
}

/** Finds pairs that are not scored, and files whose cells are named x_y. */
class BoxCheck {
  #inside = 0;
  #outside = 0;
  #beyond = 0;
  readonly #seen = new Uint8Array(PLACES);

  add({ pairs }: OdDay): void {
    for (const pair of pairs) {
      if (isPairInBox(pair)) this.#inside++;
      else this.#outside++;
      this.#seen[Math.floor(pair / PLACES)] = 1;
      this.#seen[pair % PLACES] = 1;
    }
  }

  /** A latitude number that is valid only as a longitude number. */
  addFault(fault: string): void {
    const [, y, x] = /(\d{1,3})_(\d{1,3})\b.* outside the valid area/.exec(fault) ?? [];
    if (Number(y) > 70 && Number(y) <= 100 && Number(x) >= 1 && Number(x) <= 70) this.#beyond++;
  }

  report(warnings: Problems): void {
    const cells = Array.from({ length: OUTSIDE }, (_, cell) => positionOf(cell)).filter((_, cell) => this.#seen[cell]);
    const isTurned = ({ y, x }: (typeof cells)[number]) => y >= BOX.x[0] && x >= BOX.y[0] && x <= BOX.y[1];
    const isBoxTurned = cells.every(isTurned) && cells.some(({ y }) => y < BOX.y[0]);
    if (this.#beyond > 0 || isBoxTurned)
      warnings.add('x and y are probably swapped', 'cells are named y_x, latitude number first');
    if (this.#outside > 0 && this.#inside === 0)
      warnings.add('no pair is in the box of the evaluation', 'x 30 to 70 and y 35 to 70 are scored');
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compatValidateOd, observedRms, odFromRecord, scoreOd } from '@itinera/humob';
import type { Adapter, Check, GoldenCase } from './adapter.js';

const CLOSE = { absolute: 0, relative: 1e-12 };

/** The organisers' validator: verdict, output and exception. */
export const validator: Adapter = ({ text, base64, argv, expected: { official } }, check) => {
  const folder = mkdtempSync(join(tmpdir(), 'golden-od-'));
  try {
    const path = join(folder, 'submission.tsv');
    writeFileSync(path, base64 === undefined ? (text ?? '') : Buffer.from(base64, 'base64'));
    const args = (argv ?? ['FILE']).map((arg: string) => (arg === 'FILE' ? path : arg));
    const { stdout, exitCode, uncaught = null } = compatValidateOd(args);
    check.same('exit', exitCode, official.exit);
    check.same('stdout', stdout.replaceAll(path, 'FILE'), official.stdout);
    check.same('crash', uncaught, official.crash ?? null);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The teams whose scorers agree, and the field of each with the score. */
const TEAMS = ['yshunt', 'humob26', 'rpmlt'];

/**
 * The combined score of the three scorers that agree. Where one of them ends with an error and another returns a score,
 * ours must agree with one of them: it rejects everything that the organisers' validator rejects.
 */
export const score: Adapter = (golden, check) => {
  const answers = TEAMS.flatMap((team) => (golden.expected[team] ? [golden.expected[team]] : []));
  const truth = odFromRecord(numbersOf(golden.truth));
  let ours: ReturnType<typeof scoreOd>;
  try {
    ours = scoreOd(odFromRecord(golden.name.includes('in a string') ? golden.pred : numbersOf(golden.pred)), truth, {
      ...(golden.days && { days: golden.days }),
    });
  } catch (error) {
    check.holds(
      `is rejected as by at least one scorer: ${(error as Error).message}`,
      answers.some((answer) => answer.error),
    );
    return;
  }
  const scores = answers.filter((answer) => !answer.error);
  const agreed = scores.filter(({ combined }) => isNear(combined, ours.combined));
  // Where the spelling of a cell divides them, most count.
  check.holds('is scored by at least one scorer', agreed.length > 0 && 2 * agreed.length >= scores.length);
  for (const answer of agreed) sameScore(ours, answer, check);
  const { diagonal, offDiagonal } = observedRms(truth);
  check.same(
    'observed_rms',
    [diagonal, offDiagonal],
    [golden.observed_rms.rms_diag, golden.observed_rms.rms_off],
    CLOSE,
  );
};

function isNear(expected: number | string, actual: number): boolean {
  return Number(expected) === actual || Math.abs(Number(expected) - actual) <= 1e-12 * Math.abs(actual);
}

function sameScore(ours: ReturnType<typeof scoreOd>, answer: GoldenCase, check: Check): void {
  check.same('combined', ours.combined, answer.combined, CLOSE);
  check.same(
    'diagonal',
    [ours.diagonal, ours.offDiagonal],
    [answer.nrmse_diag ?? answer.diag, answer.nrmse_off ?? answer.nrmse_offdiag ?? answer.off],
    CLOSE,
  );
  for (const day of ours.days) {
    const { combined, parts } = answer.days?.[day.date] ?? {};
    if (combined === undefined) continue;
    check.same(`combined of ${day.date}`, day.combined, combined, CLOSE);
    const { onDiagonal: on, offTheDiagonal: off } = day;
    check.same(
      `parts of ${day.date}`,
      [on.hitError, on.missError, on.inventionError, off.hitError, off.missError, off.inventionError],
      [parts.hit_d, parts.miss_d, parts.extra_d, parts.hit_o, parts.miss_o, parts.extra_o],
      CLOSE,
    );
    check.same(
      `pairs of ${day.date}`,
      [on.hits + on.misses, off.hits + off.misses, on.hits + on.inventions, off.hits + off.inventions],
      [parts.n_diag_obs, parts.n_off_obs, parts.n_diag_pred, parts.n_off_pred],
    );
  }
}

/** JSON lacks NaN and infinity, which the cases write as strings. */
function numbersOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, held) =>
    held === 'NaN' || held === 'Infinity' || held === '-Infinity' ? Number(held) : held,
  );
}

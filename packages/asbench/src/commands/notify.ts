import type { TrialReport } from '@itinera/benchmarks';
import type { Command } from 'commander';
import type { Warn } from './config-file.js';
import { addressFault } from './option-values.js';

const TIMEOUT_MILLISECONDS = 10_000;

/** Ends the program if `--callback-url` is not a valid URL. Not an option parser, because the error of one repeats its value. */
export function checkCallback(command: Command, url: string | undefined): void {
  const fault = url === undefined ? null : addressFault(url);
  if (fault !== null) command.error(`--callback-url: ${fault}`);
}

/** Posts the outcome of runs to the notify URL. A server that does not answer causes a warning, not an error. */
export async function notify(url: string, reports: readonly TrialReport[], warn: Warn): Promise<void> {
  const runs = reports.map(({ run, expId, task, seed, stopped, scores }) => ({
    run,
    exp_id: expId,
    task,
    seed,
    status: stopped === null ? 'finished' : 'stopped',
    final_score: scores?.final_score ?? null,
  }));
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ runs }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (!response.ok) warn(`--callback-url answered ${response.status}, so it was not notified.`);
  } catch (error) {
    warn(`--callback-url cannot be reached (${(error as Error).message}), so it was not notified.`);
  }
}

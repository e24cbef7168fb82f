import {
  runsOfSweep,
  type Sweep,
  type SweepContext,
  type SweepPlan,
  type SweepRun,
  sumUpSweep,
} from '@itinera/benchmarks';
import { batchOfSweep, openQueue, waitForBatch } from '@itinera/pool';
import type { QueueOptions } from './queue-options.js';

/** Runs a plan on the workers of a queue, which continue when the user stops waiting. */
export async function sweepOnQueue(
  plan: SweepPlan,
  {
    home,
    signal,
    python,
    onRun,
    warn = () => {},
  }: SweepContext & { readonly home: string; readonly signal: AbortSignal },
  { queue: address, shares }: QueueOptions & { readonly queue: string },
): Promise<Sweep> {
  const batch = await batchOfSweep(plan, python, shares);
  const places = runsOfSweep(plan);
  const runs: SweepRun[] = [];
  const queue = await openQueue(address, warn);
  const folder = await waitForBatch(batch, queue, {
    home,
    signal,
    onOutcome: (number, outcome) => {
      const run =
        'error' in outcome ? { ...places[number]!, report: null, error: outcome.error } : (outcome.result as SweepRun);
      runs[number] = run;
      onRun?.(run, plan.cells[run.cell]!);
    },
  });
  await queue.close();
  folder?.remove();
  const stopped = folder === null ? 'Stopped waiting; the workers continue.' : null;
  return sumUpSweep(plan, Object.values(runs), stopped);
}

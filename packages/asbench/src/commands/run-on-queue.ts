import { UserError } from '@itinera/base';
import { batchOfRun, openQueue, waitForBatch } from '@itinera/pool';
import { PartFiles, type RunPlan } from '@itinera/run';
import {
  finishTrial,
  openDealt,
  partsProgress,
  type RunContext,
  startOrContinueRun,
  type TrialReport,
} from '@itinera/runner';
import { describePartsInShort } from './parts-table.js';
import { ProgressLine } from './progress-line.js';
import type { QueueOptions } from './queue-options.js';

const FAILURES_SHOWN = 5;
/** Number of polls per progress line; each poll reads the files of all parts. */
const POLLS_PER_LINE = 10;

/**
 * Runs the parts of a run on the workers of a queue, merges them and scores the run.
 * @throws UserError if several seeds are requested, the run cannot be divided, if parts fail, or if the user stops waiting for the workers.
 */
export async function runOnQueue(
  plan: RunPlan,
  context: RunContext & { readonly signal: AbortSignal },
  { queue: address, shares, repeat }: QueueOptions & { readonly queue: string; readonly repeat: number },
): Promise<TrialReport> {
  if (repeat > 1) throw new UserError('--queue runs one seed. For several seeds write a plan for asbench study sweep.');
  const { home, model, signal, onWarning = () => {} } = context;
  if (model?.replayPath !== undefined)
    throw new UserError('--queue: a replay runs in one process, since it calls no model. Omit --queue or --replay.');
  const { folder, manifest } = openDealt(plan, context, '--queue', shares);
  if (manifest.state !== 'finished') {
    const batch = await batchOfRun(folder, manifest, { shares, budget: model?.budget ?? {}, prices: model?.prices });
    const queue = await openQueue(address, onWarning);
    const files = new PartFiles(folder);
    const line = new ProgressLine();
    const failures = new Map<number, string>();
    let polls = 0;
    const done = await waitForBatch(batch, queue, {
      home,
      signal,
      onOutcome: (number, outcome) => 'error' in outcome && failures.set(number, outcome.error),
      onLook: () => {
        if (polls++ % POLLS_PER_LINE !== 0) return;
        const progress = partsProgress(manifest, files.states(), context.clock());
        line.show(describePartsInShort(progress), progress.peopleDone, progress.people);
      },
    });
    line.clear();
    await queue.close();
    if (done === null)
      throw new UserError(
        `${folder.name}: stopped waiting. Workers that run continue it; to start one: asbench runs worker --queue ${address}. Repeat the command to wait again.`,
      );
    if (failures.size > 0) throw new UserError(describeFailures(folder.name, batch.jobs, failures));
    done.remove();
  }
  return await finishTrial(startOrContinueRun(plan, context), plan, context);
}

function describeFailures(run: string, parts: number, failures: ReadonlyMap<number, string>): string {
  const lines = [...failures].slice(0, FAILURES_SHOWN).map(([number, error]) => `  part ${number + 1}: ${error}`);
  const more = failures.size > lines.length ? `\n  and ${failures.size - lines.length} more` : '';
  return `${run}: ${failures.size} of ${parts} parts failed.\n${lines.join('\n')}${more}\nRepeat the command to retry them.`;
}

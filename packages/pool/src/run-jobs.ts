import { join } from 'node:path';
import { UserError } from '@itinera/base';
import type { Budget, Prices } from '@itinera/engine';
import { RateBook } from '@itinera/engine';
import { groupsOf, RunFolder, type RunManifest, readManifest } from '@itinera/run';
import { isVouchedFor, modelsOf, notVouchedFor, type RunContext, reopenTrial, runPartOf } from '@itinera/runner';
import { z } from 'zod';
import { type Batch, sha256Of } from './batch-folder.js';
import { hashesOfFiles, requireFiles } from './checked-files.js';
import { JobGivenUp, type JobKind } from './job-kind.js';
import { withSlot } from './with-slot.js';

/** People per part without a language model: enough to be worth starting a thread. */
const PEOPLE_A_PART = 2048;
/** Parts per share with one: enough that a dead worker loses little, few enough that requests are always in flight. */
const PARTS_A_SHARE = 4;

const limit = z.number().positive().optional();
const schema = z.strictObject({
  run: z.string().regex(/^[\w.-]+$/),
  agent: z.string(),
  task: z.string().nullable(),
  shares: z.number().int().positive(),
  budget: z.strictObject({ maxCalls: limit, maxTokens: limit, maxCost: limit, maxSeconds: limit }),
  prices: z.record(z.string(), z.unknown()).optional(),
});

/** Runs the parts of a run, one per job. */
export const runJobs: JobKind = {
  describe({ what, jobs }, number) {
    return { run: schema.parse(what).run, part: `${number + 1}/${jobs}` };
  },
  async open({ what, files, jobs }, { home, threads, signal, warn, note, readModel }, batch) {
    const { run, agent, task, shares, budget, prices } = schema.parse(what);
    const folder = RunFolder.find(home, join(home, 'runs', run));
    if (agentOf(readManifest(folder)) !== agent)
      throw new UserError(`${run}: its agent has changed since the request, so it is not run.`);
    if (task !== null) await requireFiles(files, [task]);
    const { manifest, inputs } = await reopenTrial(folder, home, { warn, note });
    const named = manifest.configPath === null ? null : ({ use: 'configuration', file: manifest.configPath } as const);
    if (named && !isVouchedFor(home, named)) throw notVouchedFor(run, named, 'Start a new run.');
    const llm = named ? readModel(named.file) : undefined;
    const terms = { budget: budget as Budget, rates: new RateBook(), ...(prices && { prices: prices as Prices }) };
    const { setup, publicConfig } = modelsOf(llm, terms, process.env, warn);
    if (JSON.stringify(llmOf(publicConfig)) !== JSON.stringify(llmOf(manifest.config)))
      throw new UserError(`${manifest.configPath} has changed since the run began. Start a new run.`);
    const context: RunContext = {
      ...inputs,
      ...{ home, threads, model: setup, signal, onWarning: warn },
      clock: () => new Date(),
    };
    return async (number) => {
      const part = { number: number + 1, of: jobs };
      const end = await (setup === null
        ? runPartOf(folder, manifest, context, part)
        : withSlot(batch, shares, signal, (share) => runPartOf(folder, manifest, context, part, share)));
      if (end.stopped !== null && signal.aborted) throw new JobGivenUp();
      if (end.stopped !== null) throw new UserError(end.stopped);
      return { people: end.people };
    };
  },
};

/** The parts of a run that exists, as a batch. @param shares number of shares of the limits of its models */
export async function batchOfRun(
  folder: RunFolder,
  manifest: RunManifest,
  {
    shares,
    budget,
    prices,
  }: { readonly shares: number; readonly budget: Budget; readonly prices?: Prices | undefined },
): Promise<Batch> {
  const groups = groupsOf(manifest).length;
  const wanted = manifest.models.length > 0 ? shares * PARTS_A_SHARE : Math.ceil(manifest.people / PEOPLE_A_PART);
  const task = manifest.taskFile ?? null;
  return {
    kind: 'run',
    jobs: Math.min(groups, Math.max(shares * PARTS_A_SHARE, wanted)),
    files: await hashesOfFiles(task === null ? [] : [task]),
    what: { run: folder.name, agent: agentOf(manifest), task, shares, budget, ...(prices && { prices }) },
  };
}

/** One hash of a run's agent and all its files. */
function agentOf({ agent }: RunManifest): string {
  return sha256Of(JSON.stringify([agent.hash, agent.files ?? null]));
}

function llmOf(config: unknown): unknown {
  return (config as { llm?: unknown } | null)?.llm ?? null;
}

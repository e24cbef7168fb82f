import { join } from 'node:path';
import { modelsOf, type RunContext, reopenTrial, runPartOf } from '@itinera/benchmarks';
import type { Budget, Prices } from '@itinera/engine';
import { RateBook } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { groupsOf, RunFolder, type RunManifest, readManifest } from '@itinera/run';
import { z } from 'zod';
import { readConfig } from '../commands/config-file.js';
import { hashesOfFiles, requireFiles } from './checked-files.js';
import { type Order, sha256Of } from './order-folder.js';
import { UnitGivenUp, type UnitKind } from './unit-kind.js';
import { withSlot } from './with-slot.js';

/** People of a part, without a language model: enough to be worth a thread's start. */
const PEOPLE_A_PART = 2048;
/** Parts a share, with one: enough that a worker who dies leaves little, few enough that requests seldom run dry. */
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

/** Parts of a run, one a unit. */
export const runUnits: UnitKind = {
  async open({ what, files, units }, { home, threads, signal, warn, note }, order) {
    const { run, agent, task, shares, budget, prices } = schema.parse(what);
    const folder = RunFolder.find(home, join(home, 'runs', run));
    if (agentOf(readManifest(folder)) !== agent)
      throw new UserError(`${run}: its agent is not the one that was ordered, so it is not run.`);
    if (task !== null) await requireFiles(files, [task]);
    const trial = await reopenTrial(folder, home, { warn, note });
    const { manifest, city } = trial;
    const llm = manifest.configPath === null ? undefined : readConfig(manifest.configPath, warn).llm;
    const terms = { budget: budget as Budget, rates: new RateBook(), ...(prices && { prices: prices as Prices }) };
    const { setup, publicConfig } = modelsOf(llm, terms, process.env, warn);
    if (JSON.stringify(llmOf(publicConfig)) !== JSON.stringify(llmOf(manifest.config)))
      throw new UserError(`${manifest.configPath}: has changed since the run began. Order a new run.`);
    const context: RunContext = {
      ...{ home, threads, city, model: setup, signal, onWarning: warn },
      clock: () => new Date(),
    };
    return async (number) => {
      const part = { number: number + 1, of: units };
      const made = await (setup === null
        ? runPartOf(folder, trial, context, part)
        : withSlot(order, shares, signal, (share) => runPartOf(folder, trial, context, part, share)));
      if (made.stopped !== null && signal.aborted) throw new UnitGivenUp();
      if (made.stopped !== null) throw new UserError(made.stopped);
      return { people: made.people };
    };
  },
};

/** The order of a run that is there, in parts. @param shares in how many parts the limits of its models are shared out. */
export async function runOrder(
  folder: RunFolder,
  manifest: RunManifest,
  {
    shares,
    budget,
    prices,
  }: { readonly shares: number; readonly budget: Budget; readonly prices?: Prices | undefined },
): Promise<Order> {
  const groups = groupsOf(manifest).length;
  const wanted = manifest.models.length > 0 ? shares * PARTS_A_SHARE : Math.ceil(manifest.people / PEOPLE_A_PART);
  const task = manifest.taskFile ?? null;
  return {
    kind: 'run',
    units: Math.min(groups, Math.max(shares * PARTS_A_SHARE, wanted)),
    files: await hashesOfFiles(task === null ? [] : [task]),
    what: { run: folder.name, agent: agentOf(manifest), task, shares, budget, ...(prices && { prices }) },
  };
}

/** The agent of a run with all its files, in one hash. */
function agentOf({ agent }: RunManifest): string {
  return sha256Of(JSON.stringify([agent.hash, agent.files ?? null]));
}

function llmOf(config: unknown): unknown {
  return (config as { llm?: unknown } | null)?.llm ?? null;
}

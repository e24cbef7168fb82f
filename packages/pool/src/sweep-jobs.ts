import { existsSync } from 'node:fs';
import { UserError } from '@itinera/base';
import { RateBook } from '@itinera/engine';
import { makeSweepRun, runsOfSweep, type SweepPlan } from '@itinera/studies';
import { z } from 'zod';
import type { Batch } from './batch-folder.js';
import { hashesOfFiles, requireFiles } from './checked-files.js';
import { JobGivenUp, type JobKind } from './job-kind.js';
import { withSlot } from './with-slot.js';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const cell = z.strictObject({
  agent: z.string(),
  model: z.string().nullable(),
  map: z.string().nullable(),
  params: z.record(z.string(), value),
  sampling: z.record(z.string(), value).optional(),
});
const schema = z.strictObject({
  plan: z.strictObject({
    task: z.string(),
    cells: z.array(cell),
    seeds: z.array(z.number()),
    terms: z.record(z.string(), z.unknown()),
  }),
  python: z.string().optional(),
  shares: z.number().int().positive(),
});

/** Runs a sweep, one run per job. */
export const sweepJobs: JobKind = {
  describe({ what }, number) {
    const plan = schema.parse(what).plan as SweepPlan;
    const { cell, seed } = runsOfSweep(plan)[number]!;
    const { agent, model, map, params } = plan.cells[cell]!;
    return {
      ...{ task: plan.task, agent, seed },
      ...(model !== null && { model }),
      ...(map !== null && { map }),
      ...(Object.keys(params).length > 0 && { params: JSON.stringify(params) }),
    };
  },
  async open({ what, files }, { home, threads, signal, warn, note, readModel }, folder) {
    const { plan: asRead, python, shares } = schema.parse(what);
    const plan = asRead as SweepPlan;
    const rates = new RateBook();
    await requireFiles(files, filesOf(plan));
    return async (number) => {
      const { cell } = runsOfSweep(plan)[number]!;
      const { agent, model } = plan.cells[cell]!;
      await requireFiles(files, [agent, model].filter((path) => path !== null && path in files) as string[]);
      const context = {
        ...{ home, threads, signal, warn, note, rates },
        ...(python !== undefined && { python }),
        clock: () => new Date(),
        readModel,
      };
      const run = await (model === null
        ? makeSweepRun(plan, number, context)
        : withSlot(folder, shares, signal, (share) => makeSweepRun(plan, number, { ...context, share })));
      if (run.report?.stopped != null && signal.aborted) throw new JobGivenUp();
      if (run.report?.stopped != null) throw new UserError(run.report.stopped);
      return run;
    };
  },
};

/** The runs of a plan, as a batch. @param shares number of shares of the limits of models */
export async function batchOfSweep(plan: SweepPlan, python: string | undefined, shares: number): Promise<Batch> {
  const files = await hashesOfFiles(filesOf(plan));
  return { kind: 'sweep', jobs: runsOfSweep(plan).length, files, what: { plan, ...(python && { python }), shares } };
}

/** Code and configuration files of a plan. Built-in agents and tasks have none. */
function filesOf({ task, cells }: SweepPlan): string[] {
  const named = [task, ...cells.flatMap(({ agent, model }) => [agent, ...(model === null ? [] : [model])])];
  return [...new Set(named)].filter((path) => existsSync(path));
}

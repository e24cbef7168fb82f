import { existsSync } from 'node:fs';
import { makeSweepRun, runsOfSweep, type SweepPlan } from '@itinera/benchmarks';
import { RateBook } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { z } from 'zod';
import { readConfig } from '../commands/config-file.js';
import { hashesOfFiles, requireFiles } from './checked-files.js';
import type { Order } from './order-folder.js';
import { UnitGivenUp, type UnitKind } from './unit-kind.js';
import { withSlot } from './with-slot.js';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const cell = z.strictObject({
  agent: z.string(),
  model: z.string().nullable(),
  map: z.string().nullable(),
  params: z.record(z.string(), value),
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

/** Runs of a sweep, one a unit. */
export const sweepUnits: UnitKind = {
  async open({ what, files }, { home, threads, signal, warn, note }, folder) {
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
        readModel: (path: string) => readConfig(path, warn).llm,
      };
      const run = await (model === null
        ? makeSweepRun(plan, number, context)
        : withSlot(folder, shares, signal, (share) => makeSweepRun(plan, number, { ...context, share })));
      if (run.report?.stopped != null && signal.aborted) throw new UnitGivenUp();
      if (run.report?.stopped != null) throw new UserError(run.report.stopped);
      return run;
    };
  },
};

/** The order of such runs. @param shares in how many parts the limits of models are shared out. */
export async function sweepOrder(plan: SweepPlan, python: string | undefined, shares: number): Promise<Order> {
  const files = await hashesOfFiles(filesOf(plan));
  return { kind: 'sweep', units: runsOfSweep(plan).length, files, what: { plan, ...(python && { python }), shares } };
}

/** Code and configurations of a plan; what is built in has no file. */
function filesOf({ task, cells }: SweepPlan): string[] {
  const named = [task, ...cells.flatMap(({ agent, model }) => [agent, ...(model === null ? [] : [model])])];
  return [...new Set(named)].filter((path) => existsSync(path));
}

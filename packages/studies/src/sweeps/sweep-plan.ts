import { existsSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { describeIssue, didYouMean, furthestIssue, UserError } from '@itinera/base';
import type { Scenario } from '@itinera/city';
import type { ModelFaults } from '@itinera/engine';
import { parseScenario } from '@itinera/runner';
import { z } from 'zod';

const MOST_RUNS = 100_000;
const list = <T extends z.ZodType>(of: T) => z.union([of, z.array(of).min(1)]);
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const SAMPLING = ['temperature', 'max_tokens', 'top_p', 'seed', 'reasoning_effort'] as const;

const share = z.number().min(0).max(1);
const files = list(z.string().min(1)).meta({ id: 'files' });
const values = list(value).meta({ id: 'values' });
const conditionSchema = z.strictObject({
  name: z.string().min(1).max(80).describe('name in tables'),
  faults: z
    .strictObject({
      fail: share.optional().describe('share of requests that fail'),
      nonsense: share.optional().describe('share of answers that are nonsense'),
    })
    .optional()
    .describe('simulated faults of all models'),
  movement: z
    .strictObject({
      speedFactor: z.number().positive().max(10).describe('speed of cars as a share of the speed limit'),
    })
    .optional()
    .describe('movement settings that differ from the configuration'),
  scenario: z.record(z.string(), z.unknown()).optional().describe('a scenario, as in its file'),
});

/** The file of a sweep. */
export const sweepFile = z.strictObject({
  task: z.string().min(1).describe('task, or the path of a benchmark’s file'),
  agents: files.describe('agents: names of built-in ones, or files'),
  models: files.optional().describe('configuration files, each with the llm of a run'),
  maps: files.optional().describe('map files to use instead of that of the dataset'),
  relocate: z.boolean().optional().describe('move people whose places are not on a map to places of the same kind'),
  params: z.record(z.string(), values).optional().describe('parameters of the agents, each with the values to try'),
  sampling: z
    .partialRecord(z.enum(SAMPLING), values)
    .optional()
    .describe('settings of all models, such as temperature, each with the values to try'),
  conditions: z
    .array(conditionSchema)
    .min(1)
    .optional()
    .describe(
      'conditions under which each setup runs; the others are compared with the first, such as one without changes',
    ),
  seeds: z
    .union([z.number().int().positive().max(MOST_RUNS), z.array(z.number().int().nonnegative()).min(1)])
    .optional()
    .describe('number of seeds, counted from 1; or a list'),
  people: z.number().int().positive().optional().describe('number of people, the first of the profiles'),
  datasets: z.string().min(1).optional().describe('folder of the dataset or of all datasets'),
  demo: z.boolean().optional().describe('use SYNTHETIC demo data, even if the dataset is installed'),
  step_timeout: z.number().positive().optional().describe('time limit of a step of an agent, seconds'),
  congestion: z.enum(['off', 'bpr', 'queue']).optional().describe('congestion model'),
});

/** One setup of a sweep, run with every seed. */
export interface SweepCell {
  readonly agent: string;
  /** A configuration file; null without a language model. */
  readonly model: string | null;
  /** A map file; null for the dataset's own. */
  readonly map: string | null;
  readonly params: Readonly<Record<string, string | number | boolean | null>>;
  /** Settings that replace those of each model of the configuration; omitted without any. */
  readonly sampling?: SweepCell['params'];
  /** Omitted without conditions. */
  readonly condition?: SweepCondition | undefined;
}

/** What is different in the world or the models of a run. */
export interface SweepCondition {
  readonly name: string;
  readonly faults?: ModelFaults | undefined;
  readonly movement?: { readonly speedFactor: number } | undefined;
  readonly scenario?: Scenario | undefined;
}

/** The plan of a sweep: agents × models × maps × parameters, each with the same seeds. */
export interface SweepPlan {
  readonly task: string;
  readonly cells: readonly SweepCell[];
  readonly seeds: readonly number[];
  /** Settings of all runs. */
  readonly terms: {
    readonly relocate?: boolean;
    readonly people?: number;
    readonly datasets?: string;
    readonly demo?: boolean;
    readonly stepTimeoutSeconds?: number;
    readonly congestion?: 'off' | 'bpr' | 'queue';
  };
}

/**
 * Reads the plan of a sweep.
 * @param document as parsed from YAML or JSON
 * @param path of its file: paths in it are relative to its folder
 * @throws UserError when the plan is invalid or too large.
 */
export function parseSweepPlan(document: unknown, path: string): SweepPlan {
  const parsed = sweepFile.safeParse(document);
  if (!parsed.success) {
    const known = Object.keys(sweepFile.shape);
    if (document === null || document === undefined)
      throw new UserError(`${basename(path)} is empty. Expected keys and values: ${known.join(', ')}.`);
    const faults = parsed.error.issues.map((issue) => {
      const fault = furthestIssue(issue);
      const where = fault.path.join('.') || 'the plan';
      const isKey = issue.code === 'unrecognized_keys' && issue.path.length === 0;
      return isKey
        ? `unknown key "${issue.keys[0]}".${didYouMean(issue.keys[0]!, known) || ` Known keys: ${known.join(', ')}.`}`
        : `${where}: ${describeIssue(fault)}.`;
    });
    throw new UserError(`${basename(path)}: ${faults.join(' ')} Correct the plan.`);
  }
  const { task, agents, models, maps, params = {}, sampling, seeds = 1, conditions, ...rest } = parsed.data;
  if (sampling !== undefined && models === undefined)
    throw new UserError(`${basename(path)}: sampling requires models: the configuration files with the models.`);
  const here = (file: string) => resolve(dirname(path), file);
  // The name of a built-in agent or task is not a file.
  const fileOrName = (name: string) => (extname(name) === '' && !existsSync(here(name)) ? name : here(name));
  const grid = gridOf(params).flatMap((own) =>
    sampling === undefined
      ? [{ params: own }]
      : gridOf(sampling).map((settings) => ({ params: own, sampling: settings })),
  );
  const under: { condition?: SweepCondition }[] = conditions?.map(({ scenario, ...condition }) => ({
    condition: {
      ...condition,
      ...(scenario && { scenario: parseScenario({ name: condition.name, ...scenario }, path) }),
    },
  })) ?? [{}];
  const cells = listed(agents).flatMap((agent) =>
    listed(models ?? null).flatMap((model) =>
      listed(maps ?? null).flatMap((map) =>
        grid.flatMap((own) =>
          under.map((condition) => ({
            agent: fileOrName(agent),
            model: model === null ? null : here(model),
            map: map === null ? null : here(map),
            ...own,
            ...condition,
          })),
        ),
      ),
    ),
  );
  const numbers = typeof seeds === 'number' ? Array.from({ length: seeds }, (_, i) => i + 1) : [...new Set(seeds)];
  if (cells.length * numbers.length > MOST_RUNS)
    throw new UserError(
      `${basename(path)}: ${cells.length} setups with ${numbers.length} seeds are more than ${MOST_RUNS} runs. Remove some.`,
    );
  const { relocate, people, datasets, demo, step_timeout, congestion } = rest;
  const terms = {
    ...(relocate !== undefined && { relocate }),
    ...(people !== undefined && { people }),
    ...(datasets !== undefined && { datasets: here(datasets) }),
    ...(demo !== undefined && { demo }),
    ...(step_timeout !== undefined && { stepTimeoutSeconds: step_timeout }),
    ...(congestion !== undefined && { congestion }),
  };
  return { task: fileOrName(task), cells, seeds: numbers, terms };
}

type Value = z.infer<typeof value>;

/** All combinations of the values. */
function gridOf(values: Readonly<Record<string, Value | Value[]>>): SweepCell['params'][] {
  return Object.entries(values).reduce<SweepCell['params'][]>(
    (all, [name, own]) => all.flatMap((one) => listed(own).map((entry) => ({ ...one, [name]: entry }))),
    [{}],
  );
}

function listed<T>(one: T | readonly T[]): readonly T[] {
  return Array.isArray(one) ? one : [one as T];
}

/** Describes how a cell differs from the others of its plan. */
export function nameOfCell({ agent, model, map, params, sampling, condition }: SweepCell): string {
  const files = [agent, model, map].filter((file) => file !== null).map((file) => basename(file));
  const settings = Object.entries({ ...params, ...sampling }).map(([name, entry]) => `${name}=${entry}`);
  return [...files, ...settings, ...(condition === undefined ? [] : [condition.name])].join(' · ');
}

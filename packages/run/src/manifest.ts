import { UserError } from '@itinera/metrics';
import { z } from 'zod';
import type { RunFolder } from './run-folder.js';

const hash = z.string();

/** `run.json`: everything a run was asked to do, and what it was done with. Holds no keys. */
const manifestSchema = z.object({
  format: z.literal(1),
  task: z.string(),
  /** The file of a benchmark that is not in the box. */
  taskFile: z.string().optional(),
  /** Version of the benchmark. */
  taskVersion: z.string(),
  mode: z.enum(['test', 'inference']),
  seed: z.number().int(),
  people: z.number().int().positive(),
  agent: z.object({
    source: z.union([
      z.object({ builtIn: z.string() }),
      z.object({ file: z.string(), python: z.string() }),
      z.object({ file: z.string() }),
    ]),
    hash,
    params: z.record(z.string(), z.unknown()),
  }),
  dataset: z.object({
    folder: z.string(),
    hash,
    synthetic: z.boolean(),
    /** Seed of the move to another city; null when nobody was moved. */
    relocated: z.number().int().nullable(),
  }),
  /** The map, and its timetable where it has one. */
  map: z.object({ path: z.string(), hash, timetable: hash.optional() }),
  stepTimeoutSeconds: z.number().positive(),
  congestion: z.enum(['off', 'bpr', 'queue']),
  /** `step`: nobody began a step before everybody had ended the one before. */
  order: z.enum(['free', 'step']).default('free'),
  /** Models in use, such as `deepseek/deepseek-chat`. */
  models: z.array(z.string()),
  /** The configuration without its secrets, and the file that it came from. */
  config: z.unknown(),
  configPath: z.string().nullable(),
  tenantId: z.string(),
  official: z.boolean(),
  /** Made from all of the above: the same run has the same id. */
  expId: z.string(),
  versions: z.object({ itinera: z.string(), node: z.string() }),
  state: z.enum(['running', 'stopped', 'finished', 'failed']),
  error: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  /** Seconds that the simulation took, all sessions together. */
  seconds: z.number(),
});
export type RunManifest = z.infer<typeof manifestSchema>;

/** @throws UserError when `run.json` is damaged or of another version. */
export function readManifest(folder: RunFolder): RunManifest {
  let value: unknown;
  try {
    value = folder.readManifest();
  } catch (error) {
    throw new UserError(`${folder.name}/run.json: cannot be read: ${(error as Error).message}.`);
  }
  const { data, error } = manifestSchema.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new UserError(
    `${folder.name}/run.json: ${issue!.path.join('.')}: ${issue!.message}. It was written by another version, or by hand.`,
  );
}

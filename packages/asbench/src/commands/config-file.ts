import { basename } from 'node:path';
import { describeIssue, furthestIssue, nearest, printable, UserError } from '@itinera/base';
import { z } from 'zod';
import { readDocument } from '../documents/read-document.js';

const MAX_UNKNOWN_KEYS_SHOWN = 10;

/** Schema of a configuration file; the language models check `llm` themselves. */
export const configFile = z.strictObject({
  llm: z.unknown().optional(),
  movement: z.unknown().optional(),
  env: z
    .strictObject({
      db: z.unknown().describe('ignored: the leaderboard reads run folders'),
      home_dir: z.string().describe('folder of datasets and runs; --home-dir takes precedence'),
      s3: z.unknown().describe('ignored: runs are written to local folders'),
    })
    .partial()
    .optional()
    .describe('places, as in configurations of the original'),
  agents: z.unknown().describe('ignored: pass --agent and --people').optional(),
  exp: z.unknown().describe('ignored: pass --seed and --mode').optional(),
});
export type Config = z.infer<typeof configFile>;

/** Schema of the configuration file of an agent. */
export const agentFile = z.strictObject({
  agent_class: z.string().min(1).describe('file of the agent, relative to this one, or the name of a built-in agent'),
  number: z.number().int().positive().optional().describe('ignored, as by the original: pass --people'),
  agent_params: z.record(z.string(), z.unknown()).optional().describe('parameters that the agent declares'),
  blocks: z
    .record(z.string(), z.record(z.string(), z.unknown()).nullable())
    .nullish()
    .describe('parameters of its blocks, by the name of the block'),
});
export type AgentConfig = z.infer<typeof agentFile>;

export type Warn = (message: string) => void;

/** Reads a configuration (YAML or JSON). Ignores unknown keys with a warning that names the nearest known key. */
export function readConfig(path: string, warn: Warn): Config {
  const config = check(configFile, readDocument(path), basename(path), warn);
  for (const [key, instead] of [
    ['agents', '--agent and --people'],
    ['exp', '--seed and --mode'],
  ] as const)
    if (isOn(config[key])) warn(`${basename(path)}: ${key} is ignored: pass ${instead}.`);
  const { s3, db } = config.env ?? {};
  if (isOn(s3)) warn(`${basename(path)}: env.s3 is ignored: runs and results are written to local folders.`);
  if (isOn(db))
    warn(
      `${basename(path)}: env.db is ignored: the leaderboard reads run folders. To share one, share the home folder, or add homes with asbench runs leaderboard --also.`,
    );
  return config;
}

/** Whether a section of the configuration is present and enabled. */
function isOn(section: unknown): boolean {
  return section !== undefined && section !== null && (section as { enabled?: unknown }).enabled !== false;
}

/** Reads the configuration of an agent: `{agent_class, number, agent_params, blocks}`. */
export function readAgentConfig(path: string, warn: Warn): AgentConfig {
  return check(agentFile, readDocument(path), basename(path), warn);
}

function check<T extends z.ZodObject>(schema: T, value: unknown, name: string, warn: Warn): z.infer<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UserError(
      `${name}: expected keys and values (${Object.keys(schema.shape).join(', ')}), got ${value === null ? 'nothing' : Array.isArray(value) ? 'a list' : typeof value}.`,
    );
  const { data, error } = schema.safeParse(withoutUnknown(schema, value as Record<string, unknown>, name, '', warn));
  if (error === undefined) return data;
  const issue = furthestIssue(error.issues[0]!);
  throw new UserError(`${name}: ${issue.path.join('.') || 'the file'}: ${describeIssue(issue)}. Correct the file.`);
}

/** Removes the unknown keys of a value, with a warning for each. */
function withoutUnknown(
  schema: z.ZodObject,
  value: Record<string, unknown>,
  name: string,
  path: string,
  warn: Warn,
): Record<string, unknown> {
  const known = Object.keys(schema.shape);
  let unknown = 0;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (!known.includes(key)) {
      if (unknown++ < MAX_UNKNOWN_KEYS_SHOWN) {
        const near = nearest(key, known);
        const hint = near === null ? `Known keys: ${known.join(', ')}.` : `Did you mean "${path}${near}"?`;
        warn(`${name}: unknown key "${path}${printable(key)}" is ignored. ${hint}`);
      }
      return [];
    }
    const field = unwrapped(schema.shape[key] as z.ZodType);
    const nested = field instanceof z.ZodObject && typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return [
      [key, nested ? withoutUnknown(field, inner as Record<string, unknown>, name, `${path}${key}.`, warn) : inner],
    ];
  });
  if (unknown > MAX_UNKNOWN_KEYS_SHOWN)
    warn(`${name}: ${unknown - MAX_UNKNOWN_KEYS_SHOWN} more unknown keys are ignored.`);
  return Object.fromEntries(entries);
}

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

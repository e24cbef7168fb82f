import { basename } from 'node:path';

import { asUserError, beyondLimits, describeIssue, limitOf, nearest, printable, UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';

const MAX_ALIASES = 100;
/** A hundred nested levels: the parser recurses once per level. */
const TOO_DEEP = /(?:[-?][ \t]+){100}|(?:[[{]\s*){100}/;
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

/** Reads a YAML or JSON file of limited size. @throws UserError if it is invalid or too large. */
export function readDocument(path: string): unknown {
  const name = basename(path);
  let text: string;
  try {
    text = readWithin(path, limitOf('configBytes'))
      .toString()
      .replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw asUserError(error);
  }
  try {
    // Most of JSON is YAML too, but its own parser is faster and has no bad cases.
    return JSON.parse(text);
  } catch {
    return parseYaml(text, name);
  }
}

function parseYaml(text: string, name: string): unknown {
  // The parser takes quadratic time for some texts.
  const most = limitOf('yamlCharacters');
  if (text.length > most)
    throw beyondLimits(
      name,
      `has ${text.length} characters of YAML, but at most ${most} are read (JSON may be longer)`,
    );
  if (TOO_DEEP.test(text)) throw new UserError(`${name} is nested too deeply for a configuration.`);
  try {
    // Each pretty error of the parser would walk through the whole text.
    const lineCounter = new LineCounter();
    // It would compare each key with all others.
    const document = parseDocument(text, { prettyErrors: false, lineCounter, logLevel: 'error', uniqueKeys: false });
    const fault = document.errors[0] ?? costlyNode(document, name);
    if (fault?.message.includes('call stack')) throw new RangeError();
    if (fault) {
      const { line, col } = lineCounter.linePos(fault.pos[0]);
      const [variable] = /^\$\{\w+\}/.exec(text.slice(fault.pos[0] - 1)) ?? [];
      if (variable !== undefined)
        throw new UserError(`${name}, line ${line}: inside braces or brackets, quote the variable: "${variable}".`);
      if (fault.message.includes('multiple documents'))
        throw new UserError(`${name}, line ${line}: a second document begins ("---"). Put everything into one.`);
      throw new UserError(`${name}: ${fault.message} at line ${line}, column ${col}. Correct the file.`);
    }
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    // Throws if the value contains itself.
    JSON.stringify(value);
    return value;
  } catch (error) {
    if (error instanceof UserError) throw error;
    // The parser recurses once per level of the text.
    if (error instanceof RangeError) throw new UserError(`${name} is nested too deeply for a configuration.`);
    throw new UserError(`${name}: ${(error as Error).message.split('\n')[0]}. Remove such aliases.`);
  }
}

/** Returns the first duplicate key, or the first alias beyond the limit, because each alias is looked up in the whole document. */
function costlyNode(
  document: Document,
  name: string,
): { readonly message: string; readonly pos: readonly [number] } | undefined {
  let at: number | undefined;
  let aliases = 0;
  visit(document, {
    Alias() {
      if (++aliases > limitOf('yamlAliases'))
        throw beyondLimits(name, `has more than ${limitOf('yamlAliases')} aliases`);
    },
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) at = key.range?.[0] ?? 0;
        seen.add(key.value);
        if (at !== undefined) return visit.BREAK;
      }
      return undefined;
    },
  });
  return at === undefined ? undefined : { message: 'Map keys must be unique', pos: [at] };
}

function check<T extends z.ZodObject>(schema: T, value: unknown, name: string, warn: Warn): z.infer<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UserError(
      `${name}: expected keys and values (${Object.keys(schema.shape).join(', ')}), got ${value === null ? 'nothing' : Array.isArray(value) ? 'a list' : typeof value}.`,
    );
  const { data, error } = schema.safeParse(withoutUnknown(schema, value as Record<string, unknown>, name, '', warn));
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw new UserError(`${name}: ${issue!.path.join('.') || 'the file'}: ${describeIssue(issue!)}. Correct the file.`);
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

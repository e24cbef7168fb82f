import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

import { UserError } from '@itinera/metrics';
import { describeIssue, nearest, printable } from '@itinera/run';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

const MAX_BYTES = 1_000_000;
/** Of YAML, whose parser takes time with the square of some texts. */
const MAX_YAML_BYTES = 100_000;
const MAX_ALIASES = 100;
/** A hundred levels begun in a row; the parser would call itself as often. */
const TOO_DEEP = /(?:[-?][ \t]+){100}|(?:[[{]\s*){100}/;
const MAX_UNKNOWN_KEYS_SHOWN = 10;

/** What a configuration file may say; `llm` is checked by the language models themselves. */
const configSchema = z.strictObject({
  llm: z.unknown().optional(),
  env: z
    .strictObject({ db: z.unknown().optional(), home_dir: z.string().optional(), s3: z.unknown().optional() })
    .partial()
    .optional(),
});
export type Config = z.infer<typeof configSchema>;

/** What an agent's configuration file may say. */
const agentSchema = z.strictObject({
  /** A file, or the name of a built-in agent. */
  agent_class: z.string().min(1),
  /** Of the original, which simulates all people whatever it says. */
  number: z.number().int().positive().optional(),
  agent_params: z.record(z.string(), z.unknown()).optional(),
});
export type AgentConfig = z.infer<typeof agentSchema>;

export type Warn = (message: string) => void;

/** Reads a configuration (YAML or JSON). Unknown keys are said with the nearest known one, and ignored. */
export function readConfig(path: string, warn: Warn): Config {
  const config = check(configSchema, readDocument(path), basename(path), warn);
  const { s3, db } = config.env ?? {};
  if (isOn(s3)) warn(`${basename(path)}: env.s3 is not used: runs and results are written to folders of this machine.`);
  if (isOn(db))
    warn(
      `${basename(path)}: env.db is not used: the leaderboard reads run folders. To share one, share the home folder, or add homes with asbench leaderboard --also.`,
    );
  return config;
}

/** Whether a section of the original's configuration is there and not switched off. */
function isOn(section: unknown): boolean {
  return section !== undefined && section !== null && (section as { enabled?: unknown }).enabled !== false;
}

/** Reads an agent's configuration: `{agent_class, number, agent_params}`. */
export function readAgentConfig(path: string, warn: Warn): AgentConfig {
  return check(agentSchema, readDocument(path), basename(path), warn);
}

/** A YAML or JSON file as plain data, within bounds. @throws UserError when it is neither, or too large. */
export function readDocument(path: string): unknown {
  const name = basename(path);
  let text: string;
  try {
    text = readBounded(path, MAX_BYTES).replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code}). Check the path.`);
  }
  try {
    // Most of JSON is YAML too, but its own parser is faster and has no bad cases.
    return JSON.parse(text);
  } catch {
    return parseYaml(text, name);
  }
}

function readBounded(path: string, max: number): string {
  const { size } = statSync(path);
  if (size > max) throw new UserError(`${basename(path)}: is ${size} bytes large; a configuration has at most ${max}.`);
  return readFileSync(path, 'utf8');
}

function parseYaml(text: string, name: string): unknown {
  if (text.length > MAX_YAML_BYTES)
    throw new UserError(
      `${name}: is ${text.length} characters of YAML long; at most ${MAX_YAML_BYTES} are read. Write it as JSON.`,
    );
  if (TOO_DEEP.test(text)) throw new UserError(`${name}: is nested too deeply for a configuration.`);
  try {
    // The parser's own pretty errors each walk the text anew.
    const lineCounter = new LineCounter();
    const document = parseDocument(text, { prettyErrors: false, lineCounter, logLevel: 'error' });
    const [fault] = document.errors;
    if (fault?.message.includes('call stack')) throw new RangeError();
    if (fault) {
      const { line, col } = lineCounter.linePos(fault.pos[0]);
      throw new UserError(`${name}: ${fault.message} at line ${line}, column ${col}. Correct the file.`);
    }
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    // Throws when a part contains itself.
    JSON.stringify(value);
    return value;
  } catch (error) {
    if (error instanceof UserError) throw error;
    // The parser and what follows call themselves a level deeper for every level of the text.
    if (error instanceof RangeError) throw new UserError(`${name}: is nested too deeply for a configuration.`);
    throw new UserError(`${name}: ${(error as Error).message.split('\n')[0]}. Write it without such aliases.`);
  }
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

/** The value without the keys that its schema does not know, each of them said. */
function withoutUnknown(
  schema: z.ZodObject,
  value: Record<string, unknown>,
  name: string,
  path: string,
  warn: Warn,
): Record<string, unknown> {
  const known = Object.keys(schema.shape);
  let strangers = 0;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (!known.includes(key)) {
      if (strangers++ < MAX_UNKNOWN_KEYS_SHOWN) {
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
  if (strangers > MAX_UNKNOWN_KEYS_SHOWN)
    warn(`${name}: ${strangers - MAX_UNKNOWN_KEYS_SHOWN} more unknown keys are ignored.`);
  return Object.fromEntries(entries);
}

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

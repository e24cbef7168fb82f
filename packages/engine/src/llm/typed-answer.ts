import { printable } from '@itinera/base';
import { jsonrepair } from 'jsonrepair';
import { type ZodType, z } from 'zod';
import type { JsonSchema, Message } from './request.js';

/** A schema in the forms that a typed request requires. */
export interface AnswerSchema<T> {
  readonly json: JsonSchema;
  readonly validator: ZodType<T>;
  /** The instruction for the model. */
  readonly instruction: string;
}

const MAX_REPAIRED_LENGTH = 200_000;
const MAX_QUOTED_LENGTH = 4000;
const MAX_ISSUES = 5;
const MAX_PARTS = 20;
const prepared = new WeakMap<object, AnswerSchema<unknown>>();

/** @throws TypeError when the schema is from another copy of zod, or an invalid JSON Schema. */
export function answerSchema<T>(schema: ZodType<T> | JsonSchema): AnswerSchema<T> {
  const known = prepared.get(schema);
  if (known) return known as AnswerSchema<T>;
  const isZod = schema instanceof z.ZodType;
  if (!isZod && typeof (schema as { parse?: unknown }).parse === 'function') {
    throw new TypeError(
      "llm.request: this schema is from another copy of zod. Import it from here: import { z } from 'itinera'.",
    );
  }
  const json = isZod ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : schema;
  const { $schema: _, ...shown } = json as Record<string, unknown>;
  const made: AnswerSchema<T> = {
    json: shown,
    validator: isZod ? schema : (fromJsonSchema(schema) as ZodType<T>),
    instruction: `Answer with nothing but one JSON value that fits this JSON Schema:\n${JSON.stringify(shown)}`,
  };
  prepared.set(schema, made as AnswerSchema<unknown>);
  return made;
}

function fromJsonSchema(schema: JsonSchema): ZodType {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    throw new TypeError(`llm.request: the JSON Schema cannot be used: ${(error as Error).message}`);
  }
}

/** Returns the dialog with the instruction at the end of its last user message. */
export function withInstruction(dialog: readonly Message[], { instruction }: AnswerSchema<unknown>): Message[] {
  const last = dialog.at(-1);
  if (last?.role !== 'user' || typeof last.content !== 'string') {
    return [...dialog, { role: 'user', content: instruction }];
  }
  return [...dialog.slice(0, -1), { ...last, content: `${last.content}\n\n${instruction}` }];
}

/** Returns the dialog that asks the model to correct its answer. */
export function withCorrection(dialog: readonly Message[], answer: string, fault: string): Message[] {
  return [
    ...dialog,
    { role: 'assistant', content: answer.slice(0, MAX_QUOTED_LENGTH) },
    { role: 'user', content: `That does not fit: ${fault}. Answer again, with nothing but the JSON value.` },
  ];
}

/** Extracts a value from an answer and repairs common mistakes of models. */
export function readAnswer<T>(text: string, schema: AnswerSchema<T>): { value: T } | { fault: string } {
  let fault: string | null = null;
  for (const candidate of candidates(text)) {
    const parsed = schema.validator.safeParse(candidate);
    if (parsed.success) return { value: parsed.data };
    fault ??= parsed.error.issues
      .slice(0, MAX_ISSUES)
      .map(({ path, message }) => `${path.length > 0 ? `at ${path.join('.')}: ` : ''}${printable(message, 160)}`)
      .join('; ');
  }
  return { fault: fault ?? 'it contains no JSON' };
}

/** Yields the JSON values that the text may contain, most likely first: all of it, parts of it, and repaired parts. */
function* candidates(text: string): Generator<unknown> {
  const answer = text.replace(/^[\s\S]*<\/think>/, '').trim();
  const asIs = parse(answer);
  if (asIs !== undefined) {
    yield asIs;
    if (typeof asIs === 'string') yield parse(asIs);
    return;
  }
  const parts = bracketedParts(answer).slice(-MAX_PARTS).map(parse);
  // Models that think aloud give their answer last.
  yield* parts.filter((part) => part !== undefined).reverse();
  const start = answer.search(/[[{]/);
  if (start === -1) return;
  const end = Math.max(answer.lastIndexOf('}'), answer.lastIndexOf(']'));
  if (answer.length - start > MAX_REPAIRED_LENGTH) return;
  const fence = answer.indexOf('```', start);
  for (const piece of [answer.slice(start, fence > start ? fence : undefined), answer.slice(start, end + 1)]) {
    const repaired = repair(piece);
    if (repaired !== undefined) yield repaired;
  }
}

/** Returns the outermost bracketed parts of a text. */
function bracketedParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (inString) {
      if (sign === '\\') i++;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = depth > 0;
    else if (sign === '{' || sign === '[') {
      if (depth++ === 0) start = i;
    } else if ((sign === '}' || sign === ']') && depth > 0 && --depth === 0) parts.push(text.slice(start, i + 1));
  }
  return parts;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repair(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    // Not JSON at all, or nested so deeply that the stack ends.
    return undefined;
  }
}

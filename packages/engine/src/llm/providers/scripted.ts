import { createHash } from 'node:crypto';
import type { JsonSchema, Tool, WireRequest } from '../request.js';
import { estimateTokens } from '../tokens.js';
import type { Provider, ProviderKind } from './provider.js';

/** The answer to a request with neither a schema nor a tool. */
export const SCRIPTED_TEXT = 'This is a scripted answer; no language model was asked.';

/** Draws a number in [0, 1). */
type Draw = () => number;
const MAX_DEPTH = 12;

/**
 * A free stand-in for a model. Answers a typed request with a random value that fits the schema (one of its `examples`, if
 * any), a tool with a random call, and anything else with a fixed sentence. The same seed, person, sequence number and
 * prompt produce the same answer. For testing the machinery, never for results about models.
 */
export const scripted: ProviderKind = {
  baseUrl: '',
  isLocal: true,
  model: 'scripted',
  create: (_, { seed }) => createScripted(seed),
};

function createScripted(seed: number): Provider {
  return {
    label: 'scripted',
    async complete(request, { person, sequence, schema }) {
      const draw = drawsFrom(JSON.stringify([seed, person, sequence, request]));
      const tool = wantedTool(request);
      const content = tool ? null : schema ? JSON.stringify(sample(schema, schema, draw, 0)) : plainText(request);
      const toolCalls = tool
        ? [
            {
              id: 'scripted-0',
              type: 'function' as const,
              function: { name: tool.function.name, arguments: argumentsOf(tool, draw) },
            },
          ]
        : [];
      return {
        content,
        toolCalls,
        finishReason: tool ? 'tool_calls' : 'stop',
        inputTokens: estimateTokens(JSON.stringify(request.messages)),
        cachedInputTokens: 0,
        outputTokens: estimateTokens(content ?? toolCalls[0]!.function.arguments),
      };
    },
  };
}

function plainText(request: WireRequest): string {
  return request.response_format?.type === 'json_object' ? '{}' : SCRIPTED_TEXT;
}

function wantedTool({ tools, tool_choice }: WireRequest): Tool | null {
  if (!tools?.length || tool_choice === 'none') return null;
  const named = (tool_choice as { function?: { name?: string } } | undefined)?.function?.name;
  return tools.find((tool) => tool.function.name === named) ?? tools[0]!;
}

function argumentsOf(tool: Tool, draw: Draw): string {
  const schema = tool.function.parameters ?? {};
  return JSON.stringify(sample({ type: 'object', ...schema }, schema, draw, 0));
}

/** Draws a value that fits the part of JSON Schema that agents use: types, enums, bounds, alternatives, references. */
function sample(schema: JsonSchema, root: JsonSchema, draw: Draw, depth: number): unknown {
  if (depth > MAX_DEPTH) return null;
  const pick = (choices: readonly unknown[]): unknown => choices[Math.floor(draw() * choices.length)];
  const alternatives = [schema.anyOf, schema.oneOf, schema.allOf].find(isFullList);
  if (isFullList(schema.examples)) return pick(schema.examples);
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (isFullList(schema.enum)) return pick(schema.enum);
  if (typeof schema.$ref === 'string') return sample(resolve(schema.$ref, root), root, draw, depth + 1);
  if (alternatives) return sample(pick(alternatives) as JsonSchema, root, draw, depth + 1);
  switch (isFullList(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([key, property]) => [
          key,
          sample(property, root, draw, depth + 1),
        ]),
      );
    case 'array': {
      const least = Number(schema.minItems ?? 1);
      const length =
        least + Math.floor(draw() * (Math.min(Number(schema.maxItems ?? least + 2), least + 2) - least + 1));
      return Array.from({ length }, () => sample((schema.items ?? {}) as JsonSchema, root, draw, depth + 1));
    }
    case 'integer':
    case 'number': {
      const low = Number(schema.minimum ?? 0);
      const high = Math.min(Number(schema.maximum ?? low + 100), low + 1e9);
      const value = low + draw() * (high - low);
      return schema.type === 'integer' ? Math.round(value) : value;
    }
    case 'boolean':
      return draw() < 0.5;
    case 'null':
      return null;
    default:
      return 'scripted'.padEnd(Number(schema.minLength ?? 0), '.').slice(0, Number(schema.maxLength ?? 1000));
  }
}

function isFullList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function resolve(reference: string, root: JsonSchema): JsonSchema {
  let node: unknown = root;
  for (const key of reference.split('/').slice(1)) node = (node as Record<string, unknown> | undefined)?.[key];
  return (node ?? {}) as JsonSchema;
}

/** Returns a stream of draws from a hash of the text, eight 32-bit numbers per block. */
export function drawsFrom(text: string): Draw {
  let block = createHash('sha256').update(text).digest();
  let at = 0;
  return () => {
    if (at === 32) {
      block = createHash('sha256').update(block).digest();
      at = 0;
    }
    at += 4;
    return block.readUInt32LE(at - 4) / 2 ** 32;
  };
}

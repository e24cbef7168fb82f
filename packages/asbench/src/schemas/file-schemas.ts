import { movementJsonSchema } from '@itinera/city';
import { modelEntry } from '@itinera/engine';
import { scenarioJsonSchema } from '@itinera/runner';
import { sweepFile } from '@itinera/studies';
import { z } from 'zod';
import { agentFile, configFile } from '../commands/config-file.js';
import { surveyFile } from '../commands/diaries-read.js';
import { ELSEWHERE } from '../commands/movement-options.js';

type Json = Record<string, unknown>;

/** Adds what describes the file itself. */
const titled = (title: string, schema: Json): Json => {
  const { $schema, ...rest } = schema;
  return { $schema: $schema ?? 'http://json-schema.org/draft-07/schema#', title, ...rest };
};

/** @param schema of a file as it is written, before defaults and conversions */
const jsonSchema = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema: part }) => {
      // Addresses may be variables of the environment, as in ${NAME}.
      if (part.format === 'uri') delete part.format;
    },
  });

const withoutHead = ({ $schema: _, ...schema }: Json): Json => schema;

/** The section `movement` of a configuration: the settings of the city without those of a run. */
function movement(): Json {
  const { properties, ...rest } = movementJsonSchema() as { readonly properties: Json };
  const own = Object.entries(properties).filter(([name]) => !(name in ELSEWHERE));
  const speeds = { type: 'string', description: 'speed factors written by asbench traffic calibrate' };
  return { description: 'how people move', ...rest, properties: { ...Object.fromEntries(own), speeds } };
}

function config(): Json {
  const schema = jsonSchema(configFile);
  const { definitions, ...entry } = withoutHead(jsonSchema(modelEntry));
  const llm = {
    description: 'language models: one entry, or a list',
    anyOf: [{ type: 'array', items: { $ref: '#/definitions/model' }, minItems: 1 }, { $ref: '#/definitions/model' }],
  };
  return {
    ...schema,
    properties: { ...(schema.properties as Json), llm, movement: movement() },
    definitions: { ...(definitions as Json), model: entry },
  };
}

function sweep(): Json {
  const schema = jsonSchema(sweepFile) as { readonly properties: { readonly conditions: { readonly items: Json } } };
  const { conditions } = schema.properties;
  const { definitions, ...scenario } = withoutHead(scenarioJsonSchema());
  const { scenario: described } = conditions.items.properties as { readonly scenario: Json };
  const items = {
    ...conditions.items,
    properties: {
      ...(conditions.items.properties as Json),
      scenario: { description: described.description, ...scenario },
    },
  };
  return {
    ...schema,
    properties: { ...schema.properties, conditions: { ...conditions, items } },
    definitions: { ...((schema as Json).definitions as Json), ...(definitions as Json) },
  };
}

/** JSON schemas of the files that users write, by the name of their file in the folder `schemas`. */
export function fileSchemas(): Readonly<Record<string, Json>> {
  return {
    'config.json': titled('Configuration: language models, movement, home', config()),
    'agent.json': titled('Configuration of an agent', jsonSchema(agentFile)),
    'scenario.json': titled('Scenario: what changes in the city, for its people or in the day', scenarioJsonSchema()),
    'sweep.json': titled('Sweep: agents, models, maps and parameters, each with the same seeds', sweep()),
    'survey.json': titled('Layout of a travel survey', jsonSchema(surveyFile)),
  };
}

/** A schema as the text of its file: what fits on a line stands on one. */
export function schemaText(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  const isList = Array.isArray(value);
  if (indent.length + line.length <= 120 || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${inner}${isList ? '' : `${JSON.stringify(key)}: `}${schemaText(part, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { codeBlocks, root, textOf } from '../../../../test/pages.fixture.js';
import { schemaLine } from '../starts/copy-start.js';
import { fileSchemas } from './file-schemas.js';

const schemas = fileSchemas();
const folder = join(root, 'packages', 'asbench', 'schemas');
/** Whether an editor accepts a value. */
const accepts = (name: string, value: unknown) =>
  z.fromJSONSchema(schemas[name] as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).success;
const yamlOf = (page: string) =>
  codeBlocks(textOf(page)).flatMap(({ language, lines }) => (language === 'yaml' ? [parse(lines.join('\n'))] : []));

test('the schemas in the package are those of the parsers; to update them: npm run skill', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(schemas).sort());
  for (const [name, schema] of Object.entries(schemas))
    expect(JSON.parse(readFileSync(join(folder, name), 'utf8')), name).toEqual(JSON.parse(JSON.stringify(schema)));
});

test('every reference in a schema leads to a definition', () => {
  for (const [name, schema] of Object.entries(schemas))
    for (const [, path] of JSON.stringify(schema).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(
        path!.split('/').reduce((at: unknown, key) => (at as Record<string, unknown>)?.[key], schema),
        name,
      ).toBeDefined();
});

/** Calls back for each part of a schema with its place. */
function walk(value: unknown, visit: (part: Record<string, unknown>, at: string) => void, at = ''): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>, at);
  for (const [key, inner] of Object.entries(value)) walk(inner, visit, `${at}/${key}`);
}

test('every key has a description, which editors show', () => {
  const silent: string[] = [];
  for (const [name, schema] of Object.entries(schemas))
    walk(schema, (part, at) => {
      if (at.endsWith('/properties') && typeof part.type !== 'string')
        for (const [key, value] of Object.entries(part as Record<string, { description?: unknown }>))
          if (typeof value.description !== 'string') silent.push(`${name}${at}/${key}`);
    });
  expect(silent).toEqual([]);
});

test('no large part stands twice in a schema: it is a definition', () => {
  const twice: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const seen = new Set<string>();
    walk(schema, (part, at) => {
      const text = JSON.stringify(part);
      if (text.length > 250 && seen.has(text)) twice.push(`${name}${at}`);
      seen.add(text);
    });
  }
  expect(twice).toEqual([]);
});

test('what the pages and the starts show is accepted', () => {
  const scenarios = [...yamlOf('docs/scenarios.md'), ...yamlOf('docs/what-if.md')];
  expect(scenarios.length).toBeGreaterThan(3);
  for (const scenario of scenarios) expect(accepts('scenario.json', scenario), JSON.stringify(scenario)).toBe(true);
  const sweeps = yamlOf('docs/robustness.md').filter((value) => value.task);
  for (const sweep of [...sweeps, parse(textOf('examples/sweep.yaml'))])
    expect(accepts('sweep.json', sweep), JSON.stringify(sweep)).toBe(true);
  const [survey] = yamlOf('docs/diary-day.md').filter((value) => value.times);
  expect(accepts('survey.json', survey)).toBe(true);
  const configs = [...yamlOf('docs/language-models.md').filter((value) => value.llm)];
  expect(configs.length).toBeGreaterThan(0);
  for (const config of [...configs, parse(textOf('packages/asbench/starts/my-llm-agent.yml'))])
    expect(accepts('config.json', config), JSON.stringify(config)).toBe(true);
});

test('a misspelt key, a value out of range and a missing key are not accepted', () => {
  expect(accepts('scenario.json', { close: { roda: 'Main Street' } })).toBe(false);
  expect(accepts('scenario.json', { 'work-at-home': 20 })).toBe(false);
  expect(accepts('config.json', { llm: [{ provider: 'openai', temprature: 0 }] })).toBe(false);
  expect(accepts('config.json', { movement: { speedFactor: 9 } })).toBe(false);
  expect(accepts('config.json', { movement: { seed: 1 } })).toBe(false);
  expect(accepts('sweep.json', { task: 'DailyMobility' })).toBe(false);
  expect(accepts('survey.json', { times: 'hours', begins: 0, people: { household: 'H', person: 'P' } })).toBe(false);
  expect(accepts('agent.json', { agent_class: 'day-pattern', agent_parms: {} })).toBe(false);
});

test('the first line of a file names its schema by the way to it', () => {
  expect(schemaLine(join(root, 'packages', 'asbench', 'starts'), 'config.json')).toBe(
    '# yaml-language-server: $schema=../schemas/config.json',
  );
  expect(textOf('packages/asbench/starts/my-llm-agent.yml').split('\n')[0]).toBe(
    '# yaml-language-server: $schema=../schemas/config.json',
  );
});

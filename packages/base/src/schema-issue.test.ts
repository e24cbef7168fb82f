import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssue, furthestIssue } from './schema-issue.js';

const files = z.union([z.string(), z.array(z.string())]);

test.each<[z.ZodType, unknown, string]>([
  [z.object({ agents: files }), {}, 'agents: expected string, got nothing'],
  [z.object({ agents: files }), { agents: [1] }, 'agents.0: expected string, got number'],
  [z.union([z.union([z.number(), z.boolean()]), files]), null, ': expected number, got null'],
  [z.union([z.number(), z.boolean()], { error: 'expected a switch' }), '', ': expected a switch'],
  [z.object({ seed: z.number() }), { seed: '1' }, 'seed: expected number, got string'],
])('the complaint about a value with several forms is that of the form that fits furthest', (schema, value, said) => {
  const issue = furthestIssue(schema.safeParse(value).error!.issues[0]!);
  expect(`${issue.path.join('.')}: ${describeIssue(issue)}`).toBe(said);
});

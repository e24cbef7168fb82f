// Improves the tutorial's first agent through `asbench mcp`, as a coding assistant would: it calls nothing but tools.
// node examples/mcp/improve.mjs [folder] [people]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [folder = '.', people = '100'] = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const step = (number) => readFileSync(join(root, `examples/tutorial/step_${number}.py`), 'utf8');

/** What this client knows: the step of the tutorial that improves a quantity. Later steps contain the earlier ones. */
const REMEDIES = { jsd_intention_sequences: 2, jsd_intention_proportions: 3, jsd_daily_location_numbers: 4 };
const GOAL = 85;

const client = new Client({ name: 'improve', version: '1.0.0' });
const args = [join(root, 'packages/asbench/bin/asbench.js'), 'mcp', '--folder', folder];
await client.connect(new StdioClientTransport({ command: process.execPath, args }));
const call = async (name, given) => {
  const { isError, content, structuredContent } = await client.callTool(
    { name, arguments: given },
    { timeout: 600_000 },
  );
  if (isError) throw new Error(`${name}: ${content[0].text}`);
  return structuredContent;
};

const agent = 'my_agent.py';
let [number, last] = [1, null];
for (;;) {
  await call('new_agent', { agent, source: step(number), replace: true });
  const { run, scores } = await call('run', { agent, people: Number(people) });
  console.log(`${run}: ${scores.final_score.toFixed(2)} points`);
  if (last !== null) {
    const { low, high } = (await call('compare', { a: run, b: last })).documented.final_score;
    console.log(`  gained ${low.toFixed(1)} to ${high.toFixed(1)}`);
  }
  if (scores.final_score > GOAL) break;
  const { quantities } = await call('explain', { run });
  const costly = quantities.filter(({ key, points }) => points.of - points.got > 5 && REMEDIES[key] > number);
  if (costly.length === 0) throw new Error(`No remedy is left below ${GOAL} points.`);
  for (const { title, points } of costly) console.log(`  ${title}: ${(points.of - points.got).toFixed(1)} points lost`);
  number = Math.max(...costly.map(({ key }) => REMEDIES[key]));
  last = run;
}
await client.close();

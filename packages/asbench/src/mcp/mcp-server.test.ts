import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunManifest } from '@itinera/run';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifest } from '../../../run/src/manifest.fixture.js';
import { ConfinedFolder } from './confined-folder.js';
import { createMcpServer } from './mcp-server.js';
import type { CommandOutput, RunCommand } from './run-command.js';

const around = mkdtempSync(join(tmpdir(), 'asbench mcp '));
const inside = join(around, 'inside');
const outside = join(around, 'outside');
const runs = join(inside, '.agentsociety-benchmark', 'runs');
const KEY = 'sk-9f8e7d6c5b4a3210';

let client: Client;
let calls: (readonly string[])[] = [];
let next: Partial<CommandOutput> = {};

beforeAll(async () => {
  process.env.ITINERA_TEST_API_KEY = KEY;
  for (const folder of [runs, outside]) mkdirSync(folder, { recursive: true });
  for (const name of ['agent.py', 'a.yml', 'trips.csv']) writeFileSync(join(inside, name), 'x');
  writeFileSync(join(outside, 'agent.py'), 'x');
  symlinkSync(join(outside, 'agent.py'), join(inside, 'link.py'));
  symlinkSync(outside, join(inside, 'linked'));
  symlinkSync(join(outside, 'later.csv'), join(inside, 'later.csv'));
  mkdirSync(join(inside, 'folder'));
  symlinkSync(join(outside, 'agent.py'), join(inside, 'folder', 'agent.py'));
  const [server, ours] = InMemoryTransport.createLinkedPair();
  const run: RunCommand = async (words, _, onProgress) => {
    calls.push(words);
    for (const [text, done] of [
      [`reading ${join(inside, 'a.csv')}`, 1],
      ['a', 2],
      ['b', 1],
      ['b', 2],
    ] as const)
      onProgress({ text, done, total: 3 });
    return { status: 0, stdout: '[]', notes: '', ...next };
  };
  await createMcpServer(new ConfinedFolder(inside), '1.2.3', run).connect(server as never);
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(ours);
});
afterAll(async () => {
  delete process.env.ITINERA_TEST_API_KEY;
  await client.close();
  rmSync(around, { recursive: true });
});

/** Calls a tool whose command prints `output`. @returns the text of the answer, the words of its command, and the result */
async function call(name: string, given: Record<string, unknown>, output: Partial<CommandOutput> = {}) {
  [calls, next] = [[], output];
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: given });
  const texts = content.map((one) => (one as { readonly text: string }).text);
  return { isError, text: texts.join('\n'), words: calls[0]?.slice(2), structured: structuredContent as never };
}

/** A run in the home with this manifest. */
function runNamed(name: string, change: Partial<RunManifest> = {}): string {
  mkdirSync(join(runs, name));
  writeFileSync(join(runs, name, 'run.json'), JSON.stringify({ ...manifest, ...change }));
  return name;
}

test('every tool has a title, a description, and says whether it only reads', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(
    'build_map check_agent compare explain export_run list_runs list_tasks measure new_agent resume run score_humob table validate_humob verify'.split(
      ' ',
    ),
  );
  for (const { name, title, description, annotations, outputSchema } of tools) {
    expect(title!.length).toBeGreaterThan(5);
    expect(description).toMatch(/\.$/);
    expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), destructiveHint: expect.any(Boolean) });
    // The others answer with a text alone.
    const isText = ['new_agent', 'table', 'export_run'].includes(name);
    expect(outputSchema === undefined, name).toBe(isText);
  }
});

test('an argument has one name in all tools', async () => {
  const { tools } = await client.listTools();
  const names = new Set(tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})));
  expect([...names].sort().join(' ')).toBe(
    'a agent b bbox challenge config demo format generated input map max_calls max_cost max_time max_tokens name output people places prices real reference relocate replace reproduce run runs seed source table task threads train try year',
  );
});

const REPORT = { run: 'r', folder: 'r', task: 't', seed: 1, synthetic: true, stopped: null };
const REST = {
  scores: null,
  sums: null,
  says: ['An agent scores 5.'],
  warnings: ['No trips.'],
  problems: 2,
  calls: null,
};

test('an answer is given once: its data, and its warnings and sentences', async () => {
  const stdout = JSON.stringify({ ...REPORT, ...REST });
  const { text, structured } = await call('run', {}, { stdout, notes: 'Warning: No trips.\nA note.\n' });
  expect(text).toBe('SYNTHETIC data.\nNo trips.\nr: finished, 2 problems.\nAn agent scores 5.\nA note.');
  const { says: _, ...data } = REST;
  expect(structured).toEqual({ ...REPORT, ...data });
});

test('a client of a protocol without data receives them as text', async () => {
  const [server, ours] = InMemoryTransport.createLinkedPair();
  const run: RunCommand = async () => ({ status: 0, stdout: '[]', notes: '' });
  await createMcpServer(new ConfinedFolder(inside), '1.2.3', run).connect(server as never);
  const received: { result?: object }[] = [];
  ours.onmessage = (message) => void received.push(message as never);
  await ours.start();
  const info = { capabilities: {}, clientInfo: { name: 'old', version: '1' } };
  const ask = (id: number, method: string, params: object) =>
    ours.send({ jsonrpc: '2.0', id, method, params } as never);
  await ask(1, 'initialize', { protocolVersion: '2025-03-26', ...info });
  await ours.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await ask(2, 'tools/call', { name: 'list_tasks', arguments: {} });
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]!.result).toMatchObject({
    content: ['{"tasks":[]}', 'Tasks: .'].map((text) => ({ type: 'text', text })),
  });
});

test('compare states its verdict and which minus which', async () => {
  const plain = { says: ['B is better.'], a: 'A', b: 'B', sign: 'a minus b', synthetic: false, warnings: [], more: 1 };
  const names = ['c1', 'c2'].map((name) => runNamed(name));
  const { text, structured } = await call('compare', { a: names[0], b: names[1] }, { stdout: JSON.stringify(plain) });
  expect(text).toBe('B is better.');
  expect(structured).toMatchObject({ sign: 'a minus b' });
  expect(structured).not.toHaveProperty('says');
  const said = [[], ['close: 5 buses are diverted.']];
  const warnings = ['s2: close: 8 places are cut off.'];
  const simulated = { ...plain, said, warnings };
  const answer = await call('compare', { a: names[0], b: names[1] }, { stdout: JSON.stringify(simulated) });
  expect(answer.text).toBe(`${warnings[0]}\nB is better.\nclose: 5 buses are diverted.`);
  expect(answer.structured).toMatchObject({ said, warnings });
});

test('the text of synthetic data says so, once', async () => {
  const answer = { says: ['B is better.'], a: 'A', b: 'B', sign: 'a minus b', synthetic: true, warnings: [] };
  const names = ['s1', 's2'].map((name) => runNamed(name));
  const compared = async (given: object, notes = '') =>
    (await call('compare', { a: names[0], b: names[1] }, { stdout: JSON.stringify(given), notes })).text;
  expect(await compared(answer)).toBe('SYNTHETIC data.\nB is better.');
  expect(await compared(answer, 'SYNTHETIC people.')).toBe('B is better.\nSYNTHETIC people.');
  expect(await compared(answer, 'B is better\n')).toBe('SYNTHETIC data.\nB is better.');
});

test('runs of a home elsewhere have their names, and answers name them so', async () => {
  const home = join(around, 'home');
  const folder = join(home, 'runs', 'h1');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...manifest, map: { path: '', hash: '' } }));
  const [server, ours] = InMemoryTransport.createLinkedPair();
  const words: (readonly string[])[] = [];
  const run: RunCommand = async (line) => {
    words.push(line);
    return { status: 0, stdout: `Table of ${folder}`, notes: '' };
  };
  await createMcpServer(new ConfinedFolder(inside, home), '1.2.3', run).connect(server as never);
  const other = new Client({ name: 'test', version: '1.0.0' });
  await other.connect(ours);
  const table = (name: string) => other.callTool({ name: 'table', arguments: { runs: [name] } });
  expect((await table('h1')).content).toEqual([{ type: 'text', text: 'Table of h1' }]);
  expect(words[0]).toEqual(['--home-dir', home, 'study', 'table', '--format=markdown', '--', folder]);
  expect((await table(join(outside, 'agent.py'))).isError).toBe(true);
  expect(() => new ConfinedFolder(inside, join(around, 'nothing'))).toThrow('is not a folder');
  await other.close();
});

test('arguments become the words of a command, with absolute paths and none of them taken for an option', async () => {
  const report = { ...REPORT, folder: join(inside, 'r') };
  const stdout = JSON.stringify({ ...report, ...REST, more: 1 });
  const { words, structured } = await call('run', { agent: 'agent.py', people: 5, demo: true }, { stdout });
  const agent = join(inside, 'agent.py');
  expect(words).toEqual([
    'run',
    '--json',
    '--allow-problems',
    `--agent=${agent}`,
    '--people=5',
    '--demo',
    '--',
    'DailyMobility',
  ]);
  const { says: _, ...data } = REST;
  expect(structured).toEqual({ ...report, ...data, folder: 'r' });
  expect((await call('list_runs', { task: '--rebuild' })).words).toEqual([
    'runs',
    'leaderboard',
    '--json',
    '--',
    '--rebuild',
  ]);
});

test('an answer has numbers to seven digits, and whole numbers as they are', async () => {
  const sums = { trips: 3, km: -0.007621349330863336, lng: -157.85833 };
  const stdout = JSON.stringify({ ...REPORT, ...REST, seed: 1764352800123, sums });
  const { structured, text } = await call('run', { agent: 'agent.py' }, { stdout });
  expect(structured, text).toMatchObject({ seed: 1764352800123, sums: { trips: 3, km: -0.007621349, lng: -157.8583 } });
});

test.each([
  ['../outside/agent.py'],
  [join('..', 'inside', '..', 'outside', 'agent.py')],
  [join(outside, 'agent.py')],
  ['/etc/passwd.py'],
  ['link.py'],
  ['linked/agent.py'],
  ['agent.py/agent.py'],
  ['a\0.py'],
  [`${'a/'.repeat(240)}b.py`],
])('the agent %j is rejected, and no command runs', async (agent) => {
  const { isError, text, words } = await call('run', { agent });
  expect([isError, words]).toEqual([true, undefined]);
  expect(text).toMatch(/not a path inside the folder|does not exist in the folder|Input validation error/);
  expect(text).not.toContain(around);
});

test('outputs, folders with links that lead out, and a home elsewhere are rejected', async () => {
  const run = runNamed('r1');
  const export_ = (output: string) => call('export_run', { run, output });
  expect((await export_('later.csv')).text).toContain('not a path inside the folder');
  expect((await export_('linked/new.csv')).text).toContain('not a path inside the folder');
  expect((await call('measure', { real: 'folder', generated: 'trips.csv' })).text).toContain(
    'folder/agent.py is a link',
  );
  symlinkSync(outside, join(inside, '.agentsociety-benchmark', 'cache'));
  expect((await call('list_tasks', {})).text).toContain('not a path inside the folder');
  unlinkSync(join(inside, '.agentsociety-benchmark', 'cache'));
  expect((await call('list_tasks', {})).isError).toBe(false);
});

test('a run whose run.json names files outside the folder is not read', async () => {
  const run = runNamed('r2', { map: { path: join(outside, 'agent.py'), hash: '' } });
  await expect(call('measure', { real: join(runs, run), generated: 'trips.csv' })).resolves.toMatchObject({
    text: expect.stringContaining('outside the folder'),
  });
  const { text, words } = await call('explain', { run });
  expect(text).toContain('its run.json names agent.py outside the folder');
  expect(words).toBeUndefined();
});

test('a language model is never called without a limit, neither in a new run nor in one that is resumed', async () => {
  expect((await call('run', { config: 'a.yml', max_time: 5 })).text).toContain('Pass one of max_calls, max_tokens');
  const run = runNamed('r3', { models: ['a/b'] });
  expect((await call('resume', { run })).text).toContain('a limit is required');
  const { words } = await call('resume', { run, max_calls: 7 });
  expect(words).toEqual(['runs', 'resume', '--json', '--allow-problems', '--max-calls=7', '--', join(runs, run)]);
});

test('errors and notes contain neither keys nor paths elsewhere', async () => {
  const notes = `Error in ${outside}/agent.py and ${inside}/a/b.py with ${KEY} (https://example.org/a/b)\n    at /usr/lib/node/x.js:1\n`;
  const { isError, text } = await call('list_tasks', {}, { status: 70, stdout: '', notes });
  expect(isError).toBe(true);
  expect(text).toBe('Error in …/agent.py and a/b.py with [redacted] (https://example.org/a/b)\n    at …/x.js:1');
});

test('arguments of the wrong type, unknown arguments and unknown tools are reported', async () => {
  for (const given of [{ people: '5' }, { people: 1.5 }, { people: 1e300 }, { python: '/bin/sh' }, { agent: {} }])
    expect((await call('run', given)).text).toContain('Input validation error');
  await expect(call('format_disk', {})).rejects.toThrow('not found');
});

test('messages speak of arguments and tools, and say what is of a terminal', async () => {
  const notes = 'Finish it: asbench runs resume a-1 --max-calls 9, or asbench clone TASK.\n';
  const { text } = await call('run', {}, { status: 1, stdout: '', notes });
  expect(text).toBe(
    'Finish it: resume run: a-1 max_calls 9, or asbench clone TASK.\nFor a terminal, not arguments of this tool: asbench clone. Do without, or ask the user to run it there.',
  );
  const advice = 'Compare this one with your own data: asbench measure truth.csv simulation-1';
  const explained = {
    run: 'simulation-1',
    task: null,
    synthetic: false,
    invalid: [],
    warnings: [],
    score: null,
    summary: [advice],
  };
  const rest = { quantities: [], costliest_people: [], costliest_places: [] };
  const simulation = runNamed('simulation-1');
  expect((await call('explain', { run: simulation }, { stdout: JSON.stringify({ ...explained, ...rest }) })).text).toBe(
    'Compare this one with your own data: measure real: truth.csv, generated: simulation-1',
  );
  const map =
    'town.pb: this is a city map, not trajectories. Pass a run on it: the folder that asbench run or asbench simulate writes.\n';
  expect(
    (await call('measure', { real: 'trips.csv', generated: 'trips.csv' }, { status: 1, stdout: '', notes: map })).text,
  ).toBe(
    'town.pb: this is a city map, not trajectories. Pass a run on it: the folder that run or asbench simulate writes.\nFor a terminal, not arguments of this tool: asbench simulate. Do without, or ask the user to run it there.',
  );
  const agent = await call('run', { task: 'DailyMobility', agent: 'day-patern' });
  expect(agent.text).toContain('a built-in agent, such as day-pattern. Did you mean "day-pattern"?');
  const profile = await call('run', { task: 'DailyMobility', profile: 'both' });
  expect(profile.text).toContain('unknown argument "profile". Expected task, agent, people,');
  const missing = await call('validate_humob', { challenge: 'any', generated: 'trips.csv' });
  expect([missing.isError, missing.text]).toEqual([true, expect.stringContaining('reference')]);
  expect(missing.words).toBeUndefined();
});

test.each([
  ['measure', { generated: 'trips.csv' }, 'missing argument real.'],
  ['explain', { runn: 'a-1' }, 'missing argument run. unknown argument "runn". Did you mean "run"?'],
  ['explain', { run: '', format: 'x' }, 'run: is empty. unknown argument "format". Expected run.'],
  [
    'table',
    { runs: ['a'], format: 'latx' },
    'format: expected one of latex, markdown, csv, got "latx". Did you mean "latex"?',
  ],
  ['explain', { run: 'a', profile: 'both' }, 'unknown argument "profile". Expected run.'],
  ['list_tasks', { x: 1 }, 'unknown argument "x". Expected no arguments.'],
  ['run', { people: '3' }, 'people: expected a number, got "3".'],
  ['run', { people: 0, seed: 1.5 }, 'people: expected at least 1, got 0. seed: expected a whole number, got 1.5.'],
  ['table', { runs: ['a', 3] }, 'runs, value 2: expected a text, got 3.'],
  ['table', { runs: ['a'], format: 'md' }, 'format: expected one of latex, markdown, csv, got "md".'],
  ['new_agent', { agent: 'x.txt' }, 'agent: expected file to write, such as my_agent.py or my-agent.ts, got "x.txt".'],
  ['explain', { run: 'a'.repeat(501) }, 'run: expected at most 500 characters.'],
])('wrong arguments of %s %j are said in plain words', async (name, given, expected) => {
  const { isError, text, words } = await call(name, given);
  expect([isError, words]).toEqual([true, undefined]);
  expect(text).toBe(`Input validation error: Invalid arguments for tool ${name}: ${expected}`);
});

test('a result that is too large for a model is an error', async () => {
  const task = { name: 'a'.repeat(70_000), version: '', description: '', tags: [] };
  const { text } = await call('list_tasks', {}, { stdout: JSON.stringify([task]) });
  expect(text).toContain('The result is too large');
});

test('new_agent writes code as given and replaces a file only on request', async () => {
  const source = 'print("/usr/share/x")\n\n\n/a/b/c';
  const given = { agent: 'mine/own.py', source };
  expect((await call('new_agent', given)).text).toBe(`Wrote ${join('mine', 'own.py')}.`);
  expect(readFileSync(join(inside, 'mine', 'own.py'), 'utf8')).toBe(source);
  expect((await call('new_agent', given)).text).toContain('already exists');
  expect((await call('new_agent', { ...given, source: 'b', replace: true })).isError).toBe(false);
  expect((await call('new_agent', { agent: '../own.py', source })).text).toContain('not a path inside the folder');
  expect(readFileSync(join(inside, 'mine', 'own.py'), 'utf8')).toBe('b');
});

test('progress increases, also from one stage of the work to the next', async () => {
  const seen: number[] = [];
  const messages: unknown[] = [];
  next = {};
  const onprogress = ({ progress, message }: { readonly progress: number; readonly message?: string | undefined }) => {
    seen.push(progress);
    messages.push(message);
  };
  await client.callTool({ name: 'list_tasks', arguments: {} }, { onprogress });
  await expect.poll(() => seen.length).toBe(4);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(seen).size).toBe(4);
  expect(messages[0]).toBe('reading a.csv');
});

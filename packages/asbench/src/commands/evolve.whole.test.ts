import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startFaultServer } from '../../../engine/src/llm/fault-server.fixture.js';
import { asbench, jsonOf, makeDatasets, testFolder } from './asbench.fixture.js';

// A benchmark that scores quickly.
const task = join(import.meta.dirname, '../../../../examples/own-benchmark/away-mobility.ts');
const folder = testFolder();
const datasets = join(folder, 'train');
renameSync(join(makeDatasets(folder, 10), 'DailyMobility'), datasets);
// Away from half past eight to half past five, and some of them longer.
const isAway = (id: number, slot: number) => slot >= 17 && slot < 35 + (id % 3);
const days = Array.from({ length: 10 }, (_, id) => ({
  id: id + 1,
  away: Array.from({ length: 48 }, (_, slot) => Number(isAway(id, slot))),
}));
writeFileSync(join(datasets, 'groundtruth', 'days.json'), JSON.stringify({ days }));
const answers: string[] = [];
const server = await startFaultServer({ answer: () => answers.shift() ?? 'No idea.' });
afterAll(() => server.close());
writeFileSync(
  join(folder, 'llm.yml'),
  `llm: [{provider: fake, base_url: "${server.url}", model: fake, price: {input: 1, output: 1}}]\n`,
);
const worker = (parameters: string, body: string) => `import { MobilityAgent } from 'itinera';

export default class Worker extends MobilityAgent {
  static parameters = ${parameters};

  forward() {
    const hour = this.environment.getDatetime()[1] / 3600;
    ${body}
    this.logIntention(isAtWork ? 'work' : 'sleep');
    this.goToAoi(this.status.get(isAtWork ? 'work' : 'home').aoiPosition.aoiId);
  }
}
`;
writeFileSync(
  join(folder, 'worker.ts'),
  worker(
    "{ prompt: { default: 'Work until 12.' }, late: { default: false }, start: { default: 8, from: 6, to: 10, whole: true } }",
    `const { prompt, late, start } = this.params as { prompt: string; late: boolean; start: number };
    const isAtWork = hour >= start + (late ? 1 : 0) && hour < Number(/\\d+/.exec(prompt)![0]);`,
  ),
);
const plain = (end: string) => worker('{}', `const isAtWork = hour >= 8 && hour < ${end};`);
const search = (agent: string, output: string, ...more: string[]) => [
  ...['--home-dir', 'home', 'study', 'evolve', task, '-a', agent, '-d', datasets, '--rungs', '1', '--people', '8'],
  ...['--threads', '1', '-c', 'llm.yml', '-o', output, ...more],
];
const steps = (name: string): Record<string, unknown>[] =>
  readFileSync(join(folder, name, 'search.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const bytes = (name: string) =>
  readdirSync(join(folder, name)).map((file) => readFileSync(join(folder, name, file), 'utf8'));

test('declared values are drawn, texts are written by a model, and a repeated search calls no model and writes the same', async () => {
  answers.push('Sure! {"text": "Work until 17."}', '{"text": "Work until 17."}', '{"text": "Sleep"}', 'Sorry.', 'No.');
  const command = search('worker.ts', 'text.json', '--candidates', '5', '--json');
  const { rungs, calls, rejected } = jsonOf(await asbench(folder, ...command));
  expect([calls, rejected, server.received.length]).toEqual([5, 1, 5]);
  const tried = rungs[0].candidates.map(({ variant }: { variant: { params: object } }) => variant.params);
  expect(tried).toHaveLength(5);
  expect(tried).toContainEqual({ prompt: 'Work until 17.' });
  const drawn = tried.filter((params: { late?: boolean }) => typeof params.late === 'boolean');
  expect(drawn.every(({ start }: { start: number }) => Number.isInteger(start))).toBe(true);
  expect(drawn).toHaveLength(2);
  // The second proposal repeated the first one, and the text that was sent instead makes the agent fail.
  const [user] = server.received[1]!.body.messages.slice(-1);
  expect(user!.content).toContain('points\nWork until 17.');
  expect(steps('text').find(({ params }) => (params as { prompt?: string })?.prompt === 'Sleep')?.failure).toContain(
    'the agent failed in',
  );
  const [before, config] = [bytes('text'), readFileSync(join(folder, 'text.json'), 'utf8')];
  expect(JSON.parse(config).agent_class).toBe('worker.ts');
  const again = await asbench(folder, ...command);
  expect(jsonOf(again).rungs).toEqual(rungs);
  expect([bytes('text'), readFileSync(join(folder, 'text.json'), 'utf8')]).toEqual([before, config]);
  expect(server.received).toHaveLength(5);
});

test('the model rewrites the source; versions that do not load or fail are failed candidates with a reason, and a budget stops it', async () => {
  writeFileSync(join(folder, 'plain.ts'), plain('12'));
  const code = (text: string) => `Here it is.\n\n\`\`\`ts\n${text}\n\`\`\`\n`;
  answers.push('I cannot.', code('class {'), code(plain('this.nothing.there')), code(plain('17')));
  const command = search('plain.ts', 'code.json', '--code', '--candidates', '3');
  const stopped = await asbench(folder, ...command, '--max-calls', '2');
  expect(stopped).toMatchObject({ status: 1, stdout: expect.stringContaining('Stopped at --max-calls 2.') });
  const { status, stdout } = await asbench(folder, ...command);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^1 +8 +4 +plain-3\.ts/m);
  expect(stdout).toContain('2 candidates failed, such as plain-1.ts: plain-1.ts cannot be loaded');
  expect(stdout).toContain('4 calls to models');
  expect(steps('code').flatMap(({ kind, failure }) => (kind === 'candidate' ? [failure] : []))).toEqual([
    null,
    expect.stringContaining('cannot be loaded'),
    expect.stringContaining('the agent failed in'),
    null,
  ]);
  expect(readFileSync(join(folder, 'code/plain-3.ts'), 'utf8')).toBe(`${plain('17')}\n`);
  expect(stdout).toMatch(/^Lead on train: \+\d/m);
  expect(JSON.parse(readFileSync(join(folder, 'code.json'), 'utf8'))).toMatchObject({ agent_class: 'code/plain-3.ts' });
});

test('a version that never ends fails after the time limit, and is not tried again', async () => {
  // It blocks its thread without work, so that the limit can be long enough for the unchanged agent on a slow machine.
  const blocks = 'const isAtWork = Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) === "ok";';
  answers.push(`\`\`\`ts\n${worker('{}', `${blocks} void hour;`)}\`\`\``);
  writeFileSync(join(folder, 'plain.ts'), plain('12'));
  const command = search('plain.ts', 'loop.json', '--code', '--candidates', '1', '--run-timeout', '60');
  expect((await asbench(folder, ...command)).status).toBe(0);
  const failure = 'took longer than 60 s';
  expect(steps('loop').at(-1)).toMatchObject({ agent: 'plain-1.ts', score: null, failure });
  const before = bytes('loop');
  const { stderr } = await asbench(folder, ...command);
  expect(stderr).not.toContain('plain-1.ts');
  expect(bytes('loop')).toEqual(before);
});

test('a Python version with a missing method fails before it runs', async () => {
  const python = (call: string) => `from agentsociety_benchmark.benchmarks import AwayMobilityAgent


class Keeper(AwayMobilityAgent):
    async def forward(self):
        await self.${call}
`;
  writeFileSync(join(folder, 'keeper.py'), python("log_intention('sleep')"));
  answers.push(`\`\`\`python\n${python('fly_home()')}\`\`\``);
  await asbench(folder, ...search('keeper.py', 'python.json', '--code', '--candidates', '1'));
  expect(steps('python').at(-1)!.failure).toContain('self.fly_home does not exist');
});

test('a parameter that changes nothing brings no lead, and no gain is claimed', async () => {
  const [, , , , , ...nothing] = search(
    'commuter',
    'none.json',
    '--candidates',
    '2',
    '--range',
    'x=1..9',
    '--range',
    'y=a,b',
  );
  const { stdout } = await asbench(folder, '--home-dir', 'home', 'study', 'evolve', task, ...nothing);
  expect(stdout).toContain('No candidate was better than the unchanged agent.');
});

test('a search without anything to vary, with the same held-out data or without a model is rejected with the next step', async () => {
  const fault = async (...args: string[]) => (await asbench(folder, ...args)).stderr;
  const [, , ...evolve] = search('worker.ts', 'x.json');
  expect(await fault(...evolve, '--held-out', datasets)).toContain('contains the people of the search');
  expect(await fault(...evolve.with(4, 'commuter'))).toContain('commuter declares no parameters. Pass at least one');
  expect(await fault(...evolve.with(4, 'commuter'), '--code')).toContain('commuter is a built-in agent');
  expect(await fault(...evolve.slice(0, -4), '--code')).toContain('Pass its configuration: -c llm.yml');
  writeFileSync(join(folder, 'wrong.ts'), worker('{ start: { from: 3, to: 1 } }', 'const isAtWork = hour > 9;'));
  expect(await fault(...evolve.with(4, 'wrong.ts'))).toContain('wrong.ts: parameters.start: expected {from, to}');
  expect(await fault(...evolve, '--range', 'y=3..1')).toContain('Expected name=from..to');
});

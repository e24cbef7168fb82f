import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { beforeAll, describe, expect, test } from 'vitest';
import { noForward } from '../agents/agent-class-in.js';
import { checkPythonAgent, faultsOf } from './check-agent.js';
import type { Decision, ModelAnswer, ModelRequest } from './host-messages.js';
import { PythonHost, type PythonMind } from './python-host.js';
import { DEFAULT_PYTHON } from './python-process.js';
import {
  checkFiles,
  hasPython,
  person,
  pythonFixture,
  senses,
  startHost,
  taskBases,
  toyFolder,
} from './toy-host.fixture.js';

const { folder, city } = toyFolder();
const start = (file: string, onLog?: (person: number | null, text: string) => void) =>
  startHost({ file, city, ...(onLog && { onLog }) });

/** Runs people for some steps, each at its own pace. Returns their decisions. */
async function live(
  host: PythonHost,
  people: number,
  steps: number,
  ask: (request: ModelRequest) => Promise<ModelAnswer>,
  limitOf: (id: number) => number = () => 60,
) {
  const decide = async (mind: PythonMind, tick: number): Promise<Decision | string> =>
    mind.decide(senses(tick)).catch(String);
  return Promise.all(
    Array.from({ length: people }, async (_, id) => {
      const mind = await host.make(id, { ...person(id), limit: limitOf(id) }, ask);
      const decisions = [];
      for (let step = 0; step < steps; step++) decisions.push(await decide(mind, 1 + step));
      mind.leave();
      return decisions;
    }),
  );
}

const echo = async ({ dialog }: ModelRequest) => ({ text: `<${(dialog[0] as { content: string }).content}>` });
describe.skipIf(!hasPython)('Python agents', () => {
  /** What eight people decide and print together, undisturbed. */
  let together: Awaited<ReturnType<typeof live>>;
  const printed: [number | null, string][] = [];
  beforeAll(async () => {
    const host = await start(pythonFixture('chancy.py'), (id, text) => printed.push([id, text]));
    const slow = async (request: ModelRequest) => {
      await new Promise((resolve) => setTimeout(resolve, JSON.stringify(request).length % 7));
      return echo(request);
    };
    together = await live(host, 8, 12, slow);
    await host.close();
  });

  test('people draw the same numbers alone and together, in whatever order the answers arrive', async () => {
    for (const id of [0, 3, 5]) {
      const other = await start(pythonFixture('chancy.py'));
      const mind = await other.make(id, person(id), echo);
      const alone = [];
      for (let step = 0; step < 12; step++) alone.push(await mind.decide(senses(1 + step)));
      await other.close();
      expect(alone).toEqual(together[id]);
    }
    expect(JSON.stringify(together[0])).toContain('<0 3 a> <0 3 b>');
  });

  test('people catch up after their process is killed, without repeating a model call', async () => {
    const asked = new Map<string, number>();
    const host = await start(pythonFixture('chancy.py'));
    let kills = 0;
    const disturbed = await live(host, 8, 12, async (request) => {
      const key = JSON.stringify(request);
      asked.set(key, (asked.get(key) ?? 0) + 1);
      if (kills < 3 && asked.size % 11 === 0) {
        kills++;
        process.kill(host.pid!, 'SIGKILL');
      }
      return echo(request);
    });
    await host.close();
    expect(kills).toBe(3);
    expect(disturbed).toEqual(together);
    expect([...asked.values()].every((count) => count === 1)).toBe(true);
  });

  test('agents that raise, exit, block or end their process do not affect other people', async () => {
    const host = await start(pythonFixture('rude.py'));
    const decisions = await live(host, 7, 2, echo, (id) => (id === 3 ? 0.1 : 60));
    await host.close();
    const fine = (tick: number) => ({ schedules: [], intention: `fine at ${tick}` });
    expect(decisions[0]).toMatchObject([fine(1), fine(2)]);
    expect(decisions[6]).toMatchObject([fine(1), fine(2)]);
    expect(decisions[1]![1]).toBe('ValueError: no idea (rude.py:15)');
    expect(decisions[2]![1]).toBe('SystemExit: 3 (rude.py:17)');
    expect(decisions[3]![1]).toMatch(/^StepBlocked: computed for longer .*rude.py:(19|20)/);
    expect(decisions[4]![1]).toMatch(/ended its Python process \(it exited with code 4\)/);
    expect(decisions[5]![1]).toMatch(/^ZeroDivisionError: division by zero/);
  });

  test('people may compute one after another, but not wait forever', async () => {
    const host = await start(pythonFixture('slow.py'));
    const decisions = await live(host, 8, 4, echo, () => 0.4);
    await host.close();
    const tooLong = 'StepTimeout: the step took longer than 0.4 s; --step-timeout sets the limit';
    expect(decisions[0]!.slice(0, 3)).toEqual(Array(3).fill(tooLong));
    expect(decisions[0]![3]).toMatch(/took too long 3 times in a row/);
    // Together the seven need 0.42 s for each step, which is more than the limit of one person.
    for (const decided of decisions.slice(1))
      expect(decided).toEqual(Array(4).fill({ schedules: [], intention: 'work' }));
  });

  test('print to the log of the person', () => {
    expect(printed.sort()).toEqual(Array.from({ length: 8 }, (_, id) => Array(12).fill([id, 'went'])).flat());
  });

  test.each([
    ['class A(', /SyntaxError/, /line 1/],
    ['import no_such_package_x', /no_such_package_x/, /--python/],
    ['x = 1', /no class that extends DailyMobilityAgent/, /class MyAgent/],
    ['from agentsociety2 import PersonAgent', /AgentSociety 2/, /agentsociety-2\.md/],
    ['\nfrom .helper import plan', /imports relatively \(some agent\.py:2\)/, /from helper import plan, instead of/],
    ['raise RuntimeError("at import")', /RuntimeError: at import/, /line 1/],
    [
      'from agentsociety_benchmark.benchmarks import HurricaneMobilityAgent\r\nclass H(HurricaneMobilityAgent):\r\n  pass\r\n',
      /HurricaneMobility/,
      /run that task/,
    ],
    [
      'from agentsociety_benchmark.benchmarks import DailyMobilityAgent as D\nclass A(D): pass\nclass B(D): pass\n',
      /several agents \(A, B\)/,
      /_/,
    ],
  ])('a file without an agent is rejected: %j', async (source, what, how) => {
    const file = join(folder, 'some agent.py');
    writeFileSync(file, source);
    const error: unknown = await start(file).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UserError);
    expect((error as Error).message).toMatch(what);
    expect((error as Error).message).toMatch(how);
  });

  test.each(['import csv\ncsv.DictReader', 'from csv import DictReader', 'import numpy\nnumpy.zeros(3)'])(
    'a file with the name of a module that it imports is named: %j',
    async (source) => {
      const module = /csv|numpy/.exec(source)![0];
      const file = join(folder, 'hides', `${module}.py`);
      mkdirSync(join(folder, 'hides'), { recursive: true });
      writeFileSync(file, source);
      await expect(start(file)).rejects.toThrow(
        `Python imported ${module}.py from this folder instead of the module ${module}. Rename the file.`,
      );
      rmSync(file);
    },
  );

  const daily = 'from itinera import DailyMobilityAgent\nclass A(DailyMobilityAgent):\n';
  const filesOf = (sources: readonly string[]) =>
    sources.map((source, i) => {
      const file = join(folder, `forward-${i}.py`);
      writeFileSync(file, source);
      return file;
    });

  test('a method that is meant to be forward is named before the run', async () => {
    const agents = [
      { name: 'A', meant: 'forwrd', source: `${daily}    async def forwrd(self): pass\n` },
      { name: 'A', meant: 'Forward', source: `${daily}    def Forward(self): pass\n` },
      { name: 'B', meant: 'foward', source: `${daily}    pass\nclass B(A):\n    def foward(self): pass\n` },
    ];
    const files = filesOf(agents.map(({ source }) => source));
    const reports = checkFiles(files);
    for (const [i, { name, meant }] of agents.entries()) {
      await expect(start(files[i]!)).rejects.toThrow(noForward(name, meant));
      expect(faultsOf(reports[i]!, taskBases).join('\n')).toContain(noForward('the agent', meant));
    }
  });

  test('an agent with the forward of its base, or one of its own, is run', async () => {
    const files = filesOf([
      `${daily}    pass\n`,
      `${daily}    async def _forward(self): pass\n    async def before_forward(self): pass\n`,
      `${daily}    def decide(self): pass\n`,
      `${daily}    async def forwards(self): pass\n    async def forward(self): await self.forwards()\n`,
      `${daily}    def foward(self): pass\n    forward = foward\n`,
    ]);
    for (const file of files) await (await start(file)).close();
    expect(checkFiles(files).map(({ mistyped }) => mistyped)).toEqual(files.map(() => []));
  });

  test.each(['import itinera\n', 'from itinera import humob\n'])(
    'without the wheel, an agent that needs more of it than the bases is refused by name: %j',
    async (wanted) => {
      const file = join(folder, 'no_wheel.py');
      writeFileSync(file, `${wanted}x = itinera.humob.__name__\n${daily}    pass\n`);
      await expect(start(file)).rejects.toThrow('itinera.humob: the package itinera is not installed for ');
      const faults = faultsOf(await checkPythonAgent(file, DEFAULT_PYTHON, taskBases), taskBases);
      expect(faults).toEqual([expect.stringMatching(/^line [12]: itinera\.humob is missing; install it for /)]);
    },
  );

  test('without the wheel, an agent that needs only the bases passes the check, and is run', async () => {
    const file = join(folder, 'only_bases.py');
    writeFileSync(
      file,
      'import itinera\nfrom itinera import DailyMobilityAgent\nclass A(itinera.DailyMobilityAgent):\n    async def forward(self): pass\n',
    );
    expect(faultsOf(await checkPythonAgent(file, DEFAULT_PYTHON, taskBases), taskBases)).toEqual([]);
    await (await start(file)).close();
  });

  test('the agent is found among imports, aliases, private classes and sibling modules', async () => {
    writeFileSync(
      join(folder, 'sibling_of_agent.py'),
      'from mobisimbench.benchmarks import DailyMobilityAgent\nclass Base(DailyMobilityAgent):\n    word = "sibling"\n',
    );
    const file = join(folder, 'random.py');
    writeFileSync(
      file,
      '\ufefffrom mobisimbench.benchmarks import DailyMobilityAgent, HurricaneMobilityAgent\nimport sibling_of_agent\nfrom sibling_of_agent import Base\nDaily = DailyMobilityAgent\n' +
        'class _Helper(Base): pass\nclass Mine(_Helper):\n    async def forward(self):\n        await self.log_intention(self.word)\nAlias = Mine\n',
    );
    const host = await start(file);
    const mind = await host.make(1, person(1), echo);
    expect((await mind.decide(senses(1))).intention).toBe('sibling');
    await host.close();
  });

  test('a missing interpreter is reported with the option that selects another', async () => {
    const error = await PythonHost.start({
      python: 'no-such-python',
      file: 'a.py',
      task: 'DailyMobility',
      bases: [],
      city,
      categories: {},
    }).catch((caught: unknown) => caught);
    expect(String(error)).toMatch(/command not found: no-such-python.*--python/);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AgentReport, checkPythonAgent, describeShared, faultsOf } from './check-agent.js';
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
const HEAD = 'from agentsociety_benchmark.benchmarks import DailyMobilityAgent\n';

function agentFile(source: string, name = 'checked.py'): string {
  const file = join(folder, name);
  writeFileSync(file, HEAD + source);
  return file;
}

const check = (source: string) => checkPythonAgent(agentFile(source), DEFAULT_PYTHON, taskBases);

const checkAll = (sources: readonly string[]): AgentReport[] =>
  checkFiles(sources.map((source, i) => agentFile(source, `checked-${i}.py`)));

const sharedNames = ({ shared }: AgentReport) => shared.map(({ name }) => name);

const method = (code: string, before = '', attributes = '') => `
${before}
class A(DailyMobilityAgent):
    own = []
${attributes.replace(/^/gm, '    ')}
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.mine = []
    async def forward(self):
${code.replace(/^/gm, '        ')}
`;

describe.skipIf(!hasPython)('check-agent', () => {
  const sharing: readonly (readonly [string, string, string[]])[] = [
    ['a global list', method('SEEN.append(1)', 'SEEN = []'), ['SEEN']],
    ['a global number', method('global N\nN += 1', 'N = 0'), ['N']],
    ['a global dictionary', method('CACHE[self.id] = 1', 'CACHE = {}'), ['CACHE']],
    ['a number of the class', method('A.count += 1', '', 'count = 0'), ['A.count']],
    ['a number of the class through type()', method('type(self).count = 1', '', 'count = 0'), ['cls.count']],
    ['a list of the class', method('self.own.append(1)'), ['self.own (of the class)']],
    ['a generator of random numbers', method('x = RNG.random()', 'import random\nRNG = random.Random(1)'), ['RNG']],
    [
      'an instance of a class in the file',
      method('T.note(1)', 'class Tracker:\n  def note(self, x): pass\nT = Tracker()'),
      ['T'],
    ],
    ['a mutable default', method('f(1)', 'def f(x, seen=[]): seen.append(x)'), ['the default of seen']],
    ['a mutable keyword default', method('f(x=1)', 'def f(*, x, seen=[]): seen.append(x)'), ['the default of seen']],
    [
      'a number in a closure',
      method(
        'take()',
        'def counter():\n  n = 0\n  def take():\n    nonlocal n\n    n += 1\n  return take\ntake = counter()',
      ),
      ['n of counter()'],
    ],
    [
      'a list in a decorator',
      method(
        'work(1)',
        'def once(f):\n  seen = []\n  def g(x):\n    seen.append(x)\n    return f(x)\n  return g\n@once\ndef work(x): pass',
      ),
      ['seen of once()'],
    ],
    ['an attribute of a function', method('f.calls = 1', 'def f(): pass'), ['f.calls']],
    ['a global under another name', method('board = BOARD\nboard[self.id] = 1', 'BOARD = {}'), ['BOARD']],
    [
      'a global object that each person stores',
      method('self.board.take(1)\nself.board = BOARD', 'class Board:\n  def take(self, x): pass\nBOARD = Board()'),
      ['BOARD'],
    ],
    [
      'a global list as a default',
      method('self.x.append(1)\ndef f(self, x=SEEN):\n  self.x = x', 'SEEN = []'),
      ['SEEN'],
    ],
    ['a list of the class under another name', method('own = self.own\nown.append(1)'), ['self.own (of the class)']],
    ['globals()', method('globals()["n"] = 1', 'n = 0'), ['globals()']],
    ['an attribute of the environment', method('self.environment.taken = 1'), ['self.environment (of the process)']],
    ['the token counter', method('x = self.llm.prompt_tokens_used'), ['llm.prompt_tokens_used']],
    ['a heap', method('heapq.heappush(HEAP, 1)', 'import heapq\nHEAP = []'), ['HEAP']],
  ];
  test('finds state that people share', () => {
    const reports = checkAll(sharing.map(([, source]) => source));
    for (const [i, [what, , names]] of sharing.entries()) expect(sharedNames(reports[i]!), what).toEqual(names);
  });

  const separate: readonly (readonly [string, string])[] = [
    [
      'constants that are only read',
      method('x = random.choice(PLACES) + TABLE[1]', 'import random\nPLACES = [1]\nTABLE = {1: 2}'),
    ],
    ['the attributes of one person', method('self.mine.append(1)\nself.n = 1\nlocal = []\nlocal.append(2)')],
    ['the state of a function inside a step', method('n = 0\ndef f():\n  nonlocal n\n  n += 1\nf()')],
    ['a copy under another name', method('mine = list(SEEN)\nmine.append(1)', 'SEEN = []')],
    ['a local variable with the name of a global', method('SEEN = []\nSEEN.append(1)', 'SEEN = []')],
    ['a list of the class that each person replaces', method('self.list.append(1)\nself.list = []', '', 'list = []')],
    [
      'loggers and patterns',
      method('log.info("x")\nP.match("x")', 'import logging, re\nlog = logging.getLogger("a")\nP = re.compile("x")'),
    ],
    ['globals that are filled at import', method('pass', 'T = {}\nfor i in range(3): T[i] = i')],
  ];
  test('accepts constants, copies and the state of one person', () => {
    const reports = checkAll(separate.map(([, source]) => source));
    for (const [i, [what]] of separate.entries()) expect(sharedNames(reports[i]!), what).toEqual([]);
  });

  test('reports shared state with file and line', async () => {
    const { shared: found } = await checkPythonAgent(pythonFixture('asking_quota.py'), DEFAULT_PYTHON, taskBases);
    expect(describeShared(found)).toBe('QuotaAgent.taken (quota.py:17), WAITING (quota.py:19)');
  });

  test('ignores missing names in methods that nothing calls', async () => {
    const source = `
class A(DailyMobilityAgent):
    async def forward(self):
        await self.used()
        getattr(self, "by_name")()
    async def used(self):
        self.environment.first_missing()
    def by_name(self):
        self.environment.second_missing()
    def left_over(self):
        self.environment.third_missing()
        self.go_to_aoi(1)
        self.only_from_there()
    def only_from_there(self):
        self.environment.fourth_missing()
`;
    const report = await check(source);
    expect(faultsOf(report, taskBases)).toEqual([
      'line 8: self.environment.first_missing does not exist and raises AttributeError, as in the originals',
      'line 10: self.environment.second_missing does not exist and raises AttributeError, as in the originals',
    ]);
    expect(report.uses.find(({ name }) => name.endsWith('fourth_missing'))).toMatchObject({
      there: false,
      called: false,
    });
  });

  const notAwaited = [
    'x = self.go_to_aoi(1)',
    'x: object = self.go_to_aoi(1)',
    '_ = self.log_intention("work")',
    'x = [self.go_to_aoi(i) for i in range(3)]',
    'x = {"a": (self.go_to_aoi(1), 2)}',
    '[self.go_to_aoi(1)]',
    'asyncio.gather(*[self.go_to_aoi(i) for i in range(3)])',
    'x = asyncio.gather(self.go_to_aoi(1))',
    'asyncio.sleep(1)',
    'if self.go_to_aoi(1): pass',
    'if self.n and self.go_to_aoi(1): pass',
    'x = self.status.get("home")["aoi_position"]\nprint(x)',
    'print(f"{self.llm.atext_request([])}")',
    'go = self.go_to_aoi\ngo(1)',
    'environment = self.environment\nx = environment.set_aoi_schedules(self.id, 1)',
    'return self.helper()',
  ];
  test('finds calls that are never awaited', () => {
    const top = 'n = 1\nasync def helper(self): pass';
    const reports = checkAll(notAwaited.map((code) => method(code, 'import asyncio', top)));
    for (const [i, code] of notAwaited.entries()) expect(reports[i]!.unawaited, code).toHaveLength(1);
  });

  const awaited = [
    'x = self.go_to_aoi(1)\nawait x',
    'x = [self.go_to_aoi(i) for i in range(3)]\nawait asyncio.gather(*x)',
    'await asyncio.gather(*[self.go_to_aoi(i) for i in range(3)], return_exceptions=True)',
    'for x in [self.go_to_aoi(1)]: await x',
    'x = self.go_to_aoi(1) if self.n else self.log_intention("work")\nawait x',
    'await (self.n or self.go_to_aoi(1))',
    't = asyncio.create_task(self.go_to_aoi(1))',
    'self.tasks = [self.go_to_aoi(1)]',
    'x = (await self.status.get("home"))["aoi_position"]\nprint(x)',
    'await self.later()',
    'f = lambda: self.go_to_aoi(1)\nawait f()',
  ];
  test('accepts calls that are awaited later or elsewhere', () => {
    const top = 'n = 1\nasync def helper(self): pass\ndef later(self): return self.helper()';
    const reports = checkAll(awaited.map((code) => method(code, 'import asyncio', top)));
    for (const [i, code] of awaited.entries()) expect(reports[i]!.unawaited, code).toEqual([]);
  });

  test('work started without await counts for its step, or is reported when it is too late', async () => {
    const source = method(
      `if self.environment.get_tick() < 900:
    asyncio.gather(*[self.go_to_aoi(500000000 + i) for i in (1, 2)])
elif self.environment.get_tick() < 1800:
    asyncio.create_task(self.ask_first())`,
      'import asyncio',
      'async def ask_first(self):\n    await self.llm.atext_request([{"role": "user", "content": "?"}])\n    await self.go_to_aoi(500000003)\n    print("over")',
    );
    let onOver = () => {};
    const over = new Promise<void>((resolve) => {
      onOver = resolve;
    });
    const host = await startHost({ file: agentFile(source), city, onLog: () => onOver() });
    let answer = (_: { text: string }) => {};
    const asked = new Promise<{ text: string }>((resolve) => {
      answer = resolve;
    });
    const mind = await host.make(1, person(1), () => asked);
    expect((await mind.decide(senses(1))).schedules.at(-1)).toEqual([[500000002, null, 2]]);
    expect((await mind.decide(senses(901))).schedules).toEqual([]);
    answer({ text: '' });
    await over;
    const { not_awaited } = await mind.leave();
    expect(not_awaited).toEqual([
      {
        tick: 901,
        type: 'TooLate',
        message: expect.stringContaining('had no effect'),
        place: expect.stringMatching(/\.py:8$/),
      },
    ]);
    await host.close();
  });

  test('finds coroutines that are never awaited, and the run reports their lines', async () => {
    const source = `
class A(DailyMobilityAgent):
    async def helper(self):
        pass
    async def forward(self):
        self.go_to_aoi(500000001)
        await self.helper()
        self.helper()
        self.status.update("a", 1)
        plan = self.log_intention("work")
        await plan
`;
    const report = await check(source);
    expect(faultsOf(report, taskBases)).toEqual([
      'line 7: self.go_to_aoi() is never awaited, so it does nothing: write await self.go_to_aoi(…)',
      'line 9: self.helper() is never awaited, so it does nothing: write await self.helper(…)',
      'line 10: self.status.update() is never awaited, so it does nothing: write await self.status.update(…)',
    ]);
    const host = await startHost({ file: agentFile(source), city });
    const mind = await host.make(1, person(1), async () => ({ text: '' }));
    expect(await mind.decide(senses(1))).toEqual({ schedules: [], intention: 'work' });
    const { not_awaited } = await mind.leave();
    await host.close();
    expect(not_awaited.map(({ message, place }) => `${message} ${place}`)).toEqual([
      'MobilityAgent.go_to_aoi() was called without await, so it did nothing checked.py:7',
      'A.helper() was called without await, so it did nothing checked.py:9',
      'KVMemory.update() was called without await, so it did nothing checked.py:10',
    ]);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkPythonAgent, describeShared, faultsOf } from './check-agent.js';
import { DEFAULT_PYTHON } from './python-process.js';
import { hasPython, person, pythonFixture, senses, startHost, taskBases, toyFolder } from './toy-host.fixture.js';

const { folder, city } = toyFolder();
const HEAD = 'from agentsociety_benchmark.benchmarks import DailyMobilityAgent\n';

function agentFile(source: string): string {
  const file = join(folder, 'checked.py');
  writeFileSync(file, HEAD + source);
  return file;
}

const check = (source: string) => checkPythonAgent(agentFile(source), DEFAULT_PYTHON, taskBases);

const shared = async (source: string) => (await check(source)).shared.map(({ name }) => name);

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
  test.each([
    ['a global list', method('SEEN.append(1)', 'SEEN = []'), ['SEEN']],
    ['a global number', method('global N\nN += 1', 'N = 0'), ['N']],
    ['a global dictionary', method('CACHE[self.id] = 1', 'CACHE = {}'), ['CACHE']],
    ['a number of the class', method('A.count += 1', '', 'count = 0'), ['A.count']],
    ['a number of the class by its type', method('type(self).count = 1', '', 'count = 0'), ['cls.count']],
    ['a list of the class', method('self.own.append(1)'), ['self.own (of the class)']],
    ['a generator of random numbers', method('x = RNG.random()', 'import random\nRNG = random.Random(1)'), ['RNG']],
    [
      'an object of a class in the file',
      method('T.note(1)', 'class Tracker:\n  def note(self, x): pass\nT = Tracker()'),
      ['T'],
    ],
    ['a default', method('f(1)', 'def f(x, seen=[]): seen.append(x)'), ['the default of seen']],
    ['a heap', method('heapq.heappush(HEAP, 1)', 'import heapq\nHEAP = []'), ['HEAP']],
  ])('finds that people share %s', async (_, source, names) => {
    expect(await shared(source)).toEqual(names);
  });

  test.each([
    [
      'constants that are only read',
      method('x = random.choice(PLACES) + TABLE[1]', 'import random\nPLACES = [1]\nTABLE = {1: 2}'),
    ],
    ['what is its own', method('self.mine.append(1)\nself.n = 1\nlocal = []\nlocal.append(2)')],
    ['a local of the name of a global', method('SEEN = []\nSEEN.append(1)', 'SEEN = []')],
    ['a list of the class that each replaces', method('self.list.append(1)\nself.list = []', '', 'list = []')],
    [
      'loggers and patterns',
      method('log.info("x")\nP.match("x")', 'import logging, re\nlog = logging.getLogger("a")\nP = re.compile("x")'),
    ],
    ['globals that are filled while the file is loaded', method('pass', 'T = {}\nfor i in range(3): T[i] = i')],
  ])('does not take for shared: %s', async (_, source) => {
    expect(await shared(source)).toEqual([]);
  });

  test('says what is shared with file and line', async () => {
    const { shared: found } = await checkPythonAgent(pythonFixture('asking_quota.py'), DEFAULT_PYTHON, taskBases);
    expect(describeShared(found)).toBe('QuotaAgent.taken (quota.py:17), WAITING (quota.py:19)');
  });

  test('fails no agent for what only a method names that nothing calls', async () => {
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

  test('finds coroutines that are never awaited, and the run tells of them by line', async () => {
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

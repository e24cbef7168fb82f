import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPythonAgent, faultsOf } from './check-agent.js';
import { DEFAULT_PYTHON, MAIN_PY, pythonEnvironment } from './python-process.js';
import { hasPython, person, pythonFixture, senses, startHost, taskBases, toyFolder } from './toy-host.fixture.js';

const { city, folder } = toyFolder();
const file = pythonFixture('names.py');

/** A decision of the fixture's agent, and its log output. */
async function logsOf(agentParams: Record<string, unknown> = {}): Promise<string[]> {
  const logs: string[] = [];
  const host = await startHost({ file, city, agentParams, onLog: (_, text) => logs.push(...text.split('\n')) });
  const select = { type: 'function', id: 'a', function: { name: 'f', arguments: '{"block_name": "greeting"}' } };
  const response = { choices: [{ message: { role: 'assistant', content: 'nested', tool_calls: [select] } }] };
  const mind = await host.make(1, person(1, { occupation: 'Baker' }), async () => ({ response }));
  const { tick, weather, motion } = senses(3661);
  const position = { ...(motion.position as object), xy_position: { x: 0, y: 0, z: 0 } };
  expect(await mind.decide({ tick, weather, motion: { ...motion, position } })).toMatchObject({
    schedules: [
      [
        [500000001, 4000.5, 1],
        [500000002, null, 2],
      ],
    ],
  });
  await mind.decide({ ...senses(4561), motion });
  await mind.leave();
  await host.close();
  return logs;
}

const logged = (steps: number) => [
  "Error evaluating expression 'status.nothing': 'No attribute `nothing` in memories!'",
  "Error evaluating expression 'status.home.x': 'No attribute `home.x` in memories!'",
  "Error evaluating expression '1 + 1': Unsafe expression: 1 + 1",
  "Error evaluating expression 'context['c']': 'c'",
  "INFO good day, Baker of Elm: Don't know Oak Don't know | as JSON",
  `INFO how many homes 01:01:01 ${steps}`,
  'INFO True 0 7 0',
  'INFO nested',
  'WARNING Gather error: k not found in gather results',
  'INFO greeting',
];

test.skipIf(!hasPython)('undocumented names of the originals exist and behave as in the originals', async () => {
  expect(await logsOf()).toEqual(logged(0));
});

test.skipIf(!hasPython)(
  'configured blocks are created for the agent and called before and after each step',
  async () => {
    const logs = await logsOf({ $blocks: { Greeting: { greeting: 'hello' } } });
    expect(logs.map((text) => text.replace('hello', 'good day'))).toEqual(logged(1));
    await expect(logsOf({ $blocks: { Names: null } })).rejects.toThrow(
      "blocks: Names is not a Block of the agent's file",
    );
  },
);

const faultsIn = async (path: string) => faultsOf(await checkPythonAgent(path, DEFAULT_PYTHON, taskBases), taskBases);

test.skipIf(!hasPython)('check-agent finds all names', async () => {
  expect(await faultsIn(file)).toEqual([]);
});

test.skipIf(!hasPython)(
  'check-agent lists unsupported names that an agent uses, but not those that it only imports',
  async () => {
    const path = join(folder, 'talker.py');
    writeFileSync(
      path,
      `from typing import Optional
from agentsociety_benchmark.benchmarks import DailyMobilityAgent
from agentsociety.configs import AgentConfig
from agentsociety.simulation import AgentSociety as Society
from agentsociety.message import Message
class Talker(DailyMobilityAgent):
    config: Optional[AgentConfig] = None
    async def forward(self):
        await self.send_message_to_agent(2, "hello")
        await self.messager.fetch_pending_messages()
        self.environment.economy_client.get_bank
        Society()
        await self._getx("x")
        try:
            await self.do_interview("?")
        except NotImplementedError:
            pass
`,
    );
    const unsupported = 'is not supported here and raises NotImplementedError, since';
    const more = '(see docs/python-agents.md)';
    expect(await faultsIn(path)).toEqual([
      `line 4: agentsociety.simulation.AgentSociety ${unsupported} asbench sets up and runs the experiment; instead, set it with options of \`asbench run\` or in its configuration ${more}`,
      `line 10: self.messager.fetch_pending_messages ${unsupported} asbench delivers the messages; instead, receive messages in \`do_chat\` ${more}`,
      `line 11: self.environment.economy_client.get_bank ${unsupported} there is no economy; instead, keep money in \`self.status\` ${more}`,
      'line 13: self._getx does not exist and raises AttributeError, as in the originals',
    ]);
  },
);

test.skipIf(!hasPython)(
  'check-agent follows names into helpers, blocks and attributes, and knows what is caught',
  async () => {
    const path = pythonFixture('uses.py');
    const marked = readFileSync(path, 'utf8').matchAll(/ # (missing|absent|call) (\S+)$/gm);
    const expected = [...marked].map(([, kind, name]) => [name, kind]);
    const found = (await faultsIn(path)).map((fault) => {
      const [, name, what] = /^line \d+: (\S+) (.*)/.exec(fault)!;
      return [name, /supported/.test(what!) ? 'absent' : /valid call/.test(what!) ? 'call' : 'missing'];
    });
    expect(found.sort()).toEqual(expected.sort());
  },
);

const table = () => {
  const code = `import importlib, inspect, json, re, sys
sys.path[0] = sys.argv[1]
from itinera_host.absent import NotSupported
from itinera_host.bases import install
from itinera_host.check import _has
from itinera_host.reference import KINDS, ROWS, table
install(json.loads(sys.argv[2]))
there = lambda owner, name: _has(KINDS[owner], name) if owner in KINDS else hasattr(importlib.import_module(owner), name)
for owner, state, names, _ in ROWS:
    for name in names.split() if state == "absent" else ():
        try:
            getattr(KINDS[owner], name)(None) if owner in KINDS else getattr(importlib.import_module(owner), name)()
        except NotSupported:
            continue
        raise AssertionError(name)
listed = {(owner, name) for owner, _, names, _ in ROWS for name in names.split()}
attribute = re.compile(r"self\\.([a-z]\\w*)(?:, [^=\\n]*)? =")
own = {
    (owner, name)
    for owner, kind in KINDS.items()
    for name in {*dir(kind), *(n for part in kind.__mro__[:-1] for n in attribute.findall(inspect.getsource(part)))}
    if not name.startswith("_")
}
missing = [entry for entry in sorted(listed) if not there(*entry)]
print(json.dumps([missing, sorted(own - listed), table()]))`;
  const args = ['-c', code, dirname(MAIN_PY), JSON.stringify(taskBases)];
  const env = { ...process.env, ...pythonEnvironment };
  return JSON.parse(execFileSync(DEFAULT_PYTHON, args, { encoding: 'utf8', env })) as [string[], string[], string];
};

test.skipIf(!hasPython)('the list has exactly the names that the host provides, and the page shows it', () => {
  const [missing, unlisted, text] = table();
  expect(missing).toEqual([]);
  expect(unlisted).toEqual([]);
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/python-agents.md'), 'utf8');
  expect(page).toContain(text);
});

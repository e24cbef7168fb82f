import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { pythonBases } from '@itinera/benchmarks';
import { checkPythonAgent, DEFAULT_PYTHON, faultsOf } from '@itinera/engine';
import { afterAll, describe, expect, test } from 'vitest';
import { hasPython, pythonFixture } from '../../../engine/src/python/toy-host.fixture.js';
import { asbench } from './asbench.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'check agent '));
afterAll(() => rmSync(folder, { recursive: true }));

async function check(...lines: string[]) {
  const file = join(folder, 'agent.py');
  writeFileSync(file, `${lines.join('\r\n')}\r\n`);
  const report = await checkPythonAgent(file, DEFAULT_PYTHON, pythonBases());
  return { ...report, faults: faultsOf(report, pythonBases()) };
}
const head = 'from mobisimbench.benchmarks import DailyMobilityAgent, HurricaneMobilityAgent';

describe.skipIf(!hasPython)('a check of an agent', () => {
  test('finds everything that the agent uses, even under other names or in helpers, and what is missing', async () => {
    writeFileSync(
      join(folder, 'sibling.py'),
      'import nobody\nfrom agent import Mine\nfrom mobisimbench.benchmarks import DailyMobilityAgent as Daily\nclass Base(Daily):\n    theirs = 1\n',
    );
    const report = await check(
      'import json, no_such_package',
      'from agentsociety.agent import MemoryAttribute, Workbench',
      'try:',
      '    import another_that_is_missing',
      'except ImportError:',
      '    pass',
      'from sibling import Base as Begin',
      'class _Helper(Begin):',
      '    def look(self):',
      '        env, m = self.environment, self.environment.map',
      '        return env.get_aoi_ids(), m.get_aoi_centre(1), self.mine, self.theirs, self.look()',
      'class Mine(_Helper):',
      '    async def forward(self):',
      '        self.look(); self.mine = await self.llm.atext_request([], temperature=0, seed=1)',
      '        try:',
      '            self.environment.get_aoi_xy(1)',
      '        except AttributeError:',
      '            await self.go_to_aoi(1, mode="walk")',
      '        self.current_plan.clear()',
    );
    expect(report.agents).toEqual([{ name: 'Mine', task: 'DailyMobility', line: 12 }]);
    const names = (there: boolean) => report.uses.filter((use) => use.there === there).map(({ name }) => name);
    expect(names(true)).toEqual(['self.environment.get_aoi_ids', 'self.llm.atext_request', 'self.go_to_aoi']);
    expect(report.faults).toEqual([
      `line 1: no_such_package is missing; install it for ${report.python}, or select another interpreter with --python`,
      'line 2: agentsociety.agent.Workbench is not provided (docs/python-agents.md lists the names that are)',
      'line 11: self.environment.map.get_aoi_centre does not exist and raises AttributeError, as in the originals',
      'line 14: self.llm.atext_request(seed=…) is not a valid call and raises TypeError, as in the originals',
      'line 18: self.go_to_aoi(mode=…) is not a valid call and raises TypeError, as in the originals',
      'line 19: self.current_plan does not exist and raises AttributeError, as in the originals',
    ]);
  });

  test.each([
    [['x = 1'], /no class extends DailyMobilityAgent or HurricaneMobilityAgent/],
    [
      [head, 'class A(DailyMobilityAgent): pass', 'class B(DailyMobilityAgent): pass'],
      /several agents for DailyMobility \(A, B\)/,
    ],
  ])('rejects a file with no agent or several: %j', async (lines, fault) => {
    expect((await check(...lines)).faults).toEqual([expect.stringMatching(fault)]);
  });

  test('an agent of AgentSociety 2 is reported with the page on porting it', async () => {
    const { faults } = await check('from agentsociety2 import PersonAgent', 'class Mine(PersonAgent): pass');
    expect(faults).toContainEqual(
      'line 1: agentsociety2 belongs to AgentSociety 2, whose agents do not run here (docs/agentsociety-2.md describes how to port them)',
    );
  });

  test('a file may contain one agent per task', async () => {
    const { agents, faults } = await check(
      head,
      'class A(DailyMobilityAgent): pass',
      'class B(HurricaneMobilityAgent): pass',
    );
    expect(agents.map(({ task }) => task)).toEqual(['DailyMobility', 'HurricaneMobility']);
    expect(faults).toEqual([]);
  });

  test('a class named like the base, as in the template of the originals, has only its own methods', async () => {
    const { agents, faults } = await check(
      'from agentsociety.agent import CitizenAgentBase',
      'class HurricaneMobilityAgent(CitizenAgentBase):',
      '    async def go(self): await self.environment.set_aoi_schedules(self.id, target_positions=1)',
      'class Mine(HurricaneMobilityAgent):',
      '    async def forward(self):',
      '        await self.go(), await self.go_to_aoi(1)',
    );
    expect(agents).toEqual([{ name: 'Mine', task: 'HurricaneMobility', line: 4 }]);
    expect(faults).toEqual(['line 6: self.go_to_aoi does not exist and raises AttributeError, as in the originals']);
  });

  test("shows Python's own message for a syntax error", async () => {
    const error = await check(head, 'class A(:').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UserError);
    expect(String(error)).toMatch(/File ".*agent\.py", line 2\n[\s\S]*SyntaxError: invalid syntax/);
  });

  test('a trial runs the agent of the template without problems for people without work, and finds those of others', async () => {
    const template = join(import.meta.dirname, '../../starts/my_agent.py');
    const fine = await asbench(folder, 'runs', 'check-agent', '--try', template);
    expect([fine.status, fine.stdout]).toEqual([
      0,
      expect.stringMatching(/1 without work, .*, 4 with two jobs\): no problems\.\n$/),
    ]);
    writeFileSync(
      join(folder, 'worker.py'),
      [head, 'class A(DailyMobilityAgent):', '    async def forward(self):']
        .concat('        (await self.status.get("work", None))["aoi_position"]')
        .join('\n'),
    );
    const failing = await asbench(folder, 'runs', 'check-agent', '--try', 'worker.py');
    expect(failing.status).toBe(1);
    expect(failing.stdout).toMatch(/100 steps failed\.\n {2}person 1, .*TypeError.*\(worker\.py:4\)/);
  });

  test('the command prints a table or JSON and sets the exit code', async () => {
    const fine = await asbench(folder, 'runs', 'check-agent', pythonFixture('rule_table.py'));
    expect(fine.stdout).toMatch(
      /line 17 +agent +RuleAgent for DailyMobility\n[\s\S]*everything it uses is available\.\n$/,
    );
    expect(fine.status).toBe(0);
    const faulty = await asbench(folder, 'runs', 'check-agent', '--json', pythonFixture('prober.py'));
    expect(faulty.status).toBe(1);
    const { agents, faults } = JSON.parse(faulty.stdout);
    expect(agents).toEqual([{ name: 'Prober', task: 'HurricaneMobility', line: 11 }]);
    const missing = [
      'environment.get_aoi_xy',
      'go_to_aoi(mode=…)',
      'go_to_aoi(2 arguments)',
      'log_intention',
      'intention_list',
    ];
    expect(faults).toEqual(missing.map((name) => expect.stringContaining(`: self.${name} `)));
    const absent = await asbench(folder, 'runs', 'check-agent', 'absent.py');
    expect([absent.status, absent.stderr]).toEqual([
      1,
      'absent.py cannot be read (No such file or directory). Check the path.\n',
    ]);
    expect((await asbench(folder, 'runs', 'check-agent', 'a.py', '--python', 'no-such-python')).stderr).toMatch(
      /command not found: no-such-python\. Install Python 3\.9 or later/,
    );
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAgent, loadAgent } from '@itinera/engine';
import { expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import * as module from '../agent-kit.js';
import { dailyMobility } from '../daily-mobility/index.js';
import { hurricaneMobility } from '../hurricane-mobility/index.js';

const kit = { module, bases: module.benchmarks.map(({ agentBase }) => agentBase) };
const folder = mkdtempSync(join(tmpdir(), 'load agent '));

async function load(name: string, code: string, benchmark = dailyMobility) {
  const file = join(folder, name);
  writeFileSync(file, code);
  const agent = await loadAgent({ file }, benchmark, kit);
  return agent.name;
}
const daily = (name: string) => `class ${name} extends DailyMobilityAgent { forward() {} }`;
const head = "import { DailyMobilityAgent, HurricaneMobilityAgent } from 'itinera';\n";

slowTest('the default export is the agent, otherwise the only one', async () => {
  expect(await load('a.ts', `${head}export ${daily('A')}\nexport default ${daily('B')}`)).toBe('B');
  expect(await load('b.ts', `${head}export ${daily('A')}\nexport const helper = () => 1;`)).toBe('A');
  expect(await load('field.ts', `${head}export class F extends DailyMobilityAgent { forward = () => {}; }`)).toBe('F');
  expect(await load('c.js', `${head}${daily('A')}\nexport { A as default, A };`)).toBe('A');
  expect(await load('d.mjs', `${head}export default ${daily('A')}`)).toBe('A');
  expect(await load('e.cjs', `const { DailyMobilityAgent } = require('itinera');\nexports.A = ${daily('A')}`)).toBe(
    'A',
  );
});

test('a file may contain one agent per task, types, enums and imports', async () => {
  const both = `${head}export ${daily('A')}\nexport class H extends HurricaneMobilityAgent { forward(): void {} }`;
  expect(await load('both.ts', both)).toBe('A');
  expect(await load('both2.ts', both, hurricaneMobility)).toBe('H');
  writeFileSync(join(folder, 'helper.ts'), 'export enum Mood { Calm = 1 }\nexport type T = number;');
  const typed = `${head}import { Mood, type T } from './helper.js';\nexport class Typed extends DailyMobilityAgent { private mood: T = Mood.Calm; forward(): void {} }`;
  expect(await load('typed.ts', typed)).toBe('Typed');
});

test('an agent without a base of a task is one for every task', async () => {
  const code = `import { MobilityAgent } from 'itinera';\nexport class Any extends MobilityAgent { forward() {} }`;
  expect(await load('any.ts', code)).toBe('Any');
});

test('an agent that extends another one in its file is the only agent if it alone is exported', async () => {
  expect(await load('own.ts', `${head}${daily('Base')}\nexport class Better extends Base {}`)).toBe('Better');
});

test.each([
  ['idle.ts', `${head}export class I extends DailyMobilityAgent {}`, 'idle.ts: I has no forward()'],
  [
    'mistyped.ts',
    `${head}export class M extends DailyMobilityAgent { forwrd() {} }`,
    'mistyped.ts: M has no forward(), the method that every step calls. Rename forwrd() to forward().',
  ],
  ['other-name.ts', `${head}export class O extends DailyMobilityAgent { decide() {} }`, 'calls. Add one.'],
  [
    'none.ts',
    'export const x = 1;',
    'none.ts does not export an agent. Export a class that extends DailyMobilityAgent.',
  ],
  [
    'two.ts',
    `${head}export ${daily('A')}\nexport ${daily('B')}`,
    'two.ts contains 2 agents (A, B). Make one of them the default export.',
  ],
  ['wrong.ts', `${head}export default class {}`, 'wrong.ts: its default export is not an agent.'],
  [
    'other.ts',
    `${head}export class H extends HurricaneMobilityAgent { forward() {} }`,
    'other.ts: H is not an agent for DailyMobility. Extend DailyMobilityAgent instead.',
  ],
  [
    'syntax.ts',
    `${head}export class A {\n  forward( {\n}`,
    /^syntax\.ts cannot be loaded: ParseError: .* syntax\.ts:\d+:\d+/,
  ],
  ['throws.ts', '\nthrow new RangeError("at load");', 'throws.ts cannot be loaded: RangeError: at load (throws.ts:2)'],
  ['missing.ts', "import './nothing.js';", /^missing\.ts cannot be loaded: Cannot find module '.\/nothing.js'/],
  ['agent.txt', 'x', 'agent.txt: .txt is not supported as an agent.'],
])('%s is rejected with the fault', async (name, code, message) => {
  await expect(load(name, code)).rejects.toThrow(message);
});

test('--agent is the name of a built-in agent or a file', () => {
  expect(findAgent('commuter', 'python3')).toEqual({ builtIn: 'commuter' });
  writeFileSync(join(folder, 'mine.ts'), '');
  expect(findAgent(join(folder, 'mine.ts'), 'python3')).toEqual({ file: join(folder, 'mine.ts') });
  expect(() => findAgent('comuter', 'python3')).toThrow(
    'Unknown agent comuter. Did you mean "commuter"? Built-in agents: random, commuter',
  );
  expect(() => findAgent('./none.ts', 'python3')).toThrow('./none.ts: file not found.');
  expect(() => findAgent('toString', 'python3')).toThrow('Unknown agent toString.');
});

test('a run with an unknown built-in agent is rejected with a message', async () => {
  for (const builtIn of ['constructor', '__proto__', 'nobody'])
    await expect(loadAgent({ builtIn }, dailyMobility, kit)).rejects.toThrow(`Unknown agent ${builtIn}.`);
});

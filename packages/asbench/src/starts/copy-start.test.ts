import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyStart, requireOwnModule, startName } from './copy-start.js';

test('a copy that was killed is completed by the next, and a file of the user stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'));
  const [code, trial] = [join(folder, 'a.ts'), join(folder, 'a.test.mjs')];
  const copy = () => copyStart({ [code]: 'my-agent.ts', [trial]: 'my-agent.test.mjs' }, { MyAgent: 'A' }, 'A');
  copy();
  const text = readFileSync(trial, 'utf8');
  expect(copy).toThrow(`${code} already exists. Choose another name.`);
  rmSync(trial);
  copy();
  expect(readFileSync(trial, 'utf8')).toBe(text);
  rmSync(trial);
  writeFileSync(code, 'mine');
  expect(copy).toThrow(`${code} already exists. Choose another name.`);
  expect(existsSync(trial)).toBe(false);
  rmSync(folder, { recursive: true });
});

test.each(['', '.py', 'folder/.ts', 'folder/'])(
  'a name without letters is refused, not replaced by that of the folder: %j',
  (given) => {
    expect(() => startName(given)).toThrow(`${JSON.stringify(given)}: a name starts with a letter`);
  },
);

test.each([
  ['my-metric.mjs', 'default'],
  ['my-metric.mjs', 'mean'],
  ['my-agent.ts', 'DailyMobilityAgent'],
  ['my-agent.ts', 'Object'],
  ['my_agent.py', 'False'],
])('a copy of %s cannot be called %s', (example, name) => {
  expect(() => copyStart({ 'unwritten.mjs': example }, {}, name)).toThrow(`${name} means something else in the code.`);
});

test('a copy can be called as its example, like that of the help', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'));
  const path = join(folder, 'my-agent.ts');
  copyStart({ [path]: 'my-agent.ts' }, { MyAgent: 'MyAgent' }, 'MyAgent');
  expect(readFileSync(path, 'utf8')).toContain('class MyAgent extends');
  rmSync(folder, { recursive: true });
});

test('names that hide a module of Python, or that Windows keeps for devices, are refused', () => {
  for (const name of ['json', 'numpy', 'Random']) expect(() => requireOwnModule(name)).toThrow('would hide the module');
  expect(requireOwnModule('my_agent')).toBeUndefined();
  for (const name of ['con', 'sub/NUL.ts', 'lpt1']) expect(() => startName(name)).toThrow('device in Windows');
  expect(startName('console').stem).toBe('console');
});

test('a name that is tried instead has the same ending', () => {
  expect(() => startName('my agent.py')).toThrow('Try: my-agent.py');
});

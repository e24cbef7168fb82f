import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyStart } from './copy-start.js';

test('a copy that was killed is completed by the next, and a file of the user stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'));
  const [code, trial] = [join(folder, 'a.ts'), join(folder, 'a.test.mjs')];
  const copy = () => copyStart({ [code]: 'my-agent.ts', [trial]: 'my-agent.test.mjs' }, { MyAgent: 'A' });
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

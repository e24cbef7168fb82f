import { rmSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { partPath, scratchFolder } from './part-path.js';

test('two loaded copies of this module in one process never choose the same name', async () => {
  vi.resetModules();
  const copy = await import('./part-path.js');
  expect(copy.scratchFolder).not.toBe(scratchFolder);
  const names = [partPath, copy.partPath].flatMap((path) => Array.from({ length: 500 }, () => path('/nowhere/a')));
  expect(new Set(names).size).toBe(1000);
  const folders = [scratchFolder('copies'), copy.scratchFolder('copies')];
  for (const folder of folders) rmSync(folder, { recursive: true });
  expect(new Set(folders).size).toBe(2);
});

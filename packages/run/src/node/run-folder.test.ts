import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RunFolder } from './run-folder.js';

test('runs are counted on whatever other folders are called', () => {
  const home = mkdtempSync(join(tmpdir(), 'run-folder-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const end of ['Infinity', '1e300', '9007199254740993', '0x10', '-7', '', ' ', '2', '999999999999', 'NaN'])
    mkdirSync(join(home, 'runs', `daily-mobility-${end}`), { recursive: true });
  expect(RunFolder.create(home, 'DailyMobility').name).toBe('daily-mobility-3');
  expect(RunFolder.create(home, 'DailyMobility').name).toBe('daily-mobility-4');
});

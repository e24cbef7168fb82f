import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile } from '@itinera/engine';
import { expect, test } from 'vitest';
import * as all from './agent-kit.js';
import { dailyMobility } from './daily-mobility/index.js';
import { taskAddress } from './list/task-address.js';
import { openAgentKit } from './thread-kit.js';

const folder = mkdtempSync(join(tmpdir(), 'thread kit '));

async function imported(name: string, code: string): Promise<Record<string, unknown>> {
  const file = join(folder, name);
  writeFileSync(file, code);
  const { kit } = await openAgentKit(taskAddress(dailyMobility));
  return importFile(file, kit.module, '');
}

test('an agent file of a thread imports everything, in every way', async () => {
  const { names } = await imported(
    'all.ts',
    `import * as itinera from 'itinera'; export const names = Object.keys(itinera).filter((name) => name !== 'default');`,
  );
  expect([...(names as string[])].sort()).toEqual(Object.keys(all).sort());
  const rare = await imported('rare.mjs', `import { INTENTIONS, none } from 'itinera'; export { INTENTIONS, none };`);
  expect(rare).toMatchObject({ INTENTIONS: all.INTENTIONS, none: undefined });
  const old = await imported('old.cjs', `exports.found = require('itinera').readResults.name;`);
  expect(old).toEqual({ found: 'readResults' });
  const later = await imported('later.ts', `export const { percent } = await import('itinera');`);
  expect((later.percent as typeof all.percent)(0.5)).toBe(all.percent(0.5));
});

test('its bases are those of all tasks', async () => {
  const { kit } = await openAgentKit(taskAddress(dailyMobility));
  expect(new Set(kit.bases), 'Add the base class of the new benchmark to thread-kit.ts.').toEqual(
    new Set(all.benchmarks.map(({ agentBase }) => agentBase)),
  );
});

test('its zod is that of the program', async () => {
  const code = `import usual, { z, string } from 'zod'; import * as zod from 'zod'; import { z as own } from 'itinera';
export const same = [z.string, string, usual.string, zod.string, zod.z.string].every((one) => one === own.string);`;
  expect(await imported('zod.ts', code)).toMatchObject({ same: true });
});

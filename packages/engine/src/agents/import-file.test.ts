import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEnvironmentData } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { importFile, transformForThreads } from './import-file.js';

const folder = mkdtempSync(join(tmpdir(), 'import file '));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['agent.ts', "import { UserError } from '@itinera/base';\nexport const made: string = UserError.name;"],
  ['agent.mjs', "import { UserError } from '@itinera/base';\nexport const made = UserError.name;"],
  ['agent.js', "import { UserError } from '@itinera/base';\nexport const made = UserError.name;"],
])('threads find %s as it was transformed for them', async (name, code) => {
  const file = join(folder, name);
  writeFileSync(file, code);
  await transformForThreads(file);
  const kept = [...(getEnvironmentData('itinera transformed') as unknown as Map<string, string>)];
  expect(kept.at(-1)![0]).toContain(name);
  expect(await importFile(file, {}, '')).toMatchObject({ made: 'UserError' });
  expect([...(getEnvironmentData('itinera transformed') as unknown as Map<string, string>)]).toEqual(kept);
});

test('a file whose top-level code waits too long is refused', async () => {
  const file = join(folder, 'waits.mjs');
  writeFileSync(file, 'await new Promise(() => {});\nexport const made = 1;');
  await expect(importFile(file, {}, '', 0.2)).rejects.toThrow(
    'waits.mjs takes longer than 0.2 s to load. Check what its top-level code waits for; for an agent, --step-timeout raises the limit.',
  );
});

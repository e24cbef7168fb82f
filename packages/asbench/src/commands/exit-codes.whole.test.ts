import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsReference } from '../../../../scripts/commands-page.js';
import { asbench, testFolder } from './asbench.fixture.js';
import { endsWithOne, exitTable } from './exit-codes.fixture.js';
import { pathOf, programWithAll, withChildren } from './whole-program.fixture.js';

const folder = testFolder();
const leaves = withChildren(await programWithAll()).filter(({ commands }) => commands.length === 0);
const isServer = (words: string) => /^(ui|mcp|bridge|runs worker)$/.test(words);

test('docs/commands.md shows all commands and options; to update it: npm run skill', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/commands.md'), 'utf8');
  expect(page).toContain(exitTable());
  expect(page).toContain(await commandsReference());
  // Each has a description.
  expect(page).not.toMatch(/^- .*`: $/m);
});

test('the table of exit codes names existing commands', () => {
  const words = leaves.map(pathOf);
  expect(Object.keys(endsWithOne).filter((name) => !words.includes(name))).toEqual([]);
});

test('every command ends with 2 for an option that it does not have', async () => {
  for (const leaf of leaves) {
    const { status, stdout, stderr } = await asbench(folder, ...pathOf(leaf).split(' '), '--no-such-option');
    expect([pathOf(leaf), status, stdout]).toEqual([pathOf(leaf), 2, '']);
    expect(stderr, pathOf(leaf)).toMatch(/unknown option '--no-such-option'|missing|not specified/);
  }
});

test('every command that requires an argument or an option ends with 2 without it', async () => {
  for (const leaf of leaves) {
    const needs = leaf.registeredArguments.some(({ required }) => required) || leaf.options.some((o) => o.mandatory);
    if (!needs) continue;
    const { status, stderr } = await asbench(folder, ...pathOf(leaf).split(' '));
    expect([pathOf(leaf), status], stderr).toEqual([pathOf(leaf), 2]);
  }
});

test.each([
  ['that does not exist', () => join(folder, 'nowhere', 'none.csv')],
  [
    'that holds something else',
    () => {
      const path = join(mkdtempSync(join(folder, 'other-')), 'a.csv');
      writeFileSync(path, 'nothing,of,the,kind\n\u0000\u0001,,,\n');
      return path;
    },
  ],
])('every command ends with 1 or 2 and a message, and prints no result, for a file %s', async (_, make) => {
  const path = make();
  for (const leaf of leaves) {
    const name = pathOf(leaf);
    if (isServer(name) || leaf.registeredArguments.length === 0 || name === 'completion') continue;
    const given = leaf.registeredArguments
      .filter(({ required }) => required)
      .map((argument) =>
        argument.argChoices ? argument.argChoices[0]! : argument.name() === 'task' ? 'DailyMobility' : path,
      );
    const options = leaf.options
      .filter(({ mandatory, long }) => mandatory && long !== undefined)
      .flatMap(({ long, argChoices }) => [
        long!,
        argChoices?.[0] ?? (long === '--output' ? join(folder, 'out.csv') : path),
      ]);
    if (given.length === 0 || given.every((word) => word !== path)) continue;
    const { status, stderr } = await asbench(folder, ...name.split(' '), ...given, ...options);
    expect([name, status === 1 || status === 2], `${status} ${stderr}`).toEqual([name, true]);
    expect(stderr, name).not.toBe('');
    expect(stderr, name).not.toMatch(/\n {4}at /);
  }
});

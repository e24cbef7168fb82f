import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunFolder } from '@itinera/run';
import { expect, onTestFinished, test } from 'vitest';
import { codeChanges } from './code-changes.js';

test('the files of two agents are compared from the copies in the run folders, which they cannot leave', () => {
  const root = mkdtempSync(join(tmpdir(), 'itinera code '));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'secret'), 'secret');
  const run = (name: string, main: string, files: Readonly<Record<string, string>>) => {
    const folder = new RunFolder(join(root, name));
    mkdirSync(folder.agentFolder, { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder.agentFolder, file), text);
    const agent = { source: { file: `/elsewhere/${main}` }, hash: files[main]!, params: {}, files };
    return { folder, manifest: { agent } };
  };
  const one = run('one', 'a.ts', { 'a.ts': 'x\n', 'gone.ts': 'g\n', 'same.ts': 's' });
  const other = run('other', 'b.ts', { 'b.ts': 'y\n', 'new.ts': 'n\n', 'same.ts': 's' });
  expect(codeChanges(one, one)).toEqual({ isSame: true, haveFiles: true, files: [] });
  const changed = codeChanges(one, other);
  expect(changed.isSame).toBe(false);
  expect(changed.files.map(({ names, hunks }) => [names, hunks[0]?.lines])).toEqual([
    [
      ['a.ts', 'b.ts'],
      ['-x', '+y'],
    ],
    [['gone.ts', null], ['-g']],
    [[null, 'new.ts'], ['+n']],
  ]);
  const long = run('long', 'a.ts', { 'a.ts': `${'z'.repeat(999)}\n`.repeat(1020), 'more.ts': 'm' });
  const [first, second] = codeChanges(one, long).files;
  expect(first).toMatchObject({ omitted: 21, trouble: null });
  expect(first!.hunks[0]!.lines.every((line) => line.length <= 300)).toBe(true);
  expect(second).toMatchObject({ names: ['gone.ts', null], hunks: [], omitted: 1 });
  symlinkSync(join(root, 'secret'), join(one.folder.agentFolder, 'link'));
  const escaping = (name: string) => ({
    ...one,
    manifest: { agent: { ...one.manifest.agent, files: { [name]: 'hash' } } },
  });
  for (const name of ['link', '../../secret', 'missing']) {
    const found = codeChanges(escaping(name), other).files[0]!;
    expect(found.trouble).not.toBeNull();
    expect(JSON.stringify(found)).not.toContain('"-secret"');
  }
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { RunFolder } from '@itinera/run';
import { expect, onTestFinished, test } from 'vitest';
import { codeChanges } from './code-changes.js';
import { lineDiff } from './line-diff.js';

/** The second text, rebuilt from the first and the hunks. */
function applied(before: string, after: string): string[] {
  const lines = before === '' ? [] : before.split('\n');
  const out: string[] = [];
  let at = 0;
  for (const { from, lines: own } of lineDiff(before, after)) {
    out.push(...lines.slice(at, from[0] - 1));
    expect(out.length).toBe(from[1] - 1);
    out.push(...own.filter((line) => line[0] !== '-').map((line) => line.slice(1)));
    const gone = own.filter((line) => line[0] !== '+').map((line) => line.slice(1));
    expect(lines.slice(from[0] - 1, from[0] - 1 + gone.length)).toEqual(gone);
    at = from[0] - 1 + gone.length;
  }
  return [...out, ...lines.slice(at)];
}

test('a changed line has three unchanged lines on either side', () => {
  const letters = [...'abcdefghij'];
  expect(lineDiff(letters.join('\n'), letters.with(4, 'E').join('\n'))).toEqual([
    { from: [2, 2], lines: [' b', ' c', ' d', '-e', '+E', ' f', ' g', ' h'] },
  ]);
  expect(lineDiff('a\nb\n', 'a\r\nb')).toEqual([]);
  expect(lineDiff('', 'a\nb\n')).toEqual([{ from: [1, 1], lines: ['+a', '+b'] }]);
});

test('the second text follows from the first and its hunks, which have the fewest changes', () => {
  const random = new Random(7);
  const text = (length: number) => Array.from({ length }, () => 'abc'[random.integer(3)]).join('\n');
  for (let round = 0; round < 60; round++) {
    const [before, after] = [text(1 + (round % 17)), text(1 + ((7 * round) % 23))];
    expect(applied(before, after).join('\n')).toBe(after);
    const changes = lineDiff(before, after).flatMap(({ lines }) => lines.filter((line) => line[0] !== ' ')).length;
    expect(changes).toBe(fewestChanges(before.split('\n'), after.split('\n')));
  }
  const [long, other] = [1, 2].map((factor) =>
    Array.from({ length: 3000 }, (_, i) => `line ${factor * i + (factor - 1)}`).join('\n'),
  ) as [string, string];
  expect(applied(long, other).join('\n')).toBe(other);
});

/** Lines outside the longest common subsequence. */
function fewestChanges(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (const [k, other] of b.entries()) next.push(line === other ? row[k]! + 1 : Math.max(row[k + 1]!, next[k]!));
    row = next;
  }
  return a.length + b.length - 2 * row.at(-1)!;
}

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

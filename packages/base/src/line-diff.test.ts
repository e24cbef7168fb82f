import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.js';
import { Random } from './random.js';

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

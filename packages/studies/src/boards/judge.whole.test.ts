import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { diaryDay } from '../../../benchmarks/src/diary-day/index.js';
import { judge, standingsOf } from './judge.js';

const folder = mkdtempSync(join(tmpdir(), 'judge '));
afterAll(() => rmSync(folder, { recursive: true }));

const days = ['home 0-1440', 'home 0-480;>bus 480-510 4000;work 510-1020;>bus 1020-1050 4000;home 1050-1440'];
const people = Array.from({ length: 80 }, (_, i) => [i + 1, days[i % 4 === 0 ? 0 : 1]] as const);
writeFileSync(
  join(folder, 'diaries.csv'),
  `person,household,weight,sequence\n${people.map(([id, day]) => `${id},${id},1,${day}`).join('\n')}\n`,
);
const terms = { truth: folder, audit: join(folder, 'audit.jsonl'), team: 'A', precision: 0.5, most: 4 };

/** Writes results in which people up to `wrong` stay at home. */
function submission(name: string, wrong: number): string {
  const path = join(folder, name);
  const own = people.map(([id, day]) => ({ id, sequence: id <= wrong ? days[0] : day }));
  writeFileSync(path, JSON.stringify({ results: { days: own }, metadata: { task_name: 'DiaryDay' } }));
  return path;
}

test('a team sees its best score in steps, a better one only if it is better by a step, and the same file costs nothing', async () => {
  const first = await judge(diaryDay, submission('1.json', 40), terms);
  expect(first.best! % 0.5).toBe(0);
  expect([first.isBetter, first.left]).toEqual([true, 3]);
  expect(await judge(diaryDay, submission('2.json', 40), terms)).toMatchObject({ best: first.best, left: 3 });
  expect(await judge(diaryDay, submission('3.json', 80), terms)).toMatchObject({
    best: first.best,
    isBetter: false,
    left: 2,
  });
  const better = await judge(diaryDay, submission('4.json', 0), terms);
  expect(better).toMatchObject({ best: 100, isBetter: true, left: 1 });
  expect((await judge(diaryDay, submission('4.json', 0), { ...terms, team: 'B' })).left).toBe(3);
  const lines = readFileSync(terms.audit, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ team, results }) => [team, results])).toEqual([
    ['A', '1.json'],
    ['A', '3.json'],
    ['A', '4.json'],
    ['B', '4.json'],
  ]);
  expect(lines[0].scores).toHaveProperty('time_use');
});

test('names of a team that differ in case, spaces or forms of letters are one team', async () => {
  const own = { ...terms, audit: join(folder, 'names.jsonl'), most: 3 };
  const path = submission('names.json', 10);
  const lefts = [];
  for (const team of ['alpha', 'Alpha', 'alpha ', '\uff41lpha', 'al\u200bpha'])
    lefts.push((await judge(diaryDay, path, { ...own, team })).left);
  expect(lefts).toEqual([2, 2, 2, 2, 2]);
  await judge(diaryDay, submission('names 2.json', 0), { ...own, team: 'ALPHA' });
  expect(standingsOf(own.audit)).toMatchObject([{ team: 'alpha', judgements: 2, best: 100 }]);
  await expect(judge(diaryDay, path, { ...own, team: ' \u200b' })).rejects.toThrow('expected the name of the team');
});

test('an audit file is about one task and one truth, also for a file that was judged before', async () => {
  const own = { ...terms, audit: join(folder, 'terms.jsonl') };
  const path = submission('terms.json', 10);
  await judge(diaryDay, path, own);
  const other = join(folder, 'other');
  mkdirSync(other);
  const text = readFileSync(join(folder, 'diaries.csv'), 'utf8');
  writeFileSync(join(other, 'diaries.csv'), text.split('\n').slice(0, -4).join('\n'));
  await expect(judge(diaryDay, path, { ...own, truth: join(folder, 'none') })).rejects.toThrow(
    'none does not exist. Expected the folder with the hidden truth of DiaryDay.',
  );
  await expect(judge(diaryDay, path, { ...own, truth: other })).rejects.toThrow(
    'terms.jsonl records judgements against another truth, whose scores cannot be compared with these. Use one audit file',
  );
  await expect(judge({ ...diaryDay, version: '9.0.0' }, path, own)).rejects.toThrow(
    `records judgements of DiaryDay ${diaryDay.version}, not of DiaryDay 9.0.0`,
  );
  // Lines of earlier versions do not say what they are about.
  const { task: _, truth: __, ...older } = JSON.parse(readFileSync(own.audit, 'utf8'));
  writeFileSync(own.audit, `${JSON.stringify(older)}\n`);
  expect(await judge(diaryDay, path, own)).toMatchObject({ best: older.shown, left: 3 });
});

test('the same file judged several times at once costs one judgement', async () => {
  const own = { ...terms, audit: join(folder, 'at once.jsonl') };
  const path = submission('at once.json', 20);
  const verdicts = await Promise.all(Array.from({ length: 6 }, () => judge(diaryDay, path, own)));
  expect(verdicts.map(({ left }) => left)).toEqual(new Array(6).fill(3));
  expect(readFileSync(own.audit, 'utf8').trim().split('\n')).toHaveLength(1);
  expect(existsSync(`${own.audit}.lock`)).toBe(false);
});

test('results that cannot be scored say so without the truth, and the judgements of a team end', async () => {
  const path = join(folder, 'bad.json');
  writeFileSync(path, JSON.stringify({ results: { days: [{ id: 1, sequence: 'x' }] }, metadata: {} }));
  const verdict = await judge(diaryDay, path, { ...terms, team: 'C', most: 1 });
  expect(verdict.fault).toBe('bad.json cannot be scored. Check it with: asbench runs submit-check bad.json');
  expect(verdict.best).toBeNull();
  expect(await judge(diaryDay, path, { ...terms, team: 'C', most: 1 })).toEqual({ ...verdict, otherTeams: null });
  const audit = join(folder, 'damaged.jsonl');
  for (const line of ['null', '{"team": 3}', '{']) {
    writeFileSync(audit, line);
    await expect(judge(diaryDay, path, { ...terms, audit })).rejects.toThrow('damaged.jsonl:1');
  }
  await expect(judge(diaryDay, submission('5.json', 3), { ...terms, team: 'C', most: 1 })).rejects.toThrow(
    'C has used all 1 judgements',
  );
  mkdirSync(join(folder, 'empty'));
  await expect(
    judge(diaryDay, submission('6.json', 3), { ...terms, team: 'D', truth: join(folder, 'empty') }),
  ).rejects.toThrow(/^The hidden truth cannot be read, so nothing was judged\. The organiser/);
  writeFileSync(path, JSON.stringify({ results: {}, metadata: { task_name: 'HurricaneMobility' } }));
  await expect(judge(diaryDay, path, { ...terms, team: 'D' })).rejects.toThrow(
    'contains results of HurricaneMobility, not of DiaryDay',
  );
});

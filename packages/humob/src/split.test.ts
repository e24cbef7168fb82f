import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { slowTest } from '../../base/src/slow.fixture.js';
import { splitAtDay } from './split.js';
import { writeSteps } from './step-writer.js';
import { synthesize } from './synth.js';
import { useTempFolder } from './temp-folder.fixture.js';

const temp = useTempFolder();

test('the last days are written to truth, and masked to the template', async () => {
  const path = temp.write('all.csv', '1,58,1,5,5\n1,60,2,6,6\n2,60,3,999,999\n2,59,4,7,7\n');
  const { files, counts } = await splitAtDay(path, 60, temp.path('parts'));
  expect(counts).toEqual({ train: 2, truth: 1, masked: 1 });
  expect(readFileSync(files.train, 'utf8')).toBe('uid,d,t,x,y\n1,58,1,5,5\n2,59,4,7,7\n');
  expect(readFileSync(files.truth, 'utf8')).toBe('uid,d,t,x,y\n1,60,2,6,6\n');
  expect(readFileSync(files.template, 'utf8')).toBe('uid,d,t,x,y\n1,60,2,999,999\n');
});

test('gzip input results in gzip output, with the ending in its names', async () => {
  const { files } = await splitAtDay(
    temp.write('ALL.CSV.GZ', gzipSync('1,58,1,5,5\n1,60,2,6,6\n')),
    60,
    temp.path('gz'),
  );
  expect(files.truth).toBe(temp.path('gz/truth.csv.gz'));
  expect(gunzipSync(readFileSync(files.truth)).toString()).toBe('uid,d,t,x,y\n1,60,2,6,6\n');
});

test('an empty side or an invalid line leaves no files', async () => {
  const path = temp.write('all.csv', '1,58,1,5,5\n1,60,2,6,6\n');
  await expect(splitAtDay(path, 61, temp.path('late'))).rejects.toThrow(
    'no steps from day 61 on: its days are 58 to 60. Choose a day from 59 to 60.',
  );
  await expect(splitAtDay(path, 58, temp.path('early'))).rejects.toThrow('no steps before day 58');
  await expect(splitAtDay(temp.write('bad.csv', '1,58,1,5,5\nx\n'), 60, temp.path('bad'))).rejects.toThrow('line 2');
  for (const folder of ['late', 'early', 'bad']) expect(existsSync(temp.path(`${folder}/train.csv`))).toBe(false);
});

test('a failed run keeps the existing file', async () => {
  const path = temp.write('kept.csv', 'before');
  const failing = writeSteps(path, () => {
    throw new Error('half way');
  });
  await expect(failing).rejects.toThrow('half way');
  expect(readFileSync(path, 'utf8')).toBe('before');
});

test('a read-only folder causes a UserError', async () => {
  await expect(writeSteps(temp.path('none/out.csv'), () => {})).rejects.toMatchObject({ name: 'UserError' });
  const file = temp.write('steps.csv', '1,59,0,5,5\n1,60,0,5,5\n');
  await expect(splitAtDay(file, 60, file)).rejects.toMatchObject({ name: 'UserError' });
});

slowTest('synthetic people depend on their seed only, not on other people, and resemble the challenge’s', () => {
  const live = (users: number, seed = 1) => {
    const steps: number[][] = [];
    synthesize({ users, days: 20, seed }, (...step) => steps.push(step));
    return steps;
  };
  const few = live(60);
  expect(live(80).filter(([uid]) => (uid as number) < 60)).toEqual(few);
  expect(live(60, 2)).not.toEqual(few);
  const days = new Map<string, Set<string>>();
  for (const [uid, d, t, x, y] of few as [number, number, number, number, number][]) {
    expect(t >= 0 && t <= 47 && x >= 1 && x <= 200 && y >= 1 && y <= 200).toBe(true);
    const key = `${uid} ${d}`;
    days.set(key, (days.get(key) ?? new Set()).add(`${x} ${y}`));
  }
  const distinct = [...days.values()].reduce((sum, cells) => sum + cells.size, 0) / days.size;
  expect(few.length / days.size).toBeGreaterThan(20);
  expect(few.length / days.size).toBeLessThan(26);
  expect(distinct).toBeGreaterThan(4);
  expect(distinct).toBeLessThan(6);
});

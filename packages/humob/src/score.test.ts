import { gzipSync } from 'node:zlib';
import { calcDtwSingle, calcGeobleuSingle } from '@itinera/metrics';
import { describe, expect, test } from 'vitest';
import { slowTest } from '../../base/src/slow.fixture.js';
import { compareHumobScores, RULES } from './score.js';
import { scoreFiles } from './score-files.js';
import { writeScoresByPerson } from './scores-by-person.js';
import { synthesize } from './synth.js';
import { useTempFolder } from './temp-folder.fixture.js';

const temp = useTempFolder();
const csv = (steps: readonly number[][]) => `uid,d,t,x,y\n${steps.map((step) => `${step.join(',')}\n`).join('')}`;

// The example in the challenge's document.
const GENERATED =
  '60,12,84,88 60,15,114,78 60,21,121,96 61,12,78,86 61,13,89,67 61,17,97,70 61,20,96,70 61,24,111,80 61,25,114,78 61,26,99,70 61,38,77,86 62,12,77,86 62,14,102,129 62,15,104,131 62,17,106,131 62,18,104,110';
const REFERENCE =
  '60,12,82,93 60,15,114,78 60,21,116,96 61,12,82,84 61,13,89,67 61,17,97,70 61,20,91,67 61,24,109,82 61,25,110,78 61,26,99,70 61,38,77,86 62,12,77,86 62,14,97,125 62,15,104,131 62,17,106,131 62,18,103,111';
const lines = (steps: string) => steps.split(' ');

describe('the example in the challenge’s document', () => {
  test.each([
    ['humob2023', 0.21733678721880598, 5.889002930255253],
    ['humob2024', 0.21733678721880598, 5.889002930255253],
    ['giscup2025', 0.07556369896234784, 5.889002930255253],
  ] as const)('%s', async (rules, geobleu, dtw) => {
    const generated = temp.write('generated.csv', lines(GENERATED).join('\n'));
    const reference = temp.write('reference.csv.gz', gzipSync(lines(REFERENCE).join('\r\n')));
    const { score } = await scoreFiles({ generated, reference }, { rules });
    expect(score.geobleu.value).toBeCloseTo(geobleu, 12);
    expect(score.dtw.value).toBe(dtw);
    expect(score).toMatchObject({ users: 1, days: 3, steps: 16 });
  });
});

/** Two predictions of the same steps: people of seed 1, and people of seed 2 at the times of seed 1. */
function people(users: number): { reference: number[][]; generated: number[][] } {
  const reference: number[][] = [];
  const cells: [number, number][] = [];
  synthesize({ users, days: 4, seed: 1 }, (uid, d, t, x, y) => reference.push([uid, d, t, x, y]));
  synthesize({ users: users * 2, days: 4, seed: 2 }, (_uid, _d, _t, x, y) => cells.push([x, y]));
  const generated = reference.map((step, i) => [...step.slice(0, 3), ...(cells[i] as [number, number])]);
  return { reference, generated };
}

test('scores of files are the means of the users’ scores, in any order of rows', async () => {
  const { reference, generated } = people(9);
  const paths = {
    reference: temp.write('r.csv', csv([...reference].reverse())),
    generated: temp.write('g.csv', csv(generated)),
  };
  for (const rules of RULES) {
    const { score } = await scoreFiles(paths, { rules });
    expect(score.people.uid.length).toBe(9);
    for (let uid = 0; uid < 9; uid++) {
      const own = (steps: readonly number[][]) => steps.filter((step) => step[0] === uid);
      expect(score.people.geobleu[uid]).toBe(calcGeobleuSingle(own(generated), own(reference), { rules }));
      expect(score.people.dtw[uid]).toBe(calcDtwSingle(own(generated), own(reference), { rules }));
    }
    expect(score.geobleu.low).toBeLessThanOrEqual(score.geobleu.value);
    expect(score.geobleu.high).toBeGreaterThanOrEqual(score.geobleu.value);
  }
});

slowTest('one and two threads return the same scores to the last bit', async () => {
  const { reference, generated } = people(600);
  const paths = {
    reference: temp.write('r600.csv', csv(reference)),
    generated: temp.write('g600.csv', csv(generated)),
  };
  const [one, two] = await Promise.all(
    [1, 2].map((processes) => scoreFiles({ ...paths, compare: paths.reference }, { rules: 'humob2023', processes })),
  );
  expect(two).toEqual(one);
});

test('a comparison is paired: a prediction does not differ from itself, but from the truth', async () => {
  const { reference, generated } = people(40);
  const paths = { reference: temp.write('r40.csv', csv(reference)), generated: temp.write('g40.csv', csv(generated)) };
  const { score, comparison } = await scoreFiles({ ...paths, compare: paths.reference }, { rules: 'humob2023' });
  expect(comparison?.other.geobleu.value).toBe(1);
  expect(comparison?.geobleu.value).toBeCloseTo(score.geobleu.value - 1, 12);
  expect(comparison?.geobleu.high).toBeLessThan(0);
  expect(comparison?.geobleu.pValue).toBeLessThan(0.01);
  expect(comparison?.dtw.low).toBeGreaterThan(0);
  expect(compareHumobScores(score, score).geobleu).toMatchObject({ value: 0, pValue: 1 });
});

test('exchanged axes and cells counted from 0 are named, under the rules of every year', async () => {
  const { reference } = people(20);
  const exchanged = reference.map(([uid, d, t, x, y]) => [uid, d, t, y, x] as number[]);
  const near = reference.map(([uid, d, t, x, y]) => [uid, d, t, Math.min(200, x! + 2), y] as number[]);
  const truth = temp.write('r.csv', csv(reference));
  for (const rules of RULES) {
    const scored = async (steps: readonly number[][]) =>
      (await scoreFiles({ generated: temp.write('x.csv', csv(steps)), reference: truth }, { rules })).score.warnings;
    expect(await scored(exchanged)).toEqual([
      expect.stringMatching(/x\.csv: x and y are probably swapped\. Its cells are [\d.]+ cells .* but 0\.0 with/),
    ]);
    expect(await scored(near)).toEqual([]);
    const fromZero = reference.map(
      ([uid, d, t, x, y]) => [uid, d, t, Math.max(1, x! - 1), Math.max(1, y! - 1)] as number[],
    );
    expect(await scored(fromZero)).toEqual([expect.stringMatching(/x\.csv: cells are probably counted from 0\./)]);
  }
});

test('days that are not those of the year are named once, before the score', async () => {
  const files = (days: readonly number[]) => {
    const truth = temp.write('days.csv', csv(days.map((d) => [80_000, d, 1, 5, 5])));
    return { generated: truth, reference: truth };
  };
  const warned = async (days: readonly number[], year?: '2023' | '2025') =>
    (await scoreFiles(files(days), { rules: 'humob2023', year })).score.warnings;
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  expect(await warned(range(60, 74), '2023')).toEqual([]);
  expect(await warned(range(61, 75), '2025')).toEqual([]);
  expect(await warned(range(24, 29))).toEqual([]);
  expect(await warned(range(24, 29), '2023')).toEqual([
    expect.stringMatching(
      /days\.csv has days 24–29, the challenge of 2023 scores days 60–74: this score is not comparable/,
    ),
  ]);
  expect(await warned([60, 74], '2023')).toEqual([expect.stringContaining('has days 60–74 (13 of them missing),')]);
  expect(await warned([7], '2025')).toEqual([
    expect.stringContaining('has day 7, the challenge of 2025 scores days 61–75'),
  ]);
});

test('the scores of each user are written with full precision', async () => {
  const path = temp.path('by-user.csv');
  writeScoresByPerson(path, {
    uid: Int32Array.of(3, 8),
    geobleu: Float64Array.of(0.1 + 0.2, 1),
    dtw: Float64Array.of(5.889002930255253, 0),
  });
  const { readFileSync } = await import('node:fs');
  expect(readFileSync(path, 'utf8')).toBe('uid,geobleu,dtw\n3,0.30000000000000004,5.889002930255253\n8,1,0\n');
});

describe('files that do not match are rejected with uid and line', () => {
  const reference = 'uid,d,t,x,y\n1,60,1,5,5\n1,60,2,5,5\n2,60,1,5,5\n';
  test.each([
    [
      'a missing step',
      '1,60,1,5,5\n2,60,1,5,5\n',
      /g\.csv: uid 1 has 1 step, .*r\.csv has 2: .*r\.csv has d=60, t=2 \(line 3\), which .*g\.csv lacks/,
    ],
    [
      'an extra step',
      '1,60,1,5,5\n1,60,2,5,5\n1,60,3,5,5\n2,60,1,5,5\n',
      /uid 1 has 3 steps, .* has 2: .*g\.csv has d=60, t=3 \(line 3\)/,
    ],
    [
      'another time',
      '1,60,1,5,5\n1,60,4,5,5\n2,60,1,5,5\n',
      /g\.csv: line 2: uid 1: day and time are not the same: d=60, t=4 \(line 2\), .* has d=60, t=2 \(line 3\)/,
    ],
    ['a missing last step of the last person', '1,60,1,5,5\n1,60,2,5,5\n2,60,2,5,5\n', /line 3: uid 2: day and time/],
    [
      'a missing person',
      '1,60,1,5,5\n1,60,2,5,5\n',
      /g\.csv: no steps of uid 2, which .*r\.csv has \(line 4\); 1 uid of 2 missing/,
    ],
    [
      'an extra person',
      '1,60,1,5,5\n1,60,2,5,5\n2,60,1,5,5\n9,60,1,5,5\n',
      /r\.csv: no steps of uid 9, which .*g\.csv has \(line 4\)/,
    ],
    [
      'a repeated step',
      '1,60,1,5,5\n1,60,2,5,5\n1,60,1,7,7\n2,60,1,5,5\n',
      /g\.csv: line 3: uid 1 already has a step at d=60, t=1, on line 1/,
    ],
    ['no uid', '60,1,5,5\n', /g\.csv has 4 columns, .*r\.csv has 5/],
  ])('%s', async (_name, generated, message) => {
    const paths = { reference: temp.write('r.csv', reference), generated: temp.write('g.csv', generated) };
    await expect(scoreFiles(paths, { rules: 'humob2023' })).rejects.toThrow(message);
    await expect(scoreFiles(paths, { rules: 'humob2023' })).rejects.toMatchObject({ name: 'UserError' });
  });

  test('threads that read the files reject them too', async () => {
    const paths = { reference: temp.write('r.csv', reference), generated: temp.path('none.csv') };
    await expect(scoreFiles(paths, { rules: 'humob2023', processes: 2 })).rejects.toMatchObject({ name: 'UserError' });
  });
});

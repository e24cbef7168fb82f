import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type GoldenCase, goldenArguments, goldenCases } from './golden-validator.fixture.js';
import { validateSubmission } from './on-disk.js';
import { findTask, type HumobTask, YEARS, yearsOf } from './tasks.js';
import { useTempFolder } from './temp-folder.fixture.js';

const temp = useTempFolder();
const TASK: HumobTask = { uids: [1, 3], days: [60, 74] };
const DATASET = 'uid,d,t,x,y\n1,59,1,4,4\n1,60,1,999,999\n1,60,2,999,999\n2,61,5,999,999\n3,62,7,999,999\n4,60,1,8,8\n';

async function problems(submission: string | Uint8Array, dataset: string | undefined = DATASET) {
  const { problems } = await validateSubmission(
    temp.write('submission.csv', submission),
    TASK,
    dataset === undefined ? undefined : temp.write('dataset.csv', dataset),
    { year: '2023' },
  );
  return Object.fromEntries(problems.map(({ title, count, examples }) => [title, [count, ...examples]]));
}

const GOOD = '1,60,1,10,10\n1,60,2,10,10\n2,61,5,10,10\n3,62,7,10,10\n';

test('a valid submission has no problems, plain or gzip', async () => {
  expect(await problems(GOOD)).toEqual({});
  expect(await problems(gzipSync(`uid,d,t,x,y\r\n${GOOD.replaceAll('\n', '\r\n')}`))).toEqual({});
});

test('all problems are listed at once, lines counted from 1', async () => {
  const submission =
    '\ufeffuid,d,t,x,y\n1,60,1,0,10\n1,60,2,201,999\n\n2,59,5,10,10\nuid,d,t,x,y\n2,61,5,1.5,1\n2,61,5\n3,62,8,10,10\n3,62,8,10,10\n9,60,1,1,1\n';
  expect(await problems(submission)).toEqual({
    'byte-order mark at the start, which the organisers’ tool reads as part of the first column': [1, 'line 1'],
    'x out of range (1 to 200)': [2, 'line 2: "1,60,1,0,10"', 'line 3: "1,60,2,201,999"'],
    'y out of range (1 to 200)': [1, 'line 3: "1,60,2,201,999"'],
    'blank line': [1, 'line 4'],
    'd out of range (60 to 74)': [1, 'line 5: "2,59,5,10,10"'],
    'header that the organisers’ tool does not recognise: expected one, on line 1, beginning with "uid,"': [
      1,
      'line 6: "uid,d,t,x,y"',
    ],
    'a value that is not a whole number (digits only)': [1, 'line 7: "2,61,5,1.5,1"'],
    'not 5 columns separated by commas': [1, 'line 8: "2,61,5"'],
    'uid not from 1 to 3': [1, 'uid 9 (line 11, 1 step)'],
    'uid without steps': [1, 'uid 2'],
    'missing step': [1, 'uid 3: d=62, t=7'],
    'unexpected step': [1, 'line 10: uid 3: d=62, t=8'],
  });
});

test('a header of other names is one', async () => {
  expect(await problems(`user_id,day,slot,X,Y\n${GOOD}`)).toEqual({
    'header that the organisers’ tool does not recognise: expected one, on line 1, beginning with "uid,"': [
      1,
      'line 1: "user_id,day,slot,X,Y"',
    ],
  });
});

test('repeated steps, and steps in a different order, are listed', async () => {
  expect(await problems('1,60,2,10,10\n1,60,1,10,10\n2,61,5,1,1\n2,61,5,2,2\n3,62,7,1,1\n')).toEqual({
    'steps of a person in a different order than in the data set': [
      1,
      'line 1: uid 1: d=60, t=2 where the data set has d=60, t=1',
    ],
    'repeated step': [1, 'line 4: uid 2: d=61, t=5'],
  });
  expect(await problems(`${GOOD}1,60,1,3,3\n`, undefined)).toEqual({
    'repeated step': [1, 'line 5: uid 1: d=60, t=1'],
  });
});

test('many problems of one kind are counted, and some of them shown', async () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `1,60,1,${201 + i},10\n`).join('');
  const { problems: groups } = await validateSubmission(temp.write('many.csv', lines), TASK, undefined, {
    year: '2023',
    examples: 3,
  });
  expect(groups[0]).toMatchObject({ title: 'x out of range (1 to 200)', count: 5000 });
  expect(groups[0]?.examples).toHaveLength(3);
});

test('without a task, the people and days are those of the data set', async () => {
  const dataset = temp.write('any.csv', '5,30,1,9,9\n6,31,2,9,9\n');
  const check = async (text: string) =>
    (await validateSubmission(temp.write('any-submission.csv', text), undefined, dataset, { year: '2023' })).problems;
  expect(await check('5,30,1,9,9\n6,31,2,9,9\n')).toEqual([]);
  expect((await check('5,30,1,9,9\n7,31,2,9,9\n')).map(({ title }) => title)).toEqual([
    'uid not in the data set',
    'uid without steps',
  ]);
});

test('an empty file is reported as such', async () => {
  await expect(problems('')).rejects.toThrow('submission.csv: the file is empty');
});

describe('every submission that the organisers’ validator rejects has a problem', () => {
  const cases = goldenCases().filter(({ argv }) => argv.length === 3 && argv[1] !== 'no-such-file.csv');
  test.each(YEARS)('%s', async (year) => {
    for (const golden of cases as GoldenCase[]) {
      const [name, dataset, submission] = goldenArguments(golden, temp) as [string, string, string];
      const task = findTask(year, name);
      if (task === undefined) continue;
      const count = await validateSubmission(submission, task, dataset, { year }).then(
        ({ problems }) => problems.length,
        () => 1, // a file that cannot be read
      );
      if (golden.expected[year].exit === 1) expect([golden.id, count > 0]).toEqual([golden.id, true]);
    }
  });
});

test('a task that only one year has determines its year', () => {
  expect(yearsOf('1')).toEqual(['2023']);
  expect(yearsOf('A')).toEqual(['2025']);
  expect(yearsOf('b')).toEqual(['2024', '2025']);
  expect(yearsOf('toString')).toEqual([]);
});

import { expect, test } from 'vitest';
import { parsePartOption } from './part-option.js';

test.each([
  ['1/1', {}, { number: 1, of: 1 }],
  [' 7 / 64 ', {}, { number: 7, of: 64 }],
  [true, { SLURM_ARRAY_TASK_ID: '0', SLURM_ARRAY_TASK_COUNT: '4' }, { number: 1, of: 4 }],
  [true, { SLURM_ARRAY_TASK_ID: '4', SLURM_ARRAY_TASK_MIN: '1', SLURM_ARRAY_TASK_COUNT: '4' }, { number: 4, of: 4 }],
  [
    true,
    {
      SLURM_ARRAY_TASK_ID: '20',
      SLURM_ARRAY_TASK_MIN: '0',
      SLURM_ARRAY_TASK_STEP: '10',
      SLURM_ARRAY_TASK_COUNT: '3',
    },
    { number: 3, of: 3 },
  ],
  [
    true,
    {
      SLURM_ARRAY_TASK_ID: '7',
      SLURM_ARRAY_TASK_MIN: '3',
      SLURM_ARRAY_TASK_MAX: '7',
      SLURM_ARRAY_TASK_STEP: '4',
      SLURM_ARRAY_TASK_COUNT: '2',
    },
    { number: 2, of: 2 },
  ],
  [true, { JOB_COMPLETION_INDEX: '2', JOB_COMPLETIONS: '3' }, { number: 3, of: 3 }],
] as const)('--part %j is that part, with %j', (option, environment, part) => {
  expect(parsePartOption(option, 1, environment)).toEqual(part);
});

test.each([
  ['0/4', {}],
  ['5/4', {}],
  ['4', {}],
  ['1/0', {}],
  ['-1/4', {}],
  ['1.5/4', {}],
  [true, {}],
  [true, { SLURM_ARRAY_TASK_ID: '3' }],
  [true, { SLURM_ARRAY_TASK_ID: 'x', SLURM_ARRAY_TASK_COUNT: '4' }],
  [true, { JOB_COMPLETION_INDEX: '3', JOB_COMPLETIONS: '3' }],
] as const)('--part %j with %j is rejected with an example', (option, environment) => {
  expect(() => parsePartOption(option, 1, environment)).toThrow('7/64');
});

test('a list of numbers in place of a range is refused with both ways out', () => {
  const list = { SLURM_ARRAY_TASK_MIN: '3', SLURM_ARRAY_TASK_MAX: '7', SLURM_ARRAY_TASK_STEP: '1' };
  for (const id of ['3', '7'])
    expect(() => parsePartOption(true, 1, { ...list, SLURM_ARRAY_TASK_ID: id, SLURM_ARRAY_TASK_COUNT: '2' })).toThrow(
      /submitted as a list\. Submit a range such as --array=0-1, or pass the part, such as --part 7\/64/,
    );
});

test('without --part the whole run is simulated, even under a scheduler', () => {
  expect(parsePartOption(undefined, 1, { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '4' })).toBeNull();
});

test('parts of several runs at once are rejected', () => {
  expect(() => parsePartOption('1/2', 3, {})).toThrow('--seed');
});

test('a part that does not exist is named with the parts there are', () => {
  const said = (text: string) => () => parsePartOption(text, 1, {});
  expect(said('3/2')).toThrow('--part 3/2: there is no part 3 of 2, parts are numbered from 1 to 2.');
  expect(said('0/2')).toThrow('there is no part 0 of 2');
  expect(said('1/9000000')).toThrow('--part 1/9000000: expected at most 1000000 parts.');
  expect(said('one')).toThrow('--part one: expected NUMBER/OF. Pass the part, such as 7/64.');
});

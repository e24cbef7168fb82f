import { describe, expect, test } from 'vitest';
import { slowTest } from '../../base/src/slow.fixture.js';
import { learnVotes, type VoteWeights } from './learned.js';
import { readSteps } from './on-disk.js';
import { BASELINES, predictSteps } from './predict.js';
import { samplePeople } from './sample-people.js';
import { targetFromDays, withoutMasked } from './targets.js';
import { useTempFolder } from './temp-folder.fixture.js';
import { groupByPerson } from './trajectories.js';

const temp = useTempFolder();

/** Predicts from lines of steps. @returns [x, y] in the order of the target's lines */
async function predict(
  name: string,
  train: string[],
  target: string[],
  seed?: number,
  votes?: VoteWeights,
): Promise<number[][]> {
  const read = async (file: string, lines: string[]) =>
    groupByPerson(await readSteps(temp.write(file, lines.join('\n')), { masked: true }));
  const { steps } = predictSteps(await read('train.csv', train), await read('target.csv', target), name, {
    ...(seed !== undefined && { seed }),
    ...(votes && { votes }),
  });
  return Array.from({ length: steps.length }, (_, i) => [steps.x[i], steps.y[i]] as number[]);
}

// Days 1 to 5 and 8 to 12 are working days, 0, 6, 7 and 13 weekends.
const HOME = '10,10';
const WORK = '50,50';
const PARK = '30,30';

describe('learned-mode', () => {
  const weeks = (uid: number, days: number, placeOf: (d: number) => string) =>
    Array.from({ length: days }, (_, d) => `${uid},${d},20,${placeOf(d)}`);
  const byWeekday = (d: number) => `${10 + 20 * (d % 7)},50`;

  slowTest('weights learned in one city are adapted to another', async () => {
    const city = temp.write(
      'city.csv',
      Array.from({ length: 40 }, (_, i) => weeks(i, 35, byWeekday))
        .flat()
        .join('\n'),
    );
    const weekdays = learnVotes(await samplePeople(city, 1), 1);
    const here = weeks(1, 14, byWeekday);
    const next = ['1,15,20,999,999', '1,16,20,999,999', '1,17,20,999,999'];
    expect(await predict('learned-mode', here, next, 1, weekdays)).toEqual([
      [30, 50],
      [50, 50],
      [70, 50],
    ]);
    // Here everybody moves house every week: only the last days count, whatever was learned elsewhere.
    const moving = (d: number) => `${10 + 20 * Math.floor(d / 7)},50`;
    const there = groupByPerson(
      await readSteps(
        temp.write(
          'there.csv',
          Array.from({ length: 600 }, (_, i) => weeks(i, 30, moving))
            .flat()
            .join('\n'),
        ),
      ),
    );
    const moved = weeks(1, 11, moving);
    const later = ['1,11,20,999,999', '1,12,20,999,999'];
    const [before, after] = [
      [10, 50],
      [30, 50],
    ];
    expect(await predict('learned-mode', moved, later, 1, weekdays)).toEqual([before, before]);
    expect(await predict('learned-mode', moved, later, 1, learnVotes(there, 1, weekdays))).toEqual([after, after]);
  });

  test('a large city is learned from a sample that depends on the seed only', async () => {
    const path = temp.write('large.csv', Array.from({ length: 5000 }, (_, i) => `${i},1,20,5,5`).join('\n'));
    const [first, again, other] = [
      await samplePeople(path, 1),
      await samplePeople(path, 1),
      await samplePeople(path, 2),
    ];
    expect(first.people.length).toBeGreaterThan(900);
    expect(first.people.length).toBeLessThanOrEqual(2000);
    expect(again.people).toEqual(first.people);
    expect(other.people).not.toEqual(first.people);
    const masked = temp.write('masked.csv', '1,60,1,999,999\n');
    await expect(samplePeople(masked, 1)).rejects.toThrow('all steps are masked');
  });
});

test('center-point predicts the mean, with halves rounded up', async () => {
  expect(
    await predict('center-point', ['1,0,1,10,10', '1,0,2,11,20', '2,0,1,7,7'], ['1,9,1,999,999', '2,9,5,999,999']),
  ).toEqual([
    [11, 15],
    [7, 7],
  ]);
});

test('per-user-mode predicts the most frequent place, ties to the last one seen', async () => {
  const past = [`1,1,1,${HOME}`, `1,1,2,${WORK}`, `1,1,3,${HOME}`];
  expect(await predict('per-user-mode', past, ['1,9,40,999,999'])).toEqual([[10, 10]]);
  expect(await predict('per-user-mode', [...past, `1,1,4,${WORK}`], ['1,9,40,999,999'])).toEqual([[50, 50]]);
});

test('per-slot-mode uses the time of day, or the nearest known one, across midnight', async () => {
  const past = [`1,1,20,${WORK}`, `1,2,20,${WORK}`, `1,3,20,${PARK}`, `1,1,46,${HOME}`];
  const asked = ['1,9,0,999,999', '1,9,20,999,999', '1,9,25,999,999', '1,9,44,999,999'];
  expect(await predict('per-slot-mode', past, asked)).toEqual([
    [10, 10],
    [50, 50],
    [50, 50],
    [10, 10],
  ]);
});

test('weekday-slot-mode separates weekends', async () => {
  const past = [`1,0,20,${PARK}`, `1,1,20,${WORK}`, `1,2,20,${WORK}`];
  expect(await predict('weekday-slot-mode', past, ['1,8,20,999,999', '1,13,20,999,999'])).toEqual([
    [50, 50],
    [30, 30],
  ]);
});

test('in decayed-mode, old habits give way to new ones', async () => {
  const old = [1, 2, 3, 4, 5].map((d) => `1,${d},20,${WORK}`);
  const recent = [57, 58, 59].map((d) => `1,${d},20,${PARK}`);
  expect(await predict('decayed-mode', [...old, ...recent], ['1,60,20,999,999'])).toEqual([[30, 30]]);
  expect(await predict('per-slot-mode', [...old, ...recent], ['1,60,20,999,999'])).toEqual([[50, 50]]);
});

test('previous-weeks repeats the latest day with the same weekday', async () => {
  const past = [`1,1,20,${WORK}`, `1,8,20,${PARK}`, `1,9,20,${HOME}`];
  expect(await predict('previous-weeks', past, ['1,15,20,999,999', '1,16,20,999,999', '1,17,20,999,999'])).toEqual([
    [30, 30],
    [10, 10],
    [10, 10],
  ]);
});

test('bigram follows the observed successors, and depends on its seed', async () => {
  const past = ['1,1,1,1,1', '1,1,2,2,2', '1,1,3,3,3', '1,1,4,1,1'];
  const asked = Array.from({ length: 6 }, (_, t) => `1,9,${t},999,999`);
  expect(await predict('bigram', past, asked)).toEqual([
    [2, 2],
    [3, 3],
    [1, 1],
    [2, 2],
    [3, 3],
    [1, 1],
  ]);
  const choices = Array.from({ length: 40 }, (_, t) => `1,1,${t},${1 + ((t * t) % 7)},1`);
  expect(await predict('bigram', choices, asked, 5)).toEqual(await predict('bigram', choices, asked, 5));
  expect(await predict('bigram', choices, asked, 5)).not.toEqual(await predict('bigram', choices, asked, 6));
});

describe.each(Object.keys(BASELINES))('%s', (name) => {
  test('the order of the target is kept and its cells are ignored', async () => {
    const past = ['1,1,20,50,50', '2,1,20,60,60', '1,2,20,50,50'];
    const asked = ['2,9,20,999,999', '1,9,21,999,999', '1,9,20,999,999', '2,9,3,999,999'];
    const answers = await predict(name, past, asked);
    expect(answers).toEqual([
      [60, 60],
      [50, 50],
      [50, 50],
      [60, 60],
    ]);
    expect(
      await predict(
        name,
        past,
        asked.map((line) => line.replaceAll('999', '77')),
      ),
    ).toEqual(answers);
  });

  test('people without a past are placed in the cell with the most steps', async () => {
    expect(await predict(name, ['1,1,1,5,6', '1,1,2,5,6', '2,1,1,7,7'], ['3,9,1,999,999'])).toEqual([[5, 6]]);
  });
});

test('if the requested days have masked steps, these are predicted, and the days are not used for training', async () => {
  const file = await readSteps(temp.write('all.csv', '1,59,1,5,5\n1,60,1,999,999\n2,60,1,8,8\n2,61,1,9,9\n'), {
    masked: true,
  });
  const masked = targetFromDays(file, [60, 74]);
  expect([masked.asked.steps.length, masked.past.steps.length]).toEqual([1, 3]);
  const unmasked = targetFromDays(withoutMasked(file), [60, 74]);
  expect([unmasked.asked.steps.length, unmasked.past.steps.length]).toEqual([2, 1]);
  expect(() => targetFromDays(file, [80, 90])).toThrow('no steps on days 80 to 90');
});

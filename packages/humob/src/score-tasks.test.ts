import { expect, test } from 'vitest';
import { slowTest } from '../../base/src/slow.fixture.js';
import { scoreTasks } from './score-tasks.js';
import { useTempFolder } from './temp-folder.fixture.js';

const temp = useTempFolder();

/** A file with one step per person. @returns its path */
function stepsOf(name: string, uids: readonly [number, number], place = '10,10', day = 60): string {
  const lines = Array.from({ length: uids[1] - uids[0] + 1 }, (_, i) => `${uids[0] + i},${day},20,${place}`);
  return temp.write(name, `uid,d,t,x,y\n${lines.join('\n')}\n`);
}

slowTest(
  'all tasks of a year are validated and scored, each against the people and days of the challenge',
  async () => {
    const truths = [
      stepsOf('truth-B.csv', [21_990, 24_999]),
      stepsOf('truth-C.csv', [17_000, 19_999]),
      stepsOf('truth-D.csv', [3000, 5999]),
    ];
    const submissions = [
      stepsOf('team_cityB.csv', [22_000, 24_999]),
      // Without a task in its name, a file belongs to that of its first user.
      stepsOf('mine.csv', [17_000, 19_999], '10,12'),
      stepsOf('team_d_humob.csv', [3000, 5998]),
    ];
    const { rules, tasks, mean } = await scoreTasks(submissions, truths, { year: '2024' });
    expect(rules).toBe('humob2024');
    expect(
      tasks.map(({ task, ownSplit, score, validation }) => [
        task,
        ownSplit,
        score?.geobleu.value,
        validation?.problems.map(({ title, count }) => `${title}: ${count}`),
      ]),
    ).toEqual([
      ['b', false, 1, []],
      ['c', false, expect.closeTo(Math.exp(-1), 12), []],
      ['d', false, undefined, ['uid without steps: 1']],
    ]);
    expect(tasks[2]!.error).toContain('no steps of uid 5999');
    expect(mean).toBeNull();
  },
);

test('a reference without all people of a task is an own split, and the mean covers all tasks', async () => {
  const files = (['task1', 'task2'] as const).map((name, i) => stepsOf(`${name}.csv`, [7 * i, 7 * i + 3], '5,5', 30));
  const { tasks, mean } = await scoreTasks(files, files, { year: '2023' });
  expect(tasks.map(({ ownSplit, validation }) => [ownSplit, validation?.problems.length])).toEqual([
    [true, 0],
    [true, 0],
  ]);
  expect(mean).toEqual({ geobleu: 1, dtw: 0 });
});

test('a file without a task, a damaged one without a task in its name, and two of the same task are rejected', async () => {
  const none = stepsOf('mine.csv', [1, 3]);
  await expect(scoreTasks([none], [none], { year: '2025' })).rejects.toThrow('belongs to no task of 2025');
  const damaged = temp.write('damaged.csv', 'uid,d,t,x,y\n1,60,20,ten,10\n');
  await expect(scoreTasks([damaged], [none], { year: '2025' })).rejects.toThrow('x is "ten"');
  const twice = [stepsOf('a.csv', [1, 3]), stepsOf('team-a.csv', [1, 3])];
  await expect(scoreTasks(twice, [none], { year: '2025' })).rejects.toThrow('are both for task a');
});

test('a damaged or missing submission leaves the other tasks scored', async () => {
  const truth = ['task1.csv', 'task2.csv'].map((name) => stepsOf(name, [1, 3]));
  const damaged = temp.write('damaged-1.csv', 'uid,d,t,x,y\n1,60,20,ten,10\n');
  const { tasks } = await scoreTasks([damaged], truth, { year: '2023' });
  expect(tasks.map(({ error }) => error)).toEqual([expect.stringContaining('x is "ten"'), 'the submission is missing']);
});

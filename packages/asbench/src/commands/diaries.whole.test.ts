import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '@itinera/run';
import { expect, test } from 'vitest';
import { asbench, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const statuses = ['work_full', 'student', 'retired'];
const sequence = (i: number) =>
  i % 3 === 2
    ? 'home 0-600;>walk 600-610 ~500;shop 610-640;>walk 640-650 500;home 650-1440'
    : `home 0-480;>bus 480-${505 + (i % 5)} 4000;${i % 3 === 0 ? 'work' : 'study'} ${505 + (i % 5)}-1020;>bus 1020-1050 4000;home 1050-1440`;
writeFileSync(
  join(folder, 'survey.csv'),
  `person,household,weight,sex,age,status,hh_size,cars,sequence\n${Array.from(
    { length: 200 },
    (_, i) =>
      `p${i},h${i >> 1},${1 + (i % 2)},${i % 2 ? 'm' : 'f'},${i % 3 === 2 ? '75+' : '18-24'},${statuses[i % 3]},2,${i % 2},${sequence(i)}`,
  ).join('\n')}\n`,
);

test('a survey becomes datasets split by household, a model, an agent and results that are scored', async () => {
  expect((await asbench(folder, 'map', 'synth', '-o', 'city.pb', '--size', '500')).status).toBe(0);
  const prepared = await asbench(
    folder,
    'data',
    'diaries',
    'prepare',
    'survey.csv',
    '--map',
    'city.pb',
    '-o',
    'data',
    '--truth',
    'secret',
  );
  expect(prepared.stderr).toMatch(/^Wrote data.train: \d+ people of \d+ households, 50 % of all households\n/);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8').trim().split('\n');
  const tables = ['data/train/groundtruth', 'data/validation/groundtruth', 'secret'].map((path) =>
    read(`${path}/diaries.csv`).slice(1),
  );
  expect(tables.reduce((sum, rows) => sum + rows.length, 0)).toBe(200);
  const households = tables.map((rows) => new Set(rows.map((row) => row.split(',')[1])));
  expect(households.reduce((sum, set) => sum + set.size, 0)).toBe(new Set(households.flatMap((set) => [...set])).size);
  const known = tables.slice(0, 2).flatMap((rows) => rows.map((row) => row.split(',').at(-1)));
  expect(read('secret/training-days.csv')).toEqual(['sequence', ...known]);
  const profiles = read('data/test/profiles.jsonl').map((line) => JSON.parse(line));
  expect(profiles).toHaveLength(tables[2]!.length);
  expect(profiles.find(({ occupation }) => occupation === 'Retired')).toMatchObject({
    work: null,
    gender: expect.any(String),
  });

  expect(
    (await asbench(folder, 'data', 'diaries', 'fit', 'data/train/groundtruth/diaries.csv', '-o', 'model.ts')).stderr,
  ).toBe('Wrote model.ts: agent with the model\n');
  const draw = ['data', 'diaries', 'draw', 'secret/diaries.csv', '--train', 'data/train/groundtruth/diaries.csv', '-o'];
  await asbench(folder, ...draw, 'drawn.json');
  await asbench(folder, ...draw, 'again.json');
  expect(read('again.json')).toEqual(read('drawn.json'));
  expect((await readResults(join(folder, 'drawn.json'))).metadata).toMatchObject({ task_name: 'DiaryDay' });
  const judged = async (file: string) =>
    JSON.parse(
      (
        await asbench(
          folder,
          'runs',
          'judge',
          'DiaryDay',
          file,
          '--truth',
          'secret',
          '--audit',
          'audit.jsonl',
          '--team',
          file,
          '--json',
        )
      ).stdout,
    ).best;
  expect(await judged('drawn.json')).toBeGreaterThan(85);
  await asbench(folder, 'data', 'diaries', 'results', 'secret/diaries.csv', '-o', 'same.json');
  expect(await judged('same.json')).toBe(100);
  const days = read('secret/diaries.csv');
  const withoutPeople = days.map((line) => `${line.split(',')[0]},${line.slice(line.lastIndexOf(',') + 1)}\n`).join('');
  writeFileSync(join(folder, 'days.csv'), withoutPeople);
  await asbench(folder, 'data', 'diaries', 'results', 'days.csv', '-o', 'days.json');
  expect(read('days.json')[0]).toContain('{"days":[{"id":1,');

  const run = await asbench(
    folder,
    '--home-dir',
    'home',
    'run',
    'DiaryDay',
    '-a',
    'model.ts',
    '-d',
    'data/validation',
    '--map',
    'city.pb',
    '--json',
  );
  expect(run.status).toBe(0);
  expect(JSON.parse(run.stdout).scores.final_score).toBeGreaterThan(30);
});

test('a table that is not one of diaries is rejected with its line', async () => {
  const attempt = async (text: string) => {
    writeFileSync(join(folder, 'bad.csv'), text);
    return (await asbench(folder, 'data', 'diaries', 'fit', 'bad.csv', '-o', 'bad.ts')).stderr;
  };
  expect(await attempt('a,b\n1,2\n')).toContain('bad.csv has no columns person, household, weight, sequence');
  expect(await attempt('person,household,weight,sequence\n1,1,1,home 0-3\n')).toContain(
    'bad.csv:2 ends at minute 3; expected 1440.',
  );
  expect(await attempt('person,household,weight,sequence\n1,1,-1,home 0-1440\n')).toContain(
    'expected a number from 0 as weight, got -1',
  );
  expect(await attempt('person,household,weight,sequence\n')).toContain('contains no people');
  expect(await attempt('person,household,weight,sequence\n1,1,0,home 0-1440\n')).toContain('every weight is 0');
});

test('the tables of another survey become a diary table by a layout of their columns', async () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('people.csv', 'hh,no,sex,weekday\n1,1,2,Sat\n1,2,1,Tue\n');
  write('trips.csv', 'hh,no,left,came,why\n1,2,08:00,08:20,work\n1,2,17:00,17:30,home\n');
  write(
    'layout.yaml',
    `times: clock
begins: 180
people:
  household: hh
  person: [hh, no]
  sex: {column: sex, codes: {1: m, 2: f}}
  day: {column: weekday, codes: {Sat: sat, Tue: tue}}
trips: {start: left, end: came, to: why}
`,
  );
  const command = ['data', 'diaries', 'read', 'trips.csv', '--people-table', 'people.csv', '-o', 'other.csv'];
  const read = await asbench(folder, ...command, '--survey', 'layout.yaml', '--only-days', 'weekdays');
  const stderr = '1 person omitted: not on weekdays.\nWrote other.csv: 1 person with 2 trips\n';
  expect(read).toMatchObject({ status: 0, stderr });
  expect(readFileSync(join(folder, 'other.csv'), 'utf8').trim().split('\n')[1]).toBe(
    '1,1,1,m,,,,,1,home 0-480;> 480-500;work 500-1020;> 1020-1050;home 1050-1440',
  );
  write('same-day.csv', 'hh,no,sex,weekday\n1,2,1,Tue\n');
  const weekends = command.with(5, 'same-day.csv');
  const layout = ['--survey', 'layout.yaml', '--only-days', 'weekends'];
  expect((await asbench(folder, ...weekends, ...layout)).stderr).toContain(
    'trips.csv: no person has a day on weekends.',
  );
  expect((await asbench(folder, ...command.toSpliced(4, 2), ...layout)).stderr).toContain(
    'of every person is unknown.',
  );
  expect((await asbench(folder, ...command, '--survey', 'nhts')).stderr).toContain(
    'Unknown survey "nhts". Expected nhts-2017, nhts-2022, eod-2012, eod-2012-weekends, atus, mtus, or a .yaml file',
  );
  write('wrong.yaml', 'times: noon\n');
  expect((await asbench(folder, ...command, '--survey', 'wrong.yaml')).stderr).toContain('wrong.yaml: times: ');
});

test('a model describes days of groups, in one call each, which an agent lives; a repeated command asks nothing again', async () => {
  writeFileSync(join(folder, 'llm.yml'), 'llm: [{provider: scripted}]\n');
  const command = ['data', 'diaries', 'ask', 'survey.csv', '-c', 'llm.yml', '--archetypes', '3', '-o', 'asked.ts'];
  const asked = await asbench(folder, ...command);
  expect(asked).toMatchObject({ status: 0, stderr: expect.stringContaining('scripted stand-in say nothing') });
  expect(asked.stdout).toMatch(/^3 groups of 200 people, 3 calls \(\$/);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const calls = read('asked.calls.ndjson');
  expect(calls.trim().split('\n')).toHaveLength(3);
  expect(calls).toContain('works full time');
  const { archetypes } = JSON.parse(JSON.parse(/JSON\.parse\((".*")\);$/m.exec(read('asked.ts'))![1]!));
  expect(archetypes.map(({ words }: { words: { status: string } }) => words.status).sort()).toEqual(statuses.sort());
  expect(read('asked.ts')).toContain('typical days of 3 groups by scripted');
  expect((await asbench(folder, ...command)).status).toBe(0);
  expect(read('asked.calls.ndjson')).toBe(calls);
  writeFileSync(
    join(folder, 'priced.yml'),
    'llm: [{provider: scripted, concurrency: 1, price: {input: 1000, output: 1000}}]\n',
  );
  const priced = [...command.with(5, 'priced.yml').with(-1, 'priced.ts'), '--max-cost'];
  expect(await asbench(folder, ...priced, '0.1')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Stopped at --max-cost .* To resume, repeat the command\.$/m),
  });
  expect((await asbench(folder, ...priced, '1000')).stdout).toMatch(/^3 groups of 200 people, 3 calls/);
  writeFileSync(join(folder, 'none.yml'), 'movement: {}\n');
  expect((await asbench(folder, ...command.with(5, 'none.yml'))).stderr).toContain('none.yml has no llm.');
});

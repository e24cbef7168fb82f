import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { synthesizePeople, writePeople } from '@itinera/people';
import { RunFolder, readManifest, readStatuses } from '@itinera/run';
import { compareRunCounts } from '@itinera/studies';
import { Library } from '@itinera/viewer';
import { beforeAll, describe, expect, test } from 'vitest';
import { asbench, bytesOf, jsonOf, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const map = synthesizeCity({ seed: 1, size: 500 });
const { people } = synthesizePeople(map, { count: 40, seed: 1 });
const bench = (...args: string[]) => asbench(folder, '--home-dir', 'home', ...args);
const simulate = (...args: string[]) => bench('simulate', '--map', 'city.pb', '--step', '3600', '--json', ...args);
let run: { readonly run: string; readonly folder: string; readonly task: string; readonly [key: string]: unknown };

beforeAll(async () => {
  writeFileSync(join(folder, 'city.pb'), writeMap(map));
  await writePeople(join(folder, 'people'), people);
  const { stdout, stderr, status } = await simulate('--profiles', 'people', '--days', '2', '--date', '2024-03-01');
  expect([status, stderr]).toEqual([0, 'SYNTHETIC people: they do not exist.\n']);
  run = JSON.parse(stdout);
});

test('people are simulated for several days, and commands that need no score accept the run', async () => {
  expect(run).toMatchObject({
    run: 'simulation-2d-3600s-from-2024-03-01-1',
    scores: null,
    synthetic: true,
    sums: { people: 40, failed_trips: 0, trips_under_way: 0, minutes_under_way: 0, problems: 0 },
  });
  expect(await bench('runs', 'report', run.run, '-o', 'report.html')).toMatchObject({ status: 0 });
  const { says, hours, jams } = jsonOf(await bench('traffic', 'jams', run.run, '--json'));
  expect((await bench('explain', run.run)).stdout).toContain(
    [...says, `By road and hour: asbench traffic jams "${run.folder}"`, '', 'Simulations have no scores.'].join('\n'),
  );
  const { stdout } = await bench('traffic', 'jams', run.run, '--table', 'hours', '-o', 'traffic.csv');
  expect(stdout).toMatch(/^SYNTHETIC people.*\n/);
  expect(stdout.endsWith(`\n${says.join('\n')}\n`)).toBe(true);
  for (const { hour, km, kmh } of hours)
    expect(stdout).toMatch(new RegExp(`^day ${hour < 24 ? 0 : 1}, .*:00 +${Math.round(km)} +${kmh.toFixed(1)} `, 'm'));
  expect(readFileSync(join(folder, 'traffic.csv'), 'utf8').trim().split('\n')).toHaveLength(hours.length + 1);
  expect(jams).toEqual([]);
  await bench('traffic', 'jams', run.run, '-o', 'roads.csv');
  const [columns, first] = readFileSync(join(folder, 'roads.csv'), 'utf8').split('\n');
  expect(columns!.trim()).toBe('road,name,hour,cars,seconds,free_seconds');
  const [id, name, hour, cars] = first!.split(',');
  const { road } = jsonOf(await bench('traffic', 'jams', run.run, '--road', id!, '--json'));
  expect(road[0]).toMatchObject({ road: Number(id), name, hour: Number(hour), cars: Number(cars) });
  const unknown = await bench('traffic', 'jams', run.run, '--road', '7');
  expect([unknown.status, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('Road 7 is not on the map of this run. Expected the id of a road: --table roads'),
  ]);
});

test('the former names of options still work', async () => {
  const former = ['--people', 'people', '--number', '2', '--days', '1', '--dry-run'];
  const { stdout, stderr } = await bench('simulate', '--map', 'city.pb', '--step', '43200', ...former);
  expect(stdout, stderr).toContain('The agent calls no language model (tested with 2 of 2 people).');
  const all = await bench(
    'simulate',
    '--map',
    'city.pb',
    '--step',
    '43200',
    '--people',
    'people',
    '--days',
    '1',
    '--dry-run',
  );
  expect(all.stdout, all.stderr).toContain('of 40 people).');
});

test('emissions are printed and written, and the run is exported for other simulators', async () => {
  const { total, hours, kg_co2_interval } = jsonOf(await bench('traffic', 'emissions', run.run, '--json'));
  expect(total.litres).toBeGreaterThan(0);
  expect(kg_co2_interval[0]).toBeLessThan(total.kg_co2);
  expect(kg_co2_interval[1]).toBeGreaterThan(total.kg_co2);
  expect(total.kg_co2 / total.litres).toBeCloseTo(2.348, 3);
  expect(hours.length).toBeGreaterThan(5);
  const { stdout } = await bench(
    'traffic',
    'emissions',
    run.run,
    '--fuel',
    'diesel',
    '--scale',
    '20',
    '--table',
    'hours',
    '-o',
    'hours.csv',
  );
  expect(stdout).toMatch(
    /^SYNTHETIC people.*\n40 people, 2 days: [\d,.]+ litres of diesel, [\d,.]+ kg of CO2 \(95 % interval [\d,.]+ to [\d,.]+, over people\), /,
  );
  expect(readFileSync(join(folder, 'hours.csv'), 'utf8').trim().split('\n')).toHaveLength(hours.length + 1);
  expect((await bench('runs', 'export', run.run, '--format', 'sumo', '-o', 'sumo')).stdout).toContain(
    'netconvert -c network.netccfg && sumo -c run.sumocfg',
  );
  expect((await bench('runs', 'export', 'city.pb', '--format', 'matsim')).stderr).toBe(
    'Wrote city-matsim: network.xml, config.xml\n',
  );
  expect((await bench('runs', 'export', run.run, '--format', 'matsim')).stderr).toContain(
    'has 2 days, and a plan of MATSim has one',
  );
  expect((await bench('runs', 'export', run.run, '--format', 'sumo', '--table', 'od')).stderr).toContain(
    '--table has no effect with --format sumo, which writes the whole run. Remove it',
  );
});

test('commands that need a score reject the run', async () => {
  for (const command of [
    ['evaluate', run.task, run.run],
    ['study', 'calibrate', run.task],
  ])
    expect(await bench(...command)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${run.task} is a simulation`),
    });
});

test('a simulation keeps what limits it, also without a failed step, and shows it wherever it is shown', async () => {
  const idle = `import { DailyMobilityAgent } from 'itinera';\nexport default class Idle extends DailyMobilityAgent {\n  forward() {}\n}\n`;
  writeFileSync(join(folder, 'idle.mjs'), idle);
  const days = ['--profiles', 'people', '--days', '2', '--date', '2024-03-01', '--threads', '1'];
  const {
    run: still,
    folder: path,
    warnings,
    problems,
  } = JSON.parse((await simulate(...days, '-a', 'idle.mjs')).stdout);
  const reason = 'no trips: the agent set no destination, and none of its steps failed.';
  expect([problems, warnings]).toEqual([0, [`INVALID RESULT: ${reason}`]]);
  const kept = JSON.parse(readFileSync(join(path, 'run.json'), 'utf8'));
  expect(kept.doubts).toEqual([{ message: reason, grave: true }]);
  const doubts = [...kept.doubts, { message: 'The map is old.', grave: false }];
  writeFileSync(join(path, 'run.json'), JSON.stringify({ ...kept, doubts }));
  rmSync(join(path, 'checksums.json'));
  expect((await bench('explain', still)).stdout).toContain(`\nINVALID RESULT: ${reason}\nWarning: The map is old.\n`);
  expect(jsonOf(await bench('explain', still, '--json'))).toMatchObject({
    invalid: [reason],
    warnings: ['The map is old.'],
  });
  const compared = (await bench('runs', 'compare', run.run, still)).stdout;
  expect(compared).toContain(`\nINVALID RESULT: ${still}: ${reason}`);
  expect(compared).toContain(`\nWarning: ${still}: The map is old.\n`);
  const library = new Library({ runs: join(path, '..'), home: join(folder, 'home') });
  const { runs } = await library.list(new URLSearchParams());
  expect(runs.find(({ name }) => name === still)).toMatchObject({ problems: 0, invalid: [reason] });
  await library.close();
  rmSync(path, { recursive: true });
});

test('a simulation whose agent fails is invalid wherever it is shown', async () => {
  writeFileSync(
    join(folder, 'fails.mjs'),
    `import { DailyMobilityAgent } from 'itinera';
export default class Fails extends DailyMobilityAgent {
  forward() {
    throw new Error('no plan today');
  }
}
`,
  );
  const days = ['--profiles', 'people', '--days', '2', '--date', '2024-03-01', '--threads', '1'];
  const { stdout, status } = await simulate(...days, '-a', 'fails.mjs');
  expect(status).toBe(1);
  const { run: failed, folder: path, warnings } = JSON.parse(stdout);
  const [first] = warnings as string[];
  expect(first).toContain('INVALID RESULT: the agent failed in 1,920 of 1,920 steps');
  const reason = 'the agent failed in 1,920 of 1,920 steps, so the simulation does not show its behaviour.';
  expect((await bench('explain', failed)).stdout).toContain(`INVALID RESULT: ${reason}`);
  expect(jsonOf(await bench('explain', failed, '--json')).invalid[0]).toBe(reason);
  expect((await bench('runs', 'compare', run.run, failed)).stdout).toContain(`\nINVALID RESULT: ${failed}: ${reason}`);
  const compared = jsonOf(await bench('runs', 'compare', run.run, failed, '--json'));
  expect(compared.warnings[0]).toBe(`INVALID RESULT: ${failed}: ${reason}`);
  const library = new Library({ runs: join(path, '..'), home: join(folder, 'home') });
  const { runs } = await library.list(new URLSearchParams());
  expect(runs.find(({ name }) => name === failed)).toMatchObject({
    problems: 1920,
    invalid: [reason, expect.anything()],
  });
  await library.close();
  rmSync(path, { recursive: true });
});

test('agents of any benchmark work, including Python agents, and sense the date', async () => {
  writeFileSync(
    join(folder, 'week.py'),
    `from agentsociety_benchmark.benchmarks import DailyMobilityAgent

class Week(DailyMobilityAgent):
    async def forward(self):
        await self.log_intention(f'{self.environment.sense("weekday")} {self.environment.sense("workday")}')
`,
  );
  const days = ['--days', '2', '--date', '2024-03-01', '--draw', '2', '--step', '43200'];
  const { stdout, stderr } = await simulate('--profiles', 'people', ...days, '-a', 'week.py', '--allow-problems');
  expect(JSON.parse(stdout), stderr).toMatchObject({ problems: 0, sums: { people: 2 } });
  await bench('runs', 'export', JSON.parse(stdout).run, '--table', 'statuses', '--format', 'csv', '-o', 'week.csv');
  const rows = readFileSync(join(folder, 'week.csv'), 'utf8').trim().split('\n').slice(1);
  const person = ['Friday True', 'Friday True', 'Saturday False', 'Saturday False'];
  expect(rows.map((row) => row.split(',')[6])).toEqual([...person, ...person]);
});

describe('comparison with counts', () => {
  const compare = async (text: string, ...args: string[]) => {
    writeFileSync(join(folder, 'observed.csv'), text);
    return await bench('traffic', 'counts', run.run, 'observed.csv', ...args);
  };
  /** Simulated traffic: road, hour since the first midnight, count. */
  const driven = async () => {
    await bench('runs', 'export', run.run, '--table', 'road-counts', '--format', 'csv', '-o', 'counts.csv');
    const [, ...lines] = readFileSync(join(folder, 'counts.csv'), 'utf8').trim().split('\n');
    return lines.map((line) => line.split(',')).map((cells) => [cells[0], cells.at(-3), cells.at(-2)].map(Number));
  };

  test('a run matches its own counts, by day and as a mean over days, and samples are scaled', async () => {
    const rows = (await driven()) as [number, number, number][];
    const days = rows.map(([road, hour, count]) => `${road},${hour % 24},${Math.floor(hour / 24)},${count}`);
    const same = jsonOf(await compare(`road,hour,day,count\n${days.join('\n')}\n`, '--json'));
    expect(same).toMatchObject({ gehUnder5: 1, meanGeh: 0, ratio: 1, r2: 1 });
    const usual = new Map<string, number>();
    for (const [road, hour, count] of rows) {
      const key = `${road},${hour % 24}`;
      usual.set(key, (usual.get(key) ?? 0) + (20 * count) / 2);
    }
    const text = [...usual].map(([key, count]) => `${key},${count}`).join('\n');
    const { stdout } = await compare(`road,hour,count\n${text}\n`, '--scale', '20', '-o', 'rows.csv');
    expect(stdout).toMatch(/mean GEH +0\.00/);
    expect(stdout).toContain('simulated: mean of 2 days, times 20');
    expect(readFileSync(join(folder, 'rows.csv'), 'utf8').split('\n')).toHaveLength(usual.size + 2);
  });

  test('a scale of the demand is fitted to counts, and a simulation with it needs no other', async () => {
    const rows = (await driven()) as [number, number, number][];
    const busiest = rows.toSorted((a, b) => b[2] - a[2]).slice(0, 8);
    const text = busiest.map(([road, hour, count]) => `${road},${hour % 24},${Math.floor(hour / 24)},${3 * count}`);
    writeFileSync(join(folder, 'three.csv'), `road,hour,day,count\n${text.join('\n')}\n`);
    const fit = await bench('traffic', 'calibrate', 'three.csv', '--run', run.run, '-o', 'demand.json');
    expect(fit.stdout, fit.stderr).toMatch(
      /stations: the counts fit 3\.000 times the traffic of 40 people, that of 120\.\n.* off by 67 % as simulated, and by 0 %/,
    );
    const few = 'stations are too few to tell whether the factor helps: 10 or more are needed.';
    expect(fit.stderr).toContain(few);
    const own = await bench('traffic', 'calibrate', 'three.csv', '--run', run.run, '--json');
    expect(jsonOf(own)).toMatchObject({ interval: null, warnings: [expect.stringContaining(few)] });
    const counts = await bench('traffic', 'counts', run.run, 'three.csv');
    expect(counts.stdout).toContain(few);
    expect(counts.stdout).not.toContain('do not use it');
    expect(JSON.parse(readFileSync(join(folder, 'demand.json'), 'utf8'))).toMatchObject({
      represents: 120,
      people: 40,
    });
    const days = ['--days', '2', '--date', '2024-03-01'];
    const { stdout, stderr } = await simulate('--profiles', 'people', ...days, '--demand', 'demand.json');
    expect(stderr).toContain('40 people represent 120');
    const again = JSON.parse(stdout).run;
    const compared = jsonOf(await bench('traffic', 'counts', again, 'three.csv', '--json'));
    expect(compared).toMatchObject({ scale: 3, ratio: 1 });
    for (const [args, message] of [
      [['traffic', 'calibrate', 'three.csv'], 'expected either --map city.pb'],
      [
        ['map', 'speeds', 'city.pb', '--speeds', 'demand.json', '--hour', '8', '-o', 'x.pb'],
        'asbench simulate --demand',
      ],
    ] as const)
      expect((await bench(...args)).stderr).toContain(message);
  });

  const stationOn = (road: number) => ({ station: 'A', place: { road }, hour: 8, count: 1 });
  const first = map.roads.id[0]!;
  test.each([
    [[stationOn(1)], 'the map of the run has no road 1. Check that the counts belong to this map.'],
    [[{ ...stationOn(0), place: { lon: 9, lat: 80 } }], 'None of 1 stations is within 50 m of a road for cars'],
    [[{ ...stationOn(first), day: 2 }], 'counts of day 2, but the run has the days 0 to 1 (2024-03-01 to 2024-03-02).'],
    [[{ ...stationOn(first), day: '2024-03-04' }], 'counts of day 2024-03-04, but the run'],
    [[stationOn(first), stationOn(first)], 'occurs twice. Add up its counts first.'],
  ])('%j is rejected', async (counts, message) => {
    await expect(compareRunCounts(new RunFolder(run.folder), counts)).rejects.toThrow(message);
  });
});

test('a run in parts produces the same rows, even after its profiles are deleted', async () => {
  await writePeople(join(folder, 'own.json'), people);
  for (const part of ['1/2', '2/2'])
    expect(
      await simulate('--profiles', 'own.json', '--days', '2', '--date', '2024-03-01', '--part', part),
    ).toMatchObject({
      status: 0,
    });
  rmSync(join(folder, 'own.json'));
  const made = readdirSync(join(folder, 'home/runs')).find((name) => name !== run.run)!;
  expect(await bench('runs', 'gather', made)).toMatchObject({ status: 0 });
  const tables = (path: string) => [...bytesOf(path)].filter(([name]) => name.endsWith('.arrow'));
  expect(tables(run.folder).length).toBeGreaterThan(3);
  expect(tables(join(folder, 'home/runs', made)).map(([name, bytes]) => [name, bytes.toString('base64')])).toEqual(
    tables(run.folder).map(([name, bytes]) => [name, bytes.toString('base64')]),
  );
});

test.each([
  [['--days', '366'], 'Expected a whole number from 1 to 365.', 2],
  [
    ['--profiles', 'elsewhere.csv'],
    '1 of 1 people live in AOIs that are missing in this map, such as person 1 in 7.',
    1,
  ],
])('%j is rejected', async (args, message, exit) => {
  writeFileSync(join(folder, 'elsewhere.csv'), 'id,home\n1,7\n');
  const { stderr, status } = await simulate('--profiles', 'people', ...args);
  expect([status, stderr]).toEqual([exit, expect.stringContaining(message)]);
});

test('two simulations are compared person by person; a scenario states what it does', async () => {
  writeFileSync(join(folder, 'plan.yml'), 'work-at-home: 0.5\n');
  const two = ['--profiles', 'people', '--days', '2', '--date', '2024-03-01', '--scenario', 'plan.yml'];
  const { stdout, stderr } = await simulate(...two);
  expect(stderr).toMatch(/Scenario plan: lets \d+ of \d+ people with a workplace work at home\./);
  const compared = await bench(
    'runs',
    'compare',
    run.run,
    JSON.parse(stdout).run,
    '--table',
    'people',
    '-o',
    'people.csv',
  );
  expect(compared.stdout, compared.stderr).toMatch(
    /\(plan\) minus .*: 40 people, 2 days; 95 % intervals, paired by person/,
  );
  expect(compared.stdout).toMatch(/^(Work at home|Closing|None of 40).*\b40 people .*\.$/m);
  expect(readFileSync(join(folder, 'people.csv'), 'utf8').split('\n')).toHaveLength(42);
  for (const [output, why] of [
    ['page.html', 'on a page (page.html), which shows them all'],
    ['map.svg', 'on a map (map.svg), which shows roads'],
  ])
    expect(await bench('runs', 'compare', run.run, run.run, '--table', 'trips', '-o', output!)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`--table has no effect ${why}. Remove it, or write a table`),
    });
  expect(jsonOf(await bench('runs', 'compare', run.run, run.run, '--json'))).toMatchObject({ verdicts: { same: 40 } });
});

test('-n draws whole households at random, the same ones for a scenario, and they stand for everyone', async () => {
  writeFileSync(join(folder, 'half.yml'), 'work-at-home: 0.5\n');
  const sample = async (...args: string[]) => {
    const few = ['--profiles', 'people', '--draw', '12', '--days', '1', '--step', '43200', '--allow-problems', ...args];
    const { stdout, stderr } = await simulate(...few);
    const { run: name, folder: path } = JSON.parse(stdout);
    const drawn = [
      ...new Set([...readStatuses(new RunFolder(path), readManifest(new RunFolder(path)))].map(({ id }) => id)),
    ];
    return { name, stderr, drawn, manifest: readManifest(new RunFolder(path)) };
  };
  const base = await sample();
  expect(base.stderr).toContain('12 of 40 people are drawn at random, members of a household together.');
  expect(base.stderr).toContain('12 people represent 40: with queues, roads have 30.0 % of their capacity');
  expect(base.manifest).toMatchObject({ people: 12, dataset: { sampledFrom: 40 }, movement: { sampleFactor: 0.3 } });
  expect(base.drawn).toHaveLength(12);
  const members = people.filter(({ id }) => base.drawn.includes(id));
  // `people synth` numbers by age, so the first twelve are children only.
  expect(members.some(({ occupation }) => occupation === 'Worker')).toBe(true);
  expect(members.some(({ age }) => age < 18)).toBe(true);
  const broken = members.filter(
    ({ household, household_size }) => members.filter((one) => one.household === household).length < household_size,
  );
  expect(broken.length).toBeLessThan(5);
  const other = await sample('--scenario', 'half.yml', '--threads', '2', '--sample-factor', '1');
  expect(other.drawn).toEqual(base.drawn);
  expect(other.manifest.movement).toMatchObject({ sampleFactor: 1 });
  expect((await bench('runs', 'compare', base.name, other.name)).stdout).toContain('12 people, 1 day');
  const seeded = await sample('--seed', '2');
  expect(seeded.drawn).not.toEqual(base.drawn);
  expect((await bench('runs', 'compare', base.name, seeded.name)).stderr).toContain(
    'have different samples of people (seeds 1 and 2)',
  );
  expect(await bench('measure', base.name, base.name, '--threads', '1')).toMatchObject({ status: 0 });
  expect((await bench('runs', 'reproduce', base.name)).stdout).toContain('every byte is equal');
});

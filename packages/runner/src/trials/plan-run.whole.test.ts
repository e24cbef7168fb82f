import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CityMap, writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { synthesizePeople, writePeople } from '@itinera/people';
import { RunFolder, readManifest } from '@itinera/run';
import { afterAll, expect, test } from 'vitest';
import { dailyMobility } from '../../../benchmarks/src/daily-mobility/index.js';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { hurricaneMobility } from '../../../benchmarks/src/hurricane-mobility/index.js';
import { planRun } from './plan-run.js';
import { runSeeds } from './run-and-score.js';

const folder = mkdtempSync(join(tmpdir(), 'check map '));
afterAll(() => rmSync(folder, { recursive: true }));
const home = join(folder, 'home');
const town = synthesizeCity({ seed: 1, size: 600 });
const datasets = join(folder, 'data');
mkdirSync(datasets);
writeFileSync(join(datasets, 'map.pb'), writeMap(town));
const ids = Array.from(town.aois.id);
const people = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, i) => ({
      id: i + 1,
      home: ids[i % ids.length],
      work: ids[(i + 7) % ids.length],
    })),
  );
writeFileSync(join(datasets, 'profiles.json'), people(130));
const mapFile = (name: string, map: CityMap) => {
  const path = join(folder, name);
  writeFileSync(path, writeMap(map));
  return path;
};

/** Returns the messages before a run. */
async function said(benchmark: typeof dailyMobility, more: object): Promise<{ warnings: string[]; notes: string[] }> {
  const [warnings, notes]: [string[], string[]] = [[], []];
  const listener = {
    warn: (message: string) => warnings.push(message),
    note: (message: string) => notes.push(message),
  };
  await planRun({ benchmark, home, datasets, agent: { builtIn: 'commuter' }, ...more }, listener);
  return { warnings, notes };
}

test('a map of another city with the same ids is rejected without --relocate; the same city rebuilt is accepted', async () => {
  const other = mapFile('other.pb', synthesizeCity({ seed: 2, size: 600 }));
  await expect(said(dailyMobility, { map: other })).rejects.toThrow(
    /other\.pb is not the city that the people belong to .*Move the people to it: --relocate$/,
  );
  await expect(said(dailyMobility, { map: other, relocate: true })).resolves.toBeDefined();
  await expect(said(dailyMobility, { map: mapFile('again.pb', town) })).resolves.toBeDefined();
});

test('synthetic people of another map with the same ids are rejected without --relocate; those of the map rebuilt are accepted', async () => {
  const own = join(folder, 'synthetic');
  await writePeople(own, synthesizePeople(town, { count: 60, seed: 1 }).people);
  const run = (map: string, more = {}) => said(dailyMobility, { datasets: own, map, ...more });
  const other = mapFile('there.pb', synthesizeCity({ seed: 2, size: 1500 }));
  await expect(run(other)).rejects.toThrow(
    /there\.pb is not the map of these people: \d+ of 60 homes are more than 200 m from their home_lon and home_lat\. .*--relocate$/,
  );
  await expect(run(other, { relocate: true })).resolves.toBeDefined();
  await expect(run(mapFile('again.pb', town))).resolves.toBeDefined();
});

test('shortcomings of a map are reported before the run: no POIs, short commutes, trips between rows', async () => {
  const { warnings: daily, notes } = await said(dailyMobility, {});
  expect(daily).toEqual([
    expect.stringMatching(/people live 0\.\d km from their workplaces: the map is smaller than the commutes/),
  ]);
  expect(notes).toEqual([
    expect.stringContaining(
      'contains 130 people: the first 100 are simulated, the number of DailyMobility. To simulate all: --people 130',
    ),
  ]);
  const { warnings: hurricane } = await said(hurricaneMobility, {});
  expect(hurricane).toEqual([
    expect.stringContaining(
      'HurricaneMobility counts a trip only if the person is travelling when a row is recorded, every 30 min',
    ),
  ]);
  const message = town.toMessage();
  const bare = mapFile(
    'bare.pb',
    CityMap.fromMessage({ ...message, pois: [], aois: message.aois.map((aoi) => ({ ...aoi, poiIds: [] })) }),
  );
  expect((await said(dailyMobility, { map: bare })).warnings[0]).toMatch(
    /bare\.pb contains no POIs: .*asbench map build$/,
  );
});

test('trips between rows are reported for demo data as well, with --demo and without a dataset', async () => {
  const village = { ...hurricaneMobility.demo, city: { residents: 600 } };
  const benchmark = { ...hurricaneMobility, name: 'Short', demo: village };
  for (const demo of [true, false])
    expect((await said(benchmark, { datasets: undefined, demo })).warnings).toEqual([
      expect.stringContaining(
        'Short counts a trip only if the person is travelling when a row is recorded, every 30 min',
      ),
    ]);
  await withDemo(home, 'DailyMobility');
  await withDemo(home, 'HurricaneMobility');
  for (const own of [dailyMobility, hurricaneMobility])
    expect((await said(own, { datasets: undefined, demo: true })).warnings).toEqual([]);
});

test('people who are moved to another city are moved separately for each seed', async () => {
  const { plan, inputs } = await planRun({
    benchmark: dailyMobility,
    home,
    datasets,
    agent: { builtIn: 'commuter' },
    mode: 'inference',
    seed: 4,
    relocate: true,
    people: 3,
    map: join(datasets, 'map.pb'),
  });
  const context = { ...inputs, home, threads: 1, model: null, clock: () => new Date(0) };
  const reports = await runSeeds(plan, context, 2);
  expect(reports.map(({ folder: path }) => readManifest(new RunFolder(path)).dataset.relocated)).toEqual([4, 5]);
});

test('a plan is plain data, complete: defaults are filled, paths are whole, and what depends on the people is decided', async () => {
  const { plan } = await planRun({ benchmark: dailyMobility, home, datasets, agent: { file: 'agent.ts' } });
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  expect(plan).toEqual({
    task: 'DailyMobility',
    mode: 'test',
    seed: 1,
    people: 100,
    agent: { source: { file: resolve('agent.ts') }, params: {} },
    dataset: { folder: datasets, relocated: null },
    map: { path: join(datasets, 'map.pb') },
    stepTimeoutSeconds: 30,
    congestion: 'off',
    order: 'free',
    routes: true,
    models: [],
    config: {},
    configPath: null,
    tenantId: '',
    official: false,
    observed: null,
  });
});

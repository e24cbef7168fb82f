import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulationOf } from '@itinera/benchmarks';
import { litresOf, writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { RunFolder, readManifest, readTrips, type TripRow } from '@itinera/run';
import { parseScenario, reproduceRun } from '@itinera/runner';
import { afterAll, expect, test } from 'vitest';
import { bundled } from '../../../itinera/src/bundled.fixture.js';
import { type CarUse, emissionsOfRun, emissionTable } from '../exports/emissions.js';
import { roadHours, trafficOfRun, trafficTable } from '../exports/road-traffic.js';
import { writeTable } from '../exports/write-table.js';
import { compareSimulations, simulationsNamed } from './compare-simulations.js';
import { writeComparison } from './comparison-tables.js';
import { inputsOfRun } from './inputs-of-run.js';
import { pairTrips } from './paired-people.js';
import { answerOf } from './simulation-comparison.js';

const folder = mkdtempSync(join(tmpdir(), 'comparisons '));
afterAll(() => rmSync(folder, { recursive: true }));
const home = join(folder, 'home');
const town = synthesizeCity({ seed: 1, size: 600 });
const ids = Array.from(town.aois.id);
const datasets = join(folder, 'people');
mkdirSync(datasets);
writeFileSync(join(datasets, 'map.pb'), writeMap(town));
const profiles = Array.from({ length: 20 }, (_, i) => ({
  id: i + 1,
  home: ids[i % ids.length],
  work: ids[(i * 5 + 7) % ids.length],
  age: 20 + i,
  occupation: i % 2 === 0 ? 'Worker' : 'Student',
}));
writeFileSync(join(datasets, 'profiles.json'), JSON.stringify(profiles));

async function simulate(document?: object, seed = 1, threads = 1, rest: object = {}): Promise<RunFolder> {
  const scenario = document && { scenario: parseScenario(document, 'plan.yml') };
  const task = simulationOf(1, 900, '2024-03-04');
  const options = {
    task,
    agent: 'commuter',
    home,
    datasets,
    mode: 'inference',
    threads,
    seed,
    ...scenario,
    ...rest,
  } as const;
  return new RunFolder((await bundled.runAndScore(options)).folder);
}
const box = [0, -0.0045, 0.0045, 0.0045];
const base = await simulate();
const closed = await simulate({ close: { box }, 'work-at-home': 0.3 });

test('a run records its scenario and is reproduced from it', async () => {
  expect(readManifest(closed).movement).toEqual({ routeCosts: 'driving-time' });
  expect(readManifest(closed).scenario).toMatchObject({ name: 'plan', changes: { workAtHome: 0.3 } });
  expect((await reproduceRun(closed, home, {}, { threads: 1 })).isEqual).toBe(true);
  expect(inputsOfRun(readManifest(closed))).toBe(inputsOfRun(readManifest(base)));
});

test('the second minus the first, paired by person; a run against itself has no difference', async () => {
  const named = await simulationsNamed(base.name, closed.name, home);
  const compared = await compareSimulations(named!, { home, grid: 300, withTrips: true });
  const { totals, verdicts, sameTrips, groups, purposes, zones, roads, persons, trips } = compared;
  const travel = totals['travel time, min']!;
  expect(travel.difference).toBeCloseTo(travel.b - travel.a);
  expect(travel.changed).toBe(20 - verdicts.same);
  // Of 20 people too few change for an interval.
  for (const { low, high, changed, difference } of Object.values(totals))
    expect(changed < 10 ? low === null : low! <= difference && high! >= difference).toBe(true);
  expect(totals['failed trips']!.difference).toBeGreaterThan(0);
  expect(verdicts.loses + verdicts.wins + verdicts.similar + verdicts.same).toBe(20);
  const { distribution, cutOff, modeChanges, places, says } = compared;
  // Who cannot make all trips travels less, and gains nothing.
  expect(distribution.reduce((sum, bin) => sum + bin.people, 0)).toBe(20 - cutOff.people);
  expect(cutOff.ids).toHaveLength(cutOff.people);
  expect(modeChanges).toEqual([]);
  expect(places).toMatchObject([{ kind: 'closed', label: /^\d+ roads closed$/.exec(places[0]!.label)?.[0] }]);
  const onThem = roads!.filter(({ row }) => places[0]!.roads.includes(row));
  expect(onThem).not.toEqual([]);
  const [concerned] = compared.concerned;
  expect(compared.concerned).toEqual([{ label: places[0]!.label, by: 'drive there', people: concerned!.people }]);
  expect(concerned!.people).toBeGreaterThanOrEqual(Math.max(...onThem.map(({ users }) => users)));
  expect(says.join()).toContain(`roads closed: ${concerned!.people} of 20 people drive there in either run`);
  expect(says[0]).toMatch(
    /^The scenario plan keeps \d+ of 20 people from making all their trips \(\d+ trips (are gone|fail)\); /,
  );
  // Of 20 people, whole kilograms would be too coarse.
  expect(says.join()).toMatch(/CO2 by car: [+-]\d\.\d kg per day \([+-]\d+\.\d %\)/);
  expect(zones.map(({ name }) => name).join()).toMatch(/of the centre of the map/);
  const { persons: _, trips: __, geography: ___, ...shown } = compared;
  expect(Object.keys(answerOf(compared)).sort()).toEqual(Object.keys(shown).sort());
  expect(sameTrips.n + sameTrips.unfinished + sameTrips.gone).toBe(trips.filter(({ a }) => a !== null).length);
  const people = (all: readonly { group: string; people: number }[], group: string) =>
    all.filter((one) => one.group === group).reduce((sum, one) => sum + one.people, 0);
  expect([people(groups, 'occupation'), people(groups, 'age'), people(zones, 'zone')]).toEqual([20, 20, 20]);
  expect(purposes.map(({ value }) => value)).toContain('work');
  const small = await compareSimulations([base, closed], { home, grid: 40 });
  const alone = small.zones.filter(({ people: n, difference }) => n === 1 && difference !== 0);
  expect(alone.length).toBeGreaterThan(0);
  expect(alone.every(({ low, high }) => low === null && high === null)).toBe(true);
  const cars = (side: 'a' | 'b') => roads!.reduce((sum, road) => sum + road[side], 0);
  expect(cars('b')).toBeLessThan(cars('a'));
  expect(persons.filter(({ verdict }) => verdict === 'same').every((one) => one.minutesA === one.minutesB)).toBe(true);

  const itself = await compareSimulations([base, base], { home });
  expect(itself.verdicts).toEqual({ loses: 0, wins: 0, similar: 0, same: 20 });
  expect(itself.totals['distance, km']).toMatchObject({ difference: 0, low: null, changed: 0 });
  expect(itself.roads!.every(({ difference, low, changed }) => difference === 0 && low === null && changed === 0)).toBe(
    true,
  );
  expect(itself.says).toEqual([
    'None of 20 people gains or loses a minute of travel per day.',
    `${itself.sameTrips.n} trips arrive in both and take as long.`,
    'Travel times are the same; 0 of 20 change by less than a minute per day, 20 have the same days.',
    'Nobody changes the mode of travel.',
  ]);
});

test('a scenario with every key has the same bytes with any number of threads', async () => {
  const [sw, ne] = [
    [-0.002, -0.002],
    [0.002, 0.002],
  ] as const;
  const hours = { from: '07:00', to: '12:00' };
  const document = {
    close: [
      { box, ...hours, days: 'weekdays' },
      { line: 1, from: '18:00', to: '20:00' },
      { station: '1, stop 2', from: '20:30', to: '22:00' },
    ],
    speed: { box, factor: 0.5 },
    lanes: { box, lanes: 1 },
    add: [{ road: { points: [sw, ne] } }, { bus: { name: '1', stops: [sw, [0, 0], ne], headway: 30 } }],
    'work-at-home': 0.2,
    'shift-departures': { minutes: 10, ...hours, share: 0.5 },
    evacuate: { box: [...sw, 0, 0], at: '16:00', within: 30 },
    price: { box: [...sw, ...ne], amount: 3, ...hours },
  };
  const [one, two] = [await simulate(document, 1, 1), await simulate(document, 1, 2)];
  const bytes = (run: RunFolder) =>
    ['statuses', 'trips', 'events', 'routes'].flatMap((table) => {
      const folder = join(run.path, table);
      return readdirSync(folder)
        .sort()
        .map((file) => [file, readFileSync(join(folder, file)).toString('base64')]);
    });
  expect(bytes(two)).toEqual(bytes(one));
  expect(readManifest(two).expId).toBe(readManifest(one).expId);
  expect(readManifest(one).scenario!.said!.join()).toMatch(
    /closes line 1 from 18:00.*close 2: 8 departures are cancelled.*close 3: 6 vehicles pass.*buses are cancelled.*Evacuation at 16:00/,
  );
});

test('cars in a jam burn more per km, by the function of their speeds', async () => {
  const jam = await simulate(undefined, 1, 1, { congestion: 'queue', movement: { sampleFactor: 0.005 } });
  const [free, queued] = [await emissionsOfRun(base, { home }), await emissionsOfRun(jam, { home, scale: 1 })];
  const perKm = ({ litres, km }: CarUse) => litres / km;
  const kmh = ({ km, hours }: CarUse) => km / hours;
  expect(kmh(queued.total)).toBeLessThan(0.9 * kmh(free.total));
  expect(perKm(queued.total)).toBeGreaterThan(perKm(free.total));
  // The slowest road: its cars burn about what one at their mean speed does, or more.
  const slowest = queued.roads.reduce((least, road) => (kmh(road) < kmh(least) ? road : least));
  const even = litresOf('petrol', 1000, 3600 / kmh(slowest));
  expect(perKm(slowest)).toBeGreaterThan(0.98 * even);
  expect(even).toBeGreaterThan(perKm(free.total));
  const [freely, jammed] = [await trafficOfRun(base, { home }), await trafficOfRun(jam, { home })];
  // A car counts in each hour in which it is on a road, with its seconds in that hour.
  const cars = jammed.cells.cars.reduce((sum, one) => sum + one, 0);
  expect(cars).toBeGreaterThanOrEqual(queued.roads.reduce((sum, { vehicles }) => sum + vehicles, 0));
  expect(Math.max(...jammed.cells.seconds)).toBeLessThanOrEqual(3600);
  for (const { lostSeconds, begins, ends } of jammed.jams) expect(lostSeconds).toBeLessThanOrEqual(ends - begins);
  expect(freely.says[0]).toMatch(/^No road is jammed/);
  expect(freely.says.join()).toContain('--congestion off');
  const [worst, ...others] = jammed.jams;
  expect(jammed.says[0]).toMatch(new RegExp(`^${others.length + 1} jams?: .*on ${worst!.name}, \\d\\d:\\d\\d to `));
  expect(others.every(({ lostHours }) => lostHours <= worst!.lostHours)).toBe(true);
  expect(worst!.lostSeconds).toBeGreaterThan(80);
  expect(worst!.ends).toBeGreaterThan(worst!.begins);
  expect(worst!.worstHour * 3600).toBeGreaterThan(worst!.begins - 3600);
  // The day of a road, and each table.
  const day = roadHours(jammed, worst!.road);
  expect(day.find(({ hour }) => hour === worst!.worstHour)!.cars).toBeGreaterThan(0);
  expect(new Set(day.map(({ road }) => road))).toEqual(new Set([worst!.road]));
  for (const [table, rows] of [
    ['jams', jammed.jams],
    ['roads', jammed.cells.row],
  ] as const) {
    const path = join(folder, `${table}.geojson`);
    writeTable(path, trafficTable(jammed, table), { title: 'run', description: '', createdAt: '' });
    const { features } = JSON.parse(readFileSync(path, 'utf8'));
    expect(features).toHaveLength(rows.length);
    expect(features[0].geometry.type).toBe('LineString');
  }
});

test('a scenario that changes nothing has no differences at all', async () => {
  const idle = await simulate({
    close: { box, days: 'weekends' },
    speed: { box, factor: 1 },
    price: { box, amount: 5, from: '03:00', to: '03:01' },
    'work-at-home': 0.0001,
  });
  const { verdicts, totals, zones, roads, caveats } = await compareSimulations([base, idle], { home });
  expect(verdicts).toEqual({ loses: 0, wins: 0, similar: 0, same: 20 });
  for (const { difference, changed } of [...Object.values(totals), ...zones])
    expect([difference, changed]).toEqual([0, 0]);
  expect(roads!.filter(({ difference }) => difference !== 0)).toEqual([]);
  const none = 'none of its days is in the run, so it has no effect.';
  expect(caveats).toEqual([`${idle.name}: close: ${none}`]);
});

test('each table is written by the ending of its name', async () => {
  const compared = await compareSimulations([base, closed], { home, withTrips: true });
  const write = (table: Parameters<typeof writeComparison>[1], name: string) => {
    writeComparison(compared, table, join(folder, name));
    return readFileSync(join(folder, name), 'utf8');
  };
  expect(JSON.parse(write('roads', 'r.geojson')).features).toHaveLength(compared.roads!.length);
  expect(JSON.parse(write('zones', 'z.geojson')).features[0].geometry.type).toBe('Point');
  expect(write('people', 'p.csv').split('\n')).toHaveLength(22);
  expect(write('trips', 't.csv')).toMatch(/^id,purpose,change,origin,destination,mode_a,/);
  expect(write('groups', 'g.parquet').slice(0, 4)).toBe('PAR1');
  expect(write('roads', 'r.svg').match(/stroke="#3d4f7c"/g)!.length).toBeGreaterThan(0);
  expect(() => write('groups', 'g.geojson')).toThrow(
    /groups have no places\. Tables for GeoJSON: roads, zones, people/,
  );
  expect(() => write('roads', 'r.txt')).toThrow('expected a name that ends in .geojson, .csv, .parquet, .svg.');
});

test('emissions cover every kilometre by car, and their sums by road, hour and person agree with the comparison', async () => {
  // 1.1193 / 60 + 0.0440 - 0.0000814 · 60 + 0.00000245 · 60²
  expect(litresOf('petrol', 1000, 60)).toBeCloseTo(0.066595, 5);
  expect(litresOf('diesel', 1000, 60)).toBeCloseTo(0.051653, 5);
  // Standing costs fuel; nobody is faster than 140 km/h on average.
  expect(litresOf('petrol', 0, 3600)).toBeCloseTo(1.1193, 4);
  expect(litresOf('petrol', 1000, 1)).toBe(litresOf('petrol', 1000, 3600 / 140));

  const emissions = await emissionsOfRun(base, { home });
  const { total, roads, hours, limits, persons } = emissions;
  const trips = [...readTrips(base, readManifest(base))].filter(({ mode }) => mode === 'DRIVE_ONLY');
  const driven = (of: (trip: TripRow) => number) => trips.reduce((sum, trip) => sum + of(trip), 0);
  expect(trips.length).toBeGreaterThan(10);
  expect(total.km).toBeCloseTo(driven(({ metres }) => metres) / 1000, 1);
  expect(total.hours).toBeLessThanOrEqual(driven(({ seconds }) => seconds) / 3600 + 1e-9);
  for (const rows of [roads, hours, limits, persons])
    for (const key of ['km', 'hours', 'litres', 'kgCo2'] as const)
      expect(rows.reduce((sum, row) => sum + row[key], 0)).toBeCloseTo(total[key], 9);
  expect(total.kgCo2 / total.litres).toBeCloseTo(2.348, 3);
  expect(persons.length).toBeGreaterThanOrEqual(10);
  const [low, high] = emissions.kgCo2Interval!;
  expect([low < total.kgCo2, high > total.kgCo2]).toEqual([true, true]);

  const compared = await compareSimulations([base, closed], { home });
  expect(compared.totals['CO2 by car, kg']!.a * 20).toBeCloseTo(total.kgCo2, 9);
  expect(compared.totals['CO2 by car, kg']!.b * 20).toBeCloseTo(
    (await emissionsOfRun(closed, { home })).total.kgCo2,
    9,
  );
  expect(Object.keys(total)).toEqual(['km', 'hours', 'litres', 'kgCo2']);
  const twenty = await emissionsOfRun(base, { home, scale: 20, fuel: 'diesel' });
  expect(twenty.total.km).toBeCloseTo(20 * total.km, 9);
  expect(twenty.total.litres).toBeLessThan(20 * total.litres);
  const manifest = readManifest(base);
  base.writeManifest({ ...manifest, movement: { ...manifest.movement, sampleFactor: 0.05 } });
  expect((await emissionsOfRun(base, { home })).total.km).toBeCloseTo(20 * total.km, 9);
  base.writeManifest(manifest);

  const info = { title: 'run', description: '', createdAt: '' };
  const write = (table: 'roads' | 'hours' | 'people', name: string) =>
    writeTable(join(folder, name), emissionTable(emissions, table), info, { places: 'roads' });
  write('roads', 'e.geojson');
  const { features } = JSON.parse(readFileSync(join(folder, 'e.geojson'), 'utf8'));
  expect(features).toHaveLength(roads.length);
  expect(features[0].properties).toMatchObject({ road: expect.any(Number), kg_co2: roads[0]!.kgCo2 });
  write('people', 'e.csv');
  expect(readFileSync(join(folder, 'e.csv'), 'utf8').split('\n')).toHaveLength(persons.length + 2);
  expect(() => write('hours', 'h.geojson')).toThrow('hours have no places. Tables for GeoJSON: roads; or use .csv.');
  const running = { ...readManifest(base), state: 'running' as const };
  base.writeManifest(running);
  await expect(emissionsOfRun(base, { home })).rejects.toThrow('is not finished. Finish it: asbench runs resume');
  base.writeManifest({ ...running, state: 'finished', routes: false });
  await expect(emissionsOfRun(base, { home })).rejects.toThrow('Run it again with --routes.');
  base.writeManifest({ ...running, state: 'finished' });
});

test('a run with queues that is killed before it is sealed keeps its traffic', async () => {
  let calls = 0;
  const clock = () => {
    if (calls++ === 2) throw new Error('killed');
    return new Date(0);
  };
  const task = simulationOf(1, 3600, '2024-03-04');
  const movement = { queue: { routeIterations: 2 } };
  const options = { task, agent: 'commuter', home, datasets, mode: 'inference', people: 6, movement, clock } as const;
  const run = { ...options, congestion: 'queue', once: true, threads: 1 } as const;
  await expect(bundled.runAndScore(run)).rejects.toThrow('killed');
  const { folder: path } = await bundled.runAndScore(run);
  expect(readManifest(new RunFolder(path))).toMatchObject({
    state: 'finished',
    traffic: { gaps: [expect.any(Number), expect.any(Number)] },
  });
  // With congestion, turn penalties stand for the waits at turns.
  expect(readManifest(new RunFolder(path)).movement).toEqual(movement);
});

test('other seeds are a caveat; other people are an error', async () => {
  const other = await simulate(undefined, 2);
  const { caveats } = await compareSimulations([base, other], { home });
  expect(caveats).toEqual(['The runs have different seeds, so differences are not only effects of the scenario.']);
  other.writeManifest({ ...readManifest(other), people: 19 });
  await expect(compareSimulations([base, other], { home })).rejects.toThrow(/have 20 and 19 people, so they cannot/);
  other.writeManifest({ ...readManifest(other), state: 'stopped' });
  await expect(compareSimulations([base, other], { home })).rejects.toThrow(
    /is not finished\. Finish it: asbench runs resume/,
  );
  expect(await simulationsNamed('a.json', base.name, home)).toBeNull();
});

test('trips of a day between the same places are the same trip, in order', () => {
  const trip = (departure: number, destination: number) => ({ departure, origin: 1, destination }) as TripRow;
  const [a, b, c, d] = [trip(10, 2), trip(20, 2), trip(30, 3), trip(86_410, 2)];
  expect(pairTrips([a, b, c], [trip(15, 2), d])).toEqual([
    { a, b: trip(15, 2) },
    { a: b, b: null },
    { a: c, b: null },
    { a: null, b: d },
  ]);
});

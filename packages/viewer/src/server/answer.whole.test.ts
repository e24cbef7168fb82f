import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { keepScoring } from '@itinera/humob';
import {
  decodeStatuses,
  decodeTrips,
  encodeStatuses,
  groupsOf,
  RunFolder,
  readManifest,
  tripRows,
  writeWithChecksum,
} from '@itinera/run';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asbench, jsonOf } from '../../../asbench/src/commands/asbench.fixture.js';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { countArea } from '../app/cells/presence-counts.js';
import { type Address, API } from '../wire/addresses.js';
import { fileOf } from '../wire/bundle.js';
import { WHOLE_DAY } from '../wire/cells.js';
import { reversed } from '../wire/comparison.js';
import { readDayCells } from '../wire/day-cells.js';
import { unpack } from '../wire/packed.js';
import type { CallsPage } from '../wire/people.js';
import { readPresence } from '../wire/presence.js';
import { answer } from './answer.js';
import { type BundleOptions, writeBundle } from './bundle.js';
import differencesOf from './difference-worker.js';
import { Library } from './library.js';
import peopleOf, { readPeople, unpackTable } from './people.js';
import peopleCosts from './people-costs-worker.js';
import makeReplay from './replay-workers/replay-worker.js';
import { comparisonReport, runReport } from './report.js';

const PEOPLE = 20;
const [DAILY, SAME, HURRICANE] = ['daily-mobility-1', 'same', 'hurricane-mobility-1'] as const;
const folder = mkdtempSync(join(tmpdir(), 'itinera answers '));
const home = join(folder, 'home');
const runs = join(home, 'runs');
let library: Library;

beforeAll(async () => {
  const run = async (...args: string[]) =>
    jsonOf(
      await asbench(folder, '--home-dir', home, 'run', ...args, '--people', `${PEOPLE}`, '--threads', '1', '--json'),
    );
  writeFileSync(join(folder, 'llm.yml'), 'llm: [{provider: scripted}]\n');
  for (const task of ['DailyMobility', 'HurricaneMobility'] as const) await withDemo(home, task);
  await run('DailyMobility', '--agent', 'diarist', '--demo', '-c', 'llm.yml');
  await run('HurricaneMobility', '--demo', '--congestion', 'queue');
  cpSync(join(runs, DAILY), join(runs, SAME), { recursive: true });
  const scoring = { users: 1, geobleu: { value: 0, low: 0, high: 0 }, dtw: { value: 0, low: 0, high: 0 } };
  keepScoring(home, 'sample', { ...scoring, rules: 'humob2023', files: null });
  const files = ['generated', 'compare', 'reference'].map((name, shift) => {
    const rows = [1, 2].flatMap((uid) => [3, 4, 5].map((t) => `${uid},61,${t},${10 + uid + shift * t},20`));
    const path = join(folder, `${name}.csv`);
    writeFileSync(path, ['uid,d,t,x,y', ...rows, ''].join('\n'));
    return path;
  }) as [string, string, string];
  const [generated, compare, reference] = files;
  keepScoring(home, 'pair', { ...scoring, rules: 'giscup2025', files: { generated, compare, reference } });
  library = new Library({ runs, home });
});
afterAll(async () => {
  await library?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The server's response at an address; null if there is none. */
async function ask<T>(address: Address<T>, from = library): Promise<T | null> {
  const [path, query] = address.split('?') as [string, string?];
  const body = await answer(from, ['api', ...path.split('/').map(decodeURIComponent)], new URLSearchParams(query));
  if (body === null) return null;
  if (body.type.startsWith('application/json')) return JSON.parse(Buffer.from(body.bytes).toString());
  const bytes = body.packed ? gunzipSync(body.bytes) : body.bytes;
  return new Uint8Array(bytes).buffer as T;
}

async function replayOf(run: string) {
  for (;;) {
    const state = await ask(API.replay.at({ run }));
    if (state?.state === 'ready') return state;
    if (state?.state !== 'working') throw new Error(JSON.stringify(state));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('the list has all runs and scorings; copies share a group of ties', async () => {
  const { runs: listed, scorings } = (await ask(API.runs.at({})))!;
  expect(listed.map(({ name }) => name)).toEqual([DAILY, HURRICANE, SAME]);
  expect(listed.map(({ tie }) => tie)).toEqual([1, expect.anything(), 1]);
  expect(scorings.map(({ name, trouble }) => [name, trouble])).toEqual([
    ['pair', null],
    ['sample', null],
  ]);
});

test.each([DAILY, HURRICANE])('the points lost in the figures of %s add up to its score', async (run) => {
  const { findings, run: item, documented } = (await ask(API.run.at({ run })))!;
  const quantities = findings!.quantities;
  const total = quantities.reduce((sum, { points }) => sum + (points.got ?? 0), 0);
  if (item.score!.value !== null) expect(total).toBeCloseTo(item.score!.value, 6);
  expect(documented.map(({ key }) => key)).toEqual(expect.arrayContaining(quantities.map(({ key }) => key)));
  for (const { points, figures, key } of quantities) {
    if (points.got === null) continue;
    const lost = figures.map(({ figure }) => {
      switch (figure.kind) {
        case 'histogram':
          return figure.lost.reduce((sum, value) => sum + value, 0);
        case 'hours':
          return figure.days.flatMap((day) => day.lost).reduce((sum, value) => sum + value, 0);
        case 'rates':
          return figure.rates.reduce((sum, rate) => sum + rate.lost!, 0);
        default:
          return null;
      }
    });
    // Further figures of a quantity show the same points in another way.
    const first = lost.find((value) => value !== null);
    if (first !== undefined) expect(Math.max(0, points.of - first!), key).toBeCloseTo(points.got, 6);
  }
});

test('people are listed in any order, by page and by the start of their number', async () => {
  const people = (query: Record<string, string>) => ask(API.people.at({ run: DAILY }, new URLSearchParams(query)));
  const all = (await people({ sort: 'kilometres', order: 'down' }))!;
  expect(all.total).toBe(PEOPLE);
  const kilometres = all.rows.map((row) => row.kilometres);
  expect(kilometres).toEqual([...kilometres].sort((a, b) => b - a));
  expect((await people({ q: '1' }))!.rows.map(({ id }) => id)).toEqual([1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  const profile = (await ask(API.person.at({ run: DAILY, person: 7 })))!.profile;
  const attribute = (key: string) => profile.find(({ name }) => name === key)!.value;
  const idsOf = async (q: string) => (await people({ q }))!.rows.map(({ id }) => id);
  expect(await idsOf(`${attribute('occupation')} SLEEP`)).toContain(7);
  expect(await idsOf(attribute('age'))).toContain(7);
  expect(await idsOf('astronaut')).toEqual([]);
  const { stretches } = (await ask(API.person.at({ run: DAILY, person: 7 })))!;
  for (const { place, label } of stretches.filter(({ kind }) => kind === 'stay'))
    for (const q of [String(place), label]) expect(await idsOf(q), q).toContain(7);
  expect((await people({ offset: '18' }))!.rows.map(({ id }) => id)).toEqual([19, 20]);
});

test('the trips of a run are counted per day, by mode, hour and length, and the busiest roads are named', async () => {
  const { people, days, trips, metres, charts } = (await ask(API.summary.at({ run: DAILY })))!;
  const { run } = JSON.parse(readFileSync(join(runs, DAILY, 'scores.json'), 'utf8'));
  expect([people, days, trips]).toEqual([PEOPLE, 1, run.trips]);
  expect(metres / 1000).toBeCloseTo(run.kilometres, 1);
  const sums = Object.fromEntries(
    charts.map(({ title, values }) => [title, values.reduce((sum, value) => sum + value, 0)]),
  );
  expect(sums).toMatchObject({
    'Trips per person and day': people,
    Modes: trips,
    'Departures by hour': trips,
    'Lengths of trips, km': trips,
  });
  const perDay = charts[0]!.values.reduce((sum, count, number) => sum + number * count, 0);
  expect(perDay).toBe(trips);
  const { busiest } = await replayOf(DAILY);
  expect(busiest.map(({ cars }) => cars)).toEqual(busiest.map(({ cars }) => cars).sort((a, b) => b - a));
  for (const { name, cars } of busiest) expect([name !== '', cars > 0]).toEqual([true, true]);
});

test('a person has a profile, days without gaps, intentions and neighbours', async () => {
  const person = (await ask(API.person.at({ run: DAILY, person: 2 })))!;
  expect([person.previous, person.row.id, person.next]).toEqual([1, 2, 3]);
  expect(person.profile.length).toBeGreaterThan(0);
  const stretches = person.stretches.filter(({ kind }) => kind !== 'failed');
  for (const [i, { from }] of stretches.entries()) if (i > 0) expect(from).toBe(stretches[i - 1]!.to);
  expect(person.intentions[0]!.from).toBe(0);
  expect(person.percentiles.radius).not.toBeNull();
});

test('the people who lose the most points come first', async () => {
  for (const run of [DAILY, HURRICANE]) {
    const { people } = (await ask(API.costs.at({ run })))!;
    expect(people.length, run).toBeGreaterThan(0);
    const points = people.map((one) => one.points);
    expect(points).toEqual([...points].sort((a, b) => b - a));
  }
});

test('calls are filtered, and a call has its texts', async () => {
  const calls = async (query: Record<string, string>): Promise<CallsPage> =>
    (await ask(API.calls.at({ run: DAILY }, new URLSearchParams(query))))!;
  const all = await calls({});
  expect([all.total, all.totals.calls]).toEqual([2 * PEOPLE, 2 * PEOPLE]);
  const [row] = (await calls({ person: '7', text: 'diary' })).rows;
  expect(row!.excerpt).toContain('diary');
  const text = (await ask(API.call.at({ run: DAILY, call: row!.number })))!;
  expect(text.messages.some(({ content }) => content.includes('diary'))).toBe(true);
  expect(await ask(API.calls.at({ run: HURRICANE }))).toBeNull();
  expect((await ask(API.runs.at({})))!.runs.find(({ name }) => name === DAILY)!.calls).toBe(2 * PEOPLE);
});

test('a replay has its city, people, overlays, a bin for each quarter of an hour, and attributes', async () => {
  for (const run of [DAILY, HURRICANE]) {
    const { version, bins, people, attributes, days } = await replayOf(run);
    expect(people).toBe(PEOPLE);
    expect(bins).toBeGreaterThanOrEqual(96);
    expect(days.some(({ stormy }) => stormy)).toBe(run === HURRICANE);
    const file = async (name: string) => unpack((await ask(API.replayFile.at({ run, version, file: name })))!);
    expect((await file('ids')).arrays.ids).toHaveLength(PEOPLE);
    expect(unpack((await ask(API.city.at({ run })))!).arrays.linePoints!.length).toBeGreaterThan(10);
    expect((await file('flows')).head).toHaveProperty('cell');
    expect((await file('traffic')).arrays).toHaveProperty('road');
    const { head, arrays } = unpack((await ask(API.replayBin.at({ run, version, bin: bins - 1 })))!);
    expect([head.bin, arrays.x!.length]).toEqual([bins - 1, PEOPLE]);
    expect(await ask(API.replayBin.at({ run, version, bin: bins }))).toBeNull();
    const gender = unpack(
      (await ask(API.replayAttribute.at({ run, version, attribute: attributes.indexOf('gender') })))!,
    );
    expect((gender.head.labels as string[]).map((label) => label.toLowerCase())).toEqual(
      expect.arrayContaining(['female', 'male']),
    );
    expect(gender.arrays.codes).toHaveLength(PEOPLE);
    expect(await ask(API.replayAttribute.at({ run, version, attribute: attributes.length }))).toBeNull();
  }
});

test('two runs are compared; runs of different benchmarks are not', async () => {
  // The points lost may take longer than an answer waits.
  for (const run of [DAILY, SAME]) await ask(API.costs.at({ run }));
  const { first, second, people } = (await ask(API.comparison.at({ a: DAILY, b: SAME })))!;
  expect([first.run.name, second.run.name]).toEqual([DAILY, SAME]);
  expect(people).toEqual([]);
  const { value } = (await ask(API.differences.at({ a: DAILY, b: SAME })))!;
  expect(value!.metrics.find(({ key }) => key === 'final_score')!.spread.value).toBe(0);
  expect(value!.says).toEqual([expect.stringContaining('have the same score')]);
  // One file holds the same, and no path of this machine.
  const file = await comparisonReport(library, [DAILY, SAME]);
  for (const address of [API.differences.at({ a: DAILY, b: SAME }), API.city.at({ run: DAILY })])
    expect(file).toContain(`"${address}":`);
  expect(file).toContain(value!.says[0]);
  expect(file).not.toContain(library.home);
  await expect(ask(API.comparison.at({ a: DAILY, b: HURRICANE }))).rejects.toThrow(/Only runs of one benchmark/);
  for (const address of [API.comparison, API.differences] as const)
    await expect(ask(address.at({ a: DAILY, b: 'nothing' }) as Address<unknown>)).rejects.toThrow(
      /^nothing: not found/,
    );
});

test('a HuMob scoring has its sides and users, day by day', async () => {
  const sample = (await ask(API.scoring.at({ scoring: 'sample' })))!;
  expect([sample.second, sample.synthetic]).toEqual([null, true]);
  const pair = (await ask(API.scoring.at({ scoring: 'pair' })))!;
  expect([pair.first.name, pair.second!.name, pair.users, pair.steps]).toEqual(['generated.csv', 'compare.csv', 2, 6]);
  expect(pair.difference!.geobleu.value).toBeLessThan(0);
  const user = (await ask(API.scoringUser.at({ scoring: 'pair', user: 2 })))!;
  expect(user.days.map(({ day, t }) => [day, t])).toEqual([[61, [3, 4, 5]]]);
  expect(user.second).toHaveLength(1);
  expect(await ask(API.scoringUser.at({ scoring: 'pair', user: 9 }))).toBeNull();
  await expect(ask(API.scoring.at({ scoring: 'nothing' }))).rejects.toThrow(/nothing/);
});

test('there is no response for an unknown run, person, call or page', async () => {
  await expect(ask(API.run.at({ run: 'nothing' }))).rejects.toThrow(/^nothing: not found/);
  for (const address of [
    API.person.at({ run: DAILY, person: 99 }),
    API.call.at({ run: DAILY, call: 999 }),
    'runs/daily-mobility-1/nothing',
    'nothing',
  ] as Address<unknown>[])
    expect(await ask(address), address).toBeNull();
  expect(await answer(library, ['nothing.js'], new URLSearchParams())).toBeNull();
});

test('without the truth there are scores but no distributions', async () => {
  const withheld = new Library({ runs: join(runs, DAILY), home, withTruth: false });
  const detail = (await ask(API.run.at({ run: DAILY }), withheld))!;
  expect([detail.truth, detail.findings]).toEqual(['withheld', null]);
  expect(detail.documented.length).toBeGreaterThan(0);
  expect((await ask(API.costs.at({ run: DAILY }), withheld))!.people).toEqual([]);
  expect((await ask(API.runs.at({}), withheld))!.runs.map(({ name }) => name)).toEqual([DAILY]);
  await withheld.close();
});

test('the explanation names the score, the points by quantity, people and places', async () => {
  const text = (await library.explain(DAILY))!;
  const { final_score } = JSON.parse(readFileSync(join(runs, DAILY, 'scores.json'), 'utf8')).documented;
  for (const part of [
    `Score ${final_score.toFixed(1)} of 100`,
    'Radius of gyration: how far they roam in a day\n',
    'person ',
    'arrivals',
  ])
    expect(text).toContain(part);
  expect(await library.explain('nothing')).toBeNull();
});

/** A copy of a run whose agent failed in every step: 100 problems of person 1, the first 20 of which were kept. */
async function crashed(name: string): Promise<RunFolder> {
  const run = new RunFolder(join(runs, name));
  cpSync(join(runs, DAILY), run.path, { recursive: true });
  const scores = JSON.parse(readFileSync(run.scoresPath, 'utf8'));
  scores.run.doubts = [{ message: 'the agent failed in 1,920 of 1,920 steps.', grave: true }];
  writeFileSync(run.scoresPath, JSON.stringify(scores));
  const problems = Array.from({ length: 20 }, (_, step) => {
    const message = `TypeError: place is undefined (agent.ts:${step < 15 ? 7 : 9})`;
    return { person: 1, day: 0, t: 900 * step + 1, kind: 'threw' as const, message };
  });
  writeFileSync(run.problemsPath, problems.map((problem) => `${JSON.stringify(problem)}\n`).join(''));
  const path = run.tablePath('statuses', 0);
  const table = decodeStatuses(readFileSync(path));
  const { beside, ...facts } = table.facts as typeof table.facts & { beside: Record<string, string> };
  const counts = { problems, problemCount: 100, problemCounts: [[1, 100]] as const };
  writeFileSync(path, encodeStatuses({ ...table, facts: { ...facts, ...counts } }, beside));
  for (const name of ['scores.json', 'problems.ndjson', 'statuses/00000.arrow'])
    await writeWithChecksum(run, name, readFileSync(join(run.path, name)));
  return run;
}

test('an invalid result is marked in the list, on its page, in its report and in its explanation', async () => {
  const { path } = await crashed('invalid');
  const other = new Library({ runs: path, home });
  const invalid = ['the agent failed in 1,920 of 1,920 steps.'];
  expect((await ask(API.runs.at({}), other))!.runs).toMatchObject([{ name: 'invalid', invalid, tie: null }]);
  expect((await ask(API.run.at({ run: 'invalid' }), other))!.run.invalid).toEqual(invalid);
  expect(await other.explain('invalid')).toContain(`INVALID RESULT: ${invalid[0]}`);
  expect(await runReport(other, 'invalid', { withCalls: false })).toContain(JSON.stringify({ invalid }).slice(1, -1));
  await other.close();
});

test('all problems of a person are counted, and those with one message are one entry', async () => {
  const { path } = await crashed('failing');
  const other = new Library({ runs: path, home });
  const { rows } = (await ask(API.people.at({ run: 'failing' }), other))!;
  expect(rows.map(({ problems }) => problems)).toEqual([100, ...new Array(PEOPLE - 1).fill(0)]);
  const line = (number: number) => `TypeError: place is undefined (agent.ts:${number})`;
  const entry = (number: number, count: number, t: number) => ({
    kind: 'threw',
    message: line(number),
    count,
    people: 1,
    first: { person: 1, day: 0, t },
  });
  const groups = [entry(7, 15, 1), entry(9, 5, 13_501)];
  expect((await ask(API.person.at({ run: 'failing', person: 1 }), other))!.problems).toEqual(groups);
  expect((await ask(API.run.at({ run: 'failing' }), other))!.problems).toEqual(groups);
  await other.close();
});

test('a stopped run keeps the reason, and its problems are those of the people who have finished', async () => {
  const run = await crashed('stopped');
  for (const path of [run.scoresPath, run.problemsPath]) rmSync(path);
  const manifest = { ...readManifest(run), state: 'stopped', error: 'The account is empty.' } as const;
  run.writeManifest(manifest);
  const other = new Library({ runs: run.path, home });
  const detail = (await ask(API.run.at({ run: 'stopped' }), other))!;
  expect(detail).toMatchObject({ manifest: { error: manifest.error }, problems: [{ count: 15 }, { count: 5 }] });
  expect(detail.run).toMatchObject({ state: 'stopped', peopleDone: PEOPLE, trouble: null });
  await other.close();
});

test('a damaged table is named on the page and in the explanation, and the truth is not said to be missing', async () => {
  cpSync(join(runs, DAILY), join(runs, 'damaged'), { recursive: true });
  writeFileSync(join(runs, 'damaged', 'statuses', '00000.arrow'), 'ARROW1 and no more');
  const other = new Library({ runs: join(runs, 'damaged'), home });
  const { truth, findings, damage } = (await ask(API.run.at({ run: 'damaged' }), other))!;
  expect([truth, findings, damage]).toEqual(['shown', null, expect.stringMatching(/statuses.00000\.arrow/)]);
  const text = await other.explain('damaged');
  expect(text).toMatch(/cannot be explained: .*statuses.00000\.arrow/);
  expect(text).not.toContain('no longer on this machine');
  await expect(ask(API.people.at({ run: 'damaged' }), other)).rejects.toThrow(/^statuses.00000\.arrow/);
  await other.close();
});

test('a report contains the data of its pages, but no paths, and prompts only if requested', async () => {
  const heldIn = (text: string) => {
    expect(text).not.toContain(folder);
    const data = /<script type="application\/json" id="itinera-data">(.*?)<\/script>/s.exec(text)![1]!;
    return JSON.parse(data) as { home: string[]; json: Record<string, unknown>; bytes: Record<string, string> };
  };
  const { home: first, json, bytes } = heldIn(await runReport(library, DAILY, { withCalls: false }));
  expect(first).toEqual(['run', DAILY]);
  expect(json).toHaveProperty([API.person.at({ run: DAILY, person: PEOPLE })]);
  expect(bytes).toHaveProperty([API.peopleIndex.at({ run: DAILY })]);
  expect(json).not.toHaveProperty([API.calls.at({ run: DAILY })]);
  const { bins, attributes } = await replayOf(DAILY);
  expect(Object.keys(bytes)).toHaveLength(6 + bins + attributes.length);
  const withCalls = heldIn(await runReport(library, DAILY, { withCalls: true }));
  expect((withCalls.json[API.calls.at({ run: DAILY })] as CallsPage).total).toBe(2 * PEOPLE);
  await expect(runReport(library, 'nothing', { withCalls: false })).rejects.toThrow(/nothing/);
});

test('the positions, trips and lost points of a run match its tables and the points that people lose', async () => {
  const presence = readPresence((await ask(API.presence.at({ run: HURRICANE })))!);
  const { total, rows } = (await ask(API.people.at({ run: HURRICANE })))!;
  const costs = await library.costs(HURRICANE);
  const all = countArea(presence, presence.plane, WHOLE_DAY, null);
  expect([all.people.size, all.departures]).toEqual([total, rows.reduce((sum, { trips }) => sum + trips, 0)]);
  const folder = new RunFolder(join(runs, HURRICANE));
  const arrived = new Set<number>();
  let arrivals = 0;
  for (const group of groupsOf(readManifest(folder)).keys())
    for (const trip of tripRows(decodeTrips(readFileSync(folder.tablePath('trips', group)), 'trips')))
      if (trip.ended === 'arrived') {
        arrived.add(trip.id);
        arrivals++;
      }
  const lost = costs.filter(({ id }) => arrived.has(id)).reduce((sum, { points }) => sum + points, 0);
  expect(all.arrivals).toBe(arrivals);
  expect(all.points).toBeCloseTo(lost, 9);
  // By hour, trips add up to those of the whole run.
  const hours = Array.from({ length: 24 }, (_, hour) => countArea(presence, presence.plane, hour, null));
  expect(hours.reduce((sum, { arrivals }) => sum + arrivals, 0)).toBe(arrivals);
  expect((await ask(API.comparison.at({ a: DAILY, b: SAME })))!.samePeople).toBe(true);
});

test('the cells of a HuMob scoring have the users of both sides by hour', async () => {
  const { plane, parts } = readDayCells((await ask(API.scoringCells.at({ scoring: 'pair', submission: 0 })))!);
  // Users 1 and 2 are at x = 11 and 12 in each of three half hours, and predicted in x = 11 + shift · t.
  const { people, cells } = parts[WHOLE_DAY]!;
  expect(people).toEqual([2, 2]);
  expect(cells.reduce((sum, { first }) => sum + first, 0)).toBeGreaterThanOrEqual(2);
  expect(parts[0]!.cells).toEqual([]);
  expect(plane.width).toBeGreaterThan(1000);
  expect(await ask(API.scoringCells.at({ scoring: 'pair', submission: 2 }))).toBeNull();
});

test('a bundle holds the answers of the server in files, replaces an earlier bundle and nothing else', async () => {
  const site = join(folder, 'site');
  const write = (to: string, options: Partial<BundleOptions> = {}) =>
    writeBundle(library, to, { runs: [DAILY, SAME], scorings: ['pair'], measures: [], withCalls: false, ...options });
  const size = await write(site);
  const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(size.files).toBe(files.filter(({ name }) => name !== 'bundle.set.json').length);
  const held = async <T>(address: Address<T>) => {
    const { file, key } = fileOf(address, []);
    const value = JSON.parse(readFileSync(join(site, 'data', `${file}.json`), 'utf8'));
    return (key === null ? value : value[key]) as T;
  };
  for (const address of [
    API.costs.at({ run: DAILY }),
    API.person.at({ run: SAME, person: PEOPLE }),
    API.differences.at({ a: DAILY, b: SAME }),
    API.scoringUser.at({ scoring: 'pair', user: 2 }),
  ])
    expect(await held<unknown>(address)).toEqual(await ask<unknown>(address));
  // Each pair and each city once.
  const [pair, turned] = [API.differences.at({ a: DAILY, b: SAME }), API.differences.at({ a: SAME, b: DAILY })];
  const index = JSON.parse(
    /id="itinera-data">(.*?)<\/script>/s.exec(readFileSync(join(site, 'index.html'), 'utf8'))![1]!,
  );
  expect([pair, turned].map((address) => index.files.includes(fileOf(address, []).file))).toEqual([true, false]);
  expect(reversed((await held(pair)).value!).metrics.map(({ spread }) => spread.value)).toEqual(
    (await ask(turned))!.value!.metrics.map(({ spread }) => spread.value),
  );
  expect(index.same[`runs/${SAME}/city`]).toBe(`runs/${DAILY}/city`);
  expect(existsSync(join(site, `data/runs/${SAME}/city.bin`))).toBe(false);
  const { version } = await replayOf(DAILY);
  const bin = API.replayBin.at({ run: DAILY, version, bin: 40 });
  const zipped = readFileSync(join(site, 'data', `${fileOf(bin, []).file}.bin`));
  expect(new Uint8Array(gunzipSync(zipped))).toEqual(new Uint8Array((await ask(bin))!));
  expect((await held(API.runs.at({}))).runs.map(({ name }) => name)).toEqual([DAILY, SAME]);
  expect((await held(API.run.at({ run: DAILY }))).hasCalls).toBe(false);
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name)).includes(folder), name).toBe(false);
  // Again, with other contents; a file that is not part of the bundle stays.
  writeFileSync(join(site, 'CNAME'), 'example.org');
  const again = await write(site, { runs: [DAILY], scorings: [], withCalls: true });
  expect(again.bytes).toBeLessThan(size.bytes);
  expect(existsSync(join(site, 'data/runs', `${SAME}.json`))).toBe(false);
  expect(existsSync(join(site, 'CNAME'))).toBe(true);
  expect((await held(API.calls.at({ run: DAILY }))).total).toBe(2 * PEOPLE);
  await expect(write(runs)).rejects.toThrow('is not empty and is not an earlier bundle');
  await expect(write(join(site, 'CNAME'))).rejects.toThrow('is a file');
  await expect(write(site, { runs: ['nothing'] })).rejects.toThrow('nothing: run not found');
  expect(existsSync(join(site, 'data/runs', `${DAILY}.json`))).toBe(true);
});

/** The input of a thread for a run. */
function jobOf(run: string) {
  const path = join(runs, run);
  return { path, manifest: readManifest(new RunFolder(path)), cacheFolder: join(home, 'cache'), mayLoad: false };
}

test('threads compute the answers of the server', async () => {
  const [one, other] = [jobOf(DAILY), jobOf(HURRICANE)];
  expect(await differencesOf({ ...one, runs: [one, jobOf(SAME)] })).toEqual(
    (await ask(API.differences.at({ a: DAILY, b: SAME })))!.value,
  );
  for (const job of [one, other]) {
    const run = basename(job.path);
    const { people } = (await ask(API.costs.at({ run })))!;
    expect((await peopleCosts(job)).slice(0, people.length)).toEqual(people);
    expect(unpackTable(peopleOf(job))).toEqual(readPeople(new RunFolder(job.path), job.manifest));
  }
});

test('what takes long to compute is kept next to the replay until a file of the run changes', async () => {
  await replayOf(DAILY);
  const run = new RunFolder(join(runs, DAILY));
  const manifest = readManifest(run);
  let made = 0;
  const keep = (stamp: string) =>
    library.replays.kept(run, manifest, { name: 'test', stamp }, async () => Uint8Array.of(++made));
  expect([...(await keep('a')), ...(await keep('a')), ...(await keep('b'))]).toEqual([1, 1, 2]);
  const table = run.tablePath('statuses', 0);
  const { atimeMs, mtimeMs } = statSync(table);
  utimesSync(table, atimeMs / 1000, mtimeMs / 1000 + 5);
  expect([...(await keep('b')), ...(await keep('b'))]).toEqual([3, 3]);
});

test.each([DAILY, HURRICANE])(
  'the replay of %s with recomputed routes equals the one with stored routes',
  async (run) => {
    const { version, bins } = await replayOf(run);
    const copy = join(folder, `${run} without routes`);
    cpSync(join(runs, run), copy, { recursive: true });
    rmSync(join(copy, 'routes'), { recursive: true });
    const { manifest } = jobOf(run);
    const { port1, port2 } = new MessageChannel();
    const out = join(folder, `replay of ${run}`);
    const groups = groupsOf(manifest).map((_, group) => group);
    const job = { run: copy, manifest, groups, clock: manifest.clock, mapCache: join(home, 'cache'), out };
    await makeReplay({ job, progress: port2 });
    port1.close();
    const fileAt = (root: string, name: string) => readFileSync(join(root, name));
    const cached = join(home, 'cache', 'viewer', version);
    const meta = JSON.parse(fileAt(cached, 'meta.json').toString());
    expect(JSON.parse(fileAt(out, 'meta.json').toString())).toEqual(meta);
    for (const name of ['trips.gz', 'traffic.gz', ...Array.from({ length: bins }, (_, bin) => `bins/${bin}.gz`)])
      expect(fileAt(out, name).equals(fileAt(cached, name)), name).toBe(true);
  },
);

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectionOf, writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { expect, onTestFinished, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { startFaultServer } from '../../../engine/src/llm/fault-server.fixture.js';
import { asbench, jsonOf, makeDatasets, program, testFolder } from './asbench.fixture.js';
import { pathOf, programWithAll, withChildren } from './whole-program.fixture.js';

const folder = testFolder();
const datasets = makeDatasets(folder, 24);
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'latin1');
await withDemo(join(folder, 'home'), 'DailyMobility');

test('every option of every command is in a test', async () => {
  const source = join(import.meta.dirname, '..');
  const text = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .join('\n');
  const named = new Set<unknown>(text.match(/--[\w-]+/g));
  const missing = withChildren(await programWithAll()).flatMap((command) =>
    command.options.filter(({ long }) => !named.has(long)).map(({ long }) => `${pathOf(command)} ${long}`),
  );
  expect(missing, 'add a line to every-option.whole.test.ts that shows what the option does').toEqual([]);
});

// People at one of 6 places each hour, in tables that differ in one way.
const rows = Array.from({ length: 3 * 48 }, (_, i) => {
  const [person, hour] = [Math.floor(i / 48), i % 48];
  const place = hour % 24 > 8 && hour % 24 < 18 ? person % 3 : 3 + person;
  return { person, date: new Date(1_600_041_600_000 + hour * 3_600_000), place, at: `${35 + 0.01 * place},139.7` };
});
const table = (header: string, line: (row: (typeof rows)[number]) => string) =>
  `${header}\n${rows.map(line).join('\n')}\n`;
const seconds = (date: Date) => date.getTime() / 1000;
const barred = (date: Date) =>
  date
    .toISOString()
    .replace(/^(\d+)-(\d+)-(\d+)T(\d+:\d+).*/, (_, year, month, day, clock) => `${day}|${month}|${year} ${clock}`);
write(
  'people.csv',
  table('uid,time,lat,lon', ({ person, date, at }) => `${person},${seconds(date)},${at}`),
);
write(
  'who.csv',
  table('who,time,lat,lon', ({ person, date, at }) => `${person},${seconds(date)},${at}`),
);
write(
  'bars.csv',
  table('uid,time,lat,lon', ({ person, date, at }) => `${person},${barred(date)},${at}`),
);
write(
  'utc.csv',
  table('uid,time,lat,lon', ({ person, date, at }) => `${person},${date.toISOString()},${at}`),
);
write(
  'named.csv',
  table('uid,time,place', ({ person, date, place }) => `${person},${seconds(date)},${place}`),
);
write(
  'places.csv',
  `place,lat,lon\n${Array.from({ length: 6 }, (_, i) => `${i},${35 + 0.01 * i},139.7`).join('\n')}\n`,
);

const unusual = [
  ['who.csv', 'uid=who', 'no column for uid', '--columns', '--real-columns', '--generated-columns'],
  ['bars.csv', '%d|%m|%Y %H:%M', 'no usable rows', '--time-format', '--real-time-format', '--generated-time-format'],
  [
    'named.csv',
    'places.csv',
    'rows name places and have no positions',
    '--locations',
    '--real-locations',
    '--generated-locations',
  ],
] as const;
test.each(unusual)('%s is read with %s, also on one side of measure', async (file, value, without, ...options) => {
  const sides = [
    [file, file],
    [file, 'people.csv'],
    ['people.csv', file],
  ];
  for (const [i, files] of sides.entries()) {
    expect((await asbench(folder, 'measure', ...files)).stderr).toContain(without);
    const { compared } = jsonOf(await asbench(folder, 'measure', ...files, options[i]!, value, '--json'));
    expect([compared.real.people, compared.generated.people]).toEqual([3, 3]);
  }
});

test('--real-zone and --generated-zone are the clock of one side of measure', async () => {
  const clocks = async (...zone: string[]) =>
    (await asbench(folder, 'measure', 'utc.csv', 'utc.csv', ...zone)).stdout.match(/clock: \S+/g);
  expect(await clocks()).toEqual(['clock: UTC', 'clock: UTC']);
  expect(await clocks('--real-zone', 'Asia/Tokyo')).toEqual(['clock: Asia/Tokyo', 'clock: UTC']);
  expect(await clocks('--generated-zone', 'Asia/Tokyo')).toEqual(['clock: UTC', 'clock: Asia/Tokyo']);
});

/** What a command prints and writes to a file, with and without an option, which must work both ways. */
async function withAndWithout(line: string, option: string, output?: string): Promise<[string, string]> {
  const found = [];
  for (const more of ['', option]) {
    const words = `${line} ${more}`.trim().split(' ');
    const { stdout, stderr, status } = await asbench(folder, ...words);
    expect(status, `${words.join(' ')}: ${stderr}`).toBe(0);
    found.push(output === undefined ? stdout : read(output));
  }
  return found as [string, string];
}

const city = synthesizeCity({ seed: 1, size: 3000 });
const { toLonLat } = projectionOf(city);
const lonLat = (i: number) => {
  const { lon, lat } = toLonLat(city.aois.positions.xy[2 * i]!, city.aois.positions.xy[2 * i + 1]!);
  return `${lon},${lat}`;
};
// Homes are in the west; commutes are some 560 m.
const [west, east, work, there] = ['-0.00361,-0.00097', '0.00039,-0.00097', '0.00142,-0.00097', lonLat(0)];
writeFileSync(join(folder, 'city.pb'), writeMap(city));
write('population.csv', `lon,lat,population\n${west},50\n${east},50\n`);
write('workers.csv', `lon,lat,workers\n${west},50\n${east},0\n`);
write('schools.csv', `lon,lat,schools\n${there},50\n`);
write('marginals.csv', 'variable,category,count\nsex,male,100\nsex,female,0\n');
write('flows.csv', `home_lon,home_lat,work_lon,work_lat,people\n${west},${work},50\n`);
write(
  'fixes.csv',
  `uid,time,lat,lon\n${[0, 6, 12, 18, 24, 30, 36].map((m, i) => `a,${1_600_000_000 + 60 * m},${i === 3 ? 36 : 35 + 0.0012 * (i % 2)},139.7`).join('\n')}\n`,
);
write(
  'town.osm',
  `<osm version="0.6"><node id="1" lat="50" lon="7.998"/><node id="2" lat="50" lon="8"/><node id="3" lat="50.002" lon="8"/>
<way id="5"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/></way></osm>`,
);

test.each([
  ['data stays fixes.csv -o stays.csv', '--definition trackintel', 'stays.csv'],
  ['data stays fixes.csv -o stays.csv', '--stays 500,5,60', 'stays.csv'],
  ['data stays fixes.csv -o stays.csv', '--max-speed 100', 'stays.csv'],
  ['map build town.osm -o town.pb', '--driving-side left', 'town.pb'],
  ['data people --map city.pb -n 100 -o p.json', '--exponent 4', 'p.json'],
  ['data people --map city.pb -n 100 -o p.json', '--mean-km 0.55', 'p.json'],
  ['data people --map city.pb -n 100 --population population.csv -o p.json', '--workers workers.csv', 'p.json'],
  ['data people --map city.pb -n 100 -o p.json', '--schools schools.csv', 'p.json'],
  ['data people --map city.pb -n 100 -o p.json', '--marginals marginals.csv', 'p.json'],
  ['data people --map city.pb -n 100 -o p.json', '--flows flows.csv', 'p.json'],
])('%s: %s changes what is written', async (line, option, output) => {
  const [without, withOption] = await withAndWithout(line, option, output);
  expect(withOption).not.toBe(without);
});

test('predictions of next places: the shares of a split and the length of lists', async () => {
  await asbench(folder, 'data', 'next-place', 'synth', '--users', '20', '--days', '20', '-o', 'checkins.csv');
  const split = 'data next-place split checkins.csv --rule user-days -o split';
  const [usual, half] = await withAndWithout(split, '--split-shares 0.4,0.1', 'split/train.csv');
  expect(half.length).toBeLessThan(usual.length);
  const baseline =
    'data next-place baseline --method markov-1 --train split/train.csv --test split/test.csv -o lists.jsonl';
  const lengths = (await withAndWithout(baseline, '--list-length 3', 'lists.jsonl')).map(
    (text) => text.split('\n')[0]!.length,
  );
  expect(lengths[1]).toBeLessThan(lengths[0]!);
});

test('humob: the problems that are shown, the days of a block and those that are averaged', async () => {
  write('steps.csv', 'uid,d,t,x,y\n1,60,0,84,88\n');
  const shown = async (...limit: string[]) =>
    (await asbench(folder, 'humob', 'validate', 'b', 'steps.csv', 'steps.csv', '--year', '2024', ...limit)).stdout;
  expect((await shown('--limit', '1')).split('\n').length).toBeLessThan((await shown()).split('\n').length);
  await asbench(folder, ...'humob synth --year 2026 --elsewhere 20 -o data.tsv --truth truth.tsv'.split(' '));
  const [flat, week] = await withAndWithout(
    'humob baseline flat-mean --year 2026 --known data.tsv -o flat.tsv',
    '--over 20240401-20240407',
    'flat.tsv',
  );
  expect(week).not.toBe(flat);
  const [weeks, days] = await withAndWithout(
    'humob score flat.tsv --year 2026 --reference truth.tsv --json',
    '--block 1',
  );
  expect([weeks, days].map((text) => JSON.parse(text).combined)).toEqual(Array(2).fill(JSON.parse(weeks).combined));
  expect(days).not.toBe(weeks);
});

const bench = (...words: string[]) => asbench(folder, '--home-dir', 'home', ...words);
const unscored = ['--mode', 'inference'];
const runDemo = async (...more: string[]) =>
  jsonOf(await bench('run', 'DailyMobility', '--demo', '--people', '2', '--json', ...more));

test('a judge rounds and counts, a figure has a width, and the truth can be hidden', async () => {
  const { folder: run } = await runDemo();
  const terms = ['--truth', join(datasets, 'DailyMobility', 'groundtruth'), '--audit', 'audit.jsonl', '--team', 'a'];
  const judge = (...more: string[]) => bench('runs', 'judge', 'DailyMobility', run, ...terms, '--json', ...more);
  expect(jsonOf(await judge('--precision', '20')).best % 20).toBe(0);
  // The same file again costs nothing.
  expect([jsonOf(await judge()).left, jsonOf(await judge('--most', '1')).left]).toEqual([19, 0]);
  const figures = async (...more: string[]) => {
    await bench('study', 'figure', run, '--format', 'svg', '-o', 'figures', ...more);
    return readdirSync(join(folder, 'figures')).map((name) => read(join('figures', name)));
  };
  expect(await figures('--width', '50')).not.toEqual(await figures());
  const bundled = async (command: readonly string[], site: string, ...more: string[]) => {
    expect((await bench(...command, site, ...more)).status).toBe(0);
    return readdirSync(join(folder, site), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(html|json)$/.test(name))
      .map((name) => read(join(site, name)).replace(/"writtenAt":"[^"]*"/, ''));
  };
  mkdirSync(join(folder, 'home', 'handed'), { recursive: true });
  for (const command of [
    ['ui', run, '--bundle'],
    ['runs', 'board', 'home/runs', '-o'],
  ])
    expect(await bundled(command, `${command[0]}-hidden`, '--no-truth')).not.toEqual(
      await bundled(command, `${command[0]}-shown`),
    );
});

test('drivers choose routes by traffic, and people move to another map', async () => {
  const traffic = ['--congestion', 'queue', '--reroute-share', '0.5', '--route-iterations', '2'];
  const { folder: run } = jsonOf(
    await bench('run', 'DailyMobility', '-d', datasets, ...unscored, '--json', ...traffic),
  );
  expect(JSON.parse(readFileSync(join(run, 'run.json'), 'utf8')).movement.queue).toMatchObject({
    rerouteShare: 0.5,
    routeIterations: 2,
  });
  const elsewhere = ['run', 'DailyMobility', '--demo', '--people', '2', '--map', 'city.pb'];
  expect((await bench(...elsewhere)).stderr).toContain('Move the people to it: --relocate');
  expect((await bench(...elsewhere, '--relocate')).status).toBe(0);
});

test('a run with a language model has limits, prices and a cache, and its calls are listed', async () => {
  const server = await startFaultServer({ answer: () => 'I stay at home.' });
  onTestFinished(() => server.close());
  write('server.yml', `llm: [{provider: vllm, base_url: '${server.url}', model: toy}]\n`);
  write('prices.json', '{"toy": {"input": 1000, "output": 1000}}');
  const line = ['run', 'DailyMobility', '-d', datasets, '-a', 'diarist', '-c', 'server.yml', ...unscored, '--json'];
  const asked = async (...more: string[]) => JSON.parse((await bench(...line, ...more)).stdout);
  expect((await asked('--max-tokens', '5')).stopped).toContain('--max-tokens');
  expect((await asked('--max-time', '0.0001')).stopped).toContain('--max-time');
  const { folder: run, calls } = await asked('--prices', 'prices.json', '--cache', 'shared.ndjson');
  expect(calls.total.cost).toBeGreaterThan(0);
  expect((await asked('--cache', 'shared.ndjson')).calls.total.cached).toBeGreaterThan(0);
  const few = (await bench('runs', 'calls', run)).stdout.split('\n').length;
  expect((await bench('runs', 'calls', run, '--all')).stdout.split('\n').length).toBeGreaterThan(few);
});

test('a survey: questions name its place, tables of households are joined, and runs are compared with it', async () => {
  write(
    'days.csv',
    'person,household,weight,sequence\n1,1,1,home 0-480;>car 480-500 300;work 500-900;>car 900-920 300;home 920-1440\n',
  );
  write('llm.yml', 'llm: [{provider: scripted}]\n');
  const ask = (...more: string[]) =>
    bench('data', 'diaries', 'ask', 'days.csv', '-c', 'llm.yml', '--archetypes', '1', '-o', 'asked.ts', ...more);
  expect((await ask('--about', 'Porto, a Sunday')).status).toBe(0);
  expect(read('asked.calls.ndjson')).toContain('Porto, a Sunday');
  write('persons.csv', 'hh,no\n1,1\n');
  write('trips.csv', 'hh,no,left,came,why\n1,1,08:00,08:20,work\n1,1,17:00,17:30,home\n');
  write('households.csv', 'hh,autos\n1,2\n');
  write(
    'layout.yaml',
    'times: clock\nbegins: 180\npeople: {household: hh, person: [hh, no], cars: autos}\ntrips: {start: left, end: came, to: why}\n',
  );
  const tables = ['--people-table', 'persons.csv', '--household-table', 'households.csv', '--survey', 'layout.yaml'];
  expect((await bench('data', 'diaries', 'read', 'trips.csv', ...tables, '-o', 'read.csv')).stderr).toMatch(/^Wrote/m);
  expect(read('read.csv').split('\n')[1]).toMatch(/^1,1,1,,,,,2,/);
  mkdirSync(join(folder, 'survey'), { recursive: true });
  write('survey/weekdays.csv', read('days.csv'));
  await bench('data', 'people', '--map', 'city.pb', '-n', '5', '-o', 'five.json');
  const days = ['simulate', '--map', 'city.pb', '--profiles', 'five.json', '--days', '1', '--json'];
  const observed = await bench(...days, '--observed', 'survey');
  expect(observed.stdout).toContain('your survey');
  const { run } = JSON.parse(observed.stdout);
  expect((await bench(...days, '--crs', 'EPSG:32633')).stderr).toContain('--crs has no effect without plans of MATSim');
  // A system that is not that of the map: nobody lives there.
  expect((await bench('runs', 'export', run, '--format', 'matsim', '-o', 'matsim')).status).toBe(0);
  const plans = ['simulate', '--map', 'city.pb', '--profiles', 'matsim/plans.xml', '--days', '1'];
  expect((await bench(...plans, '--crs', 'EPSG:32633')).stderr).toContain('Check the coordinates (EPSG:32633)');
});

/** A mirror of Hugging Face with one file. @returns the paths that were asked for */
async function mirror(): Promise<string[]> {
  const asked: string[] = [];
  const data = '[]';
  const oid = createHash('sha1').update(`blob ${data.length}\0${data}`).digest('hex');
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url.includes('/revision/')) response.end(JSON.stringify({ sha: '0123456789abcdef0123456789abcdef01234567' }));
    else if (url.includes('/tree/'))
      response.end(JSON.stringify([{ type: 'file', path: 'profiles.json', size: data.length, oid }]));
    else response.end(data);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.HF_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    delete process.env.HF_ENDPOINT;
    server.close();
  });
  return asked;
}

test('datasets are downloaded again if asked, from a branch, and never with questions', async () => {
  const asked = await mirror();
  const files = async (...words: string[]) => /(\d+) files? downloaded/.exec((await bench(...words)).stdout)?.[1];
  expect((await bench('clone', 'DailyMobility', '--only-install-deps')).stdout).toContain('needs no packages');
  expect(asked).toEqual([]);
  expect(await files('clone', 'DailyMobility', '--no-interaction')).toBe('1');
  expect(await files('clone', 'DailyMobility')).toBe('0');
  expect(await files('clone', 'DailyMobility', '--force')).toBe('1');
  expect(await files('update-benchmarks', '--branch', 'next')).toBe('0');
  expect(asked.some((url) => url.endsWith('/revision/next'))).toBe(true);
});

/** The first lines that a command prints in another process, which is then ended. */
async function firstLines(count: number, ...words: string[]): Promise<string[]> {
  const child = spawn(process.execPath, [program, '--home-dir', 'home', ...words], { cwd: folder });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const lines: string[] = [];
  const enough = new Promise<void>((resolve) => {
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => lines.push(line) === count && resolve());
  });
  await Promise.race([enough, ended]);
  child.kill();
  await ended;
  return lines.slice(0, count);
}

test('the viewer listens on an address with a secret, and a run is watched while people are left', async () => {
  const secret = 'a-secret-of-24-characters';
  const viewer = async (...more: string[]) => (await firstLines(1, 'ui', '--no-open', '--host', ...more))[0];
  expect(await viewer('0.0.0.0')).toContain('Pass --token with a secret');
  expect(await viewer('localhost', '--token', secret)).toMatch(new RegExp(`^http://localhost:\\d+/${secret}/$`));
  const { folder: run } = await runDemo('--people', '40', '--part', '1/2');
  const progress = ['runs', 'progress', run];
  const once = await firstLines(4, ...progress);
  expect(once[0]).toContain('24 of 40 people');
  expect(await firstLines(2 * once.length, ...progress, '--watch', '0.1')).toEqual([...once, ...once]);
});

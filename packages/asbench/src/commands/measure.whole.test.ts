import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { DEFAULT_HOME } from '@itinera/run';
import { expect, test } from 'vitest';
import { withDemo } from '../../../benchmarks/src/demo.fixture.js';
import { asbench, program, testFolder } from './asbench.fixture.js';

const folder = testFolder();

const epochSeconds = (hour: number) => 1_600_041_600 + hour * 3600;

/** People who move between a home and a few places, sampled hourly for two days. */
function people(
  name: string,
  seed: number,
  { count = 6, column = 'time', timeOf = epochSeconds as (hour: number) => number | string } = {},
): string {
  const random = new Random(seed);
  const lines = [`uid,${column},lat,lon`];
  for (let uid = 0; uid < count; uid++) {
    const home = random.integer(20);
    for (let hour = 0; hour < 48; hour++) {
      const place = hour % 24 > 8 && hour % 24 < 18 ? (home + random.integer(3)) % 20 : home;
      lines.push(`${uid},${timeOf(hour)},${35 + 0.01 * Math.floor(place / 5)},${139 + 0.01 * (place % 5)}`);
    }
  }
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return name;
}

test('two files are measured reproducibly, with all fields, utility and privacy', async () => {
  const [real, generated] = [people('real.csv', 1), people('generated.csv', 2)];
  const { stdout, stderr, status } = await asbench(folder, 'measure', real, generated, '--json', '-o', 'report');
  expect([stderr, status]).toEqual(['Wrote report\n', 0]);
  const report = JSON.parse(stdout);
  expect(report.measures.length).toBeGreaterThan(25);
  const fields = 'real generated effect p differs distance wasserstein ks jsd low high ceiling floor unit n'.split(' ');
  for (const row of report.measures) expect(Object.keys(row)).toEqual(expect.arrayContaining(fields));
  expect(report.utility).toMatchObject({
    testedOn: 'half of the real people',
    doubt: expect.stringContaining('--held-out'),
  });
  expect(report.privacy).toEqual({ notComputed: 'no training set' });
  expect(JSON.parse(readFileSync(join(folder, 'report/measures.json'), 'utf8'))).toEqual(report);
  expect(existsSync(join(folder, 'report/measures.csv'))).toBe(true);
  const page = readFileSync(join(folder, 'report/report.html'), 'utf8');
  for (const part of ['"jump lengths"', '"notComputed":"no training set"', "default-src 'none'"])
    expect(page).toContain(part);
  expect(readFileSync(join(folder, 'report/measures.svg'), 'utf8')).toMatch(
    /^<svg [\s\S]*jump lengths[\s\S]*<\/svg>\n$/,
  );
  expect((await asbench(folder, 'measure', real, generated, '--json')).stdout).toBe(stdout);
  // Every face shows the verdict, effects and p: terminal, page, CSV and JSON.
  const { says } = report.verdict;
  const [row] = report.measures;
  const printed = (await asbench(folder, 'measure', real, generated)).stdout;
  expect(printed.startsWith(`${says}\n`)).toBe(true);
  expect(printed.trimEnd().endsWith(says)).toBe(true);
  expect(printed).toMatch(/^measure +unit +real +generated +differs +effect +p /m);
  for (const part of [says, row.says, `"p":${row.p}`, `"effect":${row.effect}`]) expect(page).toContain(part);
  expect(readFileSync(join(folder, 'report/measures.csv'), 'utf8')).toMatch(
    /^name,.*,effect,effectUnit,p,differs,distance\n/,
  );
});

test('times of one side in UTC are noted, with what makes them local', async () => {
  const dated = (hour: number) => new Date(epochSeconds(hour) * 1000).toISOString().slice(0, -1);
  const real = people('tokyo.csv', 1, { count: 40, timeOf: dated });
  const warningsOf = async (column: string, ...words: string[]) => {
    const generated = people('utc.csv', 2, { count: 40, timeOf: (hour) => dated(hour - 9), column });
    const { stdout } = await asbench(folder, 'measure', real, generated, '--json', ...words);
    return JSON.parse(stdout).warnings as string[];
  };
  expect(await warningsOf('time')).toContainEqual(
    expect.stringMatching(/9 hours are added to the gen.* utc_time .* --zone/),
  );
  expect(await warningsOf('utc_time', '--zone', 'Asia/Tokyo')).toEqual([]);
});

test('the table names the compared files, and invalid options are rejected', async () => {
  const [real, generated] = [people('one.csv', 3), people('two.csv', 4)];
  const { stdout } = await asbench(
    folder,
    'measure',
    real,
    generated,
    '--train',
    real,
    '--paper',
    'movesim',
    '--suite',
  );
  expect(stdout).toMatch(/^law +unit +real [\s\S]*^\d+ of \d+ laws are within the spread/m);
  expect(stdout).toMatch(
    /real: 6 people, 288 records[\s\S]*privacy: [\d.]+ % of the generated people are copies[\s\S]*movesim: [\s\S]*move lengths/,
  );
  expect((await asbench(folder, 'measure', real, generated, '--places', 'hexagons')).stderr).toContain(
    '--places hexagons: expected',
  );
  expect((await asbench(folder, 'measure', real, generated, '--paper', 'any')).stderr).toContain(
    'Allowed choices are movesim',
  );
});

test('a folder of measures is drawn and cited for a paper, and dropped rows are warnings of the result', async () => {
  const lines = readFileSync(join(folder, people('whole.csv', 4)), 'utf8').split('\n');
  writeFileSync(
    join(folder, 'gaps.csv'),
    lines.map((line, i) => (i % 9 === 5 ? `${line.split(',')[0]},1,,` : line)).join('\n'),
  );
  const { stdout } = await asbench(folder, 'measure', 'whole.csv', 'gaps.csv', '--json', '-o', 'gaps');
  const { warnings, notes } = JSON.parse(stdout);
  expect(warnings[0]).toMatch(/^generated: \d+ rows dropped: coordinates are missing/);
  expect(notes).toEqual(expect.arrayContaining([warnings[0]]));
  const drawn = await asbench(folder, 'study', 'figure', 'gaps', '--format', 'svg', '-o', 'figures');
  expect([drawn.status, drawn.stderr]).toEqual([0, expect.stringContaining('figures/measures.svg: Jensen')]);
  expect(readFileSync(join(folder, 'figures/measures.svg'), 'utf8')).toContain('jump lengths');
  expect((await asbench(folder, 'study', 'cite', 'gaps')).status).toBe(0);
});

test('one set of people alone is measured by the laws over weeks', async () => {
  const rows = Array.from({ length: 12 }, (_, uid) =>
    Array.from({ length: 28 }, (_, half) => `${uid},${half * 43_200},35,${139 + ((half * (uid + 1)) % 5) / 50}`),
  );
  writeFileSync(join(folder, 'weeks.csv'), ['uid,time,lat,lon', ...rows.flat()].join('\n'));
  const { stdout, status } = await asbench(folder, 'measure', 'weeks.csv', '--suite');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^laws over weeks +people +interval +published\n[^\n]+0.20 to 0.25$/m);
  const two = await asbench(folder, 'measure', 'weeks.csv', people('days.csv', 9), '--suite', '--json');
  const { weeks } = JSON.parse(two.stdout);
  expect([weeks.real.length, weeks.generated]).toEqual([5, []]);
  expect(stdout).toContain('the days have no dates, so nothing about weekdays is computed');
  expect((await asbench(folder, 'measure', 'weeks.csv')).stderr).toContain('or --suite for the laws of one');
});

test('the laws over weeks of a run are those of its trips, or without its map those of its rows, and both are said', async () => {
  const bench = async (...args: string[]) => {
    const { stdout, stderr, status } = await asbench(folder, ...args);
    expect(status, stderr).toBe(0);
    return stdout;
  };
  await bench('map', 'synth', '--size', 'village', '-o', 'village.pb');
  await bench('data', 'people', '--map', 'village.pb', '-n', '8', '-o', 'villagers');
  await bench('simulate', '--map', 'village.pb', '--profiles', 'villagers', '--days', '14', '--step', '3600');
  const run = '.agentsociety-benchmark/runs/simulation-14d-3600s-1';
  const rowsOnly = 'laws over weeks: computed from the rows alone, without trips and profiles, because';
  const files = async () => bench('measure', people('walkers.csv', 8), run, '--suite');
  expect(await bench('measure', run, '--suite')).not.toContain(rowsOnly);
  expect(await files()).toMatch(
    /laws over weeks: places are AOIs on one side \(generated\) and .+ on the other, and stays of the first are to the second\./,
  );
  rmSync(join(folder, 'village.pb'));
  expect(await bench('measure', run, '--suite')).toContain(rowsOnly);
  const without = await files();
  expect(without).toContain(`generated: ${rowsOnly}`);
  expect(without).not.toContain('places are AOIs');
});

test('a run can be measured against any other file, by its folder or its name', async () => {
  await withDemo(join(folder, DEFAULT_HOME), 'DailyMobility');
  const run = await asbench(folder, 'run', 'DailyMobility', '--demo', '--people', '8', '-m', 'inference');
  expect(run.status).toBe(0);
  const real = people('town.csv', 5);
  const { stdout, status } = await asbench(folder, 'measure', real, 'daily-mobility-1');
  expect(status).toBe(0);
  expect(stdout).toMatch(/generated: 8 people, \d+ (stay|record)s/);
  expect(stdout).toContain('daily-mobility-1: SYNTHETIC people, who do not exist.');
  expect((await asbench(folder, 'measure', '.agentsociety-benchmark/runs/daily-mobility-1', real)).status).toBe(0);
});

test('the mark of a folder is that of its files, not of standard input', () => {
  const cwd = join(folder, 'marked');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'SYNTHETIC.md'), '');
  const input = readFileSync(join(folder, people('piped.csv', 9)));
  writeFileSync(join(cwd, 'made.csv'), input);
  const { stdout } = spawnSync(process.execPath, [program, 'measure', '-', 'made.csv'], {
    cwd,
    input,
    encoding: 'utf8',
  });
  expect(stdout).toContain('made.csv: SYNTHETIC people');
  expect(stdout).not.toContain('-: SYNTHETIC');
});

test('names in files are escaped in the report', async () => {
  const name = '<script>alert(1)</script>';
  const rows = Array.from({ length: 60 }, (_, i) => `"${name}${i % 3}",${i * 3600},35,${139 + (i % 7) / 50}`);
  writeFileSync(join(folder, 'names.csv'), ['uid,time,lat,lon', ...rows].join('\n'));
  const { status } = await asbench(folder, 'measure', people('plain.csv', 6), 'names.csv', '-o', 'names');
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'names/report.html'), 'utf8')).not.toContain('<script>');
});

test.each([
  ['one person', 'uid,time,lat,lon\n1,0,35,139\n1,3600,35.1,139\n', (real: string) => [real, 'few.csv']],
  ['one point', 'uid,time,lat,lon\n1,0,35,139\n', (real: string) => ['few.csv', real]],
  ['one stay', 'uid,time,end,lat,lon\n1,0,60,35,139\n', (real: string) => [real, 'few.csv']],
])('%s can be measured on one side or both, and undefined values are missing', async (_, text, sides) => {
  const real = people('many.csv', 7);
  writeFileSync(join(folder, 'few.csv'), text);
  for (const sets of [sides(real), ['few.csv', 'few.csv']]) {
    const { stdout, status, stderr } = await asbench(folder, 'measure', ...sets, '--json', '-o', 'few');
    expect([stderr, status]).toEqual(['Wrote few\n', 0]);
    expect(JSON.parse(stdout).measures.length).toBeGreaterThan(10);
  }
});

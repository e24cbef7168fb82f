import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { asbench, testFolder } from './asbench.fixture.js';

const folder = testFolder();

/** Two people, home and work, three days, every hour. */
const header = 'user_id;datetime;latitude;longitude';
const rows = ['anna', 'ben'].flatMap((person, p) =>
  Array.from({ length: 72 }, (_, hour) => {
    const day = String(1 + Math.floor(hour / 24)).padStart(2, '0');
    const atWork = hour % 24 >= 9 && hour % 24 < 17;
    const time = `2024-05-${day}T${String(hour % 24).padStart(2, '0')}:00:00+09:00`;
    return `${person};${time};${35.6 + p / 50 + (atWork ? 0.03 : 0)};${139.7 + (atWork ? 0.02 : 0)}`;
  }),
);
const train = join(folder, 'train.csv.gz');
writeFileSync(train, gzipSync([header, ...rows].join('\n')));

const generate = async (model: string, out: string, ...more: string[]) =>
  await asbench(
    folder,
    'data',
    'generate',
    model,
    '--train',
    train,
    '--people',
    '5',
    '--days',
    '2',
    '-o',
    out,
    ...more,
  );

test('people are generated at the training places and sampling times, the same for the same seed', async () => {
  expect(await generate('ditras', 'a.csv')).toMatchObject({ status: 0, stdout: '' });
  expect((await generate('ditras', 'b.csv.gz')).stderr).toContain('240 SYNTHETIC rows of 5 people by ditras');
  const text = readFileSync(join(folder, 'a.csv'), 'utf8');
  expect(gunzipSync(readFileSync(join(folder, 'b.csv.gz'))).toString()).toBe(text);
  const [names, first, ...others] = text.trim().split('\n');
  expect(names).toBe('uid,time,lat,lon,place');
  expect(first).toMatch(/^1,2024-05-01T00:00:00,35\.6/);
  expect(others).toHaveLength(239);
  expect(JSON.parse(readFileSync(join(folder, 'b.csv.gz-metadata.json'), 'utf8'))).toMatchObject({
    url: 'b.csv.gz',
    'dc:title': 'SYNTHETIC people by ditras',
    'dc:description': 'SYNTHETIC people by ditras, who do not exist.',
  });
  expect((await generate('ditras', 'c.csv', '--seed', '2')).status).toBe(0);
  expect(readFileSync(join(folder, 'c.csv'), 'utf8')).not.toBe(text);
});

test('invalid rows are dropped and reported', async () => {
  const broken = join(folder, 'broken.csv');
  writeFileSync(broken, `uid,time,lat,lon\n1,0,35,139\n1,60,95,139\n1,noon,35,139\n1,120,35,139.1\n1,180,91,139\n`);
  const { status, stderr } = await asbench(folder, 'data', 'generate', 'markov', '--train', broken, '-o', 'd.csv');
  expect(status).toBe(0);
  expect(stderr).toContain('2 rows dropped: coordinates are missing, or beyond 180 and 90 degrees; the first is row 3');
  expect(stderr).toContain('1 row dropped: invalid time; the first is row 4');
});

test('a model can be fitted to every format that asbench measure reads', async () => {
  const points = Array.from({ length: 48 }, (_, hour) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [139 + (hour % 24 > 8 ? 0.02 : 0), 35] },
    properties: { uid: 'a', time: hour * 3600 },
  }));
  writeFileSync(join(folder, 'train.geojson'), JSON.stringify({ type: 'FeatureCollection', features: points }));
  const { status, stderr } = await asbench(
    folder,
    'data',
    'generate',
    'markov',
    '--train',
    'train.geojson',
    '-o',
    'g.csv',
  );
  expect(stderr).toContain('SYNTHETIC rows of 1,000 people by markov');
  expect(status).toBe(0);
});

test.each([
  ['no rows', 'uid,time,lat,lon\n', 'no usable rows'],
  ['no column names', 'a,b\n', 'no column for uid, time, lat, lon'],
  ['swapped columns', 'uid,time,lat,lon\n1,0,135,39\n', 'Are lon and lat swapped?'],
  ['an endless line', 'x'.repeat(2_000_000), 'is longer than'],
])('a file with %s is rejected', async (_, text, message) => {
  const path = join(folder, 'bad.csv');
  writeFileSync(path, text);
  const { status, stderr } = await asbench(folder, 'data', 'generate', 'd-epr', '--train', path, '-o', 'e.csv');
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});

test('an unknown model, place rule or file is reported', async () => {
  expect((await generate('gravity', 'f.csv')).stderr).toContain(
    'gravity is not a known model. Choose one of d-epr, ditras',
  );
  expect((await generate('d-epr', 'f.csv', '--places', 'hexagons')).stderr).toContain('--places hexagons: expected');
  expect(
    (await asbench(folder, 'data', 'generate', 'd-epr', '--train', 'nowhere.csv', '-o', 'f.csv')).stderr,
  ).toContain('nowhere.csv');
  writeFileSync(join(folder, 'half.csv.gz'), gzipSync('uid,time,lat,lon\n1,0,35,139\n').subarray(0, 30));
  expect(await asbench(folder, 'data', 'generate', 'd-epr', '--train', 'half.csv.gz', '-o', 'f.csv')).toMatchObject({
    status: 1,
  });
});

test('people from cells are written as cells of the training set', async () => {
  const steps = rows.map((_, i) => [i % 2, Math.floor(i / 48), i % 48, 100 + (i % 7), 50 + (i % 3)]);
  writeFileSync(join(folder, 'cells.csv'), ['uid,d,t,x,y', ...steps.map((step) => step.join())].join('\n'));
  for (const model of ['markov', 'd-epr']) {
    const args = ['--train', 'cells.csv', '--people', '3', '--days', '2', '-o', 'made.csv'];
    expect((await asbench(folder, 'data', 'generate', model, ...args)).status).toBe(0);
    const [head, ...made] = readFileSync(join(folder, 'made.csv'), 'utf8').trim().split('\n');
    expect(head).toBe('uid,d,t,x,y');
    const cells = new Set(steps.map(([, , , x, y]) => `${x},${y}`));
    expect(made.filter((row) => !cells.has(row.split(',').slice(3).join()))).toEqual([]);
    const slots = made.map((row) => row.split(',').slice(0, 3).join());
    expect(new Set(slots).size).toBe(slots.length);
    const measured = await asbench(folder, 'measure', 'cells.csv', 'made.csv');
    expect(measured.status).toBe(0);
    expect(measured.stdout).toContain('SYNTHETIC');
  }
});
